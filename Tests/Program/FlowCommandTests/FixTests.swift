// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("stackflow check --fix")
struct FixTests {
  private static let broken = """
    # Asks what to order.
    flow: 1
    id: order
    steps:
      - ask: kind
        typ: choice              # one of two
        choices: [http, worker]
      - ask: port
        when: kimd == http
        type: int
        default: "8080"
      - { note: told, text: Told, when: !has(port) }
      - { note: unknown, text: "${nobody}" }

    """

  @Test func safeFixesAreApplied() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.broken, to: "order.flow.yaml")
    try folder.write("flow: 1\nid: fine\nsteps:\n  - { note: a, text: b }\n", to: "fine.flow.yaml")
    try folder.setMode(0o640, of: "order.flow.yaml")
    var calls = ProgramCalls()
    let path = folder.path
    try calls.run("check", "--fix", "order.flow.yaml", "fine.flow.yaml", directory: path)
    expectEqual(
      folder.text(of: "order.flow.yaml"),
      Self.broken.replacing("typ:", with: "type:").replacing(
        "kimd == http", with: "kind == 'http'"
      )
      .replacing("type: int\n", with: "type: integer\n").replacing("\"8080\"", with: "8080")
      .replacing("!has(port)", with: "\"!has(port)\""))
    expectEqual(folder.mode(of: "order.flow.yaml"), 0o640)
    try calls.run("check", "--fix", "--format", "json", "order.flow.yaml", directory: path)
    try calls.run("check", "--fix", "-", directory: path)
    expectEqual(folder.names, ["fine.flow.yaml", "order.flow.yaml"])
    calls.end()
  }

  /// Several limits on one line become keys where that's the only meaning; texts stay.
  @Test func limitsOnOneLineBecomeKeys() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: lines
      steps:
        - ask: a
          min: 1, max:10,multipleOf:2    # even
          type: integer
        - minLength: 1, maxLength:50
          ask: b
          type: string
          default: 1, max:10

      """, to: "lines.flow.yaml")
    let call = try ProgramCall(["check", "--fix", "lines.flow.yaml"], directory: folder.path)
    expectEqual(
      folder.text(of: "lines.flow.yaml"),
      """
      flow: 1
      id: lines
      steps:
        - ask: a
          min: 1
          max: 10
          multipleOf: 2    # even
          type: integer
        - minLength: 1
          maxLength: 50
          ask: b
          type: string
          default: 1, max:10

      """, "\(call.messages)")
  }

  private static let reserved = """
    flow: 1
    id: words
    steps:
      - ask: type        # what it is
        type: choice
        label: Which type?
        choices: [{ value: in, label: In }, { value: type, label: Type }]
      - { ask: in, key: inside, type: string }
      - repeat: list
        title: Things
        steps:
          - { ask: map, type: string, label: Map }
      - { review: index }

    """

  private static let script = """
    # The first of two tests.
    test: in one way
    given: { type: in }
    steps:
      - answer: { in: x }
      - add: { list: { map: a } }
      - edit: { "list[0]": { map: b } }
      - done: list
      - expect: { at: index, answers: { list: [ { map: b } ] } }
      - answer: { index: yes }
    output: { type: in, inside: x, list: [ { map: b } ] }
    ---
    test: in another
    steps:
      - answer: { type: type, in: x }
      - back: type      # by name
      - expect: { at: 'type', suggests: { "type": type }, absent: [type] }
      - answer: { "type": in, in: type, list: [ { map: list }, { map: b } ], index: yes }
    output: { type: in, inside: type, list: [ { map: list }, { map: b } ] }

    """

  private static let german = """
    type.label: Welche Art?
    type.choices.in.label: Hinein
    type.choices.type.label: Art
    "list[].map.label": Karte

    """

  private static func renamed(_ text: String, _ names: [(String, String)]) -> String {
    names.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// A word of the expression language that's an id is renamed everywhere where it's meant as an id, and data
  /// keeps the name.
  @Test func aReservedIDIsRenamedInScriptsAndTranslations() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.reserved.replacing("review: index", with: "review: index_"), to: "words.flow.yaml")
    try folder.write(Self.script, to: "words.test.yaml")
    try folder.write(Self.script, to: "words.more.test.yaml")
    try folder.write(Self.german, to: "words.de.texts.yaml")
    let call = try ProgramCall(["check", "--fix", "words.flow.yaml"], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    #expect(
      call.messages.contains("words.test.yaml:3:10: fixed: write 'type_'"), "\(call.messages)")
    expectEqual(
      folder.text(of: "words.flow.yaml"),
      Self.renamed(
        Self.reserved,
        [
          ("- ask: type ", "- ask: type_\n    key: type "), ("ask: in,", "ask: in_,"),
          ("- repeat: list\n", "- repeat: list_\n    key: list\n"),
          ("ask: map,", "ask: map_, key: map,"), ("review: index", "review: index_"),
        ]))
    let script = Self.renamed(
      Self.script,
      [
        ("given: { type:", "given: { type_:"), ("answer: { in:", "answer: { in_:"),
        ("add: { list: { map:", "add: { list_: { map_:"),
        ("\"list[0]\": { map:", "\"list_[0]\": { map_:"), ("done: list", "done: list_"),
        ("at: index", "at: index_"), ("answers: { list: [ { map:", "answers: { list_: [ { map_:"),
        ("{ index: yes }", "{ index_: yes }"),
        ("answer: { type: type, in:", "answer: { type_: type, in_:"),
        ("back: type ", "back: type_ "), ("at: 'type'", "at: 'type_'"),
        ("{ \"type\": type }", "{ \"type_\": type }"), ("[type]", "[type_]"),
        (
          "{ \"type\": in, in: type, list: [ { map: list }, { map: b } ], index:",
          "{ \"type_\": in, in_: type, list_: [ { map_: list }, { map_: b } ], index_:"
        ),
      ])
    expectEqual(folder.text(of: "words.test.yaml"), script)
    expectEqual(folder.text(of: "words.more.test.yaml"), script)
    expectEqual(
      folder.text(of: "words.de.texts.yaml"),
      Self.renamed(
        Self.german,
        [
          ("type.label: W", "type_.label: W"), ("type.choices", "type_.choices"),
          ("list[].map.", "list_[].map_."),
        ]))
    let test = try ProgramCall(["test", "words.flow.yaml"], directory: folder.path)
    expectEqual(test.exit, 0, "\(test.output)\(test.messages)")
    let again = try ProgramCall(["check", "--fix", "."], directory: folder.path)
    #expect(!again.messages.contains("fixed"), "\(again.messages)")
  }

  /// An id that's renamed by hand is followed, too, and without --fix the places are named.
  @Test func aScriptFollowsAnIDThatWasRenamed() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: words
      steps:
        - { ask: kind, key: postfix/kind, type: string }
        - { note: index_, text: Done }
      """, to: "words.flow.yaml")
    let script = "test: one\nsteps:\n  - answer: { postfix/kind: x, index: yes, kinf: y }\n"
    try folder.write(script, to: "words.test.yaml")
    let check = try ProgramCall(["check", "words.test.yaml"], directory: folder.path)
    expectEqual(check.exit, 65)
    for message in [
      "'postfix/kind' is a name in data; a script names questions by id: 'kind'",
      "the flow has no step 'index'; did you mean 'index_'?",
    ] { #expect(check.messages.contains(message), "\(check.messages)") }
    let fix = try ProgramCall(["check", "--fix", "words.test.yaml"], directory: folder.path)
    expectEqual(fix.exit, 65, "a misspelled id may be another one")
    expectEqual(
      folder.text(of: "words.test.yaml"),
      "test: one\nsteps:\n  - answer: { kind: x, index_: yes, kinf: y }\n", "\(fix.messages)")
  }
}
