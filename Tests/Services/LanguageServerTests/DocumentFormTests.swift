// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import Foundation
import RandomEditing
import Testing

@testable import LanguageServer

/// Formatting as a client applies it, and documents with other line breaks, marks, and wide characters.
@Suite struct DocumentFormTests {
  private static let flow = """
    flow: 1
    id: x
    steps:
    - {ask: a,type: string}
    -   ask: b
        type:   integer


    - { note: n,  text: "😀 ${a}" }

    """

  private static func formatted(_ text: String) -> String {
    FlowFormatter.format(Array(text.utf8), name: "x.flow.yaml", limit: 1 << 20).text
  }

  @Test func theEditsOfADocumentAreWhatTheProgramWrites() throws {
    var folder = try OpenFolder(["x.flow.yaml": Self.flow])
    folder.open("x.flow.yaml")
    let edits = folder.ask("formatting", "x.flow.yaml").items
    expectEqual(OpenFolder.edited(Self.flow, edits), Self.formatted(Self.flow))
  }

  @Test func theEditsOfARangeAreThoseOfItsLines() throws {
    var folder = try OpenFolder(["x.flow.yaml": Self.flow])
    folder.open("x.flow.yaml")
    let count = Self.flow.split(separator: "\n", omittingEmptySubsequences: false).count
    let whole = Self.range(0, count - 1)
    let all = folder.ask("rangeFormatting", "x.flow.yaml", "", [("range", whole)]).items
    expectEqual(OpenFolder.edited(Self.flow, all), Self.formatted(Self.flow))
    let line = folder.ask("rangeFormatting", "x.flow.yaml", "", [("range", Self.range(8, 8))]).items
    expectEqual(line.map { $0["newText"]?.text }, ["  - { note: n,  text: \"😀 ${a}\" }\n"])
    let none = folder.ask("rangeFormatting", "x.flow.yaml", "", [("range", Self.range(0, 1))]).items
    expectEqual(none, [])
  }

  private static func range(_ first: Int, _ last: Int) -> Value {
    .object([
      "start": TextPosition(line: first, character: 0).value,
      "end": TextPosition(line: last, character: 0).value,
    ])
  }

  /// The text typed before a line break, and the text with the edits that follow it.
  @Test(arguments: [
    ("steps:\n¦", "steps:\n  ¦"),
    ("  - ask: a\n¦", "  - ask: a\n    ¦"),
    ("  - note: n\n    text: |\n¦", "  - note: n\n    text: |\n      ¦"),
    ("  - {ask: a,type: string}\n¦", "  - { ask: a, type: string }\n  ¦"),
    ("# steps:\n¦", "# steps:\n¦"),
    (
      "  - ask: a\n    type: string\n¦\n  - ask: b\n",
      "  - ask: a\n    type: string\n    ¦\n  - ask: b\n"
    ),
  ])
  func aLineBreakIndentsTheNextLine(_ typed: String, _ expected: String) throws {
    let head = "flow: 1\nid: x\n" + (typed.hasPrefix("  ") ? "steps:\n" : "")
    let text = head + typed.replacing("¦", with: "")
    var folder = try OpenFolder(["x.flow.yaml": text])
    folder.open("x.flow.yaml")
    let edits = folder.ask("onTypeFormatting", "x.flow.yaml", end: head + typed, [("ch", "\n")])
      .items
    expectEqual(OpenFolder.edited(text, edits), head + expected.replacing("¦", with: ""))
  }

  @Test(arguments: ["\r\n", "\r"])
  func otherLineBreaksAreUnderstood(_ lineBreak: String) throws {
    let text = Self.flow.replacing("\n", with: lineBreak)
    var folder = try OpenFolder(["x.flow.yaml": text])
    folder.open("x.flow.yaml")
    expectEqual(folder.places("definition", "x.flow.yaml", "a}\""), ["x.flow.yaml:4 a"])
    expectEqual(
      folder.renamed("x.flow.yaml", "a,type", to: "called"),
      [
        "x.flow.yaml": text.replacing("ask: a", with: "ask: called")
          .replacing("${a}", with: "${called}")
      ])
    let edits = folder.ask("formatting", "x.flow.yaml").items
    let formatted = FlowFormatter.format(Array(text.utf8), name: "x.flow.yaml", limit: 1 << 20).text
    expectEqual(OpenFolder.edited(text, edits), formatted)
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func aMarkAndWideCharactersCountInEachEncoding(_ name: String) throws {
    let encoding = try #require(PositionEncoding(rawValue: name))
    let text = "\u{FEFF}flow: 1 # é😀\nid: x\nsteps:\n  - { note: n, text: \"é😀 ${size('é')}\" }\n"
    var client = EditorConversation([
      "capabilities": ["general": ["positionEncodings": [.string(name)]]]
    ])
    client.open("file:///nowhere/x.flow.yaml", text)
    let document = DocumentText(Array(text.utf8))
    // A place in the text without its mark.
    let inside = text.unicodeScalars.dropFirst().map(String.init).joined()
    for words in ["size", "flow", "# é"] {
      let start = try #require(inside.range(of: words)).lowerBound
      let offset = inside.utf8.distance(from: inside.startIndex, to: start)
      let position = document.position(of: offset, in: encoding)
      expectEqual(document.offset(of: position, in: encoding), offset)
      if words == "flow" { expectEqual(position.character, encoding.units(0xEF)) }
    }
    let start = try #require(inside.range(of: "size(")).upperBound
    let offset = inside.utf8.distance(from: inside.startIndex, to: start)
    let help = client.ask(
      "textDocument/signatureHelp",
      .object([
        "textDocument": ["uri": "file:///nowhere/x.flow.yaml"],
        "position": document.position(of: offset, in: encoding).value,
      ]))
    expectEqual(help["activeParameter"], 0)
  }
}
