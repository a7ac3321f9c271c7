// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import RandomTesting
import Testing

/// A key is the name of an answer in data, and its id everywhere else.
@Suite struct DataNameTests {
  /// A flow with keys in every kind of place.
  static let source = """
    flow: 1
    id: mail
    steps:
      - { ask: kind, key: postfix/main_mailer_type, type: choice, choices: [local, satellite] }
      - form: net
        fields:
          - { ask: relay, key: type, type: string, when: kind == 'satellite', otherwise: "" }
          - { ask: port, key: "the: port", type: integer }
      - group: more
        steps:
          - { ask: tags, key: 'import', type: list, required: false, default: [x] }
          - { ask: token, key: api.token, type: secret }
      - repeat: hosts
        key: host list
        summary: "${name}"
        steps:
          - { ask: name, key: type, type: string }
          - { ask: size, type: integer, required: false, default: 5 }
          - repeat: disks
            key: '- disks'
            steps:
              - { ask: path, key: 'mount/point', type: string }
          - { flow: inner, key: in=ner, use: part.flow.yaml, with: { first: name } }
          - { compute: long, value: name + '!' }
      - repeat: ports
        key: ports/open
        over: hosts
        steps:
          - { ask: number, key: 'no #', type: integer, default: { value: size(item.name) } }
      - { flow: license, key: package, use: part.flow.yaml, with: { first: kind } }
      - { ask: plain, type: string, when: "license.holder == 'ada' && hosts[0].name == 'a'" }
    """

  static let part = """
    flow: 1
    id: part
    inputs: { first: { type: string } }
    steps:
      - { ask: holder, key: copyright holder, type: string, default: { value: first } }
      - { ask: years, type: integer, required: false }
    """

  static func flow(_ source: String = source, output: String = "") throws -> CheckedFlow {
    try checkedFlow(
      source + "\n" + output, name: "mail.flow.yaml",
      files: MemoryFileSource(texts: ["part.flow.yaml": part]))
  }

  static func walked(_ flow: CheckedFlow) throws -> Walker {
    var walker = try Walker(flow)
    walker.type("satellite", "r.b", "25", "a, b", "s3cret")
    walker.send(.addItem)
    walker.type("a")
    walker.send(.answer(FieldInput.empty))
    walker.send(.addItem)
    walker.type("/home")
    walker.send(.answer(nil))
    walker.type("ada", "3")
    for _ in 0..<3 { walker.send(.answer(nil)) }
    walker.type("ada")
    walker.send(.answer(FieldInput.empty))
    walker.type("p")
    return walker
  }

  static let result =
    #"{"postfix/main_mailer_type":"satellite","type":"r.b","the: port":25,"import":["a","b"],"#
    + #""api.token":"s3cret","host list":[{"type":"a","size":null,"- disks":[{"mount/point":"/home"}],"#
    + #""in=ner":{"copyright holder":"ada","years":3}}],"ports/open":[{"no #":1}],"#
    + #""package":{"copyright holder":"ada"},"plain":"p"}"#

  @Test func theResultHasTheKeys() throws {
    let walker = try Self.walked(Self.flow())
    expectEqual(walker.output, Self.result)
    expectEqual(JSONWriter().text(of: walker.session.answerRecord), Self.result)
  }

  /// Ids are what sessions, messages, and reviews know.
  @Test func theWalkHasTheIDs() throws {
    let walker = try Self.walked(Self.flow())
    expectEqual(
      walker.session.answers.map(\.id),
      [
        "kind", "relay", "port", "tags", "token", "hosts", "ports", "license.holder", "plain",
      ])
    expectEqual(walker.session.answer("hosts[0].name"), "a")
    let hosts = walker.session.answers[5].value
    expectEqual(
      JSONWriter().text(of: hosts),
      #"[{"name":"a","size":null,"disks":[{"path":"/home"}],"inner":{"holder":"ada","years":3}}]"#
    )
  }

