// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import StackFlowCore
import Testing

/// Random walks through runs and writes: the effects in the world are always those on the stack.
@Suite struct EffectPropertyTests {
  static let text = """
    flow: 1
    id: random
    steps:
      - { ask: a, type: choice, choices: [x, y, z], default: x }
      - { run: r1, command: [r1, "${a}"], undo: [u1, "${a}"] }
      - { write: w1, path: "f-${a}", content: "${a}", when: a != 'y' }
      - { ask: b, type: boolean, required: false }
      - { run: r2, command: [r2], capture: text, undo: [u2, "${r2}"], onError: skip, when: "b.orValue(false)" }
      - { run: r3, command: [r3], reads: true, capture: status }
      - { note: n, text: "${r3}" }
      - { run: r4, command: [r4], undo: [u4], onError: back }
      - { write: w2, path: g, content: x, onError: retry }
      - { ask: c, type: string, required: false }
      - { run: r5, command: [r5], when: a == 'z' }
      - { ask: d, type: boolean }
    """

  /// The slow, obvious model: the effects that remain, newest last, and the floor.
  private struct World {
    var done: [String] = []
    var floor = 0

    /// Whether the step can be undone.
    static let undoable: Set<String> = ["r1", "w1", "r2", "r4", "w2"]

    /// Whether an effect succeeded.
    ///
    /// With `kept`, a write left a file alone.
    mutating func take(_ request: EffectRequest, _ result: EffectResult) -> String? {
      let isSuccess = Self.isSuccess(request, result)
      if request.isUndo {
        guard done.last == request.step else { return "\(request.step) is undone before \(done)" }
        guard done.count > floor else { return "\(request.step) is undone below a floor" }
        if isSuccess { done.removeLast() }
        return nil
      }
      guard isSuccess else { return nil }
      if Self.undoable.contains(request.step), result != .done { done.append(request.step) }
      if request.step == "r5" { floor = done.count }
      return nil
    }

    static func isSuccess(_ request: EffectRequest, _ result: EffectResult) -> Bool {
      switch result {
      case .failed: false
      case .ended(let ended): ended.status == 0 || (request.step == "r3" && !request.isUndo)
      default: true
      }
    }
  }

  private static func result(
    of request: EffectRequest, _ random: inout SeededGenerator
  ) -> EffectResult {
    if Int.random(in: 0..<5, using: &random) == 0 { return .failed(message: "was unlucky") }
    switch request.effect {
    case .command:
      let status = Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0
      return .ended(CommandResult(status: status, output: Array("out".utf8)))
    case .action: return .returned(.null)
    case .write:
      return Bool.random(using: &random) ? .written(WrittenFile(previous: .nothing)) : .done
    case .restore: return .done
    }
  }

  private static func event(_ random: inout SeededGenerator) -> FlowEvent {
    let inputs: [FieldInput?] = [
      nil, FieldInput.empty, .text("x"), .text("y"), .text("z"), .text("yes"),
    ]
    let ids = ["a", "b", "c", "d", "n", "r1", "w2", "r5"]
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return .back(steps: Int.random(in: 1...3, using: &random))
    case 2: return .backTo(ids.randomElement(using: &random) ?? "a")
    case 3: return .acceptSuggestions
    case 4: return .retry
    case 5: return .effectEnded(.done)
    default: return .answer(inputs.randomElement(using: &random) ?? nil)
    }
  }

  @Test func theRemainingEffectsAreThoseOnTheStack() throws {
    let flow = try flow(Self.text)
    let runs = RandomRuns(long: 100_000, every: 200, named: "effects")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var session = try FlowSession(flow: flow)
      var world = World()
      session.send(.start, now: .epoch)
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        switch session.state {
        case .needs(.approval):
          let isDenied = Int.random(in: 0..<8, using: &random) == 0
          session.decide(isDenied ? .deny(reason: nil) : .approve, now: .epoch)
        case .needs(.effect(let request)):
          // Other events change nothing.
          if Bool.random(using: &random) {
            let said = session.send(.back(steps: 1), now: .epoch)
            try #require(said.isEmpty, "seed \(seed)")
          }
          let result = Self.result(of: request, &random)
          let violation = world.take(request, result)
          try #require(violation == nil, "seed \(seed): \(violation ?? "")")
          session.send(.effectEnded(result), now: .epoch)
        default:
          session.send(Self.event(&random), now: .epoch)
        }
        // The effects that can be undone are exactly those on the stack.
        try #require(session.undoableSteps == world.done, "seed \(seed)")
        if case .failed(let failure) = session.state {
          try #require(failure.effect != nil, "seed \(seed): \(failure.message)")
        }
      }
      let replayed = try restored(session, flow: flow, seed: seed)
      try #require("\(replayed.state)" == "\(session.state)", "seed \(seed)")
      try #require(replayed.answers == session.answers, "seed \(seed)")
    }
  }
}
