// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowScripts
import FlowTesting
import SourceDiagnostics
import Testing

/// A script only passes if the walk matches it exactly.
///
/// Mismatches are shown in its text.
@Suite struct ScriptRunTests {
  static let flow = """
    flow: 1
    id: service
    steps:
      - { ask: name, type: string, minLength: 2 }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, type: integer, min: 1024, default: 8080, when: kind == 'http' }
      - { note: told, text: "${name} is next" }
      - ask: size
        type: integer
        validate: [{ check: size < 100, message: that is a lot, level: warning }]
      - { review: check }
    """

  /// Returns the failures of a script; empty if it passes.
  private func run(_ script: String, on text: String = flow) throws -> String {
    let flow = try checkedFlow(text, name: "s.flow.yaml")
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "s.test.yaml", flow: flow)
    let renderer = DiagnosticRenderer()
    if loaded.diagnostics.hasErrors { return renderer.render(loaded.diagnostics) }
    return loaded.scripts.flatMap { ScriptRun.run($0, on: flow).failures }
      .map { renderer.render($0) }.joined()
  }

  /// The next field shows what's refused of its own default.
  @Test func whatIsOfferedIsNotRefusedForTheNextField() throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string, default: long }
        - ask: l
          type: list
          of: { type: string, maxLength: 2 }
          default: { value: "['x', a]" }
      """
    let said = try run(
      """
      test: on
      steps:
        - accept: offered
        - answer: { l: [x, y] }
      output: { a: long, l: [x, y] }
      """, on: flow)
    expectEqual(said, "")
    #expect(
      try run("test: on\nsteps: [ { accept: offered }, { accept: offered } ]\n", on: flow)
        .contains("what is offered is refused"))
  }

  @Test func aMatchingWalkPasses() throws {
    let said = try run(
      """
      test: the whole walk
      steps:
        - answer: { name: billing, kind: http }
        - expect: { at: port, default: { port: 8080 }, answers: { name: billing } }
        - reject: { port: 80 }
        - expect: { error: { port: 1024 or more } }
        - accept: offered
        - back: kind
        - expect: { at: kind, absent: [port, kind], suggests: { kind: http } }
        - accept: suggestions
        - expect: { at: size }
        - answer: { size: 500 }
        - expect: { warning: that is a lot }
        - confirm: size
        - deny: { pop: not now }
        - back: 1
        - expect: { at: check, refused: not now, can-go-back: true }
        - answer: { check: yes }
      output: { name: billing, kind: http, port: 8080, size: 500 }
      ---
      test: leaving
      steps:
        - answer: { name: billing }
        - leave: interrupt
      outcome: interrupted
      """)
    expectEqual(said, "")
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    let said: String

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "a question without a scripted answer",
      script: "test: t\nsteps:\n  - answer: { kind: http }\n",
      said: """
        s.test.yaml:3:5: error: the flow asks for 'name', but the script doesn't answer it [unscripted-question]
        3 |   - answer: { kind: http }
          |     ^~~~~~
        s.test.yaml:3:15: note: the flow doesn't ask for 'kind' here
        3 |   - answer: { kind: http }
          |               ^~~~

        """),
    Row(
      name: "a scripted answer that nobody asks for",
      script: "test: t\nsteps:\n  - answer: { name: ab, kind: worker, port: 8080 }\n",
      said: """
        s.test.yaml:3:5: error: the flow asks for 'size', but the script doesn't answer it [unscripted-question]
        3 |   - answer: { name: ab, kind: worker, port: 8080 }
          |     ^~~~~~
        s.test.yaml:3:39: note: the flow doesn't ask for 'port' here
        3 |   - answer: { name: ab, kind: worker, port: 8080 }
          |                                       ^~~~

        """),
    Row(
      name: "an invalid answer",
      script: "test: t\nsteps:\n  - answer: { name: x }\n",
      said: """
        s.test.yaml:3:21: error: 'name' is refused: enter at least 2 characters; this has 1 \
        [answer-refused]
        3 |   - answer: { name: x }
          |                     ^

        """),
    Row(
      name: "an answer that must be refused and is not",
      script: "test: t\nsteps:\n  - reject: { name: fine }\n",
      said: """
        s.test.yaml:3:21: error: 'name' is accepted, but must be refused [answer-accepted]
        3 |   - reject: { name: fine }
          |                     ^~~~

        """),
    Row(
      name: "an unfinished flow",
      script: "test: t\nsteps:\n  - answer: { name: ab }\n",
      said: """
        s.test.yaml:1:1: error: the script ends, but the flow asks for 'kind' [unfinished-flow]
        1 | test: t
          | ^~~~

        """),
    Row(
      name: "another outcome",
      script: "test: t\nsteps:\n  - leave: quit\noutcome: completed\n",
      said: """
        s.test.yaml:4:10: error: the flow ended as cancelled, expected completed [wrong-outcome]
        4 | outcome: completed
          |          ^~~~~~~~~

        """),
    Row(
      name: "another output",
      script: """
        test: t
        steps:
          - answer: { name: ab, kind: worker, size: 3, check: yes }
        output: { name: cd, kind: worker, extra: 1 }
        """,
      said: """
        s.test.yaml:4:1: error: the output differs [wrong-output]
        4 | output: { name: cd, kind: worker, extra: 1 }
          | ^~~~~~
        note: ! name is "ab", expected "cd"
        note: - extra is missing, expected 1
        note: + size is 3, expected nothing

        """),
    Row(
      name: "an expectation that is not met",
      script: "test: t\nsteps:\n  - expect: { at: kind }\n",
      said: """
        s.test.yaml:3:15: error: the top step is 'name', expected 'kind' [expectation-failed]
        3 |   - expect: { at: kind }
          |               ^~

        """),
    Row(
      name: "suggestions where there are none",
      script: "test: t\nsteps:\n  - accept: suggestions\n",
      said: """
        s.test.yaml:3:5: error: there is no suggestion that could be accepted [nothing-accepted]
        3 |   - accept: suggestions
          |     ^~~~~~

        """),
    Row(
      name: "a denial of what nobody requests",
      script: """
        test: t
        steps:
          - deny: { pop: stay }
          - answer: { name: ab }
          - leave: quit
        outcome: cancelled
        """,
      said: """
        s.test.yaml:3:5: error: no pop is requested that this could deny [unused-denial]
        3 |   - deny: { pop: stay }
          |     ^~~~

        """),
    Row(
      name: "an answer given in advance that nobody asks for",
      script: """
        test: t
        given: { port: 8080, size: 3 }
        steps:
          - answer: { name: ab, kind: worker, check: yes }
        """,
      said: """
        s.test.yaml:2:10: error: 'port' is given, but never asked for [not-asked]
        2 | given: { port: 8080, size: 3 }
          |          ^~~~

        """),
    Row(
      name: "keys and windows",
      script: """
        test: t
        steps:
          - { answer: { name: ab }, keys: "ab<Enter>" }
          - { answer: { kind: worker }, keys: [a] }
          - keys: "<Enter>"
          - resize: [80, 24]
          - resize: [80, none]
          - resize: 80
        """,
      said: """
        s.test.yaml:4:39: error: 'keys' must be a text, found a list [wrong-type]
        4 |   - { answer: { kind: worker }, keys: [a] }
          |                                       ^~~
        s.test.yaml:5:5: error: 'keys' needs the command that it's equivalent to [missing-key]
        5 |   - keys: "<Enter>"
          |     ^~~~
        s.test.yaml:7:13: error: 'resize' takes columns and rows, as [80, 24] [wrong-type]
        7 |   - resize: [80, none]
          |             ^~~~~~~~~~
        s.test.yaml:8:13: error: 'resize' takes columns and rows, as [80, 24] [wrong-type]
        8 |   - resize: 80
          |             ^~

        """),
    Row(
      name: "words that mean nothing",
      script: """
        test: t
        clok: 2026-01-01T00:00:00Z
        steps:
          - anwser: { name: ab }
          - answer: { nmae: ab }
          - leave: now
        outcome: complete
        """,
      said: """
        s.test.yaml:2:1: error: unknown key 'clok'; did you mean 'clock'? [unknown-key]
        2 | clok: 2026-01-01T00:00:00Z
          | ^~~~
        s.test.yaml:4:5: error: unknown key 'anwser'; did you mean 'answer'? [unknown-key]
        4 |   - anwser: { name: ab }
          |     ^~~~~~
        s.test.yaml:5:15: error: the flow has no step 'nmae'; did you mean 'name'? [unknown-answer]
        5 |   - answer: { nmae: ab }
          |               ^~~~
        s.test.yaml:6:12: error: 'leave' takes one of quit, interrupt, end-of-input, timeout \
        [wrong-type]
        6 |   - leave: now
          |            ^~~
        s.test.yaml:7:10: error: unknown outcome 'complete'; did you mean 'completed'? [wrong-type]
        7 | outcome: complete
          |          ^~~~~~~~

        """),
  ]

  /// Scripts speak of questions by their ids, and of the output by the names in data.
  @Test func aScriptHasIDsAndItsOutputHasKeys() throws {
    let source = """
      flow: 1
      id: keyed
      steps:
        - { ask: kind, key: postfix/type, type: string }
        - { repeat: hosts, key: host list, steps: [ { ask: name, key: type, type: string } ] }
      """
    let flow = try checkedFlow(source, name: "keyed.flow.yaml")
    let right = """
      test: by id
      steps:
        - answer: { kind: local, hosts: [ { name: a } ] }
      output: { postfix/type: local, host list: [ { type: a } ] }
      ---
      test: in advance, too
      given: { kind: local, hosts: [ { name: a } ] }
      output: { postfix/type: local, host list: [ { type: a } ] }
      """
    let scripts = FlowScriptFile.load(Array(right.utf8), name: "s.test.yaml", flow: flow)
    expectEqual(DiagnosticRenderer().render(scripts.diagnostics), "")
    expectEqual(scripts.scripts.count, 2)
    for script in scripts.scripts {
      let result = ScriptRun.run(script, on: flow)
      #expect(result.isPassed, "\(result)")
    }
    let wrong = FlowScriptFile.load(
      Array("test: t\nsteps:\n  - answer: { postfix/type: local }\n".utf8), name: "s.test.yaml",
      flow: flow)
    expectEqual(
      wrong.diagnostics.diagnostics.map(\.message),
      [
        "'postfix/type' is a name in data; a script names questions by id: 'kind'"
      ])
  }

  @Test(arguments: rows)
  func mismatchesAreShownInTheScript(_ row: Row) throws {
    #expect(try run(row.script) == row.said)
  }

  /// Accepting that pops the steps of an item and pushes a step after the list has moved on, at the
  /// same depth; and a denied request counts as one.
  @Test func acceptingThatMovesIsNotAFailure() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: env
          steps:
            - { ask: key, type: string }
        - { ask: end, type: string }
      """
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let script = """
      test: t
      steps:
        - add: { env: { key: A } }
        - done: env
        - back: env
        - edit: { "env[0]": { } }
        - accept: suggestions
        - expect: { at: end }
        - back: env
        - deny: { push: not yet }
        - accept: suggestions
        - expect: { at: env, refused: not yet }
        - accept: suggestions
        - answer: { end: x }
      """
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    let failures = ScriptRun.run(try #require(loaded.scripts.first), on: flow).failures
    expectEqual(failures.map { DiagnosticRenderer().render($0) }, [])
  }

  @Test func rejectPassesNotesToo() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { note: hello, text: Hello }
        - { ask: size, type: integer, max: 9 }
      """
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let scripts = FlowScriptFile.load(
      Array("test: t\nsteps:\n  - reject: { size: 10 }\n  - answer: { size: 9 }\n".utf8),
      name: "f.test.yaml", flow: flow)
    let script = try #require(scripts.scripts.first)
    expectEqual(ScriptRun.run(script, on: flow).failures.map(\.message), [])
  }

  /// Each command about a list passes the notes before it, such as those at the end of an item.
  @Test func listCommandsPassNotes() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { note: hello, text: Hello }
        - repeat: env
          steps:
            - { ask: key, type: string }
            - { note: kept, text: "${key} is kept" }
      """
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    let script = """
      test: t
      steps:
        - add: { env: { key: A } }
        - add: { env: { key: B } }
        - move: { "env[1]": 0 }
        - edit: { "env[0]": { key: C } }
        - remove: "env[1]"
        - add: { env: { key: D } }
        - done: env
      output: { env: [{ key: C }, { key: D }] }
      """
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    let failures = ScriptRun.run(try #require(loaded.scripts.first), on: flow).failures
    expectEqual(failures.map { DiagnosticRenderer().render($0) }, [])
  }

  /// An earlier answer isn't taken: a cell that a record leaves out takes its default, or is left empty.
  @Test func recordsOfAMatrixLeaveOutEarlierAnswers() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - form: rows
          over: "['a', 'x']"
          fields:
            - { ask: grade, type: integer }
            - { ask: size, type: integer, default: 5 }
            - { ask: comment, type: string, required: false }
        - { note: told, text: ok }
      """
    let flow = try #require(FlowFile.load(text, name: "f.flow.yaml").flow)
    func failures(_ answers: String, _ output: String) throws -> [String] {
      let script = """
        test: t
        steps:
          - answer: { rows: [{ grade: 1, comment: one }, { grade: 2, size: 7, comment: two }] }
          - back: 1
          - answer: { rows: \(answers) }
        output: { rows: \(output) }
        """
      let loaded = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
      return ScriptRun.run(try #require(loaded.scripts.first), on: flow).failures.map(\.message)
    }
    #expect(
      try failures(
        "[{ grade: 1, comment: one }, { grade: 3 }]",
        "[{ grade: 1, size: 5, comment: one }, { grade: 3, size: 5 }]") == [])
    #expect(
      try failures("[{ grade: 1 }, { comment: two }]", "[]")
        == ["the flow asks for 'rows[1].grade', but the script doesn't answer it"])
  }

  /// The note of the next item is at the same depth as the one before.
  @Test func notesOfEveryItemArePassed() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - repeat: env
          over: "['a', 'b', 'c']"
          steps: [{ note: told, text: "${item}" }]
      """
    let flow = try #require(FlowFile.load(text, name: "f.flow.yaml").flow)
    let script = "test: t\nsteps: [{ done: env }]\noutput: { env: [{}, {}, {}] }\n"
    let loaded = FlowScriptFile.load(Array(script.utf8), name: "f.test.yaml", flow: flow)
    let failures = ScriptRun.run(try #require(loaded.scripts.first), on: flow).failures
    expectEqual(failures.map { DiagnosticRenderer().render($0) }, [])
  }
}
