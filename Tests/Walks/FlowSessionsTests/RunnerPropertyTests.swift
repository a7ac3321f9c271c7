// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RandomTesting
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

@testable import FlowEffects
@testable import FlowModel
@testable import FlowSessions
@testable import FlowWalks

/// The chain: the session, the runner's stack, and a view of it always show the same steps,
/// whatever is sent, typed, clicked, and decided, and wherever that comes from.
@Suite struct RunnerPropertyTests {
  @Test func whateverIsSentAndDecidedTheChainShowsOneSession() throws {
    let runs = RandomRuns(long: 10_000, every: 150, named: "runner chain")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let text = GeneratedFlow.text(&random)
      let chain = try RunnerChain(text, seed: seed)
      chain.runner.start()
      try #require(chain.violation == nil, "seed \(seed): \(chain.violation ?? "")")
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        chain.act()
        try #require(chain.violation == nil, "seed \(seed): \(chain.violation ?? "")")
      }
      // A replay asks no one: a session has neither a delegate nor a stack.
      let replayed = try restored(chain.runner.session, flow: chain.flow, seed: seed)
      try #require("\(replayed.state)" == "\(chain.runner.state)", "seed \(seed)")
      try #require(replayed.answers == chain.runner.session.answers, "seed \(seed)")
      try #require(replayed.announcedSteps == chain.shown, "seed \(seed)")
    }
  }

  @Test func aDeniedRequestKeepsEverything() throws {
    let runs = RandomRuns(long: 10_000, every: 150, named: "denied requests")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let chain = try RunnerChain(GeneratedFlow.text(&random), seed: seed)
      chain.denies = true
      chain.reacts = false
      chain.runner.start()
      for _ in 0..<10 {
        let before = (chain.shown, chain.runner.session.answers, chain.denials)
        chain.act()
        try #require(chain.violation == nil, "seed \(seed): \(chain.violation ?? "")")
        if case .finished = chain.runner.state { break }
        try #require(chain.shown == before.0 && chain.runner.session.answers == before.1)
      }
    }
  }
}

/// A runner, its delegate, and a view of its steps, that act at random.
final class RunnerChain: FlowRunnerDelegate {
  let flow: CheckedFlow
  let runner: FlowRunner
  let view: StackFlowView<FlowStep>

  /// Whether every request is denied.
  var denies = false

  /// Whether the delegate sends events and requests from its callbacks.
  var reacts = true

  /// The first rule that was broken.
  private(set) var violation: String?

  /// How many requests were denied.
  private(set) var denials = 0

  /// The steps as the session has announced them.
  private var announced: [String] = []

  /// Whether the delegate is being asked.
  private var isAsking = false

  private var random: SeededGenerator
  private var budget = 0

  /// The number of events that the runner has sent to its session.
  private var heardCount = 0
  private var open: [NavigationRequest] = []

