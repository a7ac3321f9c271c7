// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// The reference of keys, `KeyReference.md`, is generated from the table of keys and the flows in
/// `Tests/Fixtures/keys`, one for each map, which contain every key of the map.
///
/// With `RECORD_GOLDENS=1`, the test writes the page, and fails if it changed.
@Suite struct KeyReferenceTests {
  private static let root = ProjectFolder.url
  private static let folder = root.appending(path: "Tests/Fixtures/keys")
  private static let page = root.appending(
    path: "Sources/StackFlow/StackFlow.docc/KeyReference.md")

  /// The files in the folder of the examples.
  private struct ExampleFiles: FlowFileSource {
    func read(_ relativePath: String) throws -> [UInt8] {
      Array(try Data(contentsOf: KeyReferenceTests.folder.appending(path: relativePath)))
    }

    func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
      let path = KeyReferenceTests.folder.appending(path: folder).path
      return try FileManager.default.contentsOfDirectory(atPath: path).map { name in
        FlowFolderEntry(name: name, kind: .file(isExecutable: false))
      }
    }
  }

  private static func example(_ map: FileMap) throws -> String {
    try String(contentsOf: folder.appending(path: "\(map.name).flow.yaml"), encoding: .utf8)
  }

  @Test(arguments: FileMap.all.map(\.name)) func everyExampleLoadsWithoutFindings(
    name: String
  ) throws {
    let map = try #require(FileMap.all.first { $0.name == name })
    let loaded = FlowFile.load(
      try Self.example(map), name: "\(name).flow.yaml", files: ExampleFiles())
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    #expect(loaded.flow != nil)
  }

  /// An example contains each key of its map.
  ///
  /// A map in it counts if it has only keys of that map.
  @Test(arguments: FileMap.all.map(\.name)) func everyKeyIsInItsExample(name: String) throws {
    let map = try #require(FileMap.all.first { $0.name == name })
    let loaded = FlowFile.read(Array(try Self.example(map).utf8), name: "\(name).flow.yaml")
    var shown: Set<String> = []
    Self.visit(try #require(loaded.file.tree)) { entries in
      let keys = Set(entries.map(\.key.text))
      // If maps share keys, the first key identifies the kind.
      let isStep = StepKeyword(rawValue: name) != nil
      guard isStep ? keys.contains(name) : keys.isSubset(of: map.keys.map(\.name)) else { return }
      shown.formUnion(keys)
    }
    let missing = map.keys.map(\.name).filter { !shown.contains($0) }
    #expect(missing.isEmpty, "\(name)")
  }

  private static func visit(_ node: YAMLNode, _ look: ([YAMLEntry]) -> Void) {
    switch node.content {
    case .map(let entries):
      look(entries)
      for entry in entries { visit(entry.value, look) }
    case .list(let items):
      for item in items { visit(item, look) }
    default: break
    }
  }

  @Test func thePageIsUpToDate() throws {
    let text = try Self.text()
    let old = try? String(contentsOf: Self.page, encoding: .utf8)
    guard old != text else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    Issue.record("KeyReference.md is out of date; run with RECORD_GOLDENS=1 to write it")
  }

  // MARK: The page

  private static let order = [
    "flowFile", "input", "flowFunction", "migration", "ask", "check", "choice", "computedChoices",
    "item",
    "itemName", "generated",
    "form", "group",
    "note", "compute", "repeat", "flow", "run", "undo", "argument", "write", "part", "review",
    "commit", "stop",
  ]

  private static let titles = [
    "flowFile": "The file", "input": "An input", "flowFunction": "A function",
    "migration": "A migration", "check": "A check",
    "choice": "A choice", "computedChoices": "Choices from data",
    "item": "An item of a list or a map",
    "itemName": "A name in a map", "generated": "A random text",
    "undo": "An undo",
    "argument": "An argument of a command", "part": "A part of a file",
  ]

  private static func text() throws -> String {
    var text = """
      # Every key of a flow file

      What each key means and takes, with a flow that uses it.

      ## Overview

      A flow file is YAML. Quote every expression that is more than `name == 'word'`: double quotes
      outside, single quotes inside; single quotes for patterns; `|` for what is longer than a line;
      and no `{ }` around a text with `${`.

      This page is generated from the table with which `stackflow schema --of flow` describes flow files
      to editors; the flows are checked by the tests.

      """
    for name in order {
      let map = try #require(FileMap.all.first { $0.name == name })
      let title = titles[name] ?? "`\(name)`"
      text += "\n### \(title)\n\n\(map.summary)\n\n| key | takes | |\n|---|---|---|\n"
      for key in map.keys {
        let needed = key.isRequired ? "; needed" : ""
        text += "| `\(key.name)` | \(words(of: key.shape))\(needed) | \(escaped(key.summary)) |\n"
      }
      text += "\n```yaml\n\(try example(map))```\n"
    }
    expectEqual(Set(order), Set(FileMap.all.map(\.name)))
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "\\<")
  }

  private static func words(of shape: FileShape) -> String {
    switch shape {
    case .word, .value: "a word"
    case .id: "an id"
    case .oneOf(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .expression, .condition: "CEL"
    case .template: "a text with `${CEL}`"
    case .text: "a text with `${CEL}`, or one for each language"
    case .literal: "a literal"
    case .data: "any data"
    case .answer(let type): type.kind.described
    case .setting(let literal): "\(words(of: literal)), or `{ value: CEL }`"
    case .wholeNumber: "a whole number"
    case .boolean: "`true` or `false`"
    case .output: "CEL, or maps and lists of it"
    case .list(let element): "a list: \(words(of: element))"
    case .names(let value): "a map from names: \(words(of: value))"
    case .map("type"): "a type"
    case .map("step"): "a step"
    case .map("element"): "a field, note or compute"
    case .map(let name): (titles[name] ?? name).lowercased()
    case .any(let shapes): shapes.map { words(of: $0) }.joined(separator: ", or ")
    }
  }
}
