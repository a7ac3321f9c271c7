// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowTesting
import RandomTesting
import SourceDiagnostics
import Testing

/// Commands without an effect fail, and so do unused parts of a script.
@Suite struct StrictCommandTests {
  private static let flow = ProjectFolder.flow("scripts/strict")

  private static let runs = "runs: { host: { text: h }, state: { json: { open: 1 } } }\n"

  private func said(_ script: String) throws -> String {
    try checkedFlow(Self.flow).findings(of: script).map { "\($0.message) [\($0.id)]" }.joined(
      separator: "\n")
  }

  @Test(arguments: [
    (
      "- answer: { name: a }\n  - back: 9",
      "cannot go back 9 steps: only 2 steps were shown before this one [nothing-undone]"
    ),
    ("- back: 1", "cannot go back: this is the first step [nothing-undone]"),
    (
      "- answer: { name: a }\n  - back: cores",
      "cannot go back: 'cores' hasn't been asked yet [nothing-undone]"
    ),
    (
      "- answer: { name: a }\n  - back: tags",
      "cannot go back: 'tags' is asked already [nothing-undone]"
    ),
    (
      "- answer: { name: a, tags: x, one: b, price: [{ amount: 1 }] }\n  - back: two",
      "cannot go back: 'two' wasn't shown, so there is nothing to go back to [nothing-undone]"
    ),
    ("- accept: suggestions", "there is no suggestion that could be accepted [nothing-accepted]"),
    (
      "- answer: { name: a }\n  - accept: suggestions",
      "there is no suggestion that could be accepted [nothing-accepted]"
    ),
    (
      "- leave: quit\n  - accept: suggestions",
      "there is no suggestion that could be accepted [nothing-accepted]"
    ),
    (
      "- leave: quit\n  - leave: interrupt",
      "the flow has ended, so there is nothing to leave [nothing-to-leave]"
    ),
    ("- leave: quit\n  - back: 1", "cannot go back: the flow has ended [nothing-undone]"),
    ("- confirm: name", "'name' has no warning to confirm [nothing-to-confirm]"),
    ("- answer: {}", "'answer' is empty, so this command does nothing [empty-command]"),
    ("- reject: {}", "'reject' is empty, so this command does nothing [empty-command]"),
    ("- expect: {}", "'expect' is empty, so this command does nothing [empty-command]"),
    (
      """
      - answer: { name: a, tags: none, one: b }
        - add: { env: { key: k } }
        - move: { "env[0]": 0 }
      """,
      "'env[0]' is at position 0 already [nothing-moved]"
    ),
  ])
  func aCommandWithoutAnEffectFails(steps: String, words: String) throws {
    try expectEqual(said("test: nothing\nsteps:\n  \(steps)\noutcome: cancelled\n"), words)
  }

  /// Neither is asked as a question with its own id.
  @Test func aFormAndAReviewSayHowTheyAreAnswered() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: wholes
      steps:
        - form: music
          fields: [{ ask: dj, type: boolean }]
        - { review: check }
        - { ask: last, type: string }
      """, name: "f.flow.yaml")
    func said(_ answers: String) -> [String] {
      let script = "test: t\nsteps:\n  - answer: \(answers)\n"
      return flow.findings(of: script).flatMap { [$0.message] + $0.notes.map(\.message) }
    }
    expectEqual(
      said("{ music: { dj: yes } }"),
      [
        "the flow asks for 'dj', but the script doesn't answer it",
        "'music' is a form; each of its fields has an answer of its own",
      ])
    expectEqual(
      said("{ dj: yes, last: a }"),
      [
        "the flow asks for 'check', but the script doesn't answer it; to continue, it takes "
          + "'check: yes'",
        "the flow doesn't ask for 'last' here",
      ])
  }

  /// A user reads labels; the author of a script has written an id.
  @Test func aScriptThatCannotGoBackNamesTheIDInIt() throws {
    let flow = try checkedFlow(
      """
      flow: 1
      id: named
      steps:
        - { ask: name, type: string, label: Your name? }
        - { ask: city, type: string, label: Your city? }
      """, name: "f.flow.yaml")
    func said(_ refused: String) -> [String] {
      let script = "test: t\nsteps:\n  - back: city\n\(refused)  - answer: { name: a, city: b }\n"
      return flow.findings(of: script).map(\.message)
    }
    expectEqual(said(""), ["cannot go back: 'city' hasn't been asked yet"])
    expectEqual(said("  - expect: { refused: Your city }\n"), [])
  }

  private static let whole = """
    steps:
      - answer:
          name: a
          tags: [x, y]
          one: b
          price: [{ amount: 1 }, { amount: 10, why: dear }]
          env: [{ key: k }]
          key: { secret: KEY }
          check: yes

    """

  /// A list over elements is answered with its records, as in `run --answers`.
  @Test func aListOverElementsIsGivenAsRecords() throws {
    let output = """
      output:
        name: a
        tags: [x, y]
        one: b
        price: [{ amount: 1 }, { amount: 10, why: dear }]
        env: [{ key: k }]
        key: pw
      """
    let script = "test: whole\n\(Self.runs)secrets: { KEY: pw }\n"
    try expectEqual(said(script + Self.whole + output), "")
  }

  @Test func recordsOfAListOverElementsAreRefusedAsARunRefusesThem() throws {
    try expectEqual(
      said(
        """
        test: refused
        steps:
          - answer: { name: a, tags: x, one: b, price: [{ amount: 1 }, { amount: 2 }] }
        """), "'price' is refused: must be a list of 1 record, not 2 [answer-refused]")
  }

  @Test(arguments: [
    (
      "runs: { host: [{ text: h }, { text: i }], state: { json: { open: 1 } } }\nsecrets: { KEY: pw }",
      "'host' is run once, but has 2 results under 'runs:' [unused-result]"
    ),
    (
      "runs: { host: { text: h, undo: {} }, state: { json: { open: 1 } } }\nsecrets: { KEY: pw }",
      "'host' is never undone, but has a result for that under 'runs:' [unused-result]"
    ),
    (
      "\(runs)secrets: { KEY: pw, OTHER: x }", "no answer names the secret 'OTHER' [unused-secret]"
    ),
    (
      "runs: { host: { json: { a: 1 } }, state: { json: { open: 1 } } }\nsecrets: { KEY: pw }",
      "'host' gives no JSON: the step captures text; write 'text' [wrong-type]"
    ),
  ])
  func scriptedResultsAndAnswersMustBeUsed(head: String, words: String) throws {
    try expectEqual(said("test: unused\n\(head)\n\(Self.whole)"), words)
  }

  @Test func aResultForACommandThatNeverRunsFails() throws {
    try expectEqual(
      said(
        "test: unused\nruns: { host: { text: h } }\nsteps: [{ leave: quit }]\noutcome: cancelled"),
      "'host' is never run, but has a result under 'runs:' [unused-result]")
  }
}
