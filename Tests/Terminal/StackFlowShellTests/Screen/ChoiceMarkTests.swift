// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// Marks of choices that are always chosen, or go with no other.
@MainActor
@Suite struct ChoiceMarkTests {
  private static func flow(_ choices: String) -> String {
    """
    flow: 1
    id: m
    steps:
      - { ask: parts, type: choices, choices: [\(choices)] }
      - { ask: last, type: string }
    """
  }

  @Test(arguments: [
    ("", #"["base"]"#), (" ", #"["base"]"#), ("\u{1B}[B ", #"["base","a"]"#),
    ("\u{1B}a", #"["base","a","b"]"#), ("\u{1B}a\u{1B}a", #"["base"]"#),
    ("\u{1B}i", #"["base","a","b"]"#), ("base\r", #"["base"]"#), ("b\u{7F}a\r", #"["base","a"]"#),
  ])
  func whatIsLockedStaysMarked(keys: String, answer: String) async throws {
    let walk = try await ScreenWalk(
      Self.flow("{ value: base, lockedWhen: 'true' }, a, b"))
    await walk.type(keys)
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"parts":\#(answer),"last":"x"}"#)
  }

  @Test(arguments: [
    (" \u{1B}[B \u{1B}[F ", #"["none"]"#), ("\u{1B}[F \u{1B}[H ", #"["a"]"#),
    ("\u{1B}[F \u{1B}a", #"["a","b"]"#), ("\u{1B}[F  ", "[]"), ("none\r", #"["none"]"#),
    (" none\r", #"["none"]"#),
  ])
  func aChoiceThatGoesAloneTakesOtherMarksAway(keys: String, answer: String) async throws {
    let walk = try await ScreenWalk(Self.flow("a, b, { value: none, alone: true }"))
    await walk.type(keys)
    await walk.type("\rx\r")
    expectEqual(walk.result, #"{"parts":\#(answer),"last":"x"}"#)
  }
}
