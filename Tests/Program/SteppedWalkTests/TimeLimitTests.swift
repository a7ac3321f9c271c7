// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import ProgramParts
import Testing

/// Durations of options, such as `--expire 7d` and `--timeout 90`.
@Suite struct TimeLimitTests {
  @Test(arguments: [
    ("90", 90), ("90s", 90), ("5m", 300), ("1h30m", 5_400), ("12h", 43_200), ("7d", 604_800),
    ("1d12h", 129_600), ("PT1H", 3_600),
  ])
  func durationsHaveDays(text: String, seconds: Int64) {
    expectEqual(TimeLimit(argument: text)?.span.wholeSeconds, seconds)
    expectEqual(TimeLimit(argument: text)?.description, text)
  }

  @Test(arguments: [
    "", "0", "0d", "d", "-1d", "7dd", "7d7d", "7d5", "7 d", "1.5d", "seven", "99999999999999d",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(TimeLimit(argument: text) == nil, "\(text)")
  }
}
