// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import SavedWalks
import Testing

/// Migrations apply to answers that were given in advance, too.
@Suite struct MigratedAnswersTests {
  static let first = """
    flow: 1
    id: site
    steps:
      - { ask: name, type: string }
      - { ask: port, type: string }
      - { ask: last, type: string }
    """

  static let second = """
    flow: 1
    id: site
    version: 2
    steps:
      - { ask: title, type: string }
      - { ask: port, type: integer, min: 1 }
      - { ask: last, type: string }
    migrate:
      - { from: 1, rename: { name: title }, set: { port: "int(saved.port) + 1" } }
    """

  private static func session(
    _ answers: [String: FieldInput], takingDefaults: Bool = false, _ events: [FlowEvent] = []
  ) throws -> FlowSession {
    let session = try FlowSession(
      flow: try RandomWalk.flow(first),
      options: SessionOptions(answers: answers, takesDefaults: takingDefaults))
    return RestoringTests.walk(session, [.start] + events)
  }

  /// Restores a walk in the second version, as a face does, which starts it.
  private static func restored(
    _ session: FlowSession, in text: String = second, answers: [String: FieldInput] = [:]
  ) throws -> RestoredSession {
    var restored = try SavedWalk(bytes: SavedWalk(session).bytes)
      .restored(in: try RandomWalk.flow(text), answers: answers)
    restored.session = RestoringTests.walk(restored.session, [.start])
    return restored
  }

  private static let given: [String: FieldInput] = ["name": .text("N"), "port": .text("80")]

  /// How the answers of the first version were entered: at once, while it's walked, or only some of them.
  static let walks: [(answers: [String: FieldInput], takesDefaults: Bool, events: [FlowEvent])] = [
    (given, false, []), (given, true, []),
    ([:], false, [.give(given)]),
    (["port": .text("80")], false, [.answer(.text("N"))]),
    (["name": .text("N")], false, [.answer(.text("80"))]),
    (["name": .text("N")], false, [.give(["port": .text("80")])]),
    // The answer of the user counts, not the given one.
    (given.merging(["port": .text("70")]) { $1 }, false, [.backTo("port"), .answer(.text("80"))]),
  ]

  @Test(arguments: walks.indices) func answersAreRenamedAndComputed(walk: Int) throws {
    let (answers, takesDefaults, events) = Self.walks[walk]
    let session = try Self.session(answers, takingDefaults: takesDefaults, events)
    expectEqual(session.state.asked, "last")
    let restored = try Self.restored(session)
    expectEqual(restored.notices, [.renamed(from: "name", to: "title")])
    expectEqual(restored.session.state.asked, "last")
    expectEqual(restored.session.answer("title"), "N")
    expectEqual(restored.session.answer("port"), 81)
    // The walk saved then is of the second version.
    let again = try Self.restored(restored.session)
    expectEqual(again.notices, [])
    expectEqual(again.session.answer("port"), 81)
  }

  /// An answer is migrated once, also if its question comes later.
  @Test func answersWaitForTheirQuestions() throws {
    let later = Self.second.replacing("steps:\n", with: "steps:\n  - { ask: new, type: string }\n")
    let restored = try Self.restored(try Self.session(Self.given), in: later)
    expectEqual(restored.session.state.asked, "new")
    let session = RestoringTests.walk(restored.session, [.answer(.text("n"))])
    expectEqual(session.state.asked, "last")
    expectEqual(session.answer("port"), 81)
    expectEqual(try Self.restored(session, in: later).session.answer("port"), 81)
  }

  /// An answer that can't be computed is asked, and the others are as the migration has them.
  ///
  /// A walk that was left before the answer that it's computed from isn't told so.
  @Test(
    arguments: [
      (nil, [RestoredSession.Notice.renamed(from: "name", to: "title")]),
      (
        "many",
        [
          .migrationFailed("the value cannot be read as an int"),
          .renamed(from: "name", to: "title"),
        ]
      ),
    ] as [(String?, [RestoredSession.Notice])])
  func anAnswerThatCannotBeComputedIsAsked(
    port: String?, notices: [RestoredSession.Notice]
  ) throws {
    let entered = ["N", port].compactMap { $0 }.map { FlowEvent.answer(.text($0)) }
    let restored = try Self.restored(try Self.session([:], entered))
    expectEqual(restored.session.answer("title"), "N")
    expectEqual(restored.session.state.asked, "port")
    expectEqual(restored.notices, notices)
  }

