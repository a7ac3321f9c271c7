// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import SourceDiagnostics
import StackFlowCore
import Testing

/// Runs and writes from the session's point of view, which performs nothing itself.
@Suite struct EffectTests {
  static let installer = ProjectFolder.flow("effects/installer")

  /// A flow of these steps between two questions.
  static func between(_ steps: String) -> String {
    """
    flow: 1
    id: between
    steps:
      - { ask: first, type: string }
    \(steps)
      - { ask: last, type: string, required: false }
    """
  }

  // MARK: Going on and back

  @Test func goingBackUndoesEffectsLastFirst() throws {
    var walker = try EffectWalker(Self.installer)
    walker.type("app", "red")
    let said = walker.send(.backTo("name"))
    expectEqual(walker.asked, "name")
    expectEqual(walker.log.dropFirst(3), ["undo paint", "undo readme", "undo folder"])
    expectEqual(
      said,
      [
        .didUndo(id: "paint"), .move(.willPop("last")), .move(.didPop("last")),
        .move(.willPop("paint")), .move(.didPop("paint")),
        .didUndo(id: "readme"), .move(.willPop("colour")), .move(.didPop("colour")),
        .didUndo(id: "folder"), .move(.willPop("readme")), .move(.didPop("readme")),
        .move(.willPop("folder")), .move(.didPop("folder")),
      ])
  }

  @Test func effectsRemainUntilTheyAreUndone() throws {
    var walker = try EffectWalker(Self.installer)
    #expect(walker.session.standingEffects.isEmpty)
    walker.type("app", "red")
    expectEqual(walker.session.standingEffects.map(\.step), ["folder", "readme", "paint"])
    walker.send(.back(steps: 1))
    expectEqual(walker.session.standingEffects.map(\.step), ["folder", "readme"])
    walker.send(.leave(.interrupt))
    expectEqual(walker.session.standingEffects.map(\.step), ["folder", "readme"])
  }

  @Test func readingAndFailedEffectsLeaveNothing() throws {
    var walker = try EffectWalker(
      Self.between(
        "  - { run: look, command: [ls], reads: true }\n"
          + "  - { run: fail, command: [no], onError: skip }"))
    walker.reply = { request in
      request.step == "fail" ? .failed(message: "no") : EffectWalker.success(request)
    }
    walker.type("x")
    expectEqual(walker.asked, "last")
    #expect(walker.session.standingEffects.isEmpty)
    #expect(walker.session.floorStep == nil)
  }

  @Test func theFloorStepIsNamed() throws {
    var walker = try EffectWalker(Self.between("  - { run: act, command: [act] }"))
    walker.type("x")
    expectEqual(walker.session.floorStep, "act")
  }

