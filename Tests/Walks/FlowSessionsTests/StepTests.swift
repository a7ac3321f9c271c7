// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import Testing

/// Which kinds of steps are on the stack, and when their texts are evaluated.
@Suite struct StepTests {
  private func time(_ text: String) throws -> Timestamp { try Timestamp(text) }

  @Test func groupsAndComputesAreNoEntries() throws {
    var walker = try Walker(ProjectFolder.flow("walks/groups"))
    var depths = [walker.session.depth]
    for text in ["2", "7"] {
      walker.type(text)
      depths.append(walker.session.depth)
    }
    walker.send(.backTo("a"))
    walker.type("1")
    expectEqual(depths + [walker.session.depth], [1, 2, 3, 2])
  }

  @Test func aComputedTimeIsOfferedInWholeSeconds() throws {
    let flow = try flow(
      """
      flow: 1
      id: t
      steps:
        - { ask: at, type: datetime, default: { value: now } }
      """)
    var session = try FlowSession(flow: flow)
    session.send(.start, now: try time("2026-01-31T09:00:00.123456789Z"))
    let step = try #require(session.state.step)
    expectEqual(step.focusedField?.defaultValue, .timestamp(try time("2026-01-31T09:00:00Z")))
  }

  /// The condition of a group applies to all of it, as evaluated when the group was reached.
  @Test func theConditionOfAGroupIsEvaluatedOnceWhenItIsReached() throws {
    var walker = try Walker(
      """
      flow: 1
      id: steps
      steps:
        - { ask: a, type: integer }
        - group: early
          when: now < timestamp('2026-01-31T10:00:00Z')
          steps:
            - { ask: b, type: integer }
            - { ask: c, type: integer }
        - { ask: d, type: integer }
      """)
    walker.now = try time("2026-01-31T09:00:00Z")
    walker.type("1")
    expectEqual(walker.asked, "b")
    walker.now = try time("2026-01-31T11:00:00Z")
    walker.type("2")
    expectEqual(walker.asked, "c", "the group was reached in time")
    walker.send(.backTo("a"))
    walker.type("1")
    expectEqual(walker.asked, "d", "and is reached too late after the way back")
  }

  /// The texts of a step are evaluated when it's pushed, and stay the same while others are asked.
  @Test func textsAreEvaluatedWhenTheirStepIsPushed() throws {
    var walker = try Walker(
      """
      flow: 1
      id: steps
      steps:
        - { ask: a, type: integer }
        - { note: told, text: "${now}" }
      """)
    walker.now = try time("2026-01-31T09:00:00Z")
    walker.type("1")
    walker.now = try time("2026-01-31T11:00:00Z")
    walker.send(.answer(.text("what?")))
    expectEqual(walker.step?.text, "2026-01-31T09:00:00Z")
    walker.send(.back(steps: 1))
    walker.type("1")
    expectEqual(walker.step?.text, "2026-01-31T11:00:00Z")
  }

  @Test func anUndoIsEvaluatedRightAfterItsStepHasSucceeded() throws {
    let checked = try flow(
      """
      flow: 1
      id: steps
      steps:
        - { ask: a, type: string }
        - { run: lock, command: [lock], undo: [unlock, "${a}", "${now}"] }
        - { ask: b, type: string }
      """)
    var session = try FlowSession(flow: checked)
    session.send(.start, now: .epoch)
    session.send(.answer(.text("x")), now: .epoch)
    session.decide(.approve, now: try time("2026-01-31T09:00:00Z"))
    session.send(
      .effectEnded(.ended(CommandResult(status: 0))), now: try time("2026-01-31T09:01:00Z"))
    session.send(.back(steps: 1), now: try time("2026-01-31T12:00:00Z"))
    session.decide(.approve, now: try time("2026-01-31T12:00:00Z"))
    guard case .needs(.effect(let request)) = session.state else {
      Issue.record("nothing is undone")
      return
    }
    expectEqual(
      EffectWalker.command(request)?.arguments, ["unlock", "x", "2026-01-31T09:01:00Z"])
  }

  @Test func aCommandTimesOutAfterAMinuteByDefault() throws {
    func timeout(_ keys: String) throws -> TimeSpan? {
      var session = try FlowSession(
        flow: flow("flow: 1\nid: f\nsteps:\n  - { run: r, command: [ls]\(keys) }"))
      session.send(.start, now: .epoch)
      guard case .needs(.effect(let request)) = session.state else { return nil }
      return EffectWalker.command(request)?.timeout
    }
    try expectEqual(timeout(""), TimeSpan(cel: "60s"))
    try expectEqual(timeout(", timeout: 1h30m"), TimeSpan(cel: "5400s"))
  }

  /// The list is the step's answer after it's submitted.
  ///
  /// The steps of its items are gone.
  @Test func aSubmittedListIsOneAnswer() throws {
    var walker = try Walker(
      """
      flow: 1
      id: steps
      steps:
        - repeat: env
          steps: [ { ask: key, type: string }, { ask: value, type: string } ]
        - { ask: size, type: integer, default: { value: size(env) } }
      """)
    walker.send(.addItem)
    walker.type("A", "1")
    #expect(walker.session.answers.isEmpty)
    #expect(walker.session.answer("env") == nil)
    walker.send(.answer(nil))
    expectEqual(walker.session.answers.map(\.id), ["env"])
    expectEqual(walker.session.answer("env[0].value"), "1")
    expectEqual(walker.offered, "1")
    for event in [FlowEvent.addItem, .removeItem(0), .editItem(0)] {
      walker.send(event)
      expectEqual(walker.asked, "size")
      expectEqual(walker.session.answer("env[0].key"), "A")
    }
  }
}
