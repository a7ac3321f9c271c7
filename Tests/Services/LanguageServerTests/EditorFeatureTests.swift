// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import RandomEditing
import Testing

@testable import LanguageServer

/// The features of a flow, also with a mistake above.
@Suite struct EditorFeatureTests {
  private static let name = "a.flow.yaml"
  private static let flow = """
    flow: 1
    id: a
    # Two lines
    # of comments.
    steps:
      - ask: kind
        type: choice
        choices: [http, worker]
      - ask: port
        type: integer
        label: "Port of ${kind}"
        when: kind == 'http'
        min: 1024
      - note: n
        when: has(port)
        text: |
          Hello
          ${port}

    """

  /// The flow, and the flow with lines that aren't YAML above everything but its head.
  private static let texts = [
    flow,
    flow.replacing("# Two lines", with: "\"open: x")
      .replacing("choices: [http, worker]", with: "choices: [http, worker"),
  ]

  private static func opened(
    _ text: String = flow, _ parameters: Value = ["capabilities": [:]]
  ) throws -> OpenFolder {
    var folder = try OpenFolder([name: text], parameters)
    folder.open(name)
    return folder
  }

  @Test(arguments: texts)
  func anAnswerIsDescribed(_ text: String) throws {
    var folder = try Self.opened(text)
    let hover = folder.ask("hover", Self.name, "port)")
    expectEqual(
      hover["contents"]?["value"]?.text,
      """
      ```cel
      port: int
      ```

      Port of ${kind}

      At least 1024.

      Reached when `kind == 'http'`.

      It has no value when `kind == 'worker'`.

      Asked at a.flow.yaml:9.
      """)
    expectEqual(folder.cut(Self.name, hover["range"]), "port")
  }

  private static let ranges = """
    flow: 1
    id: a
    steps:
      - { ask: port, type: integer, min: 1024, max: 65535 }
      - { ask: n, type: integer, min: 0, max: 3 }
      - { ask: name, type: string, maxLength: 8 }
      - { ask: ages, type: list, of: { type: integer, min: 0, max: 150 }, minItems: 1, maxItems: 4 }
      - { compute: sum, value: port + n * 100 }
      - note: high
        when: port > 8080
        text: "${port + n} ${port - 1} ${size(name)} ${ages.map(u, u + 1)} ${n > 1 ? n : 2} ${sum}"

    """

  /// The ranges of numbers, lengths, and lists, and of parts of expressions where a condition narrows them.
  @Test(arguments: [
    ("+ n * ", "1024 to 65835."), ("* 100", "0 to 300."), ("+ n}", "8081 to 65538."),
    ("port - 1", "1024 to 65535."), ("port - 1", "Here: 8081 to 65535."), ("(name)}", "1 to 8."),
    ("u + 1", "0 to 150."), ("ages.", "1 to 4 elements."), ("n : 2", "Here: 2 to 3."),
    ("n > 1", "0 to 3."), ("sum}", "1024 to 65835."), ("name)", "At most 8 characters."),
  ])
  func aRangeIsShown(_ words: String, _ range: String) throws {
    var folder = try Self.opened(Self.ranges)
    let hover = folder.ask("hover", Self.name, words)["contents"]?["value"]?.text ?? ""
    #expect(hover.contains("\n\n\(range)"), "\(words): \(hover)")
  }

  @Test func aKeyIsDescribed() throws {
    var folder = try Self.opened()
    expectEqual(
      folder.ask("hover", Self.name, "min: 1024")["contents"]?["value"]?.text,
      "**min** · a whole number, or { value: expression }\n\n"
        + "The minimum of a number, date, time, or duration.\n\n_One question._")
  }

  @Test(arguments: texts)
  func theStepsAreTheSymbols(_ text: String) throws {
    var folder = try Self.opened(text)
    let found = folder.ask("documentSymbol", Self.name).items
    expectEqual(
      found.map { "\($0["name"]?.text ?? ""): \($0["detail"]?.text ?? "")" },
      ["kind: choice", "port: integer, when kind == 'http'", "n: note, when has(port)"])
    expectEqual(found.map { folder.cut(Self.name, $0["selectionRange"]) }, ["kind", "port", "n"])
  }

  @Test func theSymbolsOfAllFoldersAreSearched() throws {
    var folder = try Self.opened()
    let found = folder.client.ask("workspace/symbol", ["query": "OR"]).items
    expectEqual(found.map { $0["name"]?.text }, ["port"])
    expectEqual(found.map { $0["containerName"]?.text }, ["a.flow.yaml"])
  }

