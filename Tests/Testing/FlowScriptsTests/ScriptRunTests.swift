// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// A script only passes if the walk matches it exactly.
///
/// Mismatches are shown in its text.
@Suite struct ScriptRunTests {
  static let flow = ProjectFolder.flow("scripts/service")

  /// Returns the failures of a script; empty if it passes.
  private func run(_ script: String, on text: String = flow) throws -> String {
    try checkedFlow(text).said(of: script, name: "s.test.yaml")
  }

  @Test func whatIsOfferedAndRefusedIsNotAccepted() throws {
    let flow = """
      flow: 1
      id: f
      steps:
        - { ask: a, type: string, default: long }
        - { ask: l, type: list, of: { type: string, maxLength: 2 }, default: { value: "['x', a]" } }
      """
    #expect(
      try run("test: on\nsteps: [ { accept: offered }, { accept: offered } ]\n", on: flow)
        .contains("what is offered is refused"))
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
        priority: hihg
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
        s.test.yaml:3:11: error: unknown priority 'hihg'; did you mean 'high'? [wrong-type]
        3 | priority: hihg
          |           ^~~~
        s.test.yaml:5:5: error: unknown key 'anwser'; did you mean 'answer'? [unknown-key]
        5 |   - anwser: { name: ab }
          |     ^~~~~~
        s.test.yaml:6:15: error: the flow has no step 'nmae'; did you mean 'name'? [unknown-answer]
        6 |   - answer: { nmae: ab }
          |               ^~~~
        s.test.yaml:7:12: error: 'leave' takes one of quit, interrupt, end-of-input, timeout \
        [wrong-type]
        7 |   - leave: now
          |            ^~~
        s.test.yaml:8:10: error: unknown outcome 'complete'; did you mean 'completed'? [wrong-type]
        8 | outcome: complete
          |          ^~~~~~~~

        """),
  ]

  @Test func recordsHaveIDsAndANameInDataIsNoQuestion() throws {
    let flow = try checkedFlow(ProjectFolder.flow("scripts/keyed"))
    let right = """
      test: by id
      steps:
        - answer: { kind: local, hosts: [ { name: a } ] }
      output: { postfix/type: local, host list: [ { type: a } ] }
      """
    expectEqual(flow.findings(of: right).map(\.message), [])
    expectEqual(
      flow.findings(of: "test: t\nsteps:\n  - answer: { postfix/type: local }\n").map(\.message),
      ["'postfix/type' is a name in data; a script names questions by id: 'kind'"])
  }

  @Test(arguments: rows)
  func mismatchesAreShownInTheScript(_ row: Row) throws {
    try expectEqual(run(row.script), row.said)
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
    let flow = try checkedFlow(text)
    func failures(_ answers: String, _ output: String) -> [String] {
      let script = """
        test: t
        steps:
          - answer: { rows: [{ grade: 1, comment: one }, { grade: 2, size: 7, comment: two }] }
          - back: 1
          - answer: { rows: \(answers) }
        output: { rows: \(output) }
        """
      return flow.findings(of: script).map(\.message)
    }
    expectEqual(
      failures(
        "[{ grade: 1, comment: one }, { grade: 3 }]",
        "[{ grade: 1, size: 5, comment: one }, { grade: 3, size: 5 }]"), [])
    expectEqual(
      failures("[{ grade: 1 }, { comment: two }]", "[]"),
      ["the flow asks for 'rows[1].grade', but the script doesn't answer it"])
  }
}
