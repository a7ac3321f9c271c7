// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct ConstantConditionLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("constant-condition") }

  @Test(arguments: [
    ("size >= 1", true), ("size > 1", false), ("size != 0", true), ("true", true),
    ("size < 5 || size > 3", true), ("size == size", false), ("today != ''", false),
    ("size in [1, 2, 3, 4, 5, 6, 7, 8, 9]", true),
  ])
  func conditionsAreDecided(when: String, isConstant: Bool) {
    let found = ids(
      """
        - { ask: size, type: integer, min: 1, max: 9 }
        - { note: told, when: "\(when)", text: told }
      """)
    // `today != ''` also compares a date with a text that isn't one.
    expectEqual(found.filter { $0 != "not-a-date" }, (isConstant ? ["constant-condition"] : []))
  }

  @Test func aRepeatedConditionIsConstant() {
    let found = ids(
      """
        - { ask: flag, type: boolean }
        - group: outer
          when: flag
          steps:
            - { note: told, when: flag, text: told }
      """)
    expectEqual(found, ["constant-condition"])
  }
}