  @Test func aFailedUndoStopsThePopAboveIt() throws {
    var walker = try EffectWalker(Self.installer)
    walker.type("app", "red")
    walker.reply = { request in
      request.isUndo && request.step == "paint"
        ? .ended(CommandResult(status: 3, errors: "it is dry\n")) : EffectWalker.success(request)
    }
    let said = walker.send(.backTo("name"))
    let words = "'strip' exited with status 3: it is dry"
    expectEqual(said.first, .undoFailed(id: "paint", message: words))
    expectEqual(Array(said.dropFirst()).denials, ["'paint' wasn't undone: \(words)"])
    expectEqual(walker.asked, "last")
    expectEqual(walker.session.answer("colour"), "red")
    expectEqual(walker.step?.denial, "'paint' wasn't undone: \(words)")
    // Continuing is possible, and so is another attempt.
    walker.reply = EffectWalker.success
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "colour")
  }

  @Test func aFailedUndoAboveAnEffectAllowsContinuing() throws {
    let text = Self.between(
      """
        - { run: one, command: [one], undo: [un-one] }
        - { run: two, command: [two], undo: [un-two] }
      """)
    var walker = try EffectWalker(text)
    walker.type("x")
    walker.reply = { $0.isUndo && $0.step == "one" ? .failed(message: "was stuck") : .done }
    walker.reply = { request in
      request.isUndo && request.step == "one"
        ? .failed(message: "was stuck") : EffectWalker.success(request)
    }
    walker.send(.back(steps: 1))
    expectEqual(walker.log, ["run one", "run two", "undo two", "undo one"])
    expectEqual(walker.failure?.message, "'one' wasn't undone: 'un-one' was stuck")
    // The failure is at the step that wasn't undone, not at the one that's now the top.
    expectEqual(walker.failure?.place, walker.session.flow.definition.steps[1].place)
    expectEqual(walker.failure?.effect, EffectFailure(step: "one", retries: "two", isUndo: true))
    walker.reply = EffectWalker.success
    var other = walker
    walker.send(.retry)
    expectEqual(walker.log.last, "run two")
    expectEqual(walker.asked, "last")
    other.send(.back(steps: 1))
    expectEqual(other.log.last, "undo one")
    expectEqual(other.asked, "first")
  }

  @Test func everyPopAsksTheDelegate() throws {
    var session = try FlowSession(flow: try flow(Self.installer))
    session.send(.start, now: .epoch)
    session.send(.answer(.text("app")), now: .epoch)
    session.decide(.approve, now: .epoch)
    session.send(.effectEnded(.ended(CommandResult(status: 0))), now: .epoch)
    session.send(.effectEnded(.written(WrittenFile(previous: .nothing))), now: .epoch)
    session.send(.back(steps: 1), now: .epoch)
    expectEqual(session.pendingTarget, "name")
    guard case .needs(.approval(let request)) = session.state, request.move == .pop(3) else {
      Issue.record("the pop must be approved first, not \(session.state)")
      return
    }
    session.decide(.deny(reason: "no"), now: .epoch)
    let step = try #require(session.state.step)
    expectEqual(step.id, "colour")
  }

  // MARK: Floors

  @Test(arguments: [
    ("{ run: act, command: [act] }", true),
    ("{ run: act, command: [act], reads: true }", false),
    ("{ run: act, command: [act], undo: [undo] }", false),
    ("{ run: act, action: act }", true),
    ("{ run: act, action: act, undo: { action: undo } }", false),
    ("{ write: act, path: a, content: b }", false),
  ])
  func commandsWithoutAnUndoAreFloors(step: String, isFloor: Bool) throws {
    var walker = try EffectWalker(Self.between("  - \(step)"))
    walker.type("x")
    expectEqual(walker.asked, "last")
    expectEqual(walker.session.canGoBack, !isFloor)
    let said = walker.send(.back(steps: 1))
    expectEqual((walker.asked == "last"), isFloor)
    if isFloor { expectEqual(said.denials, ["can't go back past 'act'"]) }
  }

  // MARK: Failures

  @Test func onErrorStopStopsAtTheFailureAndBackStillWorks() throws {
    var walker = try EffectWalker(
      Self.between("  - { run: act, command: [act, now], onError: stop }")
    ) { _ in
      .failed(message: "wasn't found")
    }
    let said = walker.send(.answer(.text("x")))
    #expect(said.contains(.effectFailed(id: "act", message: "'act' wasn't found")))
    let failure = try #require(walker.failure)
    expectEqual(failure.effect, EffectFailure(step: "act"))
    expectEqual(failure.place.start.line, 5)
    // It's never retried.
    walker.send(.retry)
    expectEqual(walker.log, ["run act"])
    walker.send(.back(steps: 1))
    expectEqual(walker.asked, "first")
    expectEqual(walker.step?.focusedField?.offer?.value, "x")
  }

  @Test func onErrorBackWithoutAQuestionIsARetry() throws {
    let walker = try EffectWalker(
      "flow: 1\nid: t\nsteps:\n  - { run: act, command: [act], onError: back }\n"
    ) { _ in .failed(message: "was refused") }
    expectEqual(walker.failure?.message, "'act' was refused")
    expectEqual(walker.failure?.effect?.retries, "act")
  }

  @Test func anUndoThatCannotBeEvaluatedIsAFloorAndAFailure() throws {
    let text = Self.between(
      """
        - { run: act, command: [act], undo: [un, "${[1][size(first)]}"] }
      """)
    var walker = try EffectWalker(text)
    walker.type("x")
    #expect(walker.failure?.effect == nil)
    expectEqual(walker.failure?.message.contains("index"), true)
    let said = walker.send(.back(steps: 1))
    expectEqual(said.denials, ["can't go back past 'act'"])
    #expect(walker.failure != nil)
  }

  @Test func aDeniedPopFromAFailureStaysAtTheFailure() throws {
    var session = try FlowSession(flow: try flow(Self.between("  - { run: act, command: [act] }")))
    session.send(.start, now: .epoch)
    session.send(.answer(.text("x")), now: .epoch)
    session.decide(.approve, now: .epoch)
    session.send(.effectEnded(.failed(message: "was refused")), now: .epoch)
    session.send(.back(steps: 1), now: .epoch)
    session.decide(.deny(reason: "stay"), now: .epoch)
    guard case .failed(let failure) = session.state else {
      Issue.record("the session must stand at its failure, not at \(session.state)")
      return
    }
    expectEqual(failure.message, "'act' was refused")
  }

  // MARK: Order of events

  @Test func eventsThatDoNotApplyDuringAnEffectChangeNothing() throws {
    var session = try FlowSession(flow: try flow(Self.installer))
    session.send(.start, now: .epoch)
    session.send(.effectEnded(.done), now: .epoch)
    session.send(.answer(.text("app")), now: .epoch)
    session.decide(.approve, now: .epoch)
    for event: FlowEvent in [
      .answer(nil), .back(steps: 1), .submit, .acceptSuggestions, .retry, .start,
    ] {
      expectEqual(session.send(event, now: .epoch), [])
      guard case .needs(.effect(let request)) = session.state else {
        Issue.record("\(event) must change nothing")
        return
      }
      expectEqual(request.step, "folder")
    }
    session.send(.leave(.interrupt), now: .epoch)
    guard case .finished(let result) = session.state else {
      Issue.record("one may always leave")
      return
    }
    expectEqual(result.outcome, .left(.interrupt))
  }

  @Test func aReplayHasNoEffectsAndTheSameResult() throws {
    var walker = try EffectWalker(Self.installer)
    walker.type("app", "red")
    walker.reply = { _ in .failed(message: "was stuck") }
    walker.send(.backTo("name"))
    walker.reply = EffectWalker.success
    walker.send(.back(steps: 1))
    let replayed = try FlowSession.replaying(walker.session.events, flow: walker.session.flow)
    expectEqual("\(replayed.state)", "\(walker.session.state)")
    expectEqual(replayed.answers, walker.session.answers)
    expectEqual(replayed.events, walker.session.events)
  }

  @Test func upcomingEffectsEndAtTheFirstResultThatMatters() throws {
    let text = Self.between(
      """
        - { run: one, command: [one] }
        - { write: two, path: a, content: b }
        - { run: three, command: [three], capture: text }
        - { run: four, command: [four, "${three}"] }
      """)
    var session = try FlowSession(flow: try flow(text))
    session.send(.start, now: .epoch)
    #expect(session.upcomingEffects.isEmpty)
    session.send(.answer(.text("x")), now: .epoch)
    session.decide(.approve, now: .epoch)
    expectEqual(session.upcomingEffects.map(\.step), ["one", "two", "three"])
    expectEqual(
      session.upcomingEffects.map { $0.words() }, ["run one", "write a (1 byte)", "run three"])
  }
}
