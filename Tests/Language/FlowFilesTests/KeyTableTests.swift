// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// The table of keys, `FileMap`, is the only list of the language's keys.
@Suite struct KeyTableTests {
  @Test func everyKeyIsInAMap() {
    let names = (FileMap.all + FileMap.ofExtensions + [.type, .setting]).names()
    #expect(FlowKey.allCases.filter { !names.contains($0.rawValue) }.isEmpty)
    #expect(ConstraintKind.allCases.filter { !names.contains($0.rawValue) }.isEmpty)
  }

  @Test func theSpecificationNamesTheKeysOfAFlow() throws {
    let page = ProjectFolder.url.appending(path: "Documentation/FlowLanguage.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Top level: `") })
    let names = line.split(separator: "`")[1].split(separator: " ").map(String.init)
    expectEqual(names.sorted(), FileMap.flowFile.names.sorted())
  }

  @Test(arguments: StepKeyword.allCases) func aKindOfStepIsNamedByTheFirstKeyOfItsMap(
    keyword: StepKeyword
  ) {
    let map = FileMap.step(keyword)
    expectEqual(map.name, keyword.rawValue)
    expectEqual(map.keys.first?.name, keyword.rawValue)
    expectEqual(map.keys.first?.isRequired, true)
  }

  /// Files of translations name the texts of the examples of all keys; every last part of a name that
  /// isn't chosen by the author is a text key of the table.
  @Test func theTextsOfAFlowAreTheTextsOfTheTable() throws {
    let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/keys")
    var found: Set<String> = []
    for map in FileMap.all {
      let text = try String(
        contentsOf: folder.appending(path: "\(map.name).flow.yaml"), encoding: .utf8)
      let loaded = FlowFile.read(Array(text.utf8), name: "\(map.name).flow.yaml")
      for key in try #require(loaded.definition).textKeys {
        let parts = key.split(separator: ".")
        guard parts.count < 2 || !["messages", "validate"].contains(parts[parts.count - 2]) else {
          continue
        }
        found.insert(String(parts.last ?? ""))
      }
    }
    func isText(_ shape: FileShape) -> Bool {
      switch shape {
      case .text: true
      case .any(let shapes): shapes.contains(where: isText)
      default: false
      }
    }
    let texts = (FileMap.all).names(where: isText)
    // The input of a command isn't shown, and messages are named by their checks.
    expectEqual(found, texts.subtracting(["stdin", "message", "messages"]))
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }

  /// The keys of the maps in a text that are those of a map of the table.
  private static func keys(in text: String, of map: FileMap) throws -> Set<String> {
    var keys: Set<String> = []
    func look(_ node: YAMLNode) {
      switch node.content {
      case .map(let entries):
        let names = Set(entries.map(\.key.text))
        if names.isSubset(of: map.names) { keys.formUnion(names) }
        for entry in entries { look(entry.value) }
      case .list(let items): items.forEach(look)
      default: break
      }
    }
    look(try #require(FlowFile.read(Array(text.utf8), name: "written.flow.yaml").file.tree))
    return keys
  }

  /// A definition has every key of its file, so a flow built in code that is written has it, too.
  @Test(arguments: FileMap.all.map(\.name)) func everyKeyIsWrittenBack(name: String) throws {
    let map = try #require(FileMap.all.first { $0.name == name })
    let path = "Tests/Fixtures/keys/\(name).flow.yaml"
    let loaded = FlowFile.load(
      Array(try Self.text(path).utf8), name: path, files: FlowFolderOfTests(path))
    let written = FlowFile.check(try #require(loaded.definition)).file.text
    // A file next to the flow is in the definition with its text.
    let inlined: Set<String> =
      switch name {
      case "part": ["from", "verbatim"]
      case "write": ["links", "lines"]
      default: []
      }
    expectEqual(
      map.names.subtracting(try Self.keys(in: written, of: map)).subtracting(inlined), [],
      "\(written)")
  }

  @Test func everyKeyIsInTheSchemaOfFlows() throws {
    guard case .map(let schema) = FileSchema.flow,
      case .map(let maps)? = schema["definitions"]
    else {
      Issue.record("the schema has no definitions")
      return
    }
    for map in FileMap.all {
      let found: Value? = map.name == FileMap.flowFile.name ? .map(schema) : maps[map.name]
      // The keys that follow from a type are beside those that any type has.
      guard let definition = found?.map,
        let keys = (definition["else"]?.map ?? definition)["properties"]?.map
      else {
        Issue.record("\(map.name) isn't in the schema")
        continue
      }
      for key in map.keys { #expect(keys[key.name] != nil, "\(map.name).\(key.name)") }
    }
  }

  @Test func everyKeyIsInTheDocumentOfTheLanguage() throws {
    let text = try Self.text("Documentation/FlowLanguage.md")
    let words = Set(text.split { !($0.isLetter || $0.isNumber) })
    expectEqual(FileMap.all.names().filter { !words.contains($0[...]) }, [])
  }

  /// Each key has the name of a parameter, a method, or a type of the builders, or another word there.
  @Test func everyKeyHasABuilder() throws {
    let others: [String: String] = [
      "args": "ArgumentDefinition", "json": "Content", "migrate": "Migration",
      "links": "TreeDefinition", "lines": "TreeDefinition", "skip": "TreeDefinition",
      "suffix": "TreeDefinition", "validate": "check",
      "verbatim": "ContentPartDefinition", "yaml": "Content",
      "copy": "Content", "updatable": "isUpdatable",
    ]
    let folder = ProjectFolder.url.appending(path: "Sources/Language/FlowBuilders")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    var words: Set<Substring> = []
    for case let name as String in files where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n")
      where !line.drop(while: \.isWhitespace).hasPrefix("//") {
        words.formUnion(line.split { !($0.isLetter || $0.isNumber) })
      }
    }
    let missing = FileMap.all.names().filter { !words.contains((others[$0] ?? $0)[...]) }
    expectEqual(missing, [])
  }

  @Test(arguments: [
    ("allow", "allow [unused-answer]\nsteps: []\n"),
    (
      "at",
      "steps:\n  - form: f\n    fields: []\n    validate:\n      - check: 'true'\n        at a\n"
    ),
    (
      "disabled",
      "steps:\n  - ask: a\n    type: choice\n    choices:\n      - value: b\n        disabled no\n"
    ),
    ("of", "inputs:\n  a:\n    type: list\n    of string\nsteps: []\n"),
  ])
  func everyKeyIsRecognizedWithoutItsColon(key: String, text: String) {
    let loaded = FlowFile.read(Array("flow: 1\nid: f\n\(text)".utf8), name: "f.flow.yaml")
    let found = loaded.diagnostics.diagnostics.first { $0.id == "missing-colon" }
    expectEqual(
      found?.message, "expected ':' after '\(key)'",
      "\(DiagnosticRenderer().render(loaded.diagnostics))")
  }
}
