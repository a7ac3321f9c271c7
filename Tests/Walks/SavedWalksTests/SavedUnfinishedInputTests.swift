// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import Testing

/// Input that was typed and not submitted is saved with its walk, and only as long as it matters.
@Suite struct SavedUnfinishedInputTests {
  private static func flow(_ last: String = "") -> String {
    """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string }
      - { ask: b, type: string, default: y\(last) }
      - repeat: p
        steps: [{ ask: k, type: string }, { ask: v, type: integer, default: 1 }]
      - { ask: end, type: string }
    """
  }

  private static func unfinished(_ session: FlowSession) -> FieldInput? {
    session.state.step?.focusedField?.unfinished
  }

  private static func session() throws -> FlowSession {
    RestoringTests.walk(
      try RestoringTests.begun(flow()),
      [.answer(.text("x")), .setAside(field: "b", .text("half"))])
  }

  @Test(arguments: [FieldInput.text("half\n✓"), .text(""), .value(["x", 1]), .offered])
  func itIsSavedAndRestored(input: FieldInput) throws {
    let session = RestoringTests.walk(
      try Self.session(), [.setAside(field: "b", .text("other")), .setAside(field: "b", input)])
    let saved = SavedWalk(session)
    let read = try SavedWalk(bytes: saved.bytes)
    expectEqual(read, saved)
    expectEqual(read.bytes, saved.bytes)
    #expect(saved.json.contains(#""event":"set-aside""#), "\(saved.json)")
    let restored = try RestoringTests.restored(session, in: Self.flow())
    expectEqual(restored.notices, [])
    expectEqual(Self.unfinished(restored.session), input == .offered ? nil : input)
  }

  @Test func itStaysWhereItsStepWasLeftAndTheFlowHasChanged() throws {
    let session = RestoringTests.walk(try Self.session(), [.back(steps: 1)])
    let restored = try RestoringTests.restored(session, in: Self.flow(", maxLength: 9"))
    expectEqual(Self.unfinished(restored.session), nil)
    let again = RestoringTests.walk(restored.session, [.answer(.text("x"))])
    expectEqual(Self.unfinished(again), .text("half"))
  }

  @Test func whatWasAnsweredSinceIsNotUnfinishedInAChangedFlow() throws {
    for answer in [FlowEvent.answer(.text("whole")), .answer(nil), .submit, .acceptSuggestions] {
      let session = RestoringTests.walk(
        try Self.session(),
        [.answer(nil), .back(steps: 1), .setAside(field: "b", .text("half")), answer])
      let restored = try RestoringTests.restored(session, in: Self.flow(", maxLength: 9"))
      let again = RestoringTests.walk(restored.session, [.backTo("b")])
      expectEqual(Self.unfinished(again), nil, "\(answer)")
    }
  }

  @Test func itStaysInARecordOfAChangedFlow() throws {
    let session = RestoringTests.walk(
      try Self.session(),
      [
        .answer(nil), .addItem, .answer(.text("one")), .answer(nil), .editItem(0), .answer(nil),
        .setAside(field: "p[0].v", .text("5")), .backTo("p"),
      ])
    let restored = try RestoringTests.restored(session, in: Self.flow(", maxLength: 9"))
    let again = RestoringTests.walk(restored.session, [.editItem(0), .answer(nil)])
    expectEqual(Self.unfinished(again), .text("5"))
  }

  @Test func whatIsUnfinishedAtAQuestionThatIsGoneIsDropped() throws {
    let other = "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { ask: c, type: string }"
    let restored = try RestoringTests.restored(try Self.session(), in: other)
    expectEqual(restored.session.answer("a"), "x")
    expectEqual(restored.session.hasUnfinished, false)
  }
}
