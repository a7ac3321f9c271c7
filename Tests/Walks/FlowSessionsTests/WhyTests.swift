// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowSessions

/// Why a step is asked: its own conditions, and the earlier stops at which the flow can end.
@Suite struct WhyTests {
  private func walker() throws -> Walker {
    try Walker(
      """
      flow: 1
      id: s
      steps:
        - { ask: age, type: integer }
        - stop: young
          when: age < 18
          text: Too young.
        - compute: old
          value: age > 99
        - group: more
          when: age > 20
          steps:
            - { ask: member, type: boolean }
            - { stop: stranger, when: "!member", text: No. }
            - { ask: years, type: integer }
        - { stop: ancient, when: old, text: Oh. }
        - { ask: last, type: string }
      """)
  }

  private func reason(
    _ condition: String, _ line: Int, _ holds: Bool?, _ name: String, _ text: String?
  ) -> FlowSession.Reason {
    let answer = text == "true" ? "yes" : text == "false" ? "no" : text
    return FlowSession.Reason(
      condition: condition, line: line, holds: holds,
      reads: [.init(name: name, text: text, label: name, answer: answer)])
  }

  @Test func stepsAfterAStopAreAskedUnlessTheFlowEndsThere() throws {
    let walker = try walker()
    expectEqual(walker.session.why("age"), .asked([], past: []))
    guard case .ahead(let reasons, let stops) = walker.session.why("last") else {
      Issue.record("the last question lies ahead")
      return
    }
    expectEqual(reasons, [])
    expectEqual(stops.map(\.id), ["young", "stranger", "ancient"])
    expectEqual(stops[0].line, 5)
    expectEqual(stops[0].reasons, [reason("age < 18", 6, nil, "age", nil)])
    expectEqual(stops[1].reasons.map(\.condition), ["age > 20", "!member"])
    // The computed value isn't known before the answer that it reads.
    expectEqual(stops[2].reasons, [reason("old", 16, nil, "old", nil)])
  }

  @Test func withoutAnIdTheFieldInFocusIsExplained() throws {
    var walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - form: time
          fields:
            - { ask: starts, type: time, default: "09:00" }
            - { ask: lunch, type: boolean, when: starts < '12:00' }
      """)
    expectEqual(walker.session.why(), .asked([], past: []))
    walker.type("09:00")
    expectEqual(walker.session.why(), walker.session.why("lunch"))
    expectEqual(
      walker.session.why(),
      .asked([reason("starts < '12:00'", 7, true, "starts", "09:00")], past: []))
    expectEqual(walker.session.why("time"), .asked([], past: []))
  }

  /// The names of a list and of what a command prints stand for no field, so they have no label.
  @Test func aConditionMayReadAListAndTheOutputOfACommand() throws {
    let walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - repeat: people
          steps:
            - { ask: name, type: string }
        - { run: who, command: [id], capture: text }
        - { ask: crowd, type: boolean, when: size(people) > 1 }
        - { ask: root, type: boolean, when: "who == 'root'" }
      """)
    let crowd = reason("size(people) > 1", 8, nil, "people", nil)
    expectEqual(walker.session.why("crowd"), .ahead([crowd], past: []))
    expectEqual(
      walker.session.why("root"), .ahead([reason("who == 'root'", 9, nil, "who", nil)], past: []))
  }

  @Test func aStopThatWasPassedIsAReason() throws {
    var walker = try walker()
    walker.type("30")
    expectEqual(
      walker.session.why(),
      .asked(
        [reason("age > 20", 11, true, "age", "30")],
        past: [
          FlowSession.EarlierStop(
            id: "young", line: 5, reasons: [reason("age < 18", 6, false, "age", "30")])
        ]))
    // Only what can still come counts as ahead. Common conditions are given once.
    expectEqual(
      walker.session.why("years"),
      .ahead(
        [reason("age > 20", 11, true, "age", "30")],
        past: [
          FlowSession.EarlierStop(
            id: "stranger", line: 14, reasons: [reason("!member", 14, nil, "member", nil)])
        ]))
  }

  @Test func theStopAtWhichTheFlowEndedIsNamed() throws {
    var walker = try walker()
    walker.type("17")
    expectEqual(
      walker.session.why("last"),
      .ended(
        FlowSession.EarlierStop(
          id: "young", line: 5, reasons: [reason("age < 18", 6, true, "age", "17")])))
    // A false condition takes precedence: without the stop, the step wouldn't be asked either.
    guard case .skipped = walker.session.why("years") else {
      Issue.record("its own condition is false")
      return
    }
  }

  @Test func nothingFollowsAStopOnTheSameConditions() throws {
    let walker = try Walker(
      """
      flow: 1
      id: s
      steps:
        - { ask: go, type: boolean }
        - group: ending
          when: go
          steps:
            - { stop: done, text: Done., outcome: completed }
            - { ask: never, type: string }
        - { ask: last, type: string }
      """)
    guard case .ended(let stop) = walker.session.why("never") else {
      Issue.record("nothing follows a stop in its own group")
      return
    }
    #expect(stop.id == "done" && stop.reasons.isEmpty)
  }
}
