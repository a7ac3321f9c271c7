// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import SavedWalks
import Testing

// Effects of restored walks: what happened isn't done again, and what began is decided by the user.
extension RestoringTests {
  private static let effect = """
    flow: 1
    id: maker
    steps:
      - { ask: name, type: string }
      - run: made
        command: [mkdir, "${name}"]
        undo: [rmdir, "${name}"]
      - { ask: last, type: string }
    """

  @Test func anEffectThatEndedIsNotRequestedAgain() throws {
    let session = Self.walk(
      try Self.begun(Self.effect), [.answer(.text("x"))],
      effects: .ended(CommandResult(status: 0)))
    let restored = try Self.restored(session, in: Self.effect)
    #expect(restored.notices.isEmpty && restored.session.state.asked == "last")
    expectEqual(restored.session.undoableSteps, ["made"])
  }

  @Test func anEffectThatOnlyBeganIsInDoubt() throws {
    var session = Self.walk(try Self.begun(Self.effect), [.answer(.text("x"))])
    #expect(session.effectInProgress == nil)
    session.send(.effectBegan, now: .epoch)
    let restored = try Self.restored(session, in: Self.effect)
    let request = try #require(restored.session.effectInProgress)
    let host = CountingHost()
    let runner = FlowRunner(continuing: restored.session, effects: host, clock: { .epoch })
    runner.start()
    #expect(runner.decision?.requests == [request] && host.count == 0)
    runner.decide(.yes)
    #expect(host.count == 0 && runner.session.state.asked == "last")
    expectEqual(runner.session.undoableSteps, ["made"])

    let other = FlowRunner(continuing: restored.session, effects: host, clock: { .epoch })
    other.decide(.perform)
    #expect(host.count == 1 && other.session.state.asked == "last")

    let third = FlowRunner(continuing: restored.session, effects: host, clock: { .epoch })
    third.refuseEffect()
    guard case .failed = third.state else {
      Issue.record("\(third.state)")
      return
    }
    third.send(.back(steps: 1))
    #expect(host.count == 1 && third.session.state.asked == "name")
    // No one has said whether it happened, so it's asked again, also in a walk that's restored.
    third.send(.answer(nil))
    #expect(third.decision?.requests == [request] && host.count == 1)
    let again = try Self.restored(third.session, in: Self.effect)
    #expect(again.notices.isEmpty && again.session.effectInDoubt == request)
    third.decide(.perform)
    #expect(host.count == 2 && third.session.state.asked == "last")
  }

  /// The log is one of the flow before, whose machines would take what follows for their own.
  @Test(arguments: [
    ("", ""), ("ask: last, type: string", "ask: last, type: string, label: Last"),
    ("  - { ask: last", "  - { ask: more, type: string }\n  - { ask: last"),
    ("  - run: made", "  - { ask: more, type: string }\n  - run: made"),
  ])
  func aWalkRestoredInAChangedFlowIsSavedAsAWholeFirst(old: String, new: String) throws {
    let session = Self.walk(
      try Self.begun(Self.effect), [.answer(.text("x"))],
      effects: .ended(CommandResult(status: 0)))
    let changed = old.isEmpty ? Self.effect : Self.effect.replacing(old, with: new)
    var restored = try Self.restored(session, in: changed).session
    let count = restored.eventCount
    expectEqual(restored.appendableEvents(after: count) == nil, !old.isEmpty)
    restored.send(.answer(.text("y")), now: .epoch)
    expectEqual(restored.appendableEvents(after: count) == nil, !old.isEmpty)
    guard restored.awaitedReplays.isEmpty else { return }
    // Once it's saved as a whole, what follows can be appended.
    var saved = SavedWalk(restored)
    let next = restored.eventCount
    restored.decide(.approve, now: .epoch)
    saved.events += try #require(restored.appendableEvents(after: next))
    expectEqual(saved, SavedWalk(restored))
  }

  @Test func anEffectAfterASecretIsNotPerformedTwice() throws {
    let text = Self.effect.replacing(
      "  - run: made", with: "  - { ask: token, type: secret }\n  - run: made")
    let session = Self.walk(
      try Self.begun(text), [.answer(.text("x")), .answer(.text("s3cret"))],
      effects: .ended(CommandResult(status: 0)))
    let restored = try Self.restored(session, in: text)
    let host = CountingHost()
    let runner = FlowRunner(continuing: restored.session, effects: host, clock: { .epoch })
    runner.send(.answer(.text("s3cret")))
    #expect(runner.session.state.asked == "last" && host.count == 0)
  }

