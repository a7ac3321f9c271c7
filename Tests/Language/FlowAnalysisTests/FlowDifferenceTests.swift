// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowFiles
import FlowModel
import Testing

@Suite struct FlowDifferenceTests {
  private static func difference(_ old: String, _ new: String) throws -> FlowDifference {
    func definition(_ text: String, _ version: Int) throws -> FlowDefinition {
      let version = text.contains("version:") ? "" : "version: \(version)\n"
      return try FlowSchemaTests.flow("flow: 1\nid: f\n\(version)\(text)").definition
    }
    return FlowDifference(from: try definition(old, 1), to: try definition(new, 2))
  }

  /// Returns a line for each answer: its id, what happens to it, and why.
  private static func lines(_ old: String, _ new: String) throws -> [String] {
    let difference = try difference(old, new)
    return difference.answers.map { answer in
      var line = "\(answer.id) \(answer.fate.rawValue)"
      if let id = answer.newID, id != answer.id { line += " as \(id)" }
      if !answer.reasons.isEmpty { line += ": \(answer.reasons.joined(separator: "; "))" }
      return line
    } + difference.added.map { "\($0) new" }
  }

  private static func field(_ old: String, _ new: String) throws -> String {
    try lines("steps: [ { ask: a, \(old) } ]", "steps: [ { ask: a, \(new) } ]")
      .joined(separator: ", ")
  }

  /// Changes of a field, and what happens to its saved answers.
  static let changes: [(old: String, new: String, said: String)] = [
    ("type: string", "type: string, label: Name, default: x", "a kept"),
    ("type: integer", "type: number", "a kept"),
    ("type: string", "type: text", "a kept"),
    ("type: string", "type: integer", "a asked: the type changed from string to integer"),
    ("type: choice, choices: [x, y]", "type: string", "a kept"),
    (
      "type: choice, choices: [1, y]", "type: string",
      "a asked: the type changed from choice to string"
    ),
    ("type: choice, choices: [x, y]", "type: choice, choices: [y, x, z]", "a kept"),
    ("type: choice, choices: [x, y, z]", "type: choice, choices: [y]", "a asked: removed: x, z"),
    (
      "type: choice, choices: [x, y]",
      "type: choice, choices: [{ value: x, when: \"today > '2026-01-01'\" }, y]",
      "a asked: 'x' is offered when today > '2026-01-01'"
    ),
    ("type: integer, min: 1, max: 9", "type: integer, min: 0, max: 10", "a kept"),
    (
      "type: integer, min: 1, max: 9", "type: integer, min: 2, max: 8",
      "a asked: min changed from 1 to 2; max changed from 9 to 8"
    ),
    ("type: integer, max: 9", "type: integer", "a kept"),
    (
      "when: \"today > '2026-01-01'\", type: integer, otherwise: 1",
      "when: \"today > '2026-01-01'\", type: integer, otherwise: { value: 1 + 1 }",
      "a asked: otherwise changed from 1 to 1 + 1"
    ),
    (
      "when: \"today > '2026-01-01'\", type: integer, otherwise: 1",
      "when: \"today > '2026-01-01'\", type: integer",
      "a asked: otherwise changed from 1 to no value"
    ),
    ("type: date", "type: date, min: 2026-01-01", "a asked: min is now 2026-01-01"),
    (
      "type: string, pattern: '^a$'", "type: string, pattern: '^b$'",
      "a asked: pattern changed from ^a$ to ^b$"
    ),
    ("type: string, required: false", "type: string", "a asked: it's now required"),
    (
      "type: integer", "type: integer, validate: [{ check: a > 1, message: no }]",
      "a asked: new check: a > 1"
    ),
    (
      "type: integer", "type: integer, validate: [{ check: a > 1, message: no, level: warning }]",
      "a kept"
    ),
    (
      "type: string", "type: string, when: \"today > '2026-01-01'\"",
      "a asked: it's now asked when today > '2026-01-01'"
    ),
    (
      "type: string, when: \"today > '2026-01-01'\"", "type: string",
      "a asked: it's now always asked"
    ),
  ]

  @Test(arguments: changes) func changesOfAFieldDecideWhetherItIsAskedAgain(
    _ change: (old: String, new: String, said: String)
  ) throws {
    try expectEqual(Self.field(change.old, change.new), change.said)
  }

