// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import FlowScripts
import SourceDiagnostics
import Testing

/// Tables make a test of each row, and beginnings are shared.
@Suite struct TableTests {
  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, when: kind == 'http', type: integer, min: 1024 }
    """

  private func load(_ script: String) throws -> (FlowScriptFile.Loaded, CheckedFlow) {
    let flow = try #require(FlowFile.load(Self.flow, name: "t.flow.yaml").flow)
    return (FlowScriptFile.load(Array(script.utf8), name: "t.test.yaml", flow: flow), flow)
  }

  /// The tests of a script: `passed NAME`, or `failed NAME: MESSAGE`; and the findings of the file.
  private func said(_ script: String) throws -> String {
    let (loaded, flow) = try load(script)
    let results = loaded.scripts.map { ScriptRun.run($0, on: flow) }.map { result in
      guard let failure = result.failures.first else { return "passed \(result.name)" }
      return "failed \(result.name): \(failure.place.start.line): \(failure.message)"
    }
    let mistaken = loaded.mistaken.map { "mistaken \($0.name)" }
    let found = loaded.diagnostics.diagnostics.map {
      "\($0.place.start.line):\($0.place.start.column): \($0.message) [\($0.id)]"
    }
    return (results + mistaken + found).joined(separator: "\n")
  }

  @Test func eachRowIsATestThatFailsAtItsOwnValues() throws {
    try expectEqual(
      said(
        """
        test: port ${port} is ${word}
        each:
          - { port: 80, word: low }
          - { port: 8080, word: fine }
        steps:
          - answer: { name: a, kind: http }
          - reject: { port: "${port}" }
          - answer: { port: 1024 }
        """),
      """
      passed port 80 is low
      failed port 8080 is fine: 4: 'port' is accepted, but must be refused
      """)
  }

  @Test func aColumnCanHoldAnyValue() throws {
    try expectEqual(
      said(
        """
        test: an answer is text, data, or nothing
        each:
          - { kind: http, rest: { port: 8080 }, out: { name: x y, kind: http, port: 8080 } }
          - { kind: worker, rest: {}, out: { name: x y, kind: worker } }
        steps:
          - answer: { name: "x ${kind}" }
          - back: 1
          - answer: { name: "x y", kind: "${kind}" }
          - expect: { answers: "${rest}" }
        outcome: "completed"
        output: "${out}"
        """),
      """
      failed an answer is text, data, or nothing (row 1): 9: port is missing, expected 8080
      passed an answer is text, data, or nothing (row 2)
      """)
  }

  @Test func twoDollarSignsAreALiteral() throws {
    try expectEqual(
      said(
        """
        test: literal
        each: [ { a: 1 } ]
        steps: [ { answer: { name: "$${a} ${a}", kind: worker } } ]
        output: { name: "$${a} 1", kind: worker }
        ---
        test: what is answered
        each: [ { a: 1 } ]
        steps:
          - answer: { name: "$${a} ${a}" }
          - expect: { answers: { name: x } }
        """),
      """
      passed literal (row 1)
      failed what is answered (row 1): 10: name is "${a} 1", expected "x"
      """)
  }

  @Test(arguments: [
    (
      "test: t\neach: []\nsteps: [ { answer: { name: a } } ]",
      "mistaken t\n2:7: 'each' takes a list of rows, each a map from columns to values [wrong-type]"
    ),
    (
      "test: t\neach: [ a ]\nsteps: [ { answer: { name: a } } ]",
      "mistaken t\n2:9: a row is a map from columns to values [wrong-type]"
    ),
    (
      "test: t\neach: [ { a: 1 } ]\nsteps: [ { answer: { name: \"${b} ${a}\" } } ]",
      "mistaken t\n2:9: row 1 has no column 'b', which the test uses [unknown-column]"
    ),
    (
      "test: t\neach: [ { a: 1, b: 2 } ]\nsteps: [ { answer: { name: \"${b}\" } } ]",
      "mistaken t\n2:11: nothing in the test uses the column 'a' [unused-column]"
    ),
    (
      "test: t\nbegin: [a]\nsteps: [ { answer: { name: a } } ]",
      "mistaken t\n2:8: 'begin' takes the name of a beginning or of a test above [wrong-type]"
    ),
    (
      "beginning: start\nsteps: []\n---\ntest: t\nbegin: strat\nsteps: []",
      """
      mistaken t
      1:12: no test begins with 'start' [unused-beginning]
      5:8: no beginning or test 'strat' is above this test; did you mean 'start'? [unknown-beginning]
      """
    ),
    (
      "beginning: a\nsteps: []\noutput: {}\n---\ntest: a\nsteps: []",
      """
      mistaken a
      mistaken a
      1:12: no test begins with 'a' [unused-beginning]
      3:1: 'output' belongs to a test, not to a beginning [wrong-key]
      5:7: the name 'a' is taken; a beginning needs a name of its own [duplicate-name]
      """
    ),
    (
      "test: a\nsteps: []\n---\ntest: a\nsteps: []",
      """
      1:7: the test 'a' has no steps and no output, so it covers nothing [empty-test]
      4:7: the test 'a' has no steps and no output, so it covers nothing [empty-test]
      4:7: two tests are called 'a'; a report can't tell them apart [duplicate-name]
      failed a: 1: the script ends, but the flow asks for 'name'
      failed a: 4: the script ends, but the flow asks for 'name'
      """
    ),
    (
      "beginning: [a]\nsteps: []",
      "mistaken t.test.yaml\n1:1: a beginning has a name, and no rows [wrong-type]"
    ),
    (
      "beginning: a\nsteps: []",
      "1:12: no test begins with 'a' [unused-beginning]\n1:1: there is no test in this file [empty-file]"
    ),
  ])
  func mistakesOfTablesAndBeginningsAreAtTheirPlaces(_ script: String, _ expected: String) throws {
    let lines = try said(script).split(separator: "\n").sorted()
    expectEqual(lines, expected.split(separator: "\n").sorted())
  }

  @Test func aTestContinuesWhereItsBeginningEnds() throws {
    try expectEqual(
      said(
        """
        beginning: named
        clock: 2026-01-01T00:00:00Z
        given: { name: a }
        ---
        beginning: a service
        begin: named
        steps: [ { answer: { kind: http } } ]
        ---
        test: it has a port
        begin: a service
        steps: [ { answer: { port: 8080 } } ]
        output: { name: a, kind: http, port: 8080 }
        ---
        test: its own settings win
        begin: a service
        given: { name: b }
        steps: [ { answer: { port: 8080 } } ]
        output: { name: b, kind: http, port: 8080 }
        ---
        test: a test is a beginning, too
        begin: it has a port
        output: { name: a, kind: http, port: 8080 }
        """),
      """
      passed it has a port
      passed its own settings win
      passed a test is a beginning, too
      """)
  }

  @Test func onlyATestsOwnSettingsMustBeUsed() throws {
    let beginning = """
      beginning: b
      given: { name: a, port: 8080 }
      secrets: { S: x }
      ---

      """
    try expectEqual(
      said(
        beginning + """
          test: shared
          begin: b
          steps: [ { answer: { kind: worker } } ]
          """), "passed shared")
    try expectEqual(
      said(
        beginning + """
          test: own
          begin: b
          given: { port: 8081 }
          steps: [ { answer: { kind: worker } } ]
          """), "failed own: 7: 'port' is given, but never asked for")
  }

  @Test func oneBadDocumentDoesNotHideTheOthers() throws {
    try expectEqual(
      said(
        """
        test: first
        steps: [ { answer: { name: a, kind: worker } } ]
        ---
        test: second
        stepz: []
        ---
        test: third
        steps: [ { answer: { name: a, kind: worker } } ]
        output: { name: b, kind: worker }
        """),
      """
      passed first
      failed third: 9: the output differs
      mistaken second
      5:1: unknown key 'stepz'; did you mean 'steps'? [unknown-key]
      """)
  }

  /// Each test begins with the one before it, so the steps of all of them are quadratic in the file.
  @Test(arguments: [(300, false), (1_500, true)])
  func aChainOfBeginningsStopsAtALimit(count: Int, isTooLong: Bool) throws {
    let step = "steps: [ { expect: { at: name } }, { expect: { at: name } } ]\n"
    var script = "beginning: b0\n" + step
    for number in 1...count {
      script += "---\nbeginning: b\(number)\nbegin: b\(number - 1)\n" + step
    }
    let (loaded, _) = try load(script + "---\ntest: t\nbegin: b\(count)\n")
    let message =
      "the tests of this file, with their beginnings and rows, have too many parts; split the file"
    expectEqual(loaded.diagnostics.diagnostics.contains { $0.message == message }, isTooLong)
    expectEqual(loaded.scripts.map(\.commands.count), isTooLong ? [] : [2 * (count + 1)])
  }
}
