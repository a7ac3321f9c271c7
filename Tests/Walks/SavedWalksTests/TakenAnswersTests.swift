// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import Testing

/// An accepted answer stays with the same flow and follows a changed one, and a yes counts only for its own question.
@Suite struct TakenAnswersTests {

  private func walked(_ flow: String, _ events: [FlowEvent]) throws -> FlowSession {
    RestoringTests.walk(try RestoringTests.begun(flow), events)
  }

  // MARK: Defaults

  private static func port(_ default: String) -> String {
    """
    flow: 1
    id: f
    steps:
      - { ask: port, type: integer, min: 1\(`default`) }
      - { ask: last, type: string }
    """
  }

  @Test func anAcceptedDefaultIsKeptByTheSameFlow() throws {
    let session = try walked(Self.port(", default: 8080"), [.answer(nil)])
    let restored = try RestoringTests.restored(session, in: Self.port(", default: 8080"))
    #expect(restored.notices.isEmpty)
    expectEqual(restored.session.answer("port"), 8080)
    expectEqual(restored.session.answers.map(\.origin), [.accepted])
  }

  @Test(arguments: [(", default: 9090", Value.int(9090)), (", max: 1000, default: 80", 80)])
  func anAcceptedDefaultFollowsAChangedFlow(now: String, port: Value) throws {
    let session = try walked(Self.port(", default: 8080"), [.answer(nil)])
    let restored = try RestoringTests.restored(session, in: Self.port(now))
    expectEqual(restored.session.answer("port"), port)
    expectEqual(restored.session.state.asked, "last")
    // And again, from what was saved then.
    let again = try RestoringTests.restored(restored.session, in: Self.port(now))
    expectEqual(again.session.answer("port"), port)
  }

  @Test func anAcceptedDefaultIsAskedAgainWhereTheFlowOffersNothingNow() throws {
    let session = try walked(Self.port(", default: 8080"), [.answer(nil)])
    let restored = try RestoringTests.restored(session, in: Self.port(""))
    expectEqual(restored.session.state.asked, "port")
  }

  /// The agreement was about the answer as it was.
  @Test func anAcceptedDefaultBelowACommitStaysWithANotice() throws {
    func flow(_ port: Int) -> String {
      """
      flow: 1
      id: f
      steps:
        - { ask: port, type: integer, default: \(port) }
        - { commit: send, text: Send it? }
        - { ask: last, type: integer, default: \(port) }
        - { ask: end, type: string }
      """
    }
    let session = try walked(flow(8080), [.answer(nil), .answer(.value(true)), .answer(nil)])
    let restored = try RestoringTests.restored(session, in: flow(9090))
    expectEqual(restored.session.answer("port"), 8080)
    expectEqual(restored.session.answer("last"), 9090)
    expectEqual(restored.notices, [.stayed("port", text: "8080")])
    expectEqual(restored.session.state.asked, "end")
  }

  @Test func untouchedFieldsOfAFormFollowAChangedFlow() throws {
    func flow(_ number: Int) -> String {
      """
      flow: 1
      id: f
      steps:
        - form: both
          fields:
            - { ask: one, type: integer, default: \(number) }
            - { ask: two, type: integer, default: \(number + 1) }
        - { ask: last, type: string }
      """
    }
    for events in [[FlowEvent.submit], [.edit(field: "two", .text("7")), .submit]] {
      let session = try walked(flow(1), events)
      let restored = try RestoringTests.restored(session, in: flow(50)).session
      expectEqual(restored.answer("one"), 50)
      expectEqual(restored.answer("two"), events.count == 1 ? 51 : 7)
    }
  }

  // MARK: Suggestions

  private static let kept = """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string }
      - { ask: b, type: string }
      - repeat: rows
        steps: [ { ask: x, type: string } ]
      - { ask: s, type: secret }
      - { ask: d, type: string }
      - { review: check }
    """

  private static let answers: [FlowEvent] = [
    .answer(.text("A")), .answer(.text("B")), .addItem, .answer(.text("X")), .answer(nil),
    .answer(.text("secret")), .answer(.text("D")),
  ]

