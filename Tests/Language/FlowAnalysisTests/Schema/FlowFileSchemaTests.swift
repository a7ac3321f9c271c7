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

  /// Files that load are valid, and files with structural mistakes aren't.
  @Test func theSchemaAndTheLoaderAgreeOnStructure() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let structural: Set<DiagnosticID> = [
      "unknown-key", "missing-key", "wrong-kind", "unknown-step", "several-kinds", "null-value",
    ]
    var checks: [SchemaValidator.Check] = []
    var expected: [(name: String, isValid: Bool)] = []
    for folder in ["Flows", "Examples", "Tests/Fixtures", "Tests/Flows"] {
      for (name, text) in try Self.files(under: folder) {
        let loaded = FlowFile.read(Array(text.utf8), name: name)
        guard let data = AnswersFile.value(of: text), data.map != nil else { continue }
        let found = Set(loaded.diagnostics.diagnostics.filter { $0.severity == .error }.map(\.id))
        let isWrong = !found.isDisjoint(with: structural)
        // The schema doesn't check words and places.
        guard isWrong || found.isSubset(of: ["no-folder", "unreadable-file"]) else { continue }
        checks.append(.init(schema: 0, instance: data))
        expected.append((name, !isWrong))
      }
    }
    let found = try SchemaValidator.complaints(schemas: [FlowFileSchema.schema], checks)
    for (complaint, expected) in zip(found, expected) where (complaint == nil) != expected.isValid {
      Issue.record("\(expected.name): \(complaint ?? "valid, but rejected by the loader")")
    }
    #expect(expected.contains { $0.isValid } && expected.contains { !$0.isValid })
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
    expectEqual(Set(Self.maps.map(\.name)), Set(FlowFileSchema.keys.keys))
    for (name, text) in Self.maps {
      let loaded = FlowFile.read(Array("flow: 1\nid: f\n\(text)\n".utf8), name: "f.flow.yaml")
      let notes = loaded.diagnostics.diagnostics.filter {
        $0.id == "unknown-key" && $0.message.contains("'zzz'")
      }.flatMap(\.notes).map(\.message)
      let note = try #require(notes.first { $0.hasPrefix("it may have ") }, "\(name)")
      let keys = note.dropFirst("it may have ".count).split(separator: ", ").map(String.init)
      expectEqual(FlowFileSchema.keys[name], Set(keys), "\(name)")
    }
  }
}
