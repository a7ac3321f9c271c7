// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Implications between conditions that are written differently.
@Suite struct ImpliedConditionTests {
  static let steps = """
      - { ask: a, type: boolean }
      - { ask: b, type: boolean }
      - { ask: n, type: integer }
      - { ask: s, type: string }
      - { ask: o, type: integer, required: false }
      - { ask: p, type: integer, required: false }
      - { ask: few, type: choices, choices: [x, y, z] }
      - { ask: many, type: choices, choices: [x, y, z, t, u, v, w], minItems: 1 }
      - { ask: lots, type: choices, choices: [x, y, z, t, u, v, w] }
      - { repeat: r, minItems: 1, maxItems: 9, steps: [ { ask: name, type: string } ] }
      - { repeat: free, steps: [ { ask: name2, type: string } ] }

    """

  /// Pairs of conditions, of which the first implies the second.
  @Test(arguments: [
    ("a != b", "(a && !b) || (!a && b)"), ("(a && !b) || (!a && b)", "a != b"),
    ("a == b", "!(a != b)"), ("a == b", "a ? b : !b"), ("(n > 1) == a", "a ? n > 1 : n <= 1"),
    ("n + 1 > 3", "!(n + 1 <= 3)"), ("n + 1 > 3", "n > 2"), ("n - 2 == 1", "n == 3"),
    ("double(n) == 3.0", "n == 3"), ("n * 2 > 3", "!(n * 2 <= 3)"),
    ("size(s + 'x') > 5", "!(size(s + 'x') <= 5)"), ("s + 'x' == 'ax'", "s + 'x' != 'b'"),
    ("many.exists(m, m == 'x')", "'x' in many"), ("'x' in many", "many.exists(m, 'x' == m)"),
    ("many.exists(m, m in ['x', 'y'])", "'x' in many || 'y' in many"),
    ("few.exists(m, m == 'x')", "size(few) > 0"), ("'t' in lots", "size(lots) > 0"),
    ("many.all(m, m != 'x')", "!('x' in many)"), ("many == ['x']", "size(many) == 1"),
    ("o.or(p).hasValue()", "has(o) || has(p)"), ("has(o)", "o.or(p).hasValue()"),
    ("o.or(p).orValue(0) > 0", "has(o) || has(p)"), ("size(free) == 0", "free == []"),
    ("free != []", "size(free) > 0"),
  ])
  func oneConditionImpliesTheOther(first: String, second: String) {
    let found = ids(
      Self.steps + "  - { note: told, when: \"(\(first)) && !(\(second))\", text: told }")
    expectEqual(found.filter { $0 != "redundant-presence-test" }, ["unreachable-step"])
    // Each of them can be true.
    let each = [first, "!(\(second))"].map { condition in
      ids(Self.steps + "  - { note: told, when: \"\(condition)\", text: told }")
    }
    #expect(each.allSatisfy { $0 == [] }, "\(each)")
  }

  /// Conditions that follow from bounds and types.
  @Test(arguments: [
    "size(r) > 0", "r != []", "size(r) < 10", "size(free) >= 0", "size(many) > 0",
    "size(many) <= 7",
  ])
  func boundsOfSizesAreUsed(condition: String) {
    let found = ids(Self.steps + "  - { note: told, when: \"\(condition)\", text: told }")
    expectEqual(found, ["constant-condition"], "\(found)")
  }

  /// An optional question that's left empty has no answer, not one without elements.
  @Test(arguments: [
    "type: choices, choices: [x, y, z]", "type: choices, choices: [x, y, z, t, u, v, w]",
    "type: list",
    "type: map",
  ])
  func anAnswerOfAnOptionalListHasElements(type: String) {
    for condition in ["size(l) == 0"] + (type == "type: map" ? [] : ["l == []"]) {
      let steps = { (required: Bool, condition: String) in
        "  - { ask: l, \(type), required: \(required) }\n"
          + "  - { note: told, when: \"\(condition)\", text: told }"
      }
      expectEqual(ids(steps(false, "has(l) && \(condition)")), ["unreachable-step"], "\(condition)")
      expectEqual(ids(steps(true, condition)), [])
    }
  }

  @Test(arguments: [("index > 0", "index != 0"), ("index >= 1", "index > 0")])
  func positionsBeginAtZero(first: String, second: String) {
    let found = ids(
      """
        - repeat: r
          steps:
            - { ask: name, type: string }
            - { note: told, when: "(\(first)) != (\(second)) || index < 0", text: told }
      """)
    expectEqual(found, ["unreachable-step"], "\(found)")
  }

  /// The parity of ten answers is the same from either end.
  @Test func parityIsDecided() {
    let questions = (0..<10).map { "  - { ask: q\($0), type: boolean }\n" }.joined()
    let forward = (1..<10).reduce("q0") { "(\($0) != q\($1))" }
    let backward = (0..<9).reversed().reduce("q9") { "(q\($1) ? !\($0) : \($0))" }
    let found = ids(
      questions + "  - { note: told, when: \"\(forward) != \(backward)\", text: told }")
    expectEqual(found, ["unreachable-step"], "\(found)")
  }

  // MARK: Conditions that aren't implied

