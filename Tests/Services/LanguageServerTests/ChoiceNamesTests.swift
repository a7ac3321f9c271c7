// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

@testable import LanguageServer

/// Choices as names: their values, and their labels, by which scripts choose them.
@Suite struct ChoiceNamesTests {
  private static let files = [
    "service.flow.yaml": """
    flow: 1
    id: service
    language: en
    steps:
      - ask: kind
        type: choice
        choices: [{ value: http, label: HTTP API }, worker]
        default: http
      - { note: n, when: kind == 'http', text: "${kind == 'http' ? 'http' : 'x'}" }
      - ask: parts
        type: choices
        choices: [http, docs]
      - { ask: why, type: string, when: "'docs' in parts" }

    """,
    "service.de.texts.yaml": """
    kind.choices.http.label: Schnittstelle

    """,
    "service.test.yaml": """
    test: by value
    steps:
      - answer: { kind: http, parts: [http, docs], why: x }
    output: { kind: http, parts: [http, docs], why: x }
    ---
    test: by label
    steps:
      - answer: { kind: HTTP API, parts: [docs], why: x }
    output: { kind: http, parts: [docs], why: x }

    """,
    "outer.flow.yaml": """
    flow: 1
    id: outer
    steps:
      - { flow: s, use: service.flow.yaml }
      - { note: o, when: s.kind == 'http', text: Hello }

    """,
  ]

  private static func opened() throws -> OpenFolder {
    var folder = try OpenFolder(files)
    for name in files.keys.sorted() { folder.open(name) }
    for name in files.keys.sorted() { expectEqual(folder.findings(name), [], "\(name)") }
    return folder
  }

  @Test(arguments: [
    ("service.flow.yaml", "http, label"), ("service.flow.yaml", "http', text: \"$"),
    ("service.test.yaml", "http, parts"), ("outer.flow.yaml", "http', text"),
    ("service.de.texts.yaml", "http.label"),
  ])
  func aChoiceIsRenamedWhereverItIsMeant(_ place: (String, String)) throws {
    var folder = try Self.opened()
    let changed = folder.renamed(place.0, place.1, to: "rest")
    expectEqual(
      changed,
      [
        "service.flow.yaml": try #require(Self.files["service.flow.yaml"])
          .replacing("value: http", with: "value: rest")
          .replacing("default: http", with: "default: rest")
          .replacing("kind == 'http'", with: "kind == 'rest'"),
        "service.de.texts.yaml": "kind.choices.rest.label: Schnittstelle\n",
        "service.test.yaml": try #require(Self.files["service.test.yaml"])
          .replacing("kind: http", with: "kind: rest"),
        "outer.flow.yaml": try #require(Self.files["outer.flow.yaml"])
          .replacing("'http'", with: "'rest'"),
      ], "\(folder.refusal ?? "")")
  }

  @Test func aLabelIsRenamedInTheScriptsThatChooseByIt() throws {
    var folder = try Self.opened()
    let changed = folder.renamed("service.flow.yaml", "HTTP API", to: "An API")
    expectEqual(changed.keys.sorted(), ["service.flow.yaml", "service.test.yaml"])
    expectEqual(
      changed["service.test.yaml"],
      Self.files["service.test.yaml"]?.replacing("HTTP API", with: "An API"))
  }

  @Test(arguments: ["worker", "", "a: b", "it's", "#"])
  func whatCannotBeAChoiceIsRefused(_ new: String) throws {
    var folder = try Self.opened()
    expectEqual(folder.renamed("service.flow.yaml", "http, label", to: new), [:])
    #expect(folder.refusal != nil)
  }

  @Test func aChoiceIsFoundFromWhereItIsCompared() throws {
    var folder = try Self.opened()
    expectEqual(
      folder.places("definition", "outer.flow.yaml", "http', text"), ["service.flow.yaml:7 http"])
    expectEqual(
      folder.places("references", "service.flow.yaml", "docs]"),
      [
        "service.flow.yaml:12 docs", "service.test.yaml:3 docs", "service.test.yaml:4 docs",
        "service.test.yaml:8 docs", "service.test.yaml:9 docs", "service.flow.yaml:13 docs",
      ])
  }
}
