// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

@testable import FlowModel
@testable import FlowSessions
@testable import FlowWalks

/// A runner: requests of its stack are events of its session, and decisions name their request.
@Suite struct RunnerTests {
  static let text = """
    flow: 1
    id: chain
    steps:
      - { ask: name, type: string }
      - form: place
        fields:
          - { ask: host, type: string }
          - { ask: port, type: integer, min: 1, max: 9 }
      - { ask: last, type: string }
    """

  /// A delegate with a scripted decision that records its notifications.
  private final class Approver: FlowRunnerDelegate {
    var decision: FlowDecision = .approve
    var inside: ((NavigationRequest, FlowRunner) -> Void)?
    var requests: [NavigationRequest] = []
    var lines: [String] = []

    func didRequestPush(
      _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
    ) -> FlowDecision {
      lines.append("push? \(answers.keys.sorted())")
      requests.append(request)
      inside?(request, runner)
      return decision
    }

    func didRequestPop(
      _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
    ) -> FlowDecision {
      lines.append("pop \(count) to \(id)?")
      requests.append(request)
      inside?(request, runner)
      return decision
    }

    func didPush(_ item: FlowStep, in stack: FlowStack<FlowStep>) { lines.append("+ \(item.id)") }
    func didPop(_ item: FlowStep, in stack: FlowStack<FlowStep>) { lines.append("- \(item.id)") }
    func navigationDenied(
      _ request: NavigationRequest, reason: String?, in stack: FlowStack<FlowStep>
    ) {
      lines.append("denied \(reason ?? "-")")
    }
    func didFinish(_ result: FlowResult, in runner: FlowRunner) {
      lines.append("\(result.outcome.word)")
    }
  }

  private func started() throws -> (FlowRunner, Approver) {
    let runner = try FlowRunner(flow: try flow(Self.text), clock: { .epoch })
    let approver = Approver()
    runner.delegate = approver
    runner.start()
    return (runner, approver)
  }

  private func ids(_ runner: FlowRunner) -> [String] { runner.steps.items.map(\.id) }

  @Test func theDelegateIsNotifiedInOrder() throws {
    let (runner, approver) = try started()
    for text in ["a", "b", "3"] { runner.send(.answer(.text(text))) }
    runner.send(.back(steps: 1))
    runner.send(.submit)
    runner.send(.answer(.text("z")))
    expectEqual(
      approver.lines,
      [
        "+ name", "push? [\"name\"]", "+ place", "push? [\"host\", \"port\"]", "+ last",
        "pop 1 to place?", "- last", "push? [\"host\", \"port\"]", "+ last", "push? [\"last\"]",
        "completed",
      ])
  }

  @Test func anUnobservedWalkHasNoStack() throws {
    let runner = try FlowRunner(flow: try flow(Self.text), clock: { .epoch })
    runner.start()
    for text in ["a", "b", "3"] { runner.send(.answer(.text(text))) }
    #expect(runner.shown == nil)
    // If it's read late, it has the steps announced so far.
    expectEqual(ids(runner), ["name", "place", "last"])
    runner.send(.back(steps: 2))
    expectEqual(ids(runner), ["name"])
  }

  @Test func aRequestOfTheStackIsAnEventOfTheSession() throws {
    let (runner, _) = try started()
    runner.send(.answer(.text("a")))
    runner.send(.edit(field: "host", .text("b")))
    // The event moves the focus, and nothing is pushed or denied.
    try expectEqual(runner.steps.request(.push), .approved)
    expectEqual(ids(runner), ["name", "place"])
    expectEqual(runner.session.events.last?.event, .answer(nil))
    // The focused field is required, and empty.
    guard case .denied(let reason?) = try runner.steps.request(.push) else {
      Issue.record("an empty answer must be refused")
      return
    }
    #expect(!reason.isEmpty)
    // One step back leads to the previous field, then to the step below.
    try expectEqual(runner.steps.request(.pop(1)), .approved)
    expectEqual(ids(runner), ["name", "place"])
    try expectEqual(runner.steps.request(.pop(1)), .approved)
    expectEqual(ids(runner), ["name"])
    try expectEqual(runner.steps.request(.pop(1)), .denied(reason: "this is the first step"))
    expectEqual(runner.session.events.count { $0.event == .back(steps: 1) }, 3)
  }

  @Test func aPopOfSeveralStepsLeadsToTheRequestedStep() throws {
    let (runner, approver) = try started()
    for text in ["a", "b", "3"] { runner.send(.answer(.text(text))) }
    approver.lines = []
    try expectEqual(runner.steps.request(.pop(2)), .approved)
    expectEqual(approver.lines, ["pop 2 to name?", "- last", "- place"])
    #expect(runner.session.events.contains { $0.event == .backTo("name") })
  }

