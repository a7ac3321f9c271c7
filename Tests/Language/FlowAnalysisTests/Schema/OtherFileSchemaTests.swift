// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowScripts
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// The schemas of files of texts and of extensions, and the schemas that editors get.
@Suite struct OtherFileSchemaTests {
  private static func data(of text: String) -> Value? {
    YAMLReader.read(Array(text.utf8), name: "f.yaml", options: .data).root?.dataValue
  }

  /// The folders of files with mistakes.
  private static let broken = ["broken", "wrong-keys", "not-a-map", ".build"]

  /// Returns the files of the project whose names have an ending, with their data; without those with mistakes.
  private static func files(endingIn ending: String) throws -> [(name: String, data: Value)] {
    try ["Flows", "Examples", "Tests"].flatMap { folder in
      let folder = ProjectFolder.url.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { name in name.hasSuffix(ending) && !broken.contains { name.contains($0) } }
        .compactMap { name in
          let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          return data(of: text).map { (name, $0) }
        }
    }
  }

  @Test(arguments: [
    (".texts.yaml", FileSchema.texts(of: nil)), (".extensions.yaml", FileSchema.extensions),
  ]) func everyFileOfTheProjectIsValid(ending: String, schema: Value) throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let files = try Self.files(endingIn: ending)
    #expect(!files.isEmpty)
    let found = try SchemaValidator.complaints(
      schemas: [schema], files.map { .init(schema: 0, instance: $0.data) })
    for (file, complaint) in zip(files, found) where complaint != nil {
      Issue.record("\(file.name): \(complaint ?? "")")
    }
  }

  private static let flow = """
    flow: 1
    id: f
    title: A flow
    steps: [ { ask: name, type: string, label: "Name of ${1 + 1}" } ]
    """

  @Test func mistakesAreReportedWhereTheyAre() throws {
    guard SchemaValidator.absence == nil else { return FlowSchemaTests.missing() }
    let flow = try #require(FlowFile.load(Self.flow, name: "f.flow.yaml").definition)
    let schemas = [
      FileSchema.extensions, FileSchema.texts(of: nil), FileSchema.texts(of: flow),
    ]
    let cases: [(schema: Int, text: String, complaint: String?)] = [
      (0, "extensions: 1\ntypes: { t: { type: integer, min: 3, help: a } }", nil),
      (
        0, "extensions: 1\ntypes: { t: { type: integer, minLength: 3 } }",
        "types/t: Additional properties are not allowed ('minLength' was unexpected)"
      ),
      (
        0, "extensions: 1\ntypes: { t: { type: choice } }",
        "types/t/type: 'choice' is not one of"
      ),
      (0, "types: {}", ": 'extensions' is a required property"),
      (1, "name.label: Name\ntitle: 3", nil),
      (1, "name: { label: Name }", "name: {'label': 'Name'} is not valid under any"),
      (2, "name.label: Name\ntitle: Ein Flow", nil),
      (
        2, "name.lable: Name",
        ": Additional properties are not allowed ('name.lable' was unexpected)"
      ),
    ]
    let found = try SchemaValidator.complaints(
      schemas: schemas,
      try cases.map { .init(schema: $0.schema, instance: try #require(Self.data(of: $0.text))) })
    for (one, complaint) in zip(cases, found) {
      let isExpected =
        if let complaint, let expected = one.complaint { complaint.hasPrefix(expected) } else {
          complaint == one.complaint
        }
      #expect(isExpected, "\(one.text): \(complaint ?? "valid")")
    }
    let properties = FileSchema.texts(of: flow).map?["properties"]?.map
    expectEqual(properties?["name.label"]?.map?["description"], "Name of ${1 + 1}")
  }

  /// The schemas that the extension of VS Code contains, and that settings of other editors name.
  @Test(arguments: [
    ("flow", FileSchema.flow), ("script", FileSchema.script),
    ("texts", FileSchema.texts(of: nil)), ("extensions", FileSchema.extensions),
  ]) func theSchemasForEditorsAreUpToDate(name: String, schema: Value) throws {
    let file = ProjectFolder.url.appending(path: "Editors/vscode/schemas/\(name).schema.json")
    let text = try #require(JSONWriter().text(of: schema)) + "\n"
    let old = try? String(contentsOf: file, encoding: .utf8)
    guard old != text else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(file.lastPathComponent) is out of date; run with RECORD_GOLDENS=1 to write it")
  }
}
