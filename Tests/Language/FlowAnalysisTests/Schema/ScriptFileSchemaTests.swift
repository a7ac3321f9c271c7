// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Compares the schema of files of scripted tests with the loader.
@Suite struct ScriptFileSchemaTests {
  /// The documents of a file, as data.
  private static func documents(of text: String) -> [Value] {
    var options = YAMLOptions.data
    options.allowsSeveralDocuments = true
    return YAMLReader.read(Array(text.utf8), name: "a.test.yaml", options: options).documents
      .compactMap { $0.root?.dataValue }
  }

  @Test func everyScriptOfTheProjectIsValid() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    var checks: [SchemaValidator.Check] = []
    var names: [String] = []
    for folder in ["Flows", "Examples", "Tests"] {
      let folder = ProjectFolder.url.appending(path: folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      where name.hasSuffix(".test.yaml") && !name.contains(".build") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        for document in Self.documents(of: text) {
          checks.append(.init(schema: 0, instance: document))
          names.append(name)
        }
      }
    }
    let found = try SchemaValidator.complaints(schemas: [FileSchema.script], checks)
    for (name, complaint) in zip(names, found) where complaint != nil {
      Issue.record("\(name): \(complaint ?? "")")
    }
    #expect(checks.count > 90)
  }

  /// Documents, and whether they have a structural mistake.
  static let documents: [(text: String, isValid: Bool)] = [
    ("test: a\nsteps: [ { answer: { a: null } } ]", true),
    ("test: a\nsteps: [ { answer: { a: x }, keys: \"x<Enter>\" }, { resize: [80, 24] } ]", true),
    ("test: b\nbegin: c\nsteps: [ { back: 2 }, { back: a } ]", true),
    ("test: a\neach: [ { x: 1 } ]\nsteps: [ { answer: { a: \"${x}\" } } ]", true),
    ("test: a\nruns: { r: [ { status: 1 }, { text: x } ] }", true),
    (
      "test: a\neach: [ { n: 1, x: cancelled } ]\nruns: { r: { status: \"${n}\" } }\noutcome: ${x}",
      true
    ),
    ("test: a\noutcome: ended", false),
    ("test: a\nruns: { r: { json: { k: null }, undo: { status: 1 } } }", true),
    (
      "test: a\nsteps: [ { expect: { files: { f: null }, error: { a: b }, can-go-back: false } } ]",
      true
    ),
    ("steps: []", false),
    ("test: a\nzzz: 1", false),
    ("test: a\nsteps: [ { answer: { a: x }, zzz: 1 } ]", false),
    ("test: a\nsteps: [ { answer: { a: x }, back: 1 } ]", false),
    ("test: a\nsteps: [ { keys: x } ]", false),
    ("test: a\nsteps: [ { expect: { zzz: 1 } } ]", false),
    ("test: a\nsteps: [ { expect: { can-go-back: maybe } } ]", false),
    ("test: a\nsteps: [ { accept: everything } ]", false),
    ("test: a\nsteps: [ { deny: { zzz: 1 } } ]", false),
    ("test: a\nruns: { r: { zzz: 1 } }", false),
    ("test: a\nruns: { r: { undo: { undo: { status: 1 } } } }", false),
    ("test: a\noutcome: perfect", false),
    ("test: a\ndefaults: sometimes", false),
  ]

  private static let flow = """
    flow: 1
    id: f
    steps:
      - { ask: a, type: string, required: false }
      - { run: r, command: [b], capture: json, type: map, of: string, undo: { command: [c] } }
    """

  @Test func theSchemaAndTheLoaderAgreeOnStructure() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let flow = try #require(FlowFile.load(Self.flow, name: "f.flow.yaml").flow)
    var checks: [SchemaValidator.Check] = []
    for (text, isValid) in Self.documents {
      checks.append(.init(schema: 0, instance: try #require(Self.documents(of: text).first)))
      let loaded = FlowScriptFile.load(Array(text.utf8), name: "f.test.yaml", flow: flow)
      // The schema doesn't check names.
      let mistakes = loaded.diagnostics.diagnostics.filter {
        $0.severity == .error && $0.id != "unknown-beginning"
      }
      expectEqual(mistakes.isEmpty, isValid, "\(text)\n\(mistakes.map(\.message))")
    }
    let found = try SchemaValidator.complaints(schemas: [FileSchema.script], checks)
    for (document, complaint) in zip(Self.documents, found) {
      expectEqual((complaint == nil), document.isValid, "\(document.text): \(complaint ?? "valid")")
    }
  }
}