  @Test func aDenialKeepsEverythingAndIsAnnouncedOnce() throws {
    let (runner, approver) = try started()
    runner.send(.answer(.text("a")))
    approver.lines = []
    approver.decision = .deny(reason: "not now")
    try expectEqual(runner.steps.request(.pop(1)), .denied(reason: "not now"))
    expectEqual(approver.lines, ["pop 1 to name?", "denied not now"])
    #expect(ids(runner) == ["name", "place"] && runner.session.answer("name") == "a")
  }

  @Test func aDecisionThatComesLaterNamesItsRequest() throws {
    let (runner, approver) = try started()
    approver.decision = .later
    runner.send(.edit(field: "name", .text("a")))
    guard case .pending(let asked) = try runner.steps.request(.push) else {
      Issue.record("the request must be put off")
      return
    }
    let request = try #require(approver.requests.last)
    #expect(runner.session.pendingRequest == request && runner.steps.pendingRequest == asked)
    #expect(try runner.answer(request, .later).isEmpty)
    try runner.answer(request, .deny(reason: "no"))
    #expect(runner.steps.pendingRequest == nil && ids(runner) == ["name"])
    #expect(throws: FlowStackError.staleRequest(request)) { try runner.answer(request, .approve) }
    // The stack's request causes the session's request.
    guard case .pending(let again) = try runner.steps.request(.push) else {
      Issue.record("the request must be put off")
      return
    }
    try runner.answer(again, .approve)
    expectEqual(ids(runner), ["name", "place"])
  }

  @Test func aNewerEventCancelsARequestThatWaits() throws {
    let (runner, approver) = try started()
    runner.send(.answer(.text("a")))
    runner.send(.edit(field: "port", .text("3")))
    runner.send(.edit(field: "host", .text("b")))
    approver.decision = .later
    runner.send(.submit)
    let push = try #require(approver.requests.last)
    runner.send(.backTo("name"))
    let pop = try #require(approver.requests.last)
    #expect(runner.session.pendingRequest == pop && push != pop)
    #expect(throws: FlowStackError.staleRequest(push)) { try runner.answer(push, .approve) }
    // In a log too, a decision reaches its own request or none.
    runner.send(.decide(.approve, on: push.id))
    #expect(ids(runner) == ["name", "place"] && runner.session.pendingRequest == pop)
    try runner.answer(pop, .approve)
    expectEqual(ids(runner), ["name"])
  }

  @Test func anAnswerInsideTheCallbackDecides() throws {
    let (runner, approver) = try started()
    approver.inside = { request, runner in
      _ = try? runner.answer(request, .deny(reason: "inside"))
      #expect(throws: FlowStackError.staleRequest(request)) {
        try runner.answer(request, .approve)
      }
    }
    runner.send(.answer(.text("a")))
    expectEqual(approver.lines, ["+ name", "push? [\"name\"]", "denied inside"])
    expectEqual(ids(runner), ["name"])
  }

  @Test func aRequestFromACallbackWaitsForTheEndOfTheEvent() throws {
    let (runner, approver) = try started()
    var outcomes: [NavigationOutcome] = []
    approver.inside = { _, runner in
      guard outcomes.isEmpty, let outcome = try? runner.steps.request(.push) else { return }
      outcomes.append(outcome)
    }
    runner.send(.answer(.text("a")))
    // The event waits for the current one, which pushes first; then it finds the form's empty
    // field.
    guard case .pending = outcomes.first else {
      Issue.record("the request waits, not \(outcomes)")
      return
    }
    #expect(ids(runner) == ["name", "place"] && runner.steps.pendingRequest == nil)
  }

  @Test func aViewOfTheStepsFollowsTheSession() throws {
    let (runner, _) = try started()
    let view = StackFlowView(flow: runner.steps) { step in
      StepPresentation(content: TextRow("@\(step.id)"), title: step.id)
    }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 30, rows: 12))
    runner.send(.answer(.text("a")))
    let lines = view.snapshot().lines.map { $0.split(separator: " ").joined(separator: " ") }
    expectEqual(lines.filter { $0.hasPrefix("@") }, ["@name", "@place"])
    // A click on the button of the top step's title bar.
    let row = try #require(lines.firstIndex { $0.contains("‹") })
    let column = try #require(
      view.snapshot().lines[row].firstIndex(of: "‹").map {
        view.snapshot().lines[row].distance(from: view.snapshot().lines[row].startIndex, to: $0)
      })
    expectEqual(view.tap(at: CellPosition(column: column, row: row)), .requested(.approved))
    #expect(ids(runner) == ["name"] && view.numberOfItems == 1)
    #expect(runner.session.events.contains { $0.event == .back(steps: 1) })
  }

  @Test func aViewThatOutlivesItsRunnerDeniesEverything() throws {
    var runner: FlowRunner? = try FlowRunner(flow: try flow(Self.text), clock: { .epoch })
    runner?.start()
    let stack = try #require(runner?.steps)
    let view = StackFlowView(flow: stack) { StepPresentation(content: TextRow($0.id)) }
    runner = nil
    expectEqual(view.pressNext(), .requested(.denied(reason: nil)))
    expectEqual(stack.count, 1)
  }
}