  /// A flow that asks a secret before its command, and one that asks it after.
  private static let secretFirst = effect.replacing(
    "  - run: made", with: "  - { ask: token, type: secret }\n  - run: made")

  /// Performs effects of a walk until one is killed: it begins, and no one hears of its end.
  private static func killed(_ session: FlowSession, _ events: [FlowEvent]) throws -> FlowSession {
    var session = walk(session, events)
    try #require(session.effectInProgress == nil)
    session.send(.effectBegan, now: .epoch)
    return session
  }

  private static func runner(_ restored: RestoredSession, _ host: CountingHost) -> FlowRunner {
    FlowRunner(continuing: restored.session, effects: host, clock: { .epoch })
  }

  @Test func anInterruptedEffectAfterASecretIsInDoubt() throws {
    let session = try Self.killed(
      try Self.begun(Self.secretFirst), [.answer(.text("x")), .answer(.text("s3cret"))])
    let request = try #require(session.effectInProgress)
    let changed = Self.secretFirst.replacing(
      "  - { ask: token, type: secret }", with: "  - { ask: more, type: string }")
    for text in [Self.secretFirst, changed] {
      let host = CountingHost()
      let restored = try Self.restored(session, in: text)
      #expect(restored.session.awaitedReplays.contains("made"))
      let runner = Self.runner(restored, host)
      runner.send(.answer(.text("s3cret")))
      #expect(runner.decision?.requests == [request] && host.count == 0)
      // The process that continues the walk after another kill asks as well.
      let again = try Self.restored(runner.session, in: text)
      let other = Self.runner(again, host)
      if other.decision == nil { other.send(.answer(.text("s3cret"))) }
      #expect(other.decision?.requests == [request] && host.count == 0)
      runner.decide(.yes)
      #expect(runner.session.state.asked == "last" && host.count == 0)
      expectEqual(runner.session.undoableSteps, ["made"])
    }
  }

  @Test func anInterruptedUndoAfterASecretIsInDoubt() throws {
    let afterwards = Self.effect.replacing(
      "  - { ask: last", with: "  - { ask: token, type: secret }\n  - { ask: last")
    for (text, events) in [(Self.secretFirst, 2), (afterwards, 1)] {
      var session = Self.walk(
        try Self.begun(text), (0..<events).map { _ in .answer(.text("x")) },
        effects: .ended(CommandResult(status: 0)))
      if text == afterwards {
        session = Self.walk(session, [.answer(.text("s3cret")), .back(steps: 1)])
      }
      session = try Self.killed(session, [.back(steps: 1)])
      let undo = try #require(session.effectInProgress)
      #expect(undo.isUndo)
      for happened in [true, false] {
        let host = CountingHost()
        let runner = Self.runner(try Self.restored(session, in: text), host)
        if runner.decision == nil { runner.send(.answer(.text("s3cret"))) }
        #expect(runner.decision?.requests == [undo] && host.count == 0)
        if happened { runner.decide(.yes) } else { runner.decide(.perform) }
        // It's gone now, and done again where the walk asks for it.
        expectEqual(host.requests.filter(\.isUndo).count, (happened ? 0 : 1))
        expectEqual(
          runner.session.undoableSteps.count, host.requests.filter { !$0.isUndo }.count)
      }
    }
  }

  @Test func anUndoInDoubtIsAskedAboutUntilItIsAnswered() throws {
    let begun = Self.walk(
      try Self.begun(Self.effect), [.answer(.text("x"))], effects: .ended(CommandResult(status: 0)))
    let session = try Self.killed(begun, [.back(steps: 1)])
    let undo = try #require(session.effectInProgress)
    for happened in [true, false] {
      let host = CountingHost()
      let runner = Self.runner(try Self.restored(session, in: Self.effect), host)
      runner.refuseEffect()
      // The walk doesn't go on above an effect that may be gone.
      for event in [.answer(.text("end")), .retry] as [FlowEvent] { runner.send(event) }
      guard case .failed(let failure) = runner.state else {
        Issue.record("\(runner.state)")
        return
      }
      #expect(failure.effect == EffectFailure(step: "made", isUndo: true) && host.count == 0)
      let again = Self.runner(try Self.restored(runner.session, in: Self.effect), host)
      again.send(.back(steps: 1))
      #expect(again.decision?.requests == [undo] && host.count == 0)
      again.decide(happened ? .yes : .perform)
      #expect(host.words == (happened ? [] : ["rmdir x"]) && again.session.undoableSteps.isEmpty)
      expectEqual(again.session.state.asked, "name")
    }
  }

