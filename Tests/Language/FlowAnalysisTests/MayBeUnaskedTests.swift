// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Proofs that an answer is present on every path.
@Suite struct MayBeUnaskedTests {
  static let kinds = """
    steps:
      - { ask: kind, type: choice, choices: [http, worker, cron] }
      - { ask: port, when: "kind == 'http'", type: integer, min: 1, max: 9 }

    """

  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("may-be-unasked") }

  /// A step's condition and an expression, which together prove that `port` is present.
  @Test(arguments: [
    ("kind == 'http'", "port + 1"),
    ("'http' == kind", "port + 1"),
    ("kind in ['http']", "port + 1"),
    ("!(kind != 'http')", "port + 1"),
    ("kind != 'worker' && kind != 'cron'", "port + 1"),
    ("!(kind in ['worker', 'cron'])", "port + 1"),
    ("kind == 'worker' ? false : kind != 'cron'", "port + 1"),
    ("kind < 'j' && kind > 'd'", "port + 1"),
    ("true", "kind == 'http' ? port : 0"),
    ("true", "kind != 'http' ? 0 : port"),
    ("true", "kind != 'http' || port > 3"),
    ("true", "has(port) && port > 3"),
    ("has(port)", "port + 1"),
    ("port.hasValue()", "port + 1"),
    ("port.orValue(0) > 0", "port + 1"),
    ("port.orValue(11) < 10", "port + 1"),
    ("kind == 'http' || kind == 'http'", "port"),
    ("kind == 'worker' || kind == 'http'", "kind == 'worker' ? 1 : port"),
  ])
  func guardsAreUnderstood(when: String, value: String) {
    let text =
      Self.kinds + """
          - compute: used
            when: "\(when)"
            value: "\(value)"
        """
    let found = findings(text)
    #expect(!found.contains("error:"), "\(found)")
  }

  /// Conditions and expressions that don't.
  @Test(arguments: [
    ("true", "port + 1"),
    ("kind != 'worker'", "port + 1"),
    ("kind in ['http', 'cron']", "port + 1"),
    ("port.orValue(0) >= 0", "port + 1"),
    ("true", "kind == 'http' || port > 3"),
    ("true", "kind != 'http' ? port : 0"),
    ("today == '2026-01-01'", "today == '2026-01-01' && port > 1"),
    ("now > timestamp('2026-01-01T00:00:00Z')", "port + 1"),
    ("true", "[1, 2].exists(kind, kind == 1 && port > 1)"),
    ("true", "['http'].exists(kind, kind == 'http' && port > 1)"),
  ])
  func namesWithoutAGuardAreErrors(when: String, value: String) {
    let text =
      Self.kinds + """
          - compute: used
            when: "\(when)"
            value: "\(value)"
        """
    #expect(findings(text).contains("[may-be-unasked]"))
  }

  /// The rules of an outer answer refer to outer names, even if an item hides those names.
  @Test(arguments: [
    ("validate: [{ check: \"kind == 'http'\", message: m }]", "port > 0", false),
    ("validate: [{ check: \"kind == 'http'\", message: m }]", "kind == 'http'", true),
    ("validate: [{ check: \"['a'].exists(x, x != kind)\", message: m }]", "port > 0", false),
  ])
  func rulesOfOuterAnswersReadOuterAnswers(rule: String, guarding: String, isAsked: Bool) {
    let found = findings(
      """
      steps:
        - { ask: kind, type: choice, choices: [http, cron] }
        - { ask: port, type: integer, \(rule) }
        - repeat: things
          steps:
            - { ask: kind, type: choice, choices: [http, cron] }
            - { ask: path, when: "kind == 'http'", type: string }
            - { compute: used, when: "\(guarding)", value: path + '/' }
      """)
    expectEqual(found.contains("[may-be-unasked]"), !isAsked, "\(found)")
  }

  /// The conditions of outer choices refer to outer answers, not to those of an item.
  @Test func conditionsOfOuterChoicesReadOuterAnswers() {
    let found = findings(
      """
      steps:
        - { ask: kind, type: choice, choices: [http, cron] }
        - ask: mode
          type: choice
          choices: [quiet, { value: loud, when: "kind == 'http'" }]
        - repeat: things
          steps:
            - { ask: kind, type: choice, choices: [http, cron] }
            - { ask: path, when: "kind == 'http'", type: string }
            - { compute: used, when: "mode == 'loud'", value: path + '/' }
      """)
    #expect(
      found.contains(
        "without 'path' when the outer `kind == 'http'` and `mode == 'loud'` and `kind == 'cron'`"),
      "\(found)")
  }

  /// A missing answer has no value to show in the path.
  @Test func thePathDoesNotDescribeTheMissingValue() {
    let found = findings(
      """
      steps:
        - { ask: kind, type: choice, choices: [http, cron] }
        - { ask: port, type: integer, required: false }
        - compute: used
          when: kind == 'http'
          value: "port == 1 || port == 2"
      """)
    expectEqual(
      found,
      """
      t.flow.yaml:8:13: error: 'port' may be left empty here; guard it with `has(port)` or \
      write `port.orValue(0)` [may-be-unasked]
      8 |     value: "port == 1 || port == 2"
        |             ^~~~
      t.flow.yaml:5:12: note: 'port' is asked here, and may be left empty
      5 |   - { ask: port, type: integer, required: false }
        |            ^~~~
      note: this is reached without 'port' when `kind == 'http'` and 'port' is left empty
      t.flow.yaml:8:26: error: 'port' may be left empty here; guard it with `has(port)` or \
      write `port.orValue(0)` [may-be-unasked]
      8 |     value: "port == 1 || port == 2"
        |                          ^~~~
      t.flow.yaml:5:12: note: 'port' is asked here, and may be left empty
      5 |   - { ask: port, type: integer, required: false }
        |            ^~~~
      note: this is reached without 'port' when `kind == 'http'` and 'port' is left empty

      """, "\(found)")
  }

  /// A condition on the path guards parts of records, as a guard in the expression does.
  @Test(arguments: [
    ("has(person.mail)", "person.mail + '!'", true),
    ("person.mail.hasValue() && kind == 'a'", "person.mail + '!'", true),
    ("kind == 'a' || has(person.mail)", "person.mail + '!'", false),
    ("has(other.mail)", "person.mail + '!'", false),
    ("has(person.mail)", "[other].map(person, person.mail + '!')[0]", false),
    ("has(person.mail) && now == now", "person.mail + '!'", true),
    (
      "has([person, other][now == now ? 0 : 1].mail)",
      "[person, other][now == now ? 0 : 1].mail + '!'", false
    ),
  ])
  func conditionsGuardPartsOfRecords(when: String, value: String, isThere: Bool) {
    let found = findings(
      """
      inputs:
        person: { type: { name: string, mail: string? }, default: { name: Ada } }
        other: { type: { name: string, mail: string? }, default: { name: Bob } }
      steps:
        - { ask: kind, type: choice, choices: [a, b] }
        - { compute: used, when: "\(when)", value: "\(value)" }
      """)
    expectEqual(found.contains("[may-be-unasked]"), !isThere, "\(found)")
  }

  /// `item` in computed choices isn't the `item` of the list around them.
  @Test func aConditionOnAnItemDoesNotGuardItemsOfChoices() {
    let found = findings(
      """
      inputs:
        people: { type: list, of: { name: string, mail: string? }, default: [] }
      steps:
        - repeat: each
          over: people
          steps:
            - { note: fine, when: has(item.mail), text: "${item.mail}" }
            - ask: whom
              when: has(item.mail)
              type: choice
              choices: { from: people, value: item.name, label: "${item.mail}" }
      """)
    #expect(found.contains("t.flow.yaml:13"), "\(found)")
    #expect(!found.contains("t.flow.yaml:9:"), "\(found)")
  }

  /// A condition on the time may be true at one step and false at the next.
  @Test func aPathThatReadsTheTimeIsMarked() {
    let found = findings(
      """
      steps:
        - { ask: from, type: datetime }
        - { ask: why, when: from > now, type: string }
        - { note: told, when: from > now, text: "${why}" }
      """)
    expectEqual(
      found,
      """
      t.flow.yaml:6:46: error: 'why' may be unasked here; write `why.orValue('…')` [may-be-unasked]
      6 |   - { note: told, when: from > now, text: "${why}" }
        |                                              ^~~
      t.flow.yaml:5:12: note: 'why' is asked here, only when `from > now`
      5 |   - { ask: why, when: from > now, type: string }
        |            ^~~
      note: this is reached without 'why' when `!(now < from)` and `now < from`
      note: 'now' and 'today' differ at each step

      """, "\(found)")
  }
}
