// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowSessions
import RandomTesting
import Testing

/// The difference between a file and what would replace it.
@Suite struct LineDifferenceTests {
  private static func lines(_ old: String, _ new: String) throws -> [LineDifference.Line] {
    try #require(LineDifference(from: Array(old.utf8), to: Array(new.utf8))).lines
  }

  /// Texts that differ in a byte differ in a line, also at its end.
  @Test(
    arguments: [
      ("a\nb\n", "a\r\nb\n", [.removed("a\n"), .added("a\r\n"), .same("b\n")]),
      ("a\nb\n", "a\nb", [.same("a\n"), .removed("b\n"), .added("b")]),
      ("", "\n", [.added("\n")]),
      ("a\rb", "a\nb", [.removed("a\rb"), .added("a\n"), .added("b")]),
    ] as [(String, String, [LineDifference.Line])])
  func endsOfLinesDiffer(old: String, new: String, lines: [LineDifference.Line]) throws {
    expectEqual(try Self.lines(old, new), lines)
  }

  /// The lines give both texts back, and none is marked if the texts are the same.
  @Test func theLinesAreThoseOfBothTexts() throws {
    let parts = ["a", "b", "", "\n", "\r\n", "\r", "\u{2028}"]
    for seed in RandomRuns(long: 20_000, named: "line differences").seeds {
      var random = SeededGenerator(seed: seed)
      func text() -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
      }
      let (old, new) = (text(), text())
      var (before, after, changes) = ("", "", 0)
      for line in try Self.lines(old, new) {
        switch line {
        case .same(let line):
          before += line
          after += line
        case .removed(let line):
          before += line
          changes += 1
        case .added(let line):
          after += line
          changes += 1
        case .gap: before += "gap"
        }
      }
      guard !before.contains("gap") else { continue }
      expectEqual(Array(before.utf8), Array(old.utf8), "seed \(seed)")
      expectEqual(Array(after.utf8), Array(new.utf8), "seed \(seed)")
      expectEqual(changes == 0, Array(old.utf8) == Array(new.utf8), "seed \(seed)")
    }
  }
}