  init(_ text: String, seed: UInt64) throws {
    flow = try FlowSessionsTests.flow(text)
    random = SeededGenerator(seed: seed ^ 0xA5A5)
    runner = try FlowRunner(flow: flow, effects: Success(), clock: { .epoch })
    view = StackFlowView(flow: runner.steps, motion: Motion()) { step in
      StepPresentation(content: TextRow("@\(step.id)"), title: step.depth % 2 == 0 ? "T" : nil)
    }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 24, rows: 40))
    runner.delegate = self
    runner.onAnnouncements = { [unowned self] in hear($0) }
  }

  /// The ids of the steps on the runner's stack.
  var shown: [String] { runner.steps.items.map(\.id) }

  // MARK: Acting

  /// Performs a random action of a user, a program, or a late delegate.
  func act() {
    budget = 6
    let heard = heardCount
    let count = runner.steps.count
    var outcome: GestureOutcome?
    switch Int.random(in: 0..<16, using: &random) {
    case 0: outcome = view.next()
    case 1: outcome = view.back()
    case 2: outcome = view.pressNext()
    case 3: outcome = view.pressBack()
    case 4: outcome = view.goto(Int.random(in: -1...max(0, count), using: &random))
    case 5:
      outcome = view.tap(
        at: CellPosition(
          column: Int.random(in: 0..<24, using: &random),
          row: Int.random(in: 0..<40, using: &random)))
    case 6:
      // Nothing but the session moves the stack.
      runner.steps.push(FlowStep(id: "stranger", depth: 9))
      view.push(FlowStep(id: "stranger", depth: 9))
      runner.steps.clean()
      view.clean()
    case 7: request()
    case 8: answer()
    default: runner.send(event())
    }
    if case .requested? = outcome, heardCount == heard {
      violation = violation ?? "a request of the view reached no session"
    }
    check()
  }

  private func request() {
    let count = Int.random(in: 0...4, using: &random)
    _ = try? runner.steps.request(count == 0 ? .push : .pop(count))
  }

  private func answer() {
    let decision: FlowDecision =
      denies ? .deny(reason: "late") : Bool.random(using: &random) ? .approve : .later
    guard let request = open.randomElement(using: &random) ?? runner.session.pendingRequest else {
      return
    }
    let isOpen = request == runner.session.pendingRequest
    do {
      try runner.answer(request, decision)
    } catch {
      if isOpen, !isAsking { violation = violation ?? "an open request is stale" }
    }
  }

  private func event() -> FlowEvent {
    let inputs: [FieldInput?] = [
      nil, nil, .text("x"), .text("yes"), .text("no"), .text("1"), .value(.list([])), .text(""),
    ]
    let input = inputs.randomElement(using: &random) ?? nil
    let ids = flow.stepIDs
    let id = ids.randomElement(using: &random) ?? "s0"
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return .back(steps: Int.random(in: 0...5, using: &random))
    case 1: return .backTo(id)
    case 2: return .focus(field: id)
    case 3: return .edit(field: id, input ?? .empty)
    case 4: return .submit
    case 5: return .acceptSuggestions
    case 6: return .addItem
    case 7: return .editItem(0)
    case 8: return .removeItem(0)
    case 9: return .retry
    case 10: return .confirm
    case 11: return Int.random(in: 0..<20, using: &random) == 0 ? .leave(.quit) : .back(steps: 1)
    default: return .answer(input)
    }
  }

  /// Calls back from a callback, a limited number of times.
  private func react() {
    guard reacts, budget > 0, Int.random(in: 0..<5, using: &random) == 0 else { return }
    budget -= 1
    switch Int.random(in: 0..<4, using: &random) {
    case 0: request()
    case 1: answer()
    case 2: _ = Bool.random(using: &random) ? view.next() : view.pressBack()
    default: runner.send(event())
    }
  }

  // MARK: Checking

  private func hear(_ announcements: [FlowAnnouncement]) {
    heardCount += 1
    for case .move(let move) in announcements {
      switch move {
      case .didPush(let id): announced.append(id)
      case .didPop(let id):
        if announced.popLast() != id { violation = violation ?? "'\(id)' was popped, not the top" }
      case .willPush, .willPop: break
      case .denied: denials += 1
      }
    }
    react()
  }

  private func check() {
    let ids = shown
    if ids != announced { violation = violation ?? "announced \(announced), shown \(ids)" }
    if ids != runner.session.announcedSteps {
      violation = violation ?? "the session has \(runner.session.announcedSteps), shown \(ids)"
    }
    if runner.steps.items.map(\.depth) != Array(ids.indices) {
      violation = violation ?? "depths \(runner.steps.items.map(\.depth))"
    }
    let rows = view.snapshot().lines.compactMap { line in
      line.firstIndex(of: "@").map { line[$0...].dropFirst().prefix { $0 != " " } }
    }
    if rows.map(String.init) != ids {
      violation = violation ?? "the view shows \(rows), not \(ids)"
    }
    if runner.steps.pendingRequest != nil, runner.session.pendingRequest == nil {
      violation = violation ?? "a request is open that waits for nothing"
    }
  }

  private func expect(_ isTrue: Bool, _ rule: String) {
    if !isTrue { violation = violation ?? rule }
  }

  // MARK: The delegate

  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision { decide(request) }

  func didRequestPop(
    _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
  ) -> FlowDecision {
    expect(request.move == .pop(count) && shown.contains(id), "a pop of \(count) to '\(id)'")
    return decide(request)
  }

  private func decide(_ request: NavigationRequest) -> FlowDecision {
    expect(request == runner.session.pendingRequest, "the delegate is asked of no open request")
    isAsking = true
    defer { isAsking = false }
    react()
    if denies { return .deny(reason: "no") }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .deny(reason: "no")
    case 1: return .deny(reason: nil)
    case 2:
      open.append(request)
      return .later
    case 3:
      // An answer from inside the callback decides, whatever the callback returns.
      _ = try? runner.answer(request, .deny(reason: "inside"))
      return .approve
    default: return .approve
    }
  }

  func willPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    expect(stack.count == item.depth, "count \(stack.count) before the push of \(item)")
    react()
  }

  func didPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    expect(stack.top == item && stack.count == item.depth + 1, "top after the push of \(item)")
    react()
  }

  func willPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    expect(stack.top == item, "top before the pop of \(item)")
    react()
  }

  func didPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    expect(stack.count == item.depth, "count \(stack.count) after the pop of \(item)")
    react()
  }

  func navigationDenied(
    _ request: NavigationRequest, reason: String?, in stack: FlowStack<FlowStep>
  ) { react() }

  func transitionDidEnd(
    _ operation: StackOperation, finished: Bool, in stack: FlowStack<FlowStep>
  ) { react() }

  func activeItemTapped(_ item: FlowStep, in stack: FlowStack<FlowStep>) {
    expect(stack.top == item, "'\(item.id)' was tapped, which is not the top")
    react()
  }
}