  @Test func aResultIsUsedOnlyForTheSameRequest() throws {
    let session = Self.walk(
      try Self.begun(Self.secretFirst), [.answer(.text("x")), .answer(.text("s3cret"))],
      effects: .ended(CommandResult(status: 0)))
    let host = CountingHost()
    let runner = Self.runner(try Self.restored(session, in: Self.secretFirst), host)
    expectEqual(runner.session.standingEffects.map(\.step), ["made"])
    for event in [.back(steps: 1), .answer(.text("other")), .answer(.text("s3cret"))] as [FlowEvent]
    {
      runner.send(event)
    }
    #expect(host.words == ["rmdir x", "mkdir other"] && runner.session.state.asked == "last")
    #expect(runner.session.awaitedReplays.isEmpty)
    // The same holds where the flow has changed.
    let changed = CountingHost()
    let text = Self.secretFirst.replacing("[mkdir,", with: "[mkdir, -p,")
    let later = Self.runner(try Self.restored(session, in: text), changed)
    later.send(.answer(.text("s3cret")))
    #expect(changed.words == ["rmdir x", "mkdir -p x"] && later.session.state.asked == "last")
  }

  @Test func whatAWalkNoLongerReachesIsUndoneBeforeItEnds() throws {
    let session = Self.walk(
      try Self.begun(Self.secretFirst), [.answer(.text("x")), .answer(.text("s3cret"))],
      effects: .ended(CommandResult(status: 0)))
    let text = Self.secretFirst.replacing(
      "    undo: [", with: "    when: \"name != 'x'\"\n    undo: [")
    let host = CountingHost()
    let runner = Self.runner(try Self.restored(session, in: text), host)
    runner.send(.answer(.text("s3cret")))
    #expect(runner.session.state.asked == "last" && host.count == 0)
    runner.send(.answer(.text("end")))
    expectEqual(host.words, ["rmdir x"])
    guard case .finished(let result) = runner.state else {
      Issue.record("\(runner.state)")
      return
    }
    expectEqual(result.outcome, .completed)
  }

  /// An undo that another answer leads to isn't part of going back, and no face may say so.
  @Test func anUndoOnTheWayForwardIsNoGoingBack() throws {
    let session = Self.walk(
      try Self.begun(Self.secretFirst), [.answer(.text("x")), .answer(.text("s3cret"))],
      effects: .ended(CommandResult(status: 0)))
    let restored = try Self.restored(session, in: Self.secretFirst).session
    let forward = Self.walk(
      restored, [.back(steps: 1), .answer(.text("other")), .answer(.text("s3cret"))])
    let back = Self.walk(session, [.back(steps: 1)])
    for (session, goesBack) in [(forward, false), (back, true)] {
      guard case .needs(.effect(let request)) = session.state else {
        Issue.record("\(session.state)")
        continue
      }
      #expect(request.isUndo && session.undoesGoingBack == goesBack)
    }
  }

  @Test func whatCannotBeUndoneIsDecidedByTheUser() throws {
    let final = Self.secretFirst.replacing("    undo: [rmdir, \"${name}\"]\n", with: "")
    let session = Self.walk(
      try Self.begun(final), [.answer(.text("x")), .answer(.text("s3cret"))],
      effects: .ended(CommandResult(status: 0)))
    let request = try #require(session.standingEffects.first)
    for counts in [true, false] {
      let host = CountingHost()
      let runner = Self.runner(try Self.restored(session, in: final), host)
      for event in [.back(steps: 1), .answer(.text("other")), .answer(.text("s3cret"))]
        as [FlowEvent]
      {
        runner.send(event)
      }
      #expect(runner.decision?.requests == [request] && host.count == 0)
      if counts { runner.decide(.yes) } else { runner.decide(.no()) }
      #expect(host.words == (counts ? [] : ["mkdir other"]) && runner.session.state.asked == "last")
    }
  }

