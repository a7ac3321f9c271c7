// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite struct UnusedAnswerLintTests {
  @Test func everyFixtureHasItsRecordedFindings() throws { try expectGolden("unused-answer") }

  /// Without an output, a flow returns every answer.
  @Test func everyAnswerOfADefaultOutputIsUsed() {
    expectEqual(ids("  - { ask: a, type: string }"), [])
    let found = findings("steps:\n  - { ask: a, type: string }\noutput: { b: \"'x'\" }\n")
    #expect(found.contains("[unused-answer]"))
  }
}