  @Test func linesThatBelongTogetherFold() throws {
    var folder = try Self.opened()
    let found = folder.ask("foldingRange", Self.name).items.map { range in
      "\(range["startLine"]?.integer ?? -1)-\(range["endLine"]?.integer ?? -1) \(range["kind"]?.text ?? "")"
    }
    expectEqual(found, ["4-17 ", "5-7 ", "8-12 ", "13-17 ", "15-17 ", "2-3 comment"])
  }

  @Test func aSelectionGrowsFromTheWordToTheFile() throws {
    var folder = try Self.opened()
    let text = DocumentText(Array(Self.flow.utf8))
    let start = try #require(Self.flow.range(of: "kind == 'http'")).lowerBound
    let offset = Self.flow.utf8.distance(from: Self.flow.startIndex, to: start) + 1
    let position = text.position(of: offset, in: .utf16).value
    var range: Value? = folder.ask(
      "selectionRange", Self.name, "", [("positions", .list([position]))]
    ).items.first
    var found: [String] = []
    while let one = range {
      let cut = folder.cut(Self.name, one["range"])
      found.append(String(cut.prefix(20).prefix { $0 != "\n" }))
      range = one["parent"]
    }
    expectEqual(
      found,
      [
        "kind", "kind == 'http'", "when: kind == 'http'", "ask: port", "- ask: kind", "steps:",
        "flow: 1", "flow: 1",
      ])
  }

  @Test(arguments: texts)
  func theWordsOfExpressionsAreColored(_ text: String) throws {
    var folder = try Self.opened(text)
    let data =
      folder.ask("semanticTokens/full", Self.name)["data"]?.items.compactMap(\.integer) ?? []
    var (line, character) = (0, 0)
    var found: [String] = []
    for index in stride(from: 0, to: data.count, by: 5) {
      character = data[index] == 0 ? character + data[index + 1] : data[index + 1]
      line += data[index]
      let range: Value = .object([
        "start": TextPosition(line: line, character: character).value,
        "end": TextPosition(line: line, character: character + data[index + 2]).value,
      ])
      let type = EditorServer.tokenTypes[data[index + 3]]
      found.append("\(folder.cut(Self.name, range)) \(type)\(data[index + 4] == 1 ? "!" : "")")
    }
    expectEqual(
      found,
      [
        "kind variable!", "port variable!", "kind variable", "kind variable", "== operator",
        "'http' string", "n variable!", "has function", "port variable", "port variable",
      ])
  }

  @Test func severalMistakesOfAKindAreFixedAtOnce() throws {
    var folder = try Self.opened(Self.flow.replacing("type:", with: "tpye:"))
    let at = ("range", folder.findings(Self.name).first?["range"])
    let actions = folder.ask("codeAction", Self.name, "", [at, ("context", ["diagnostics": []])])
      .items
    expectEqual(
      actions.map { $0["title"]?.text },
      [
        "write 'type'", "fix all 2 of 'unknown-key' in this file",
        "fix everything that can only mean one thing",
      ])
    let edits = actions[1]["edit"]?["changes"]?[folder.address(Self.name)]?.items ?? []
    expectEqual(OpenFolder.edited(folder.texts[Self.name] ?? "", edits), Self.flow)
  }

  @Test(arguments: [
    ("  - ¦\n", "ask", "ask: $0"), ("    required: ¦\n", "true", "true"),
    ("  - ask: x\n    type: choice\n    ¦\n", "choices", "choices:\n  - $0"),
    ("    when: si¦\n", "size", "size($0)"),
  ])
  func whatIsTypedIsASnippet(_ typed: String, _ label: String, _ expected: String) throws {
    let text = Self.flow.replacing(
      "- note: n\n    when: has(port)\n    text: |\n      Hello\n      ${port}\n",
      with: "- ask: z\n    type: boolean\n")
    var folder = try Self.opened(
      text + typed.replacing("¦", with: ""),
      [
        "capabilities": [
          "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]
        ]
      ])
    let items = folder.ask("completion", Self.name, end: text + typed)["items"]?.items ?? []
    let item = items.first { $0["label"]?.text == label }
    expectEqual(item?["textEdit"]?["newText"]?.text, expected)
    if expected.contains("$") {
      expectEqual(item?["insertTextFormat"], 2)
      #expect(item?["documentation"]?["value"]?.text?.isEmpty == false)
    }
  }
}
