// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct ImpossibleConstraintLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws {
    try expectGolden("impossible-constraint")
  }

  @Test(arguments: [
    ("type: integer, min: 2, max: 1", true), ("type: integer, min: 1, max: 1", false),
    ("type: number, min: 1.5, max: 1", true), ("type: string, minLength: 2, maxLength: 1", true),
    ("type: choices, choices: [a], minItems: 2", true),
    ("type: choices, choices: [a, b], minItems: 2, maxItems: 1", true),
    ("type: integer, min: 1, max: 9, multipleOf: 10", true),
    ("type: integer, min: 1, max: 10, multipleOf: 10", false),
    ("type: integer, min: -9, max: -1, multipleOf: 10", true),
    ("type: integer, min: { value: least }, max: 3", true),
    ("type: integer, min: { value: least }, max: 4", false),
    ("type: integer, min: { value: least * 9 }, max: 4", false),
  ])
  func boundsAreCompared(field: String, isImpossible: Bool) {
    let found = ids(
      """
        - { ask: least, type: integer, min: 1, max: 4 }
        - { ask: it, \(field) }
      """)
    expectEqual(found.contains("impossible-constraint"), isImpossible, "\(found)")
  }
}
