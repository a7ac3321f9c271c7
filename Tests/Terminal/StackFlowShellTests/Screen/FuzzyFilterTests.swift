// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import StackFlowShell

@Suite struct FuzzyFilterTests {
  private func matches(_ filter: String, in labels: [String]) -> [String] {
    var fuzzy = FuzzyFilter(labels)
    fuzzy.apply(filter)
    return fuzzy.matches.map { labels[$0] }
  }

  @Test func theBestComesFirst() {
    let labels = ["a-post", "compost", "PostGIS", "p-o-s-t", "big post office", "PostgreSQL"]
    expectEqual(
      matches("post", in: labels),
      [
        "PostGIS", "PostgreSQL", "a-post", "big post office", "compost", "p-o-s-t",
      ])
  }

  @Test func anEmptyFilterMatchesAllInOrder() {
    expectEqual(matches("", in: ["b", "a"]), ["b", "a"])
    expectEqual(matches("  ", in: ["b", "a"]), ["b", "a"])
  }

  @Test func caseAndBlanksDoNotMatter() {
    expectEqual(matches("US E", in: ["us-east", "us east", "eu"]), ["us east", "us-east"])
    expectEqual(matches("ÜB", in: ["Über", "Uber"]), ["Über"])
  }

  @Test func aContinuedFilterLooksOnlyAtWhatMatched() {
    let labels = (0..<1_000).map { "\($0)" }
    var fuzzy = FuzzyFilter(labels)
    expectEqual(fuzzy.comparisonCount, 0)
    fuzzy.apply("9")
    let withNine = fuzzy.matches.count
    #expect(fuzzy.comparisonCount == 1_000 && withNine == 271)
    fuzzy.apply("99")
    expectEqual(fuzzy.comparisonCount, 1_000 + withNine)
    let count = fuzzy.comparisonCount
    fuzzy.apply("99 ")
    expectEqual(fuzzy.comparisonCount, count)
    fuzzy.apply("")
    #expect(fuzzy.comparisonCount == count && fuzzy.matches.count == 1_000)
  }

  @Test func marksAreTheMatchedCharacters() {
    expectEqual(FuzzyFilter.marks(of: "post", in: "a post"), [2, 3, 4, 5])
    expectEqual(FuzzyFilter.marks(of: "pst", in: "PoST"), [0, 2, 3])
    expectEqual(FuzzyFilter.marks(of: "x", in: "post"), [])
    expectEqual(FuzzyFilter.marks(of: "日", in: "a日本"), [1])
  }

  /// A filter that is typed letter by letter gives what it gives at once; what doesn't match is no
  /// subsequence.
  @Test func typingNarrowsAsFilteringAtOnce() {
    for seed in RandomRuns(long: 20_000, named: "filters").seeds {
      var random = SeededGenerator(seed: seed)
      let letters = Array("abA -é")
      func text(_ most: Int) -> String {
        String(
          (0..<Int.random(in: 0...most, using: &random)).map { _ in
            letters.randomElement(using: &random)!
          })
      }
      let labels = (0..<12).map { _ in text(8) }
      let filter = text(4)
      var typed = FuzzyFilter(labels)
      for end in filter.indices { typed.apply(String(filter[...end])) }
      var atOnce = FuzzyFilter(labels)
      atOnce.apply(filter)
      expectEqual(typed.matches, atOnce.matches, "STACKFLOW_SEED=\(seed)")
      let wanted = Array(filter.lowercased().utf8.filter { $0 != 0x20 })
      let expected = labels.indices.filter { index in
        var rest = wanted[...]
        for byte in labels[index].lowercased().utf8 where byte == rest.first { rest.removeFirst() }
        return rest.isEmpty
      }
      expectEqual(Set(typed.matches), Set(expected), "STACKFLOW_SEED=\(seed)")
    }
  }
}
