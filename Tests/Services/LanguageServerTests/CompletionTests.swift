// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import RandomEditing
import Testing

@testable import FlowLanguage
@testable import LanguageServer

/// Completions at a place, which `¦` marks.
@Suite struct CompletionTests {
  private static let head = """
    flow: 1
    id: s
    steps:
      - ask: kind
        type: choice
        choices: [http, worker]
      - ask: port
        type: integer
        min: 1

    """

  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let first: [String]
    var testDescription: String { text }

    init(_ text: String, _ first: String...) { (self.text, self.first) = (text, first) }
  }

  @Test(arguments: [
    Case("    ¦\n", "when", "title", "allow"),
    Case("  ¦\n", "ask", "form", "group"),
    Case("  - ¦\n", "ask", "form", "group"),
    Case("    required: ¦\n", "true", "false"),
    Case("    widget: ¦\n", "line", "slider", "stepper"),
    Case("    allow: [ ¦ ]\n", "alone-choice"),
    Case("    priority: ¦\n", "low", "medium", "high"),
    Case("  - { ask: x, type: string, format: ¦\n", "email", "uri"),
    Case("  - { ask: x, type: choice, choices: [a, b], default: ¦ }\n", "a", "b"),
    Case("  - ask: x\n    type: choice # one\n    choices: [a, b]\n    default: ¦\n", "a", "b"),
    Case("    when: ¦\n", "kind", "now"),
    Case("    when: kind == '¦\n", "http", "worker"),
    Case("    when: \"kind == 'h¦\"\n", "http", "worker"),
    Case("    when: \"[1].¦\"\n", "distinct", "first"),
    Case("  - { note: n, when: \"kind == '¦'\", text: x }\n", "http", "worker"),
    Case("  - { note: n, when: kind == ¦, text: x }\n", "http", "worker"),
    Case("  - note: n\n    when: \"port > 1 && kind != w¦\"\n", "http", "worker"),
    Case("  - note: n\n    when: kind == kind && ¦\n", "kind", "port"),
    Case(
      "  - { ask: k, type: choice, choices: [ { value: a, data: { size: 1, tag: x } } ] }\n  - { note: n, text: \"${data(k).¦\" }\n",
      "size", "tag"),
    Case("    label: \"Hi ${¦\"\n", "kind", "now"),
    Case("    validate:\n      - ¦\n", "check", "message"),
    Case("    validate: [ { che¦ } ]\n", "check", "message"),
    Case("    messages:\n      ¦\n", "required", "type", "min"),
    Case("  - { ask: x, type: ¦\n", "string", "text"),
    Case("  - { ask: x,\n      type: ¦\n", "string", "text"),
    Case("  - { ask: x, type: path, mu¦ }\n", "when", "title"),
    Case("  - ask: x\n    type: choice\n    choices: [\n      { value: a, la¦\n", "label", "hint"),
    Case("  - note: n\n    text: |\n      Hello ${por¦\n", "port", "kind"),
    Case(
      "  - repeat: servers\n    steps:\n      - ask: host\n        type: string\n  - compute: n\n    value: servers[0].¦\n",
      "host", "size"),
    Case(
      "  - repeat: servers\n    steps:\n      - { ask: size, type: choice, choices: [s, m] }\n  - note: n\n    when: servers[0].size == '¦\n",
      "s", "m"),
    Case("output:\n  a: ¦\n", "kind", "now"),
  ])
  func theFirstFit(_ one: Case) {
    var client = EditorConversation()
    let items = Self.items(Self.head + one.text, in: &client, "file:///nowhere/a.flow.yaml")
    expectEqual(Array(items.compactMap { $0["label"]?.text }.prefix(one.first.count)), one.first)
  }

  @Test(arguments: [
    Case("¦", "test", "beginning"),
    Case("test: a\nsteps:\n  - ¦\n", "answer", "reject"),
    Case("test: a\nsteps:\n  - answer: { ¦ }\n", "kind", "port"),
    Case("test: a\nsteps:\n  - answer: { kind: ¦ }\n", "http", "worker"),
    Case("test: a\nsteps:\n  - answer: { kind: worker }\n  - answer:\n      ¦\n", "port", "kind"),
    Case("test: a\nsteps:\n  - back: ¦\n", "kind", "port"),
    Case("test: a\nsteps:\n  - expect: { ¦ }\n", "at", "field"),
    Case("test: a\nsteps:\n  - expect: { origin: { kind: ¦ } }\n", "typed"),
    Case("test: a\nsteps:\n  - answer: { kind¦: http }\n", "kind", "port"),
    Case("test: a\nsteps:\n  - expect: { choices: { kind: [¦] } }\n", "http", "worker"),
    Case("test: a\nsteps:\n  - leave: ¦\n", "quit", "interrupt"),
    Case("test: a\noutput: { kind: ¦ }\n", "http", "worker"),
    Case("test: a\noutput: { ¦ }\n", "kind", "port"),
  ])
  func theFirstFitInAScript(_ one: Case) {
    var client = EditorConversation()
    client.open("file:///nowhere/a.flow.yaml", Self.head)
    let items = Self.items(one.text, in: &client, "file:///nowhere/a.test.yaml")
    expectEqual(Array(items.compactMap { $0["label"]?.text }.prefix(one.first.count)), one.first)
  }

  @Test(arguments: ["choices: [http, worker", "choices: \"http", "choices: {{", "\tchoices: a"])
  func aMistakeAboveDoesNotMatter(_ mistake: String) {
    var client = EditorConversation()
    let broken = Self.head.replacing("type: integer", with: mistake)
    let lines = "  - { ask: other, type: string }\n"
    let items = Self.items(
      broken + lines + "  - ask: last\n    type: string\n    when: ¦\n", in: &client,
      "file:///nowhere/a.flow.yaml")
    #expect(items.contains { $0["label"] == "kind" })
    #expect(items.contains { $0["label"] == "other" })
    let keys = Self.items(
      broken + lines + "  - ask: last\n    type: string\n    ¦\n", in: &client,
      "file:///nowhere/b.flow.yaml")
    #expect(keys.contains { $0["label"] == "pattern" })
  }

  @Test(arguments: [
    Case("  - add: { users: { ¦ } }\n", "user", "role"),
    Case("  - add: { users: { role: ¦ } }\n", "admin", "guest"),
    Case("  - answer: { users: [ { ¦ } ] }\n", "user", "role"),
    Case("  - answer:\n      users:\n        - user: x\n          role: ¦\n", "admin", "guest"),
  ])
  func theFirstFitInARecordOfAScript(_ one: Case) {
    var client = EditorConversation()
    let list =
      "  - repeat: users\n    steps:\n      - { ask: user, type: string }\n      - { ask: role, type: choice, choices: [admin, guest] }\n"
    client.open("file:///nowhere/a.flow.yaml", "flow: 1\nid: s\nsteps:\n" + list)
    let items = Self.items(
      "test: a\nsteps:\n" + one.text, in: &client, "file:///nowhere/a.test.yaml")
    expectEqual(items.compactMap { $0["label"]?.text }, one.first)
  }

  @Test func theInputsOfAUsedFlowFit() {
    var client = EditorConversation()
    client.open(
      "file:///nowhere/b.flow.yaml",
      "flow: 1\nid: b\ninputs: { region: { type: string }, size: { type: integer } }\nsteps: []\n")
    let items = Self.items(
      Self.head + "  - { flow: x, use: b.flow.yaml, with: { size: 1, ¦ } }\n", in: &client,
      "file:///nowhere/a.flow.yaml")
    expectEqual(items.compactMap { $0["label"]?.text }, ["region"])
  }

  @Test func theFilesOfTextsFit() {
    var client = EditorConversation()
    client.open("file:///nowhere/head.txt", "Hello\n")
    let items = Self.items(
      Self.head + "  - note: n\n    text: \"${use 'he¦'}\"\n", in: &client,
      "file:///nowhere/a.flow.yaml")
    expectEqual(items.compactMap { $0["label"]?.text }, ["head.txt"])
  }

  @Test func snippetsAreOnlyForClientsThatTakeThem() {
    var client = EditorConversation()
    let plain = Self.items(Self.head + "    ¦\n", in: &client, "file:///nowhere/a.flow.yaml")
    #expect(plain.allSatisfy { $0["textEdit"]?["newText"]?.text?.contains("$") == false })
  }

  private static func items(
    _ marked: String, in client: inout EditorConversation, _ address: String
  ) -> [Value] {
    let parts = marked.split(separator: "¦", omittingEmptySubsequences: false)
    let before = parts[0]
    client.open(address, parts.joined())
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let result = client.ask(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(address)],
        "position": [
          "line": .int(Int64(lines.count - 1)),
          "character": .int(Int64(lines.last?.utf16.count ?? 0)),
        ],
      ])
    return result["items"]?.items ?? []
  }

  /// Of the names and lines of a large flow, few are looked at for what begins with a word.
  @Test func ofManyStepsLittleIsLookedAt() throws {
    let text =
      Self.head + (0..<400).map { "  - ask: a_\($0)\n    type: integer\n" }.joined()
      + "  - note: n\n    text: N\n    when: a_39¦\n"
    var client = EditorConversation()
    let items = Self.items(text, in: &client, "file:///nowhere/a.flow.yaml")
    let labels = (0..<10).reversed().map { "a_39\($0)" } + ["a_39"]
    expectEqual(items.compactMap { $0["label"]?.text }, labels)
    let bytes = Array(text.replacing("¦", with: "").utf8)
    #expect(KeyPlace(bytes.count - 1, in: TextLines(bytes)).readCount < 20)
    let index = try #require(FlowFile.load(bytes, name: "a.flow.yaml").index)
    let scope = index.scope(ofStep: index.steps.count - 1)
    var names = index.visibleNames(in: scope).beginning(with: "a_39").makeIterator()
    while names.next() != nil {}
    expectEqual(names.seen.count, 11)
  }

  /// A mistake elsewhere, or in a step's kind, leaves what's read known.
  @Test(arguments: [
    "steps:\n  - ask: q\n    type: string\n    when: ki¦nd == 'http'\n",
    "  - ask: q\n    note: n\n    type: string\n    when: ki¦nd == 'http'\n",
    (0..<4).map { "<<<<<<< HEAD\n  - ask: a\($0)\n=======\n  - ask: b\($0)\n>>>>>>> other\n" }
      .joined() + "    type: boolean\n    when: ki¦nd == 'http'\n",
  ])
  func namesAreKnownBesideMistakes(_ text: String) {
    let text = Self.head + text
    let address = "file:///nowhere/a.flow.yaml"
    var client = EditorConversation()
    client.open(address, text.replacing("¦", with: ""))
    let line = text.prefix { $0 != "¦" }.count { $0 == "\n" }
    let hover = client.ask(
      "textDocument/hover",
      [
        "textDocument": ["uri": .string(address)],
        "position": ["line": .int(Int64(line)), "character": 12],
      ])
    let words = hover["contents"]?["value"]?.text ?? ""
    #expect(words.contains("One of `'http'`, `'worker'`."), "\(words)")
  }

  /// In a text or a template whose expression isn't closed yet, the names of its step are known.
  @Test(arguments: [
    ("s.de.texts.yaml", "kind.label: Art\nport.label: 'Tor ${¦\n", ["kind", "port"]),
    ("s.de.texts.yaml", "port.label: Tor ${por¦\nkind.label: Art\n", ["kind", "port"]),
    ("part.txt", "It's ${¦\n", ["port", "kind"]),
    ("part.txt", "${kind} at ${¦\n", ["port", "kind"]),
  ])
  func namesAreKnownInOpenExpressions(_ file: String, _ typed: String, _ names: [String]) throws {
    let flow =
      Self.head + "    label: Port\n  - write: w\n    path: a\n    content: [{ from: part.txt }]\n"
    var folder = try OpenFolder([
      "s.flow.yaml": flow.replacing("type: choice\n", with: "type: choice\n    label: Kind\n"),
      file: typed.replacing("¦", with: ""),
    ])
    folder.open("s.flow.yaml")
    folder.open(file)
    let found = folder.ask("completion", file, end: typed)["items"]?.items ?? []
    let labels = found.compactMap { $0["label"]?.text }
    #expect(Set(names).isSubset(of: labels), "\(labels)")
  }
}
