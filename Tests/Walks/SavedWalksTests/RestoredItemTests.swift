// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import Testing

/// Restored walks whose lists and matrices were answered after a secret.
@Suite struct RestoredItemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The steps after the first question.
    let steps: String

    /// The events after the first question is answered.
    let events: [FlowEvent]
  }

  private static func texts(_ texts: String...) -> [FlowEvent] {
    texts.map { .answer(.text($0)) }
  }

  static let cases = [
    Case(
      testDescription: "rows",
      steps: """
          - form: rows
            over: "['p', 'q']"
            fields: [{ ask: n, type: string }, { ask: t, type: string, default: x }]
          - { ask: last, type: string }
          - { ask: end, type: string }
        """,
      events: texts("a", "b", "c") + [.answer(nil)] + texts("d")),
    Case(
      testDescription: "rows of one cell",
      steps: """
          - form: rows
            over: "['p', 'q', 'r']"
            fields: [{ ask: n, type: string }]
          - { ask: last, type: string }
          - { ask: end, type: string }
        """,
      events: texts("a", "b", "c", "d")),
    Case(
      testDescription: "elements in a record",
      steps: """
          - repeat: people
            steps:
              - { ask: name, type: string }
              - repeat: tools
                over: "['mail', 'chat']"
                steps: [{ ask: want, type: string }]
              - form: rows
                over: "['p', 'q']"
                fields: [{ ask: n, type: string }]
              - { ask: y, type: string }
          - { ask: end, type: string }
        """,
      events: [.addItem] + texts("Ada", "w", "v") + [.answer(nil)] + texts("a", "b", "y")),
    Case(
      testDescription: "filled",
      steps: """
          - repeat: hosts
            minItems: 2
            fill: true
            steps: [{ ask: name, type: string }]
          - { ask: end, type: string }
        """,
      events: texts("a", "b") + [.answer(nil)]),
  ]

  private static func flow(_ first: String, _ steps: String) -> String {
    "flow: 1\nid: items\nsteps:\n\(first)\n\(steps)\n"
  }

  @Test(arguments: cases) func aWalkGoesOnWhereItWasAfterItsSecret(_ tested: Case) throws {
    let flow = Self.flow("  - { ask: token, type: secret }", tested.steps)
    for count in 0...tested.events.count {
      let session = RestoringTests.walk(
        try RestoringTests.begun(flow),
        [.answer(.text("s3cret"))] + tested.events.prefix(count))
      let restored = try RestoringTests.restored(session, in: flow)
      expectEqual(restored.session.state.asked, "token")
      let again = RestoringTests.walk(restored.session, [.answer(.text("other"))])
      expectEqual(again.state.asked, session.state.asked, "after \(count) events")
      expectEqual(again.answers.dropFirst(), session.answers.dropFirst(), "after \(count) events")
      #expect(again.awaitedReplays.isEmpty)
    }
  }

  @Test(arguments: cases) func aWalkGoesOnWhereItWasAfterANewQuestion(_ tested: Case) throws {
    let before = Self.flow("  - { ask: token, type: string }", tested.steps)
    let session = RestoringTests.walk(
      try RestoringTests.begun(before), [.answer(.text("t"))] + tested.events)
    let changed = Self.flow(
      "  - { ask: token, type: string }\n  - { ask: new, type: string }", tested.steps)
    let restored = try RestoringTests.restored(session, in: changed)
    expectEqual(restored.session.state.asked, "new")
    let again = RestoringTests.walk(restored.session, [.answer(.text("n"))])
    expectEqual(again.state.asked, session.state.asked)
    expectEqual(
      again.answers.filter { $0.id != "new" }.map(\.value), session.answers.map(\.value))
  }
}
