// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct UnpickableChoiceLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("unpickable-choice") }

  @Test(arguments: [
    ("x", false), ("{ value: x, when: flag }", false),
    ("{ value: x, when: \"flag && !flag\" }", true),
    ("{ value: x, disabledWhen: \"true\" }", true), ("{ value: x, disabledWhen: flag }", false),
  ])
  func conditionsAreDecided(choice: String, isUnpickable: Bool) {
    let found = ids(
      """
        - { ask: flag, type: boolean }
        - { ask: picked, type: choice, choices: [ a, \(choice) ] }
      """)
    expectEqual(found.contains("unpickable-choice"), isUnpickable, "\(found)")
  }
}
