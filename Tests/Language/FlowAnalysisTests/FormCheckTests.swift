// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The proofs that the checks of a form give about the answers after it.
@Suite struct FormCheckTests {
  /// A form with a check, and a note after it.
  private static func flow(check: String, level: String = "error", text: String) -> String {
    """
      - form: contact
        fields:
          - { ask: a, type: string, required: false }
          - { ask: b, type: string, required: false }
          - { ask: n, type: integer }
        validate: [{ check: "\(check)", message: no, level: \(level) }]
      - { note: told, text: "\(text)" }
    """
  }

  @Test(arguments: [
    ("has(a) || has(b)", "${has(a) ? a : b}"), ("has(a) == has(b)", "${has(a) ? b : ''}"),
    ("n > 3 || has(a)", "${n < 2 ? a : ''}"), ("has(a) && has(b)", "${a} ${b}"),
    ("a.orValue('') != ''", "${a}"),
  ])
  func checksOfAFormAreKnownAfterIt(check: String, text: String) {
    expectEqual(ids(Self.flow(check: check, text: text)), [])
    // Each answer that may be missing is found.
    expectEqual(Set(ids(Self.flow(check: "n > 0", text: text))), ["may-be-unasked"])
    expectEqual(Set(ids(Self.flow(check: check, level: "warning", text: text))), ["may-be-unasked"])
  }

  @Test func aConditionThatAFormForbidsIsFound() {
    let found = findings(
      """
      steps:
        - form: range
          fields:
            - { ask: low, type: integer }
            - { ask: high, type: integer }
          validate: [{ check: low < high, message: swap them }]
        - { note: told, when: "!(low < high)", text: told }
      """)
    expectEqual(
      found,
      """
      t.flow.yaml:9:25: warning: no path reaches 'told'; its condition is never true here \
      [unreachable-step]
      9 |   - { note: told, when: "!(low < high)", text: told }
        |                         ^~~~~~~~~~~~~~~
      t.flow.yaml:8:25: note: this check is true from here on
      8 |     validate: [{ check: low < high, message: swap them }]
        |                         ^~~~~~~~~~

      """, "\(found)")
  }

  /// While a form is filled in, its checks may be false.
  @Test func checksOfAFormAreUnknownInIt() {
    expectEqual(
      ids(
        """
          - form: contact
            fields:
              - { ask: a, type: string, required: false }
              - { ask: b, type: string, required: false }
              - { note: told, text: "${has(a) ? a : b}" }
              - { ask: c, type: string, when: "!has(a) && !has(b)" }
            validate: [{ check: has(a) || has(b), message: no }]
        """), ["may-be-unasked"])
  }

  /// An item's check is known in the item, but the list may be empty.
  @Test func checksInAnItemAreUnknownAfterTheList() {
    func flow(_ inside: String, _ outside: String) -> String {
      """
        - { ask: a, type: string, required: false }
        - repeat: rows
          steps:
            - form: row
              fields: [{ ask: b, type: string, required: false }]
              validate: [{ check: has(a) || has(b), message: no }]
            - { note: inner, text: "\(inside)" }
        - { note: outer, text: "\(outside)" }
      """
    }
    expectEqual(ids(flow("${has(a) ? a : b}", "x")), [])
    expectEqual(ids(flow("x", "${a}")), ["may-be-unasked"])
    expectEqual(ids(flow("x", "${size(rows) > 0 ? a : ''}")), ["may-be-unasked"])
  }

  /// The checks of one item say nothing about the items of another list.
  @Test func checksInAnItemAreUnknownInAnotherList() {
    expectEqual(
      ids(
        """
          - { ask: a, type: string, required: false }
          - repeat: rows
            steps:
              - form: row
                fields: [{ ask: b, type: string, required: false }]
                validate: [{ check: has(a), message: no }]
          - repeat: others
            steps:
              - { ask: c, type: string }
              - { note: inner, text: "${a}" }
        """), ["may-be-unasked"])
  }

  @Test func aCheckIsUnknownWhereItsFormMayBeSkipped() {
    expectEqual(
      ids(
        """
          - { ask: a, type: string, required: false }
          - { ask: k, type: boolean }
          - form: contact
            when: k
            fields: [{ ask: b, type: string, required: false }]
            validate: [{ check: has(a) || has(b), message: no }]
          - { note: one, when: k, text: "${has(a) ? a : b}" }
          - { note: two, text: "${a}" }
        """), ["may-be-unasked"])
  }

  /// The search takes `startsWith` as either true or false, but evaluation doesn't.
  @Test(arguments: [
    ("a.orValue('').startsWith('ab')", "not decided: none of the answers that were tried"),
    (
      "a.orValue('ab').startsWith('ab')",
      "this is reached without 'b' when 'a' is left empty and 'b' is left empty"
    ),
  ])
  func aWitnessPassesTheChecksOfTheForm(check: String, said: String) {
    let found = findings("steps:\n" + Self.flow(check: check, text: "${has(a) ? '' : b}"))
    #expect(found.contains("[may-be-unasked]"), "\(found)")
    #expect(found.contains(said), "\(found)")
  }
}