  /// For each key of lists, texts, and trees a change of it, and what's said.
  private static let changesOfKeys: [(key: String, old: String, new: String, said: String)] = [
    ("of", "type: list, of: string", "type: list, of: integer", "the type of its items"),
    ("keys", "type: map", "type: map, keys: { pattern: '^a$' }", "pattern is now ^a$"),
    ("unique", "type: list", "type: list, unique: true", "unique is now true"),
    ("yes", "type: boolean", "type: boolean, yes: Sure", "a.yes: the text is new"),
    ("no", "type: boolean, no: Never", "type: boolean", "a.no: the text is gone"),
    ("short", "type: string, short: A", "type: string, short: B", "a.short: the text changed"),
    (
      "priority", "type: string", "type: string, priority: low",
      "a: priority changed from nothing to low"
    ),
    (
      "priority", "type: string, priority: low",
      "type: string, priority: { value: \"1 > 0 ? 'low' : 'high'\" }",
      "a: priority changed from low to 1 > 0 ? 'low' : 'high'"
    ),
    (
      "otherwise", "when: \"today > '2026-01-01'\", type: integer",
      "when: \"today > '2026-01-01'\", type: integer, otherwise: 1", "a: otherwise is now 1"
    ),
    (
      "generate", "type: secret, generate: { length: 9, from: ab }",
      "type: secret, generate: { length: 8, from: ab }",
      "a: generate changed from 9 of 'ab' to 8 of 'ab'"
    ),
    (
      "from", "type: choice, choices: { from: \"['x', 'y']\" }",
      "type: choice, choices: { from: \"['x']\" }", "the choices come from ['x']"
    ),
    (
      "value", "type: choice, choices: { from: \"['x']\", value: item }",
      "type: choice, choices: { from: \"['x']\", value: item + 'z' }",
      "the values of the choices are item + 'z'"
    ),
    (
      "label", "type: choice, choices: { from: \"['x']\", label: 'l ${item}' }",
      "type: choice, choices: { from: \"['x']\", label: 'm ${item}' }",
      "a.choices.label: the text changed"
    ),
  ]

  @Test(arguments: changesOfKeys) func aChangeOfEachKeyIsSeen(
    _ change: (key: String, old: String, new: String, said: String)
  ) throws {
    func definition(_ field: String, _ version: Int) throws -> FlowDefinition {
      try FlowSchemaTests.flow(
        "flow: 1\nid: f\nversion: \(version)\nsteps: [ { ask: a, \(field) } ]"
      ).definition
    }
    let old = try definition(change.old, 1)
    let difference = FlowDifference(from: old, to: try definition(change.new, 2))
    let said =
      difference.answers.flatMap(\.reasons)
      + difference.changes.map { "\($0.id): \($0.reasons.joined(separator: "; "))" }
    #expect(said.contains { $0.contains(change.said) }, "\(change.key): \(said)")
    let same = FlowDifference(from: old, to: try definition(change.old, 2))
    #expect(same.changes.isEmpty && same.answers.allSatisfy(\.reasons.isEmpty), "\(change.key)")
  }

  @Test func removedAnswersAreLostUnlessMigrated() throws {
    let old = """
      steps:
        - { ask: name, type: string }
        - { ask: colour, type: string }
        - { ask: port, type: integer }
        - { ask: size, type: integer, when: port > 80 }
        - { ask: mood, type: string }
      """
    let new = """
      version: 2
      migrate:
        - from: 1
          rename: { name: title, port: gate }
          drop: [colour]
          set: { mood: "'good'", team: saved.name }
      steps:
        - { ask: title, type: string }
        - { ask: gate, type: integer }
        - { ask: size, type: integer, when: gate > 80 }
        - { ask: mood, type: string }
        - { ask: team, type: string }
        - { ask: day, type: date }
      """
    try expectEqual(
      Self.lines(old, new),
      [
        "name kept as title", "colour dropped: by the migration from 1", "port kept as gate",
        "size kept", "mood dropped: computed by the migration from 1",
        "mood computed: 'good'", "team computed: saved.name", "day new",
      ])
    try expectEqual(
      Self.lines(old, "steps: [ { ask: name, type: string } ]"),
      [
        "name kept", "colour lost", "port lost", "size lost", "mood lost",
      ])
  }

