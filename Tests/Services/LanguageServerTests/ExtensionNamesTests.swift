// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import Testing

@testable import LanguageServer

/// The names of a file of extensions, between the file and the flows that use it.
@Suite struct ExtensionNamesTests {
  private static let files = [
    "a.extensions.yaml": """
    extensions: 1
    functions:
      greet:
        overloads: [{ parameters: [string], returns: string }]
      unused:
        overloads: [{ parameters: [], returns: string }]
    types:
      ticket: { type: string, pattern: '^[A-Z]+$' }
    widgets:
      map: [string]
    actions:
      create: { with: { name: string } }

    """,
    "a.flow.yaml": """
    flow: 1
    id: a
    extensions: a.extensions.yaml
    steps:
      - { ask: id, type: ticket }
      - { ask: place, type: string, widget: map }
      - { compute: hello, value: greet(id) + greet('x') }
      - run: made
        action: create
        with: { name: id }
      - { write: out, path: a.txt, from: a.txt }

    """,
    "b.flow.yaml": """
    flow: 1
    id: b
    extensions: a.extensions.yaml
    steps:
      - { ask: id, type: ticket, label: "${greet('y')}" }

    """,
    "c.flow.yaml": "flow: 1\nid: c\nsteps:\n  - { ask: greet, type: string }\n",
    "a.txt": "${greet(id)} greet\n",
  ]

  private static func opened() throws -> OpenFolder {
    var folder = try OpenFolder(files)
    for name in files.keys.sorted() { folder.open(name) }
    return folder
  }

  @Test(arguments: [
    ("a.flow.yaml", "greet(id)", "3 greet"), ("a.txt", "greet(id)", "3 greet"),
    ("b.flow.yaml", "greet", "3 greet"), ("a.flow.yaml", "ticket", "8 ticket"),
    ("a.flow.yaml", "map", "10 map"), ("a.flow.yaml", "create", "12 create"),
    ("a.extensions.yaml", "greet", "3 greet"),
  ])
  func aUseLeadsToTheFile(_ name: String, _ words: String, _ place: String) throws {
    var folder = try Self.opened()
    expectEqual(folder.places("definition", name, words), ["a.extensions.yaml:\(place)"])
  }

  @Test func theFileLeadsToItsUses() throws {
    var folder = try Self.opened()
    for (name, words) in [("a.extensions.yaml", "greet"), ("a.flow.yaml", "greet('x')")] {
      expectEqual(
        folder.places("references", name, words).sorted(),
        [
          "a.extensions.yaml:3 greet", "a.flow.yaml:7 greet", "a.flow.yaml:7 greet",
          "a.txt:1 greet",
          "b.flow.yaml:5 greet",
        ])
    }
    expectEqual(
      folder.places("references", "b.flow.yaml", "ticket").sorted(),
      ["a.extensions.yaml:8 ticket", "a.flow.yaml:5 ticket", "b.flow.yaml:5 ticket"])
    expectEqual(
      folder.places("references", "a.extensions.yaml", "unused"), ["a.extensions.yaml:5 unused"])
  }

  @Test(arguments: [
    ("a.extensions.yaml", "greet", "hail"), ("b.flow.yaml", "greet", "hail"),
    ("a.flow.yaml", "ticket", "issue-key"), ("a.extensions.yaml", "map", "globe"),
    ("a.extensions.yaml", "create", "make"),
  ])
  func aNewNameIsWrittenInAllFiles(_ name: String, _ words: String, _ new: String) throws {
    var folder = try Self.opened()
    let old = String(words.prefix { $0.isLetter })
    let expected = Self.files.filter { $0.key != "c.flow.yaml" && $0.value.contains(old) }
      .mapValues {
        $0.replacing(old, with: new).replacing(
          " \(new)\n", with: " \(old == "greet" ? old : new)\n")
      }
    expectEqual(folder.renamed(name, words, to: new), expected)
  }

  @Test(arguments: ["size", "unused", "9", ""])
  func aNameWithAnotherMeaningIsRefused(_ new: String) throws {
    var folder = try Self.opened()
    expectEqual(folder.renamed("a.extensions.yaml", "greet", to: new), [:])
    #expect(folder.refusal != nil)
  }

  @Test func aNameIsDescribed() throws {
    var folder = try Self.opened()
    let found = folder.ask("hover", "a.flow.yaml", "ticket")["contents"]?["value"]?.text
    expectEqual(found, "The type `ticket`, declared at a.extensions.yaml:8.")
    let function = folder.ask("hover", "a.flow.yaml", "greet(id)")["contents"]?["value"]?.text ?? ""
    #expect(
      function.contains("The function `greet`, declared at a.extensions.yaml:3."), "\(function)")
    #expect(function.contains("greet(string)"), "\(function)")
  }
}
