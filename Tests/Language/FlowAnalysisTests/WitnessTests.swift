// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// The answers in a note lead to the place that it describes.
@Suite struct WitnessTests {
  /// The condition of a question, the condition of a step that uses it, and the resulting message.
  @Test(arguments: [
    // The search doesn't understand functions, but evaluation does.
    ("s == 'x'", "s.startsWith('ab')", "without 'p' when `s != 'x'` and `s.startsWith('ab')`"),
    ("s.startsWith('a')", "s.startsWith('ab')", "(not decided)"),
    ("n * 2 == 6", "n == 3", "(not decided)"),
    ("n == 3", "n * 2 == 8", "without 'p' when `n == 4` and `n * 2 == 8`"),
    ("s.size() > 3", "s == 'abcd' || s == 'abc'", "without 'p' when `s == 'abc'`"),
    ("index2 == 2", "n == 2", "without 'p' when `n == 2`"),
    ("s == 'é'", "s == 'e\u{301}'", "without 'p' when `s == 'e\u{301}'`"),
    ("size(cs) == 0", "cs != ['a']", "without 'p' when"),
    ("double(n) == 3.0", "n > 2", "without 'p' when `n == 4`"),
  ])
  func shownAnswersAreConfirmedByEvaluation(when: String, used: String, said: String) {
    let found = findings(
      """
      steps:
        - { ask: s, type: string }
        - { ask: n, type: integer }
        - { ask: cs, type: choices, choices: [a, b, c, d, e, f, g] }
        - { compute: index2, value: n + 1 }
        - { ask: p, when: "\(when)", type: string }
        - { note: told, when: "\(used)", text: "${p}" }
      """)
    #expect(found.contains(said), "\(found)")
    #expect(found.contains("[may-be-unasked]"), "\(found)")
  }

  @Test func unconfirmedAnswersAreNotShown() {
    let found = findings(
      """
      steps:
        - { ask: s, type: string }
        - { ask: p, when: "s.startsWith('a')", type: string }
        - { note: told, when: "s.startsWith('ab')", text: "${p}" }
      """)
    expectEqual(
      found,
      """
      t.flow.yaml:6:56: error: 'p' may be unasked here; write `p.orValue('…')` (not decided) \
      [may-be-unasked]
      6 |   - { note: told, when: "s.startsWith('ab')", text: "${p}" }
        |                                                        ^
      t.flow.yaml:5:12: note: 'p' is asked here, only when `s.startsWith('a')`
      5 |   - { ask: p, when: "s.startsWith('a')", type: string }
        |            ^
      note: not decided: none of the answers that were tried leads here without 'p'

      """, "\(found)")
  }

  /// The text that a note shows between backticks is an expression, which can be copied into a flow.
  @Test(arguments: [
    (
      "o.optMap(o, o == 'a').orValue(true)", "`!(o.optMap(o, o == 'a').orValue(true))`"
    ),
    ("(s + s).startsWith('ab')", "`!((s + s).startsWith('ab'))`"),
    ("cs[?0].orValue('b') == 'b'", "`cs[?0].orValue('b') != 'b'`"),
    ("!(s.startsWith('a') || n > 3 && n * (n + 1) == 12)", "`s.startsWith('a')`"),
    ("n * (n + 1) == 12", "`n * (n + 1) != 12`"), ("(n > 2) == ok", "`(n > 2) == ok`"),
  ])
  func shownConditionsAreExpressions(when: String, shown: String) throws {
    let found = findings(
      """
      steps:
        - { ask: s, type: string }
        - { ask: n, type: integer }
        - { ask: ok, type: boolean }
        - { ask: o, type: string, required: false }
        - { ask: cs, type: choices, choices: [a, b] }
        - { ask: p, when: "\(when)", type: string }
        - { note: told, text: "${p}" }
      """)
    #expect(found.contains(shown), "\(found)")
    var environment = ExpressionEnvironment()
    environment.options.allowsHasOfNames = true
    for line in found.split(separator: "\n") where line.contains("note: this is reached") {
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index % 2 == 1 {
        #expect(environment.parse(String(part)).mistakes.isEmpty, "\(part)")
      }
    }
  }

  /// A used flow, the condition of a question, that of a step that uses it, and the resulting message.
  @Test(arguments: [
    (
      "w.s == 'x'", "w.s.startsWith('ab')",
      "without 'p' when `w.s == 'ab'` and `w.s.startsWith('ab')`"
    ),
    ("w.s.startsWith('a')", "w.s.startsWith('ab')", "(not decided)"),
    ("w.n * 2 == 6", "w.n == 3", "(not decided)"),
    ("w.n == 3", "w.n * 2 == 8", "without 'p' when"),
    ("w.n > 3 && w.s.endsWith('a')", "w.n > 3", "without 'p' when"),
  ])
  func answersOfUsedFlowsAreConfirmedByEvaluation(when: String, used: String, said: String) {
    let text = """
      flow: 1
      id: t
      steps:
        - { flow: w, use: used.flow.yaml }
        - { ask: p, when: "\(when)", type: string }
        - { note: told, when: "\(used)", text: "${p}" }
      """
    let part = """
      flow: 1
      id: used
      steps:
        - { ask: s, type: string }
        - { ask: n, type: integer }
      """
    let loaded = FlowFile.load(
      Array(text.utf8), name: "t.flow.yaml",
      files: MemoryFileSource(texts: ["used.flow.yaml": part]))
    let found = DiagnosticRenderer().render(loaded.diagnostics)
    #expect(found.contains(said), "\(found)")
    #expect(found.contains("[may-be-unasked]"), "\(found)")
  }

  @Test func aConditionOnTheItemOfAnOuterListNamesTheList() {
    let found = findings(
      """
      steps:
        - repeat: orders
          steps:
            - { ask: first, type: string, when: index == 0 }
            - repeat: parts
              steps:
                - { ask: head, type: string, when: index == 0 }
                - { note: told, text: "${head} ${first}" }
      """)
    #expect(found.contains("without 'head' when `index == 1`\n"), "\(found)")
    #expect(
      found.contains("without 'first' when `index == 1` in the item of 'orders'\n"), "\(found)")
  }
}
