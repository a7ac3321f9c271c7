// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct EmptyChoicesLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws {
    try expectGolden("choices-may-be-empty")
  }

  @Test(arguments: [
    ("choices: { from: regions }", true), ("choices: { from: regions }, required: false", false),
    ("choices: { from: regions }, empty: none", false),
    ("choices: { from: 'regions + [1]' }", false),
    ("choices: [ { value: a, when: flag }, { value: b, when: '!flag' } ]", false),
    ("choices: [ { value: a, when: flag }, { value: b, disabledWhen: '!flag' } ]", true),
    ("choices: [ { value: a, when: flag }, b ]", false),
  ])
  func emptinessIsDecided(field: String, mayBeEmpty: Bool) {
    let found = ids(
      """
        - { ask: flag, type: boolean }
        - { ask: it, type: choice, \(field) }
      """, inputs: "  regions: { type: list, of: integer }")
    expectEqual(found.contains("choices-may-be-empty"), mayBeEmpty, "\(found)")
  }
}
