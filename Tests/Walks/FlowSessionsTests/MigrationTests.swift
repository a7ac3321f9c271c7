// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import SourceDiagnostics
import Testing

@Suite struct MigrationTests {
  static let text = """
    flow: 1
    id: service
    version: 4
    migrate:
      - from: 1
        rename: { title: name, port: gate }
        drop: [colour]
      - from: 2
        set: { kind: "saved.?public.orValue(false) ? 'http' : 'worker'" }
        drop: [public]
      - from: 3
        rename: { gate: port, port: old_port }
        set:
          owner: "saved.name + '@example.org'"
          team: saved.?team
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, when: kind == 'http', type: integer }
      - { ask: old_port, type: integer, required: false }
      - { ask: owner, type: string }
      - { ask: team, type: string, required: false }
    """

  private static func migrated(
    _ saved: [(String, Value)], from version: Int
  ) throws -> String? {
    let flow = try flow(text)
    let result = try flow.migratedData(ValueMap(saved), from: version).answers
    return JSONWriter().text(of: .map(result))
  }

  @Test func eachMigrationLeadsToTheNextVersion() throws {
    let saved: [(String, Value)] = [
      ("title", "billing"), ("port", 8080), ("colour", "red"), ("public", true),
    ]
    try expectEqual(
      Self.migrated(saved, from: 1),
      #"{"name":"billing","port":8080,"kind":"http","owner":"billing@example.org"}"#)
  }

  @Test func migrationsOfEarlierVersionsAreNotApplied() throws {
    try expectEqual(
      Self.migrated([("name", "a"), ("public", false), ("title", "b")], from: 2),
      #"{"name":"a","title":"b","kind":"worker","owner":"a@example.org"}"#)
    let current: [(String, Value)] = [("name", "a"), ("public", true)]
    try expectEqual(Self.migrated(current, from: 4), #"{"name":"a","public":true}"#)
    try expectEqual(Self.migrated(current, from: 9), #"{"name":"a","public":true}"#)
  }

  /// Two answers can be swapped, because both read the old ids.
  @Test func idsCanBeSwappedInACircle() throws {
    try expectEqual(
      Self.migrated([("name", "a"), ("gate", 1), ("port", 2), ("team", "t")], from: 3),
      #"{"name":"a","port":1,"old_port":2,"owner":"a@example.org","team":"t"}"#)
  }

  @Test func aNameThatWasNotSavedIsAFailureWithItsPlace() throws {
    let flow = try flow(Self.text)
    let failure = #expect(throws: FlowFailure.self) {
      try flow.migratedData(ValueMap([("kind", "http")]), from: 3)
    }
    expectEqual(failure?.message, "the map has no key 'name'")
    expectEqual(failure?.place.start.line, 14)
  }

  /// The results of a migration are given in advance, and validated like all answers.
  @Test func migratedAnswersAreValidatedWhenTheirStepsAreReached() throws {
    let flow = try flow(Self.text)
    let saved = ValueMap([("name", "a"), ("kind", "ftp"), ("gate", 80)])
    var answers: [String: FieldInput] = [:]
    for entry in try flow.migratedData(saved, from: 3).answers {
      answers[entry.key.plainText] = .value(entry.value)
    }
    let walker = try Walker(flow, options: SessionOptions(answers: answers))
    expectEqual(walker.asked, "kind")
    expectEqual(walker.session.answer("name"), "a")
  }
}
