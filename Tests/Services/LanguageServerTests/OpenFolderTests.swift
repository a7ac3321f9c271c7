// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import Foundation
import RandomEditing
import SourceDiagnostics
import Testing

@testable import LanguageServer

/// Files that belong together, of which some are open, some have changed outside, and some have mistakes.
@Suite struct OpenFolderTests {
  private static let inner = "flow: 1\nid: inner\nsteps:\n  - { ask: name, type: string }\n"
  private static let outer = """
    flow: 1
    id: outer
    steps:
      - { flow: part, use: inner.flow.yaml }
      - { note: n, text: "${part.name}" }

    """
  private static let files = [
    "inner.flow.yaml": inner, "outer.flow.yaml": outer,
    "inner.de.texts.yaml": "name.label: Name\n",
    "outer.test.yaml": "test: a\nsteps:\n  - answer: { part: { name: x } }\n  - back: part\n",
  ]

  // MARK: The disk

  @Test func aFileThatChangesOutsideIsReadAgain() throws {
    var folder = try OpenFolder(Self.files)
    folder.open("outer.flow.yaml")
    expectEqual(folder.findings("outer.flow.yaml"), [])
    try folder.write("inner.flow.yaml", Self.inner.replacing("name", with: "title"))
    folder.client.tell(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(folder.address("inner.flow.yaml")), "type": 2]]])
    expectEqual(folder.findings("outer.flow.yaml").map { $0["code"]?.text }, ["unknown-field"])
    try folder.remove("inner.flow.yaml")
    folder.client.tell(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(folder.address("inner.flow.yaml")), "type": 3]]])
    expectEqual(folder.findings("outer.flow.yaml").first?["code"]?.text, "no-such-flow")
  }

  @Test func aClientThatCanWatchIsAskedTo() {
    let client = EditorConversation([
      "capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]
    ])
    let asked = client.notices.first { $0["method"] == "client/registerCapability" }
    expectEqual(
      asked?["params"]?["registrations"]?.items.first?["method"]?.text,
      "workspace/didChangeWatchedFiles")
    #expect(EditorConversation().notices.isEmpty)
  }

  @Test func nothingRunsAndNothingIsWritten() throws {
    var folder = try OpenFolder([
      "a.flow.yaml": """
      flow: 1
      id: a
      steps:
        - { run: made, command: [touch, made.txt] }
        - { write: told, files: [{ path: told.txt, text: x }] }
        - { ask: name, type: string }

      """,
      "a.test.yaml": "test: a\nsteps:\n  - confirm: made\n  - confirm: told\n  - answer: { na }\n",
    ])
    for name in folder.texts.keys.sorted() { folder.open(name) }
    _ = folder.findings("a.flow.yaml")
    let items = folder.ask("completion", "a.test.yaml", "na }")["items"]?.items ?? []
    expectEqual(items.first?["label"]?.text, "name")
    for feature in ["hover", "documentSymbol", "codeLens", "definition"] {
      _ = folder.ask(feature, "a.flow.yaml", "made")
    }
    expectEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
      ["a.flow.yaml", "a.test.yaml"])
  }

  @Test(arguments: [
    "flow: 1\nid: \u{0}\n", String(repeating: "- ", count: 3000) + "x",
    "flow: 1\n# " + String(repeating: "x", count: 5 << 20),
  ])
  func whatCheckRefusesIsRefused(_ text: String) {
    var client = EditorConversation()
    client.open("file:///nowhere/a.flow.yaml", text)
    let found = client.settle()["file:///nowhere/a.flow.yaml"] ?? []
    let checked = FlowFile.load(Array(text.utf8), name: "/nowhere/a.flow.yaml")
    expectEqual(
      found.compactMap { $0["code"]?.text }, checked.diagnostics.diagnostics.map(\.id.name))
    #expect(!found.isEmpty)
  }

  // MARK: Several files

  @Test func aNameIsRenamedWhileAUsedFlowIsChangedAndNotSaved() throws {
    var folder = try OpenFolder(Self.files)
    folder.open("outer.flow.yaml")
    // The buffer has a line more than the file.
    let unsaved = "# Not saved.\n" + Self.inner
    folder.open("inner.flow.yaml", unsaved)
    expectEqual(
      folder.renamed("outer.flow.yaml", "name}", to: "called"),
      [
        "inner.flow.yaml": unsaved.replacing("name", with: "called"),
        "outer.flow.yaml": Self.outer.replacing("part.name", with: "part.called"),
        "inner.de.texts.yaml": "called.label: Name\n",
        "outer.test.yaml": "test: a\nsteps:\n  - answer: { part: { called: x } }\n  - back: part\n",
      ], "\(folder.refusal ?? "")")
  }

  @Test func filesWithAByteOrderMarkAreRenamedAsOthersAre() throws {
    let marked = Self.files.mapValues { "\u{FEFF}" + $0 }
    var folder = try OpenFolder(marked)
    folder.open("outer.flow.yaml")
    let changed = folder.renamed("outer.flow.yaml", "name}", to: "called")
    expectEqual(
      changed.mapValues { $0.replacing("called", with: "name") }, Self.files,
      "\(folder.refusal ?? "")")
  }

  /// A key in the output of a used flow leads to its answer, but isn't the name of the answer.
  @Test(arguments: ["name", "label"])
  func aKeyOfAnOutputKeepsItsName(_ key: String) throws {
    let inner = Self.inner + "output: { \(key): name }\n"
    let outer = Self.outer.replacing("part.name", with: "part.\(key)")
    var folder = try OpenFolder(["inner.flow.yaml": inner, "outer.flow.yaml": outer])
    folder.open("outer.flow.yaml")
    folder.open("inner.flow.yaml")
    expectEqual(folder.findings("outer.flow.yaml"), [])
    expectEqual(
      folder.places("definition", "outer.flow.yaml", key + "}"), ["inner.flow.yaml:4 name"])
    let reason = "'\(key)' is a key in the output of 'inner.flow.yaml', which keeps its name"
    expectEqual(
      folder.ask("prepareRename", "outer.flow.yaml", key + "}")["message"]?.text, reason)
    expectEqual(folder.renamed("outer.flow.yaml", key + "}", to: "called"), [:])
    expectEqual(folder.refusal, reason)
    expectEqual(
      folder.renamed("inner.flow.yaml", "name", to: "called"),
      [
        "inner.flow.yaml": Self.inner.replacing("name", with: "called")
          + "output: { \(key): called }\n"
      ], "\(folder.refusal ?? "")")
  }

  /// Where the output has all answers, a member is the answer itself, and is renamed with it.
  @Test func anAnswerInAnOutputOfAllIsRenamed() throws {
    let inner = Self.inner + "output: { <<: answers, more: '1' }\n"
    var folder = try OpenFolder(["inner.flow.yaml": inner, "outer.flow.yaml": Self.outer])
    folder.open("outer.flow.yaml")
    expectEqual(
      folder.renamed("outer.flow.yaml", "name}", to: "called"),
      [
        "inner.flow.yaml": inner.replacing("name", with: "called"),
        "outer.flow.yaml": Self.outer.replacing("part.name", with: "part.called"),
      ], "\(folder.refusal ?? "")")
  }

  @Test func theTextsOfAUsedFlowLeadToIt() throws {
    var folder = try OpenFolder(Self.files)
    folder.open("inner.de.texts.yaml", "nmae.label: Name\nname.label: x\n")
    expectEqual(
      folder.places("definition", "inner.de.texts.yaml", "name.label"), ["inner.flow.yaml:4 name"])
    expectEqual(
      folder.findings("inner.de.texts.yaml").map { folder.cut("inner.de.texts.yaml", $0["range"]) },
      ["nmae.label", "name.label"], "neither text is in the flow, whose question has no label")
    expectEqual(
      folder.places("references", "inner.de.texts.yaml", "name.label").count, 4)
  }

  @Test func aScriptOfAFlowWithMistakesKnowsItsNames() throws {
    var folder = try OpenFolder([
      "a.flow.yaml":
        "flow: 1\nid: a\nsteps:\n  - { ask: kind, type: choice, choices: [x, y] }\n  - asg: b\n",
      "a.test.yaml": "test: a\nsteps:\n  - answer: { kind: x }\n  - back: kin\n",
    ])
    folder.open("a.flow.yaml")
    folder.open("a.test.yaml")
    #expect(!folder.findings("a.flow.yaml").isEmpty)
    expectEqual(folder.findings("a.test.yaml"), [])
    expectEqual(folder.places("definition", "a.test.yaml", "kind: x"), ["a.flow.yaml:4 kind"])
    let typed = "test: a\nsteps:\n  - answer: { kind: x }\n  - back: kin¦\n"
    let ids = folder.ask("completion", "a.test.yaml", end: typed)["items"]?.items ?? []
    expectEqual(ids.first?["label"]?.text, "kind")
    let hover = folder.ask("hover", "a.test.yaml", "kind: x")["contents"]?["value"]?.text ?? ""
    #expect(hover.hasPrefix("```cel\nkind: string"), "\(hover)")
  }

  @Test func lensesRunTheProgram() throws {
    var folder = try OpenFolder(Self.files)
    let expected = [
      "inner.flow.yaml": ["walk it: run inner.flow.yaml", "run its tests: test inner.flow.yaml"],
      "outer.test.yaml": ["run this test: test outer.test.yaml --filter a"],
      "inner.de.texts.yaml": [],
    ]
    for (name, lenses) in expected {
      folder.open(name)
      let found = folder.ask("codeLens", name).items.map { lens in
        let command = lens["command"]
        let words = (command?["arguments"]?.items ?? []).dropFirst().compactMap(\.text)
          .map { $0.replacing(folder.path + "/", with: "") }
        return "\(command?["title"]?.text ?? ""): \(words.joined(separator: " "))"
      }
      expectEqual(found, lenses, "\(name)")
    }
  }

  // MARK: Other kinds of files

  @Test func aFileOfExtensionsHasItsFeatures() throws {
    let text =
      "extensions: 1\nfunctions:\n  greet: { overloads: [{ parameters: [string], returns: string }] }\n"
    var folder = try OpenFolder(["acme.extensions.yaml": text])
    folder.open("acme.extensions.yaml", text.replacing("returns", with: "retruns"))
    let found = folder.findings("acme.extensions.yaml")
    expectEqual(found.first?["code"]?.text, "unknown-key")
    let range = ("range", found.first?["range"])
    let actions = folder.ask(
      "codeAction", "acme.extensions.yaml", "", [range, ("context", ["diagnostics": []])])
    let edits = actions.items.first?["edit"]?["changes"]?[folder.address("acme.extensions.yaml")]
    expectEqual(
      OpenFolder.edited(folder.texts["acme.extensions.yaml"] ?? "", edits?.items ?? []), text)
    folder.open("acme.extensions.yaml", text)
    let hover = folder.ask("hover", "acme.extensions.yaml", "overloads")["contents"]?["value"]?.text
    #expect(hover?.hasPrefix("**overloads**") == true)
    let symbols = folder.ask("documentSymbol", "acme.extensions.yaml").items
    expectEqual(symbols.map { $0["name"]?.text }, ["greet"])
    let keys = folder.ask("completion", "acme.extensions.yaml", "overloads")["items"]?.items ?? []
    #expect(keys.contains { $0["label"] == "overloads" })
  }

  @Test func aTemplateOfATreeHasItsFeatures() throws {
    let flow = """
      flow: 1
      id: a
      steps:
        - { ask: name, type: string }
        - { ask: kind, type: choice, choices: [http, worker] }
        - { write: w, tree: files, to: out }

      """
    let file = "files/a.txt.tmpl"
    var folder = try OpenFolder([
      "a.flow.yaml": flow, file: "${name} ${kind == 'http' ? size(name) : 0}\n",
    ])
    folder.open(file, "${nmae} ${kind == 'http' ? size(name) : 0}\n")
    folder.open("a.flow.yaml")
    expectEqual(folder.findings(file).map { folder.cut(file, $0["range"]) }, ["nmae"])
    expectEqual(folder.places("definition", file, "kind =="), ["a.flow.yaml:5 kind"])
    expectEqual(
      folder.places("references", "a.flow.yaml", "kind, type"),
      ["a.flow.yaml:5 kind", "\(file):1 kind"])
    let hover = folder.ask("hover", file, "kind ==")["contents"]?["value"]?.text ?? ""
    #expect(hover.contains("One of `'http'`, `'worker'`."), "\(hover)")
    let help = folder.ask("signatureHelp", file, "name) :")
    #expect(help["signatures"]?.items.first?["label"]?.text?.contains("size") == true)
    let items = folder.ask("completion", file, "http' ?")["items"]?.items ?? []
    expectEqual(items.map { $0["label"]?.text }, ["http", "worker"])
    #expect(!(folder.ask("semanticTokens/full", file)["data"]?.items.isEmpty ?? true))
    expectEqual(
      folder.renamed(file, "kind ==", to: "sort"),
      [
        "a.flow.yaml": flow.replacing("kind", with: "sort"),
        file: "${nmae} ${sort == 'http' ? size(name) : 0}\n",
      ], "\(folder.refusal ?? "")")
  }

  @Test func aPartOfAnExpressionHasItsTypeAndValues() throws {
    var folder = try OpenFolder([
      "a.flow.yaml": """
      flow: 1
      id: a
      steps:
        - { ask: kind, type: choice, choices: [http, worker] }
        - { note: n, text: "${(kind == 'http' ? kind : 'other') + string(1 + 2)}" }

      """
    ])
    folder.open("a.flow.yaml")
    for (words, expected) in [
      ("? kind", "string\n```\n\nOne of `'http'`, `'worker'`, `'other'`."),
      ("== 'http'", "bool\n```"),
      ("+ 2", "int\n```\n\n3."),
    ] {
      expectEqual(
        folder.ask("hover", "a.flow.yaml", words)["contents"]?["value"]?.text, "```cel\n" + expected
      )
    }
  }
}