  /// Expressions and texts that only follow a renamed answer say the same as before.
  @Test func aRenamedAnswerChangesNothingThatNamesIt() throws {
    let old = """
      steps:
        - { ask: whom, type: string }
        - { note: n, when: "whom != ''", text: "Don't call ${whom} whom" }
        - { compute: c, value: whom + 'x' }
        - { write: w, path: "${whom}.txt", content: "For ${whom}" }
        - { write: v, path: v.json, json: { to: whom } }
        - { ask: b, type: string, default: "${whom}", validate: [ { check: "b != whom", message: No } ] }
      output: { to: whom }
      """
    let new = """
      version: 2
      migrate: [ { from: 1, rename: { whom: name } } ]
      steps:
        - { ask: name, type: string }
        - { note: n, when: "name != ''", text: "Don't call ${name} whom" }
        - { compute: c, value: name + 'x' }
        - { write: w, path: "${name}.txt", content: "For ${name}" }
        - { write: v, path: v.json, json: { to: name } }
        - { ask: b, type: string, default: "${name}", validate: [ { check: "b != name", message: No } ] }
      output: { to: name }
      """
    try expectEqual(Self.lines(old, new), ["whom kept as name", "b kept"])
    try expectEqual(Self.difference(old, new).changes, [])
  }

  /// The keys of data are the same names in the file, whatever answers are called.
  @Test func aRenamedAnswerDoesNotRenameKeysOfData() throws {
    func flow(_ version: String, _ name: String, _ key: String) -> String {
      """
      \(version)
      steps:
        - { ask: \(name), type: string }
        - { write: v, path: v.json, json: { \(key): \(name) } }
      """
    }
    let new = "version: 2\nmigrate: [ { from: 1, rename: { name: title } } ]"
    let old = flow("", "name", "name")
    try expectEqual(Self.difference(old, flow(new, "title", "name")).changes, [])
    try expectEqual(
      Self.difference(old, flow(new, "title", "title")).changes.map(\.reasons),
      [["its content changed"]])
  }

  /// That one choice is gone doesn't hide what else changed in the list.
  @Test(arguments: [
    ("x, y", "x", false), ("x, y", "x, z", true), ("x, y, z", "y, x", true),
    ("x, { value: y, when: 1 < 2 }", "y", true), ("x, y", "{ value: y, when: 1 < 2 }", false),
  ]) func choicesAreComparedOneByOne(old: String, new: String, isChanged: Bool) throws {
    func flow(_ choices: String) -> String {
      "steps: [ { ask: a, type: choice, choices: [\(choices)] } ]"
    }
    let found = try Self.difference(flow(old), flow(new))
    expectEqual(found.changes.isEmpty, !isChanged, "\(found.changes)")
    #expect(found.answers.contains { !$0.reasons.isEmpty })
  }

  /// A key that changes is a change of the data, unless a migration renames the old one.
  ///
  /// A step that had no key is known by its id.
  @Test func changedKeysAreChangesOfTheData() throws {
    let old = """
      steps:
        - { ask: kind, key: postfix/type, type: string }
        - { ask: sort, key: a/b, type: string }
        - { ask: plain, type: string }
        - { ask: mood, key: m, type: string }
        - { repeat: env, key: e, steps: [ { ask: k, key: type, type: string } ] }
      """
    let new = """
      version: 2
      migrate: [ { from: 1, rename: { a/b: sort, mood: feeling } } ]
      steps:
        - { ask: kind, key: postfix/kind, type: string }
        - { ask: sort, key: c/d, type: string }
        - { ask: plain, key: now/keyed, type: string }
        - { ask: feeling, key: m, type: string }
        - { repeat: env, key: e, steps: [ { ask: k, key: kind, type: string } ] }
      """
    try expectEqual(
      Self.lines(old, new),
      [
        "kind asked: its name in data changed from 'postfix/type' to 'postfix/kind'",
        "sort kept", "plain kept", "mood kept as feeling", "env kept",
        "env[].k asked: its name in data changed from 'type' to 'kind'",
      ])
  }

  @Test func itemsOfListsAreCompared() throws {
    let old =
      "steps: [ { repeat: env, steps: [ { ask: k, type: string }, { ask: v, type: string } ] } ]"
    let new = """
      steps:
        - repeat: env
          maxItems: 3
          steps: [ { ask: k, type: integer }, { ask: w, type: string } ]
      """
    try expectEqual(
      Self.lines(old, new),
      [
        "env asked: maxItems is now 3", "env[].k asked: the type changed from string to integer",
        "env[].v lost", "env[].w new",
      ])
    try expectEqual(
      Self.lines(old, "steps: [ { ask: env, type: string } ]"),
      [
        "env asked: it was a list and is now a question"
      ])
  }
}