  private static let records = FieldInput.value(
    .list(["1", "2"].map { .map(ValueMap([("n", .string($0))])) }))

  /// The records of a list over elements are computed as a whole, however they were entered.
  @Test(
    arguments: [
      ("repeat: rows", [], ["x1", "x2", "last"]),
      ("repeat: rows", [.answer(.text("1"))], ["x1", "rows"]),
      ("repeat: rows", [.answer(.text("1")), .answer(.text("2")), .submit], ["x1", "x2", "last"]),
      ("repeat: rows", [.backTo("rows"), .answer(records)], ["x1", "x2", "last"]),
      (
        "repeat: rows", [.answer(.text("1")), .backTo("rows"), .answer(records)],
        ["x1", "x2", "last"]
      ),
      ("form: rows", [.answer(.text("1"))], ["x1", "rows[1].size"]),
      ("form: rows", [.answer(.text("1")), .answer(.text("2"))], ["x1", "x2", "last"]),
    ] as [(String, [FlowEvent], [String])])
  func recordsOfElementsAreComputed(list: String, events: [FlowEvent], expected: [String]) throws {
    let parts = list.hasPrefix("form") ? "fields" : "steps"
    func text(_ version: Int, _ part: String, _ end: String) -> String {
      """
      flow: 1
      id: rows
      version: \(version)
      steps:
        - \(list)
          over: "['a', 'b']"
          \(parts): [ { ask: \(part), type: string } ]
        - { ask: last, type: string }
      \(end)
      """
    }
    let first = try RandomWalk.flow(text(1, "n", ""))
    let given: [String: FieldInput] = events.isEmpty ? ["rows": Self.records] : [:]
    let session = RestoringTests.walk(
      try FlowSession(flow: first, options: SessionOptions(answers: given)), [.start] + events)
    let set =
      "migrate: [ { from: 1, set: { rows: \"saved.rows.map(r, {'size': 'x' + string(r.n)})\" } } ]"
    let later = text(2, "size", set)
    let restored = try Self.restored(session, in: later)
    expectEqual(Self.rows(restored.session) + [restored.session.state.asked ?? ""], expected)
    let again = try Self.restored(restored.session, in: later)
    expectEqual(Self.rows(again.session) + [again.session.state.asked ?? ""], expected)
  }

  private static func rows(_ session: FlowSession) -> [String] {
    let rows =
      session.answer("rows")?.elements
      ?? session.matrixRecords ?? session.state.step?.items.map { .string($0.summary) } ?? []
    return rows.map { row in row.map?["size"]?.plainText ?? row.plainText }.filter {
      $0.hasPrefix("x")
    }
  }

  /// An answer given to the restored walk is meant for its version.
  @Test func answersForTheLaterVersionStay() throws {
    let session = try Self.session(["name": .text("N")])
    let kept = Self.second.replacing(", set: { port: \"int(saved.port) + 1\" }", with: "")
    let restored = try Self.restored(session, in: kept, answers: ["port": .text("90")])
    expectEqual(restored.session.state.asked, "last")
    expectEqual(restored.session.answer("port"), 90)
  }

  /// A way back by the id of an answer that's renamed leads to the same question.
  @Test func aWayBackByAnIDIsRenamed() throws {
    let second = Self.second.replacing("type: integer, min: 1", with: "type: string")
      .replacing(", set: { port: \"int(saved.port) + 1\" }", with: "")
    let session = try Self.session(
      [:], [.answer(.text("N")), .answer(.text("80")), .backTo("name")])
    expectEqual(session.state.asked, "name")
    let restored = try Self.restored(session, in: second)
    expectEqual(restored.notices, [.renamed(from: "name", to: "title")])
    expectEqual(restored.session.state.asked, "title")
    #expect(restored.session.events.contains { $0.event == .backTo("title") })
  }

  /// Only what was entered can fit no longer.
  @Test func aStartThatLeadsElsewhereIsNoAnswer() throws {
    let added = Self.first.replacing("steps:\n", with: "steps:\n  - { ask: new, type: string }\n")
    let restored = try Self.restored(try Self.session(Self.given), in: added)
    expectEqual(restored.notices, [])
    expectEqual(restored.session.state.asked, "new")
  }
}