/// A host whose effects succeed, except commands named `fail`.
struct Success: EffectHost {
  func permission(for request: EffectRequest) -> EffectPermission { .granted }
  func outlook(of part: WriteRequest) -> WriteOutlook { .new }
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    if case .command(let command) = request.effect, command.arguments.first == "fail" {
      return .failed(message: "failed")
    }
    return EffectWalker.success(request)
  }
}

/// Flows of every kind of step.
enum GeneratedFlow {
  static func text(_ random: inout SeededGenerator) -> String {
    var lines = ["flow: 1", "id: generated", "steps:"]
    var conditions: [String] = []
    for index in 0..<Int.random(in: 1...7, using: &random) {
      let id = "s\(index)"
      var when = ""
      if let name = conditions.randomElement(using: &random), Bool.random(using: &random) {
        when = ", when: \"\(name).orValue(false)\""
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        lines.append("  - { ask: \(id), type: boolean, required: false\(when) }")
        if when.isEmpty { conditions.append(id) }
      case 2: lines.append("  - { ask: \(id), type: string, default: x\(when) }")
      case 3: lines.append("  - { ask: \(id), type: integer, min: 0, max: 9\(when) }")
      case 4:
        lines.append("  - form: \(id)")
        if !when.isEmpty { lines.append("    when: \(when.dropFirst(8))") }
        lines += [
          "    fields:", "      - { ask: \(id)_a, type: string, required: false }",
          "      - { ask: \(id)_b, type: choice, choices: [x, yes, no] }",
        ]
      case 5: lines.append("  - { note: \(id), text: read this\(when) }")
      case 6:
        lines.append("  - repeat: \(id)")
        // The event that closes an item also asks the next one.
        if Bool.random(using: &random) { lines.append("    over: \"['x', 'y', 'z']\"") }
        lines += [
          "    steps:", "      - { ask: key, type: string }",
          "      - { ask: more, type: boolean, required: false }",
        ]
      case 7:
        let undo = Bool.random(using: &random) ? "do" : "fail"
        lines.append("  - { run: \(id), command: [do], undo: [\(undo)]\(when) }")
      case 8: lines.append("  - { write: \(id), path: f\(index), content: x\(when) }")
      default: lines.append("  - { commit: \(id), text: Go on?\(when) }")
      }
    }
    return lines.joined(separator: "\n")
  }
}