  /// In an output, a value of answers has the keys, whether it's all of them or what an expression returns.
  @Test(arguments: [
    (
      "{ <<: answers, plain: kind }",
      Self.result.replacing(#""plain":"p""#, with: #""plain":"satellite""#)
    ),
    (
      "{ h: hosts, l: license, first: 'hosts[0]', none: 'hosts.filter(h, h.name == \"b\")' }",
      #"{"h":[HOST],"l":LICENSE,"first":HOST,"none":[]}"#
    ),
    ("{ all: '{\"a\": hosts}', o: 'optional.of(license)' }", #"{"all":{"a":[HOST]},"o":LICENSE}"#),
    ("{ text: toJson(license) }", #"{"text":"{\"holder\":\"ada\"}"}"#),
    ("{ disks: 'hosts.map(h, h.disks)' }", #"{"disks":[[{"mount/point":"/home"}]]}"#),
  ])
  func anOutputHasTheKeys(output: String, expected: String) throws {
    let flow = try Self.flow(output: "output: \(output)")
    let host =
      #"{"type":"a","- disks":[{"mount/point":"/home"}],"in=ner":{"copyright holder":"ada","years":3},"long":"a!"}"#
    try expectEqual(
      Self.walked(flow).output,
      expected.replacing("HOST", with: host)
        .replacing("LICENSE", with: #"{"copyright holder":"ada"}"#))
  }

  /// The names of a result are known before the walk.
  @Test func thePathsOfAResultHaveTheKeys() throws {
    try expectEqual(
      Self.flow().outputPaths,
      [
        ["postfix/main_mailer_type"], ["type"], ["the: port"], ["import"], ["api.token"],
        ["host list"], ["ports/open"], ["package", "copyright holder"], ["package", "years"],
        ["plain"],
      ])
    try expectEqual(
      Self.flow(output: "output: { <<: answers, l: license }").outputPaths.suffix(3),
      [
        ["plain"], ["l", "copyright holder"], ["l", "years"],
      ])
  }

  /// Secrets are masked under their keys, also those that a used flow doesn't return.
  @Test func secretsAreMaskedUnderTheirKeys() throws {
    let part = """
      flow: 1
      id: part
      steps:
        - { ask: pass, key: pass word, type: secret }
        - { ask: name, type: string }
      output: { name: name }
      """
    let source = """
      flow: 1
      id: main
      steps:
        - { ask: token, key: type, type: secret }
        - { ask: kind, key: token, type: string }
        - { flow: inner, key: in, use: part.flow.yaml }
        - { repeat: words, key: l, steps: [{ ask: word, key: w, type: secret }] }
      """
    for output in [
      "", "output: { <<: answers, again: words, in: inner }",
      "output: { <<: answers, again: 'words.map(w, [dyn(w), 1])', in: dyn(inner) }",
    ] {
      let flow = try checkedFlow(
        source.replacing("key: token", with: "key: sort") + "\n" + output, name: "main.flow.yaml",
        files: MemoryFileSource(texts: ["part.flow.yaml": part]))
      var walker = try Walker(flow)
      walker.type("one", "k", "two", "n")
      walker.send(.addItem)
      walker.type("three")
      walker.send(.answer(nil))
      let masked = JSONWriter().text(of: walker.session.maskedOutput) ?? ""
      for secret in ["one", "two", "three"] {
        expectEqual(walker.output?.contains(secret), (output.isEmpty || secret != "two"))
        #expect(!masked.contains(secret), "\(masked)")
      }
      #expect(masked.contains(#""sort":"k""#))
    }
  }

  // MARK: Given back

  static func given(_ record: Value, to flow: CheckedFlow) -> (
    answers: [String: FieldInput], unknown: [String]
  ) {
    var answers: [String: FieldInput] = [:]
    var unknown: [String] = []
    guard case .map(let map) = record else { return ([:], []) }
    for entry in map {
      let input = entry.value == .null ? FieldInput.empty : .value(entry.value)
      let found = flow.answers(given: input, under: entry.key.plainText)
      answers.merge(found.answers) { $1 }
      unknown += found.unknown
    }
    return (answers, unknown)
  }

  @Test func theResultReproducesItself() throws {
    let flow = try Self.flow()
    let before = try Self.walked(flow)
    let (answers, unknown) = Self.given(before.session.answerRecord, to: flow)
    expectEqual(unknown, [])
    expectEqual(
      answers.keys.sorted(),
      [
        "hosts", "kind", "license.holder", "plain", "port", "ports", "relay", "tags", "token",
      ])
    var again = try Walker(flow, options: SessionOptions(answers: answers, takesDefaults: true))
    again.send(.answer(nil))
    expectEqual(again.output, Self.result)
    expectEqual(again.session.unusedAnswers, [])
  }

  /// An id isn't a name in data if there's a key, and the name that's meant is known.
  @Test(arguments: [
    ("kind", "kind", "postfix/main_mailer_type"), ("license", "license", "package"),
    ("package.holder", "package.holder", "package.copyright holder"),
    ("license.holder", "license.holder", "package.copyright holder"),
    ("plain.x", "plain.x", nil), ("missing", "missing", nil),
  ])
  func anIDIsNoNameInData(name: String, unknown: String, meant: String?) throws {
    let flow = try Self.flow()
    expectEqual(flow.answers(given: .text("x"), under: name).unknown, [unknown])
    expectEqual(flow.dataName(meantBy: unknown), meant)
  }

  @Test func anIDInARecordIsNoNameInData() throws {
    let flow = try Self.flow()
    let records: Value = [
      ["type": "a", "in=ner": ["years": 1]],
      ["name": "b", "- disks": [["path": "/"]], "in=ner": ["holder": "c"]],
    ]
    let unknown = flow.answers(given: .value(records), under: "host list").unknown
    expectEqual(unknown, ["hosts[1].name", "hosts[1].disks[0].path", "hosts[1].inner.holder"])
    expectEqual(
      unknown.map { flow.dataName(meantBy: $0) },
      [
        "host list[1].type", "host list[1].- disks[0].mount/point",
        "host list[1].in=ner.copyright holder",
      ])
  }

  /// A mistake in a record names its parts as data does.
  @Test(
    arguments: [
      (
        ["type": "a", "sise": 1], "item 1: there is no 'sise' in this record; did you mean 'size'?"
      ),
      (["tpye": "a"], "item 1: there is no 'tpye' in this record; did you mean 'type'?"),
      (
        ["type": "a", "in=ner": "x"],
        "item 1: 'in=ner' must be a record with the answers of the flow that it uses"
      ),
      (
        ["type": "a", "in=ner": ["copyright": "x"]],
        "item 1: in 'in=ner': there is no 'copyright' in this record"
      ),
    ] as [(Value, String)])
  func aProblemOfARecordHasTheKeys(record: Value, words: String) throws {
    let flow = try Self.flow()
    var (answers, _) = Self.given(
      ["postfix/main_mailer_type": "local", "the: port": 1, "api.token": "x"], to: flow)
    answers.merge(flow.answers(given: .value([record]), under: "host list").answers) { $1 }
    let walker = try Walker(flow, options: SessionOptions(answers: answers, takesDefaults: true))
    expectEqual(walker.step?.problems.map(\.message), [words])
  }

  // MARK: Names

  @Test(arguments: [
    ("kind", "postfix/main_mailer_type"), ("hosts", "host list"), ("hosts[2]", "host list[2]"),
    ("hosts[2].name", "host list[2].type"), ("hosts[2].size", "host list[2].size"),
    ("hosts[12].disks[3].path", "host list[12].- disks[3].mount/point"),
    ("hosts[0].inner.holder", "host list[0].in=ner.copyright holder"),
    ("license", "package"), ("license.holder", "package.copyright holder"), ("plain", "plain"),
    ("nothing", "nothing"), ("", ""),
  ])
  func anIDHasOneNameInDataAndBack(id: String, name: String) throws {
    let flow = try Self.flow()
    expectEqual(flow.dataName(of: id), name)
    expectEqual(flow.id(ofAnswerNamed: name), id)
    if id != name { expectEqual(flow.id(ofAnswerNamed: id), nil) }
  }

  /// A form of a list's item has the names of data, too.
  @Test func fieldsHaveTheirNamesInData() throws {
    var walker = try Walker(try Self.flow())
    expectEqual(walker.step?.focusedField?.dataName, "postfix/main_mailer_type")
    walker.type("local", "25", "a", "s3cret")
    walker.send(.addItem)
    expectEqual(walker.step?.focusedField?.dataName, "host list[0].type")
    expectEqual(walker.session.missingAnswers.first?.dataName, "host list")
  }

  /// The form of a row is none of the names beside a key.
  @Test func aFieldOfARowHasAnyKey() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: rows
      steps:
        - form: rows
          over: "[1]"
          fields: [{ ask: last, key: item, type: boolean }]
      """)
    let record: Value = ["rows": [["item": true]]]
    let (answers, unknown) = Self.given(record, to: flow)
    expectEqual(unknown, [])
    let walker = try Walker(flow, options: SessionOptions(answers: answers, takesDefaults: true))
    expectEqual(walker.result?.output, record)
  }

  /// Eight times as many keys and records are about eight times the work; 64 times, if each looked at all others.
  @Test func manyKeysAndRecordsAreNamedInLinearTime() throws {
    let count = isLongRun ? 8_000 : 1_600
    let (few, many) = (try Self.keyed(count / 8), try Self.keyed(count))
    let times = try growth(allowing: 24, from: { try Self.walk(few) }, to: { try Self.walk(many) })
    #expect(times < 24, "8 times as many are \(times) times the work")
  }

  /// A flow with so many keys of answers, a quarter as many of lists, and records for the first list.
  private static func keyed(_ count: Int) throws -> (flow: CheckedFlow, record: ValueMap) {
    let steps = (0..<count).map { "  - { ask: q\($0), key: a/\($0), type: string, default: x }" }
    let lists = (0..<count / 4).map {
      "  - { repeat: l\($0), key: 'l \($0)', steps: [{ ask: name, key: type, type: string }] }"
    }
    let flow = try checkedFlow(
      "flow: 1\nid: many\nsteps:\n" + (steps + lists).joined(separator: "\n"))
    let records = Value.list((0..<count).map { ["type": .string("\($0)")] })
    let record = ValueMap(
      (0..<count).map { ("a/\($0)", .string("\($0)")) }
        + lists.indices.map { ("l \($0)", $0 == 0 ? records : .list([])) })
    return (flow, record)
  }

  private static func walk(_ keyed: (flow: CheckedFlow, record: ValueMap)) throws {
    let (answers, unknown) = given(.map(keyed.record), to: keyed.flow)
    #expect(unknown == [] && answers.count == keyed.record.count)
    let walker = try Walker(keyed.flow, options: SessionOptions(answers: answers))
    expectEqual(walker.result?.output, .map(keyed.record))
  }

  // MARK: Migrations

  /// A migration knows the answers of its version by their ids, and others by the names in the data.
  @Test func migratedDataHasTheKeys() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: mail
      version: 3
      steps:
        - { ask: kind, key: postfix/type, type: string }
        - { ask: sort, key: import, type: string }
        - { ask: added, key: a b, type: string }
        - { repeat: hosts, key: host list, steps: [{ ask: name, key: type, type: string }] }
      migrate:
        - { from: 1, rename: { postfix/main_mailer_type: kind, hst: hosts } }
        - { from: 2, set: { added: "saved.kind + '!'" } }
      """)
    let old: ValueMap = ValueMap([
      ("postfix/main_mailer_type", "local"), ("import", "x"), ("hst", .list([["name": "a"]])),
    ])
    expectEqual(
      JSONWriter().text(of: .map(try flow.migratedData(old, from: 1).answers)),
      #"{"postfix/type":"local","import":"x","host list":[{"type":"a"}],"a b":"local!"}"#)
    let same: ValueMap = ValueMap([("postfix/type", "local"), ("sort", "y")])
    expectEqual(
      JSONWriter().text(of: .map(try flow.migratedData(same, from: 2).answers)),
      #"{"postfix/type":"local","import":"y","a b":"local!"}"#)
    try expectEqual(flow.migratedData(same, from: 3).answers.count, 2)
  }
}