  @Test(arguments: [
    "!(at > '12:00' && size(at) == 5)", "at > '12:00' && at < '12:01' && size(at) == 8",
    "size(at) == 8", "size(at) == 5", "at >= '23:59' && size(at) == 5",
    "!(label(k) == 'Apple')", "s == 'é' && s != 'e\u{301}'", "s == 'e\u{301}' || s == 'é'",
    "n > 2147483647 || n < -2147483648", "s < 'é' && s > 'e'", "s == ''  || size(s) > 3",
  ])
  func otherConditionsDependOnAnswers(condition: String) {
    let found = ids(
      """
        - { ask: at, type: time }
        - { ask: s, type: string }
        - { ask: n, type: integer }
        - ask: k
          type: choice
          choices: [{ value: a, label: Apple }, { value: b, label: Bee }]
        - { note: told, when: "\(condition)", text: told }
      """)
    expectEqual(found, [], "\(found)")
  }

  /// A label depends on the language.
  @Test func labelsDependOnTheLanguage() {
    let found = ids(
      """
        - ask: k
          type: choice
          choices: [{ value: a, label: Apple }, { value: b, label: Bee }]
        - group: g
          when: "label(k) == 'Apple'"
          steps:
            - { ask: lang, type: choice, choices: [en, de], sets: language }
            - { note: told, when: "label(k) == 'Apple'", text: told }
      """)
    #expect(!found.contains("constant-condition"), "\(found)")
  }

  // MARK: Guards of texts

  static let guarded: [(step: String, isGuarded: Bool)] = [
    (
      "- { ask: k, type: integer, validate: [{ check: \"!has(o) || k > o\", message: \"${o}\" }] }",
      true
    ),
    (
      "- { ask: k, type: integer, validate: [{ check: \"has(o) && k > o\", message: \"${o}\" }] }",
      false
    ),
    (
      "- { ask: k, type: integer, validate: [{ check: \"!(has(o) && k > o)\", message: \"${o}\" }] }",
      true
    ),
    (
      "- { ask: k, type: choice, choices: [x, { value: y, when: has(o), label: \"${o}\" }] }", true
    ),
    (
      "- { ask: k, type: choice, choices: [x, { value: y, when: has(o), hint: \"${o}\" }] }", true
    ),
    ("- { ask: k, type: choice, choices: [x, { value: y, label: \"${o}\" }] }", false),
    (
      """
      - { ask: k, type: choice, choices: [x, { value: y, disabledWhen: has(o), \
      disabled: "${o}" }] }
      """, true
    ),
    (
      """
      - { ask: k, type: choice, choices: [x, { value: y, disabledWhen: has(o), \
      label: "${o}" }] }
      """, false
    ),
    (
      """
      - { ask: k, type: choice, choices: [x, { value: y, when: has(o), disabledWhen: o > 1 }] }
      """, true
    ),
    (
      """
      - form: f
        fields: [{ ask: k, type: integer }]
        validate: [{ check: "!has(o) || k > o", message: "${o}" }]
      """, true
    ),
    (
      """
      - repeat: l
        steps: [{ ask: k, type: integer }]
        validate: [{ check: "!has(o) || size(l) > o", message: "${o}" }]
      """, true
    ),
  ]

  @Test(arguments: guarded.indices)
  func theConditionOfATextGuardsItsExpressions(row: Int) {
    let (step, isGuarded) = Self.guarded[row]
    let indented = step.split(separator: "\n").map { "  \($0)\n" }.joined()
    let found = ids("  - { ask: o, type: integer, required: false }\n" + indented)
    expectEqual(found.contains("may-be-unasked"), !isGuarded, "\(found)")
  }

  /// In an item, a candidate isn't the outer answer with the same name.
  @Test func aCandidateIsNotAnOuterAnswerWithTheSameName() {
    let found = ids(
      """
        - { ask: kind, type: choice, choices: [http, cron] }
        - { ask: port, when: "kind == 'http'", type: integer }
        - repeat: things
          steps:
            - ask: kind
              type: choice
              choices: [http, cron]
              validate: [{ check: "kind != 'http'", message: "${port}" }]
      """)
    #expect(found.contains("may-be-unasked"), "\(found)")
  }

  /// The names of an item are available throughout the item, whatever the condition of its list
  /// reads.
  @Test(arguments: ["size(items) > 0", "index > 0", "item == 1"])
  func nestedItemsHaveTheirOwnPosition(when: String) {
    let found = findings(
      """
      inputs:
        numbers: { type: list, of: integer, default: [1] }
      steps:
        - repeat: outer
          over: numbers
          steps:
            - repeat: inner
              when: "\(when)"
              over: numbers
              steps:
                - { note: shown, text: "${index} ${size(items)} ${item}" }
                - { ask: name, type: string }
                - { note: again, text: "${name}" }
      """)
    #expect(!found.contains("error"), "\(found)")
  }

  /// The path that's shown is possible, however many conditions there are.
  @Test func aLongPathIsShownCorrectly() {
    let chain = (1...300).map {
      "  - { compute: c\($0), value: \"c\($0 - 1) && n != \($0)\" }\n"
    }
    let found = findings(
      """
      steps:
        - { ask: n, type: integer, min: 0, max: 400 }
        - { compute: c0, value: "n > 2" }
      \(chain.joined())  - { ask: port, when: c300, type: integer }
        - { compute: used, when: "n > 299 && n < 302", value: port + 1 }
      """)
    #expect(found.contains("without 'port' when `n == 300`"), "\(found)")
  }
}
