// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

@Suite struct UnreachableStepLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("unreachable-step") }

  /// The meaning of such a condition isn't known.
  @Test(arguments: [
    "- { stop: no, when: missing == 'x' }",
    "- { group: g, when: missing == 'x', steps: [{ stop: no }] }",
  ])
  func aStopUnderAConditionWithAMistakeEndsNothing(stop: String) {
    let found = ids("  - { ask: a, type: string }\n  \(stop)\n  - { ask: b, type: string }")
    expectEqual(found, ["unknown-answer"], "\(found)")
  }

  /// Conditions of a step after questions of every type.
  @Test(arguments: [
    ("kind == 'http' && kind == 'worker'", true), ("kind == 'cron'", true),
    ("kind == 'http'", false), ("size > 9", true), ("size > 8", false), ("size < 1", true),
    ("size in [0, 10]", true), ("size in [0, 9]", false), ("size == 3 && size != 3", true),
    ("size > 3 && size < 4", true), ("ratio > 3.0 && ratio < 4.0", false), ("ratio > 9.5", true),
    ("flag && !flag", true), ("flag", false), ("name == ''", true), ("name == 'abcd'", true),
    ("name == 'abc'", false), ("name == 'ABC'", true), ("size(name) > 3", true),
    ("size(name) == 3 && name == 'ab'", true), ("size(name) == 2 && name != 'ab'", false),
    ("day < '2026-01-01'", true), ("day > '2026-01-01' && day < '2026-01-02'", true),
    ("day >= '2026-01-01'", false), ("'a' in tags && 'b' in tags", true), ("'a' in tags", false),
    ("'z' in tags", true), ("size(tags) > 1", true), ("has(maybe) && !has(maybe)", true),
    ("!has(maybe)", false), ("kind + 'x' == 'y'", false), ("size * 2 == 3", false),
    ("size + 1 == 2 && size + 1 == 3", true),
    ("today == '1970-01-01' && today == '1970-01-02'", true),
    ("now == now && !(now == now)", true),
  ])
  func conditionsAreDecided(when: String, isUnreachable: Bool) {
    let found = ids(
      """
        - { ask: kind, type: choice, choices: [http, worker] }
        - { ask: size, type: integer, min: 1, max: 9 }
        - { ask: ratio, type: number, max: 9.5 }
        - { ask: flag, type: boolean }
        - { ask: name, type: string, maxLength: 3, pattern: '^[a-z]+$' }
        - { ask: day, type: date, min: 2026-01-01 }
        - { ask: tags, type: choices, choices: [a, b], maxItems: 1 }
        - { ask: maybe, type: integer, required: false }
        - { note: told, when: "\(when)", text: told }
      """)
    expectEqual(found.contains("unreachable-step"), isUnreachable, "\(found)")
  }

  /// With many choices, every selection is possible, even though not all are tried.
  @Test(arguments: [
    ("tags == ['a', 'g']", false), ("tags == []", false), ("tags != ['a']", false),
    ("tags in [['b'], ['c', 'd']]", false), ("tags == ['a'] && tags == ['b']", true),
    ("tags == ['g', 'a']", true), ("tags == ['a', 'a']", true), ("tags == ['z']", true),
    ("'z' in tags", true), ("'a' in tags && !('b' in tags)", false),
  ])
  func selectionsOfManyChoicesAreDecided(when: String, isUnreachable: Bool) {
    let found = ids(
      """
        - { ask: tags, type: choices, choices: [a, b, c, d, e, f, g] }
        - { note: told, when: "\(when)", text: told }
      """)
    expectEqual(found.contains("unreachable-step"), isUnreachable, "\(found)")
    #expect(!found.contains("constant-condition"), "\(found)")
  }

  /// Computed choices have the values that their expression can have.
  @Test(arguments: [
    ("few == 1", false), ("few == 4", true), ("few > 3", true), ("few < 2 && few != 1", true),
    ("few == 3 && kind == 'a'", false), ("any > 3 && any < 4", true), ("any == 3", false),
    ("word == ''", false), ("word == 'b' && word == 'c'", true),
  ])
  func computedChoicesAreDecided(when: String, isUnreachable: Bool) {
    let found = ids(
      """
        - { ask: kind, type: choice, choices: [a, b] }
        - ask: few
          type: choice
          choices: { from: "kind == 'a' ? [1, 2] : [3]", value: item }
        - { ask: any, type: choice, choices: { from: numbers } }
        - { ask: word, type: choice, choices: { from: words } }
        - { note: told, when: "\(when)", text: told }
      """,
      inputs: """
          numbers: { type: list, of: integer, default: [1] }
          words: { type: list, of: string, default: [a] }
        """)
    expectEqual(found.contains("unreachable-step"), isUnreachable, "\(found)")
  }

  @Test func allowedFindingsAreNotReported() {
    let step = "  - { note: told, when: 'false', text: told"
    expectEqual(ids(step + " }"), ["unreachable-step"])
    expectEqual(ids(step + ", allow: [unreachable-step] }"), [])
  }

  @Test func nothingIsReportedBeyondTheLimit() {
    expectEqual(ids(UndecidedLintTests.pigeons(10)), ["not-decided"])
  }

  /// A stop whose condition is always true ends every path.
  @Test func stepsAfterAnUnavoidableStopAreUnreachable() {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: sure, type: boolean }
        - { ask: name, type: string, when: sure }
        - { ask: count, type: integer, min: 0, max: 2 }
        - { stop: end, when: count >= 0 }
        - { compute: probe, value: name + '!' }
      output: { probe: probe }
      """
    let found = FlowFile.load(text, name: "f.flow.yaml").diagnostics.diagnostics
    expectEqual(
      found.map { "\($0.place.start.line) \($0.id)" },
      ["7 constant-condition", "8 unreachable-step"])
  }
}
