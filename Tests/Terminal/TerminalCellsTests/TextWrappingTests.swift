// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import TerminalCells
import Testing

@Suite struct TextWrappingTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 8, ["one two", "three"]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 13, ["one two three"]),
    ("one   two", 5, ["one", "two"]),
    ("one\n\ntwo\n", 5, ["one", "", "two", ""]),
    ("one\r\ntwo", 5, ["one", "two"]),
    ("  indent stays", 9, ["  indent", "stays"]),
    ("     x", 3, ["x"]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("a unbreakable", 4, ["a", "unbr", "eaka", "ble"]),
    ("well-known fact", 6, ["well-", "known", "fact"]),
    ("a -5 --option", 4, ["a -5", "--op", "tion"]),
    ("日本語", 4, ["日本", "語"]),
    ("日本語。", 6, ["日本", "語。"]),
    ("あ「い」", 4, ["あ", "「い", "」"]),
    ("日本 (abc)", 6, ["日本", "(abc)"]),
    ("10\u{A0}km away", 6, ["10\u{A0}km", "away"]),
    ("10\u{2060}日", 3, ["10\u{2060}", "日"]),
    ("👩‍👩‍👧👩‍👩‍👧", 3, ["👩‍👩‍👧", "👩‍👩‍👧"]),
    ("long\u{200B}word", 5, ["long", "word"]),
    ("日", 1, ["日"]),
    ("ab", 0, ["a", "b"]),
    ("ab", -3, ["a", "b"]),
    ("tail   ", 5, ["tail "]),
    ("he said “no” twice", 8, ["he said", "“no”", "twice"]),
    ("a\tb", 4, [#"a\tb"#]),
  ])
  func linesEndWhereWordsDo(text: String, columns: Int, lines: [String]) {
    expectEqual(text.wrapped(to: columns).map(\.escapedForDisplay), lines)
  }

  @Test(arguments: 1...12)
  func wrappingKeepsEveryCharacterExceptSpaces(columns: Int) {
    let alphabet: [Character] = [
      "a", "b", " ", "-", "日", "。", "「", "\n", "👍🏽", "e\u{301}", "\u{A0}", "\u{200B}",
    ]
    var random = SeededGenerator(seed: UInt64(columns))
    for _ in 0..<200 {
      let text = String(
        (0..<Int.random(in: 0...30, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        })
      let lines = text.wrapped(to: columns)
      let kept = lines.joined().filter { $0 != " " && $0 != "\u{200B}" }
      expectEqual(kept, text.filter { $0 != " " && $0 != "\u{200B}" && $0 != "\n" })
      #expect(
        lines.allSatisfy { $0.cellWidth <= columns || $0.filter { $0.cellWidth > 0 }.count == 1 })
      // Each line starts after the previous one.
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.endIndex <= $1.startIndex })
    }
  }

  @Test func aMillionCharactersAreWrappedInOnePass() {
    let text = String(repeating: "word ", count: 200_000)
    expectEqual(text.wrapped(to: 80).count, 12_500)
  }
}

@Suite struct TextTruncationTests {
  @Test(arguments: [
    ("hello", 5, TruncationPlace.end, "hello"),
    ("hello", 4, .end, "hel…"),
    ("hello", 1, .end, "…"),
    ("hello", 0, .end, ""),
    ("hello", -1, .end, ""),
    ("日本語", 5, .end, "日本…"),
    ("日本語", 4, .end, "日…"),
    ("日本語", 4, .start, "…語"),
    ("a/long/path", 6, .start, "…/path"),
    ("abcdefgh", 5, .middle, "ab…gh"),
    ("abcdefgh", 4, .middle, "ab…h"),
    ("日本語日本語", 6, .middle, "日…語"),
    // A right-to-left word is left out whole, unless it's the only one.
    ("שלום עולם", 8, .end, "שלום…"),
    ("שלום עולם", 5, .end, "שלום…"),
    ("שלום", 3, .end, "של…"),
    ("port פורט", 8, .end, "port…"),
  ])
  func overflowEndsInAnEllipsis(
    text: String, columns: Int, place: TruncationPlace, result: String
  ) {
    expectEqual(text.truncated(to: columns, at: place), result)
  }

  @Test func anEllipsisThatDoesNotFitIsLeftOut() {
    expectEqual("hello".truncated(to: 2, ellipsis: "..."), "he")
  }

  @Test(arguments: [
    (TextAlignment.leading, "ab   "), (.center, " ab  "), (.trailing, "   ab"),
  ])
  func anOddSpareColumnGoesRight(alignment: TextAlignment, result: String) {
    expectEqual("ab".aligned(alignment, to: 5), result)
    expectEqual("toolong".aligned(alignment, to: 5), "toolong")
  }
}
