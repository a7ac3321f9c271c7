// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import SourceDiagnostics
import Testing

@testable import FlowFiles

@Suite struct ScalarFixItsTests {
  /// The source of a scalar, the replacement of the `x` in it, and the resulting text.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let replacement: String
    let text: String
    var testDescription: String { "\(source) with \(replacement)" }
  }

  @Test(arguments: [
    Case(source: "a + x", replacement: "y", text: "a + y"),
    Case(source: "a + x", replacement: "y.orValue('')", text: "a + y.orValue('')"),
    Case(source: "a + x", replacement: "c ? d : e", text: "a + c ? d : e"),
    Case(source: "x + a", replacement: "!b", text: "!b + a"),
    Case(source: "a + x", replacement: "{'k': 1}", text: "a + {'k': 1}"),
    Case(source: "a + x", replacement: "b #c", text: "a + b #c"),
    Case(source: "\"a + x\"", replacement: "\"y\\d\"", text: "a + \"y\\d\""),
    Case(source: "'a + x'", replacement: "y.orValue('')", text: "a + y.orValue('')"),
    Case(source: "|\n    a +\n    x", replacement: "'y'", text: "a +\n'y'\n"),
    Case(source: ">-\n    a +\n    x", replacement: "\"y\"", text: "a + \"y\""),
  ])
  func fixesAreAdaptedToTheQuotesOfTheirScalar(example: Case) throws {
    for frame in ["k:\n  v: §\n", "k: { v: §, w: 1 }\n"] {
      if frame.contains("{"), "|>".contains(example.source.prefix(1)) { continue }
      let source = frame.split(separator: "§").joined(separator: example.source)
      let stream = YAMLReader.read(source, name: "a")
      #expect(stream.diagnostics.isEmpty)
      let bytes = Array(source.utf8)
      let offset = try #require(bytes.lastIndex(of: UInt8(ascii: "x")))
      let range = SourceRange(offset, offset + 1)
      let diagnostic = Diagnostic(
        "a-b", "bad", at: SourcePlace(stream.file, range),
        fixIts: [FixIt("write it", [FixIt.Edit(range, example.replacement)])])
      let fitted = ScalarFixIts.adapted([diagnostic], in: [stream.file])
      let edits = try #require(TextEdits().adding(fitted.flatMap(\.fixIts).flatMap(\.edits)))
      let repaired = YAMLReader.read(edits.applied(to: bytes), name: "a")
      #expect(
        repaired.diagnostics.isEmpty, "\(String(decoding: edits.applied(to: bytes), as: UTF8.self))"
      )
      guard case .map(let outer)? = repaired.root?.content,
        case .map(let inner)? = outer.first?.value.content
      else {
        Issue.record("the tree changed")
        continue
      }
      expectEqual(inner.first?.value.scalar?.text, example.text)
    }
  }

  /// A flow, one that it uses, and a translation, of which the last two have a word without its quotes.
  private struct Folder: FlowFileSource {
    static let flow = """
      flow: 1
      id: main
      steps:
        - { ask: kind, type: choice, choices: [http, cron] }
        - { note: told, text: Hello }
        - { flow: part, use: part.flow.yaml }

      """

    static let files = [
      "part.flow.yaml": """
      flow: 1
      id: part
      steps:
        - { ask: way, type: choice, choices: [car, train] }
        - ask: number
          when: train == way
          type: string

      """,
      "main.de.texts.yaml": "told.text: 'Hallo ${kind == http}'\n",
    ]

    var names: [String] { Self.files.keys.sorted() }

    func read(_ relativePath: String) throws -> [UInt8] {
      Array((Self.files[relativePath] ?? "").utf8)
    }
  }

  @Test func fixesInUsedFlowsAndTranslationsAreAdaptedToTheirScalars() throws {
    let loaded = FlowFile.load(Folder.flow, name: "main.flow.yaml", files: Folder())
    var fixed: [String] = []
    for diagnostic in loaded.diagnostics.diagnostics where !diagnostic.fixIts.isEmpty {
      let file = diagnostic.place.file
      let edits = try #require(TextEdits().adding(diagnostic.fixIts.flatMap(\.edits)))
      let text = String(decoding: edits.applied(to: Array(file.text.utf8)), as: UTF8.self)
      let known = file.text.split(separator: "\n")
      fixed += text.split(separator: "\n").filter { !known.contains($0) }
        .map { "\(file.name): \($0)" }
    }
    expectEqual(
      fixed.sorted(),
      [
        "main.de.texts.yaml: told.text: 'Hallo ${kind == ''http''}'",
        "part.flow.yaml:     when: \"'train' == way\"",
      ])
  }
}