  @Test func aDoubtThatIsAnsweredIsNotAskedAboutByARestoredWalk() throws {
    let final = Self.secretFirst.replacing("    undo: [rmdir, \"${name}\"]\n", with: "")
    let captured = Self.secretFirst.replacing(
      "    undo: [rmdir, \"${name}\"]\n", with: "    capture: text\n")
    let write = final.replacing(
      "  - run: made\n    command: [mkdir, \"${name}\"]",
      with: "  - write: made\n    path: \"${name}\"\n    content: hello")
    for text in [final, captured, write] {
      let session = try Self.killed(
        try Self.begun(text), [.answer(.text("x")), .answer(.text("s3cret"))])
      let request = try #require(session.effectInProgress)
      let host = CountingHost()
      var runner = Self.runner(try Self.restored(session, in: text), host)
      for event in [.back(steps: 1), .answer(.text("other")), .answer(.text("s3cret"))]
        as [FlowEvent]
      {
        runner.send(event)
      }
      expectEqual(runner.decision, .doubt(request, .outdated))
      // As `stackflow answer --state` does, each answer is given to a walk that's restored.
      runner.decide(.yes)
      expectEqual(runner.decision, .doubt(request, .final))
      runner = Self.runner(try Self.restored(runner.session, in: text), host)
      if runner.decision == nil { runner.send(.answer(.text("s3cret"))) }
      #expect(runner.decision == .doubt(request, .final) && host.count == 0, "\(text)")
      runner = Self.runner(try Self.restored(runner.session, in: text), host)
      if runner.decision == nil { runner.send(.answer(.text("s3cret"))) }
      runner.decide(.yes)
      #expect(runner.decision == nil && host.count == 0)
    }
  }

  @Test func aWalkWhoseWaitingEventsWereHandledIsSavedAsAWhole() throws {
    let session = Self.walk(
      try Self.begun(Self.secret), ["ada", "s3cret", "host", "80"].map { .answer(.text($0)) })
    var restored = try Self.restored(session, in: Self.secret).session
    let count = restored.eventCount
    #expect(restored.appendableEvents(after: count) == nil)
    restored = Self.walk(restored, [.answer(.text("other"))])
    #expect(restored.awaitedEvents.isEmpty && restored.appendableEvents(after: count) == nil)
    let saved = restored.eventCount
    restored.send(.answer(.text("end")), now: .epoch)
    expectEqual(restored.appendableEvents(after: saved)?.count, 1)
  }

  /// The effect began again in the flow that's restored, but its undo is what's in doubt.
  @Test func anUndoThatBeganInAnotherFlowIsInDoubtInTheFirst() throws {
    let other = Self.effect.replacing("[mkdir, ", with: "[mkdir, -p, ")
    var session = try Self.restored(
      try Self.killed(try Self.begun(Self.effect), [.answer(.text("x"))]), in: other
    ).session
    session.send(.effectEnded(.ended(CommandResult(status: 0))), now: .epoch)
    session.send(.effectBegan, now: .epoch)
    let undo = try #require(session.effectInProgress)
    #expect(undo.isUndo)
    for isUndone in [true, false] {
      let host = CountingHost()
      let runner = Self.runner(try Self.restored(session, in: Self.effect), host)
      runner.start()
      #expect(runner.decision?.requests == [undo] && host.count == 0)
      runner.decide(isUndone ? .yes : .perform)
      #expect(runner.decision == nil && runner.session.state.asked == "last")
      runner.send(.answer(.text("end")))
      #expect(runner.decision == nil)
      expectEqual(host.words, isUndone ? ["mkdir x"] : ["rmdir x", "mkdir x"])
    }
  }

  private final class CountingHost: EffectHost, @unchecked Sendable {
    var requests: [EffectRequest] = []
    var count: Int { requests.count }
    var words: [String] {
      requests.map { request in
        guard case .command(let command) = request.effect else { return request.step }
        return command.arguments.joined(separator: " ")
      }
    }
    func permission(for request: EffectRequest) -> EffectPermission { .granted }
    func outlook(of part: WriteRequest) -> WriteOutlook { .new }
    func perform(
      _ request: EffectRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      requests.append(request)
      return .ended(CommandResult(status: 0))
    }
  }
}
