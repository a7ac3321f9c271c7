// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import StackFlowCore
import Testing

/// Compares the stack with a slow reference, with random commands and random reentrant delegates.
@Suite struct FlowStackModelTests {
  @Test func randomCommandsAgreeWithTheReference() {
    let runs = RandomRuns(long: 100_000, named: "FlowStack")
    for seed in runs.seeds {
      let script = StackScript(seed: seed)
      let expected = ReferenceStack.log(of: script)
      let found = ScriptedStack.log(of: script)
      guard found != expected else { continue }
      let line = zip(found, expected).prefix { $0 == $1 }.count
      Issue.record(
        """
        STACKFLOW_SEED=\(seed): line \(line) differs
        expected \(expected.dropFirst(line).first ?? "the end")
        found    \(found.dropFirst(line).first ?? "the end")
        after \(expected.prefix(line).suffix(8))
        """)
      return
    }
  }

  @Test func randomCommandsReachEveryCase() {
    var lines: Set<String> = []
    for seed in 0..<400 as Range<UInt64> {
      for line in ReferenceStack.log(of: StackScript(seed: seed)) {
        lines.insert(String(line.prefix { !$0.isNumber && $0 != "[" }))
      }
    }
    for kind in [
      "push? ", "pop ", "will push ", "did push ", "will pop ", "did pop ", "denied nil ",
      "denied no ", "denied found the count -", "queued ", "approved ", "pending ", "stale ",
      "answered ", "negative -",
    ] {
      #expect(lines.contains(kind), "no sequence came to '\(kind)'")
    }
  }
}

/// A real stack, with a delegate that follows the same script.
private final class ScriptedStack: StackFlowDelegate {
  typealias Item = Int

  private let script: StackScript
  private let stack = FlowStack<Int>()
  private let foreign: NavigationRequest
  private var requests: [NavigationRequest] = []
  private var callbacks = 0
  private var log: [String] = []

  static func log(of script: StackScript) -> [String] {
    let scripted = ScriptedStack(script)
    for command in script.commands { scripted.obey(command) }
    return scripted.log
  }

  private init(_ script: StackScript) {
    self.script = script
    foreign = ForeignRequest.make()
    stack.delegate = self
  }

  private func note(_ line: String) {
    log.append("\(line) \(stack.steps.map { "\($0.id.rawValue):\($0.item)" })")
  }

  private func obey(_ command: StackCommand) {
    do {
      switch command {
      case .push(let item): stack.push(item)
      case .pop(let count): try stack.pop(count)
      case .clean: stack.clean()
      case .requestPush: note(name(of: try stack.request(.push)))
      case .requestPop(let count): note(name(of: try stack.request(.pop(count))))
      case .answer(let number, let verdict):
        let request = requests.indices.contains(number) ? requests[number] : foreign
        try stack.answer(request, decision(verdict))
        note("answered")
      case .attachDelegate: stack.delegate = self
      case .detachDelegate: stack.delegate = nil
      }
    } catch FlowStackError.negativeCount(let count) {
      note("negative \(count)")
    } catch FlowStackError.staleRequest {
      note("stale")
    } catch {
      note("\(error)")
    }
  }

  private func name(of outcome: NavigationOutcome) -> String {
    switch outcome {
    case .approved: "approved"
    case .denied(let reason): "denied \(reason ?? "nil")"
    case .pending(let request): "pending \(requests.firstIndex(of: request) ?? -1)"
    case .queued: "queued"
    }
  }

  private func decision(_ verdict: StackVerdict) -> StackDecision<Int> {
    switch verdict {
    case .push(let item): .approve(.push(item))
    case .pop(let count): .approve(.pop(count))
    case .deny(let reason): .deny(reason: reason)
    case .later: .later
    }
  }

  @discardableResult
  private func hear(_ line: String) -> Int {
    note(line)
    let number = callbacks
    callbacks += 1
    for command in script.reactions(toCallback: number) { obey(command) }
    return number
  }

  private func ask(_ question: String, _ request: NavigationRequest) -> StackDecision<Int> {
    requests.append(request)
    return decision(script.verdict(onCallback: hear(question)))
  }

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  { ask("push?", request) }

  func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  { ask("pop \(count)?", request) }

  func willPush(_ item: Int, in stack: FlowStack<Int>) { hear("will push \(item)") }
  func didPush(_ item: Int, in stack: FlowStack<Int>) { hear("did push \(item)") }
  func willPop(_ item: Int, in stack: FlowStack<Int>) { hear("will pop \(item)") }
  func didPop(_ item: Int, in stack: FlowStack<Int>) { hear("did pop \(item)") }

  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<Int>
  ) { hear("denied \(reason ?? "nil")") }
}

/// A request of another stack.
private final class ForeignRequest: StackFlowDelegate {
  typealias Item = Int

  static func make() -> NavigationRequest {
    let delegate = ForeignRequest()
    let stack = FlowStack<Int>()
    stack.delegate = delegate
    guard case .pending(let request)? = try? stack.request(.push) else {
      preconditionFailure("a delegate that says later leaves the request pending")
    }
    return request
  }

  func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Int>)
    -> StackDecision<Int>
  { .later }
}