  /// Going back discards the answers above; those that are kept are in no other event.
  @Test(arguments: [
    [FlowEvent.answer(nil), .answer(nil)], [.acceptSuggestions],
  ])
  func answersThatWereKeptAfterGoingBackAreRestored(keeping: [FlowEvent]) throws {
    let session = try walked(
      Self.kept,
      Self.answers + [.backTo("a"), .answer(.text("A2"))] + keeping + [.answer(.text("secret"))]
        + (keeping == [.acceptSuggestions] ? [.acceptSuggestions] : [.answer(nil)]))
    expectEqual(session.state.asked, "check")
    let restored = try RestoringTests.restored(session, in: Self.kept)
    expectEqual(restored.notices, [.secretNeeded("s")])
    expectEqual(restored.session.state.asked, "s")
    let again = RestoringTests.walk(restored.session, [.answer(.text("other"))])
    expectEqual(again.state.asked, "check")
    for id in ["a", "b", "rows", "d"] { expectEqual(again.answer(id), session.answer(id), "\(id)") }
  }

  /// An answer left by going back waits for its question in a changed flow, and counts unless it's answered anew.
  @Test(arguments: [
    ([FlowEvent.backTo("a")], "B", "X"),
    ([.backTo("a"), .answer(nil), .answer(nil), .back(steps: 1)], "B", "X"),
    ([.backTo("a"), .answer(nil), .answer(.text("B2")), .back(steps: 1)], "B2", "X"),
    ([.backTo("rows"), .editItem(0), .answer(.text("X2")), .backTo("a")], "B", "X2"),
    ([.backTo("rows"), .editItem(0), .back(steps: 1), .backTo("a")], "B", "X"),
    (
      [.backTo("rows"), .editItem(0), .edit(field: "rows[0].x", .text("X3")), .back(steps: 1)], "B",
      "X"
    ),
    ([.backTo("a"), .give(["b": .text("B3")])], "B3", "X"),
  ])
  func whatIsLeftByGoingBackWaitsInAChangedFlow(moves: [FlowEvent], b: Value, x: Value) throws {
    func flow(_ first: String) -> String {
      """
      flow: 1
      id: f
      steps:
        \(first)
        - { ask: a, type: string }
        - { ask: b, type: string }
        - repeat: rows
          steps: [ { ask: x, type: string } ]
        - { ask: d, type: string }
        - { ask: e, type: string }
      """
    }
    let rows: Value = [.map(ValueMap([("x", "X")]))]
    let session = try walked(
      flow("- { note: n, text: Hello }"),
      [
        .answer(nil), .answer(.text("A")), .answer(.text("B")), .answer(.value(rows)),
        .answer(.text("D")),
      ]
        + moves)
    let changed = flow("- { ask: new, type: string }")
    // It waits as well once the walk was saved in that flow.
    let restored = try RestoringTests.restored(
      RestoringTests.restored(session, in: changed).session, in: changed)
    expectEqual(restored.session.state.asked, "new")
    let walk = RestoringTests.walk(
      restored.session,
      [.answer(.text("N")), .answer(nil), .answer(nil), .answer(nil), .answer(nil)])
    expectEqual(walk.state.asked, "e")
    expectEqual(
      ["a", "b", "rows", "d"].map { walk.answer($0) },
      ["A", b, [.map(ValueMap([("x", x)]))], "D"])
  }

