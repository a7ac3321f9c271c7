// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Compares the schema of flow files with the loader.
@Suite struct FlowFileSchemaTests {
  private static let root = ProjectFolder.url

  /// Returns the flow files in a folder, with their texts.
  private static func files(under folder: String) throws -> [(name: String, text: String)] {
    let folder = root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return names.filter { $0.hasSuffix(".flow.yaml") }.compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map { (name, $0) }
    }
  }

  /// Files without mistakes are valid, and files with structural mistakes aren't.
  @Test func theSchemaAndTheLoaderAgreeOnStructure() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let structural: Set<DiagnosticID> = [
      "unknown-key", "missing-key", "wrong-kind", "unknown-step", "several-kinds", "null-value",
    ]
    var checks: [SchemaValidator.Check] = []
    var expected: [(name: String, isValid: Bool)] = []
    for folder in ["Flows", "Examples", "Tests/Fixtures", "Tests/Flows"] {
      let files = try Self.files(under: folder)
      // The fixtures have the mistakes.
      let part =
        dailyPart(
          of: files, every: folder == "Tests/Fixtures" ? 2 : 3,
          named: "files for schemas in \(folder)")
      for (name, text) in part {
        let loaded = FlowFile.read(Array(text.utf8), name: name)
        guard let data = AnswersFile.value(of: text), data.map != nil else { continue }
        let found = Set(loaded.diagnostics.diagnostics.filter { $0.severity == .error }.map(\.id))
        let isWrong = !found.isDisjoint(with: structural)
        // The schema finds some of what the checker does, and doesn't check words and places.
        let mistakes = FlowFile.load(text, name: name).diagnostics.diagnostics
          .filter { $0.severity == .error }
        guard isWrong || mistakes.allSatisfy({ ["no-folder", "unreadable-file"].contains($0.id) })
        else { continue }
        checks.append(.init(schema: 0, instance: data))
        expected.append((name, !isWrong))
      }
    }
    let found = try SchemaValidator.complaints(schemas: [FileSchema.flow], checks)
    for (complaint, expected) in zip(found, expected) where (complaint == nil) != expected.isValid {
      Issue.record("\(expected.name): \(complaint ?? "valid, but rejected by the loader")")
    }
    #expect(expected.contains { $0.isValid } && expected.contains { !$0.isValid })
  }

  /// Ordinary mistakes, each with the place where it's reported and a part of the complaint.
  static let mistakes: [(what: String, text: String, place: String, complaint: String)] = [
    (
      "a misspelled key of the file", "tilte: A\nsteps: []", "",
      "Additional properties are not allowed ('tilte' was unexpected)"
    ),
    (
      "a misspelled kind of step", "steps: [ { aks: name, type: string } ]", "steps/0",
      "Additional properties are not allowed ('aks' was unexpected)"
    ),
    (
      "two kinds of steps", "steps: [ { ask: a, type: string, note: b } ]", "steps/0",
      "Additional properties are not allowed ('note' was unexpected)"
    ),
    (
      "a misspelled key of a step", "steps: [ { ask: a, type: string, lable: b } ]", "steps/0",
      "Additional properties are not allowed ('lable' was unexpected)"
    ),
    (
      "a misspelled key in a form",
      "steps: [ { form: a, fields: [ { ask: b, type: date, hnit: c } ] } ]",
      "steps/0/fields/0", "Additional properties are not allowed ('hnit' was unexpected)"
    ),
    (
      "a misspelled word", "steps: [ { ask: a, type: string, priority: hihg } ]",
      "steps/0/priority", "'hihg' is not one of ['low', 'medium', 'high', 'critical']"
    ),
    (
      "a missing key", "steps: [ { note: a } ]", "steps/0", "'text' is a required property"
    ),
    (
      "a choice without choices", "steps: [ { ask: a, type: choice } ]", "steps/0",
      "'choices' is a required property"
    ),
    (
      "a limit of another type of field", "steps: [ { ask: a, type: boolean, minLength: 3 } ]",
      "steps/0", "Additional properties are not allowed ('minLength' was unexpected)"
    ),
    (
      "a limit that's no number", "steps: [ { ask: a, type: integer, min: low } ]",
      "steps/0/min", "'low' is not of type 'integer'"
    ),
    (
      "yes instead of true", "steps: [ { ask: a, type: boolean, default: yes } ]",
      "steps/0/default", "'yes' is not of type 'boolean'"
    ),
    (
      "an unknown format", "steps: [ { ask: a, type: string, format: e-mail } ]",
      "steps/0/format", "'e-mail' is not one of ['email', "
    ),
    (
      "an id with a dash", "steps: [ { ask: first-name, type: string } ]", "steps/0/ask",
      "'first-name' does not match"
    ),
    (
      "a check outside a list",
      "steps: [ { ask: a, type: string, validate: { check: 'true', message: b } } ]",
      "steps/0/validate", "is not of type 'array'"
    ),
    (
      "a command as a text", "steps: [ { run: a, command: make all } ]", "steps/0/command",
      "'make all' is not of type 'array'"
    ),
    (
      "an empty value", "steps: [ { note: a, text: b, when: } ]", "steps/0/when",
      "is not valid under any of the given schemas"
    ),
    (
      "a misspelled type of an input", "inputs: { a: { type: strng } }\nsteps: []",
      "inputs/a/type", "'strng' is not one of ['string', "
    ),
  ]

  /// The schema means the same as of a later draft, which some validators take all schemas for.
  private static let later: Value? = {
    guard var schema = FileSchema.flow.map else { return nil }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return .map(schema)
  }()

  /// A mistake is reported once, where it is, in the kind of step and the type of field that it's made in; the
  /// loader finds it, too.
  @Test func ordinaryMistakesAreReportedWhereTheyAre() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    var checks: [SchemaValidator.Check] = []
    let schemas = [FileSchema.flow, try #require(Self.later)]
    for mistake in Self.mistakes {
      let text = "flow: 1\nid: f\n\(mistake.text)\n"
      #expect(FlowFile.load(text, name: "f.flow.yaml").diagnostics.hasErrors, "\(mistake.what)")
      let data = try #require(Self.data(of: text), "\(mistake.what)")
      for schema in schemas.indices { checks.append(.init(schema: schema, instance: data)) }
    }
    let found = try SchemaValidator.complaints(schemas: schemas, checks)
    for (index, mistake) in Self.mistakes.enumerated() {
      for complaint in found[(index * 2)..<(index * 2 + 2)] {
        let complaint = complaint ?? "no complaint"
        #expect(
          complaint.hasPrefix("\(mistake.place): ") && complaint.contains(mistake.complaint),
          "\(mistake.what): \(complaint)")
      }
    }
  }

  /// The data of a YAML file, also with empty values.
  private static func data(of text: String) -> Value? {
    YAMLReader.read(Array(text.utf8), name: "f.flow.yaml", options: .data).root?.dataValue
  }

  /// Each map, with an unknown key.
  static let maps: [(name: String, text: String)] = [
    ("flowFile", "zzz: 1"),
    ("migration", "migrate: [ { from: 1, zzz: 1 } ]"),
    ("input", "inputs: { a: { type: string, zzz: 1 } }"),
    ("flowFunction", "functions: { a: { value: '1', zzz: 1 } }"),
    ("ask", "steps: [ { ask: a, type: string, zzz: 1 } ]"),
    ("form", "steps: [ { form: a, fields: [], zzz: 1 } ]"),
    ("group", "steps: [ { group: a, steps: [], zzz: 1 } ]"),
    ("note", "steps: [ { note: a, text: b, zzz: 1 } ]"),
    ("compute", "steps: [ { compute: a, value: '1', zzz: 1 } ]"),
    ("repeat", "steps: [ { repeat: a, steps: [], zzz: 1 } ]"),
    ("flow", "steps: [ { flow: a, use: b, zzz: 1 } ]"),
    ("run", "steps: [ { run: a, command: [b], zzz: 1 } ]"),
    ("write", "steps: [ { write: a, path: b, content: c, zzz: 1 } ]"),
    ("review", "steps: [ { review: a, zzz: 1 } ]"),
    ("commit", "steps: [ { commit: a, text: b, zzz: 1 } ]"),
    ("stop", "steps: [ { stop: a, zzz: 1 } ]"),
    ("check", "steps: [ { form: a, fields: [], validate: [ { check: b, message: c, zzz: 1 } ] } ]"),
    ("choice", "steps: [ { ask: a, type: choice, choices: [ { value: b, zzz: 1 } ] } ]"),
    ("computedChoices", "steps: [ { ask: a, type: choice, choices: { from: b, zzz: 1 } } ]"),
    ("item", "steps: [ { ask: a, type: list, of: { type: string, zzz: 1 } } ]"),
    ("itemName", "steps: [ { ask: a, type: map, keys: { zzz: 1 } } ]"),
    ("generated", "steps: [ { ask: a, type: secret, generate: { length: 1, zzz: 1 } } ]"),
    ("undo", "steps: [ { run: a, command: [b], undo: { command: [c], zzz: 1 } } ]"),
    ("argument", "steps: [ { run: a, command: [ { args: [b], zzz: 1 } ] } ]"),
    ("part", "steps: [ { write: a, path: b, content: [ { text: c, zzz: 1 } ] } ]"),
  ]

  @Test func theSchemaHasTheKeysOfTheLoader() throws {
    expectEqual(Set(Self.maps.map(\.name)), Set(FileSchema.flowKeys.keys))
    for (name, text) in Self.maps {
      let loaded = FlowFile.read(Array("flow: 1\nid: f\n\(text)\n".utf8), name: "f.flow.yaml")
      let notes = loaded.diagnostics.diagnostics.filter {
        $0.id == "unknown-key" && $0.message.contains("'zzz'")
      }.flatMap(\.notes).map(\.message)
      let note = try #require(notes.first { $0.hasPrefix("it may have ") }, "\(name)")
      let keys = note.dropFirst("it may have ".count).split(separator: ", ").map(String.init)
      expectEqual(FileSchema.flowKeys[name], Set(keys), "\(name)")
    }
  }
}