  @Test(arguments: [
    [FlowEvent.back(steps: 1)], [.back(steps: 1), .back(steps: 1)],
    [.back(steps: 2), .back(steps: 1)],
    [.answer(.text("more")), .back(steps: 1)],
    [.answer(.text("more")), .answer(nil), .back(steps: 1), .back(steps: 1)],
  ])
  func nothingLeftByGoingBackRepeatsASecret(moves: [FlowEvent]) throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
        - repeat: rows
          steps: [ { ask: token, type: secret }, { ask: again, type: string } ]
        - { ask: d, type: string }
      """
    let session = try walked(
      flow,
      [.answer(.text("A")), .addItem, .answer(.text("hush-hush"))] + moves)
    #expect(session.events.contains { $0.outcome == .wentBack })
    #expect(!SavedWalk(session).json.contains("hush"))
  }

  @Test func noTakenAnswerRepeatsASecret() throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: s, type: secret }
        - { ask: a, type: string }
        - { ask: b, type: string }
      """
    let session = try walked(
      flow, [.answer(.text("s3cret")), .answer(.text("s3cret")), .back(steps: 1), .answer(nil)])
    #expect(session.events.contains { $0.taken?.values["a"] == "s3cret" })
    #expect(
      !SavedWalk(session).events.contains { $0.taken?.values.values.contains("s3cret") == true })
  }

  // MARK: Agreements

  private static func payment(_ amount: Int, asking more: String = "") -> String {
    """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string }
    \(more)
      - { ask: s, type: secret }
      - { commit: send, text: "Pay \(amount) EUR to ${a}?" }
      - { ask: last, type: string }
    """
  }

  private static let yes: [FlowEvent] = [
    .answer(.text("ada")), .answer(.text("secret")), .answer(.value(true)),
  ]

  @Test func aYesIsUsedForTheSameTextAndAnswers() throws {
    let session = try walked(Self.payment(10), Self.yes)
    for keepsSecrets in [false, true] {
      let restored = try SavedWalk(session, keepingSecrets: keepsSecrets)
        .restored(in: try RandomWalk.flow(Self.payment(10))).session
      let again =
        keepsSecrets ? restored : RestoringTests.walk(restored, [.answer(.text("other"))])
      expectEqual(again.state.asked, "last")
    }
  }

  @Test func aYesToAnotherTextIsAskedAgain() throws {
    let session = try walked(Self.payment(10), Self.yes)
    for keepsSecrets in [false, true] {
      let restored = try SavedWalk(session, keepingSecrets: keepsSecrets)
        .restored(in: try RandomWalk.flow(Self.payment(9999))).session
      let again =
        keepsSecrets ? restored : RestoringTests.walk(restored, [.answer(.text("other"))])
      expectEqual(again.state.asked, "send")
    }
  }

  @Test func aYesToOtherAnswersIsAskedAgain() throws {
    let session = try walked(Self.payment(10), Self.yes)
    let restored = try RestoringTests.restored(session, in: Self.payment(10)).session
    let other = RestoringTests.walk(
      restored, [.backTo("a"), .answer(.text("bob")), .answer(.text("secret"))])
    expectEqual(other.state.asked, "send")
  }

  @Test func aYesIsAskedAgainOnceANewQuestionIsAnswered() throws {
    let session = try walked(Self.payment(10), Self.yes)
    let new = Self.payment(10, asking: "  - { ask: new, type: string }")
    let restored = try SavedWalk(session, keepingSecrets: true)
      .restored(in: try RandomWalk.flow(new)).session
    expectEqual(restored.state.asked, "new")
    expectEqual(RestoringTests.walk(restored, [.answer(.text("x"))]).state.asked, "send")
  }

  @Test func aReviewIsPassedAgainOnlyWithTheSameAnswers() throws {
    func flow(_ more: String) -> String {
      """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string }
      \(more)
        - { review: check }
        - { ask: last, type: string }
      """
    }
    let session = try walked(flow(""), [.answer(.text("A")), .answer(nil)])
    try expectEqual(RestoringTests.restored(session, in: flow("")).session.state.asked, "last")
    let restored = try RestoringTests.restored(
      session, in: flow("  - { ask: new, type: string }"))
    expectEqual(restored.session.state.asked, "new")
    expectEqual(RestoringTests.walk(restored.session, [.answer(.text("x"))]).state.asked, "check")
  }

  // MARK: The format

  @Test func bytesAndTextsHaveWhatWasTaken() throws {
    let session = try walked(Self.port(", default: 8080"), [.answer(nil)])
    let saved = SavedWalk(session)
    try expectEqual(SavedWalk(bytes: saved.bytes), saved)
    #expect(saved.json.contains(#""taken""#) && saved.json.contains("8080"))
    #expect(saved.events.contains { $0.taken?.values == ["port": 8080] })
  }

  @Test func keptAnswersAreRenamedByMigrations() throws {
    func flow(_ head: String, _ name: String) -> String {
      "flow: 1\nid: f\n\(head)steps:\n"
        + "  - { ask: \(name), type: integer, default: \(name == "port" ? 1 : 2) }\n"
        + "  - { ask: last, type: string }\n"
    }
    let session = try walked(
      flow("", "port"), [.answer(.text("1")), .back(steps: 1), .answer(nil)])
    let restored = try RestoringTests.restored(
      session, in: flow("version: 2\nmigrate: [ { from: 1, rename: { port: gate } } ]\n", "gate"))
    expectEqual(restored.session.answer("gate"), 1)
  }
}
