// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import TerminalCells

@Suite struct CellWidthTests {
  @Test func theUnicodeVersionIsPublic() { expectEqual(TextWidths.unicodeVersion, "18.0.0") }

  @Test(arguments: [
    ("", 0), ("a", 1), ("hello", 5), ("日本", 4), ("e\u{301}", 1), ("é", 1),
    ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇳🇱", 2), ("🇳🇱🇯🇵", 4), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("1\u{FE0F}\u{20E3}", 2), ("1\u{20E3}", 1),
    ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0E}", 1), ("⌚", 2), ("⌚\u{FE0E}", 2), ("a\u{FE0F}", 1),
    ("❤\u{FE0F}‍🔥", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾞ", 2), ("Ａ", 2),
    ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{301}", 0), ("का", 2), ("\u{AD}", 1), ("🇳", 2),
    ("─│╭●", 4), ("☰", 2), ("🫩", 2), ("\u{1FAFF}", 2), ("…", 1), ("\u{E000}", 1), ("\u{3000}", 2),
  ])
  func widthsOfClustersAreThoseOfTerminals(text: String, width: Int) {
    expectEqual(text.cellWidth, width)
    expectEqual(Substring(text).cellWidth, width)
  }

  @Test(arguments: [("α", 2), ("─", 2), ("a", 1), ("…", 2), ("日", 2), ("e\u{301}", 1), ("é", 2)])
  func ambiguousCharactersAreWideOnRequest(text: String, width: Int) {
    expectEqual(text.cellWidth(ambiguous: .wide), width)
  }

  @Test(arguments: [
    ("a\tb", #"a\tb"#), ("\u{1b}[2J", #"\u{1b}[2J"#), ("\r\n", #"\r\n"#), ("\0", #"\u{0}"#),
    ("\u{7f}", #"\u{7f}"#), ("\u{9b}2J", #"\u{9b}2J"#), ("\u{202E}abc", #"\u{202e}abc"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("\u{2028}", #"\u{2028}"#), ("日本", "日本"),
    (#"C:\dir"#, #"C:\dir"#), ("a\u{200D}b\u{200B}", "a\u{200D}b\u{200B}"),
    ("é\u{1b}", #"é\u{1b}"#),
  ])
  func controlCharactersAreShownAsEscapes(text: String, shown: String) {
    expectEqual(text.escapedForDisplay, shown)
    expectEqual(Array(text.escapedForDisplay.unicodeScalars), Array(shown.unicodeScalars))
    expectEqual(text.cellWidth, shown.cellWidth)
    expectEqual(text.reduce("") { $0 + $1.escapedForDisplay }, shown)
  }

  @Test func aScalarThatIsAloneIsACharacter() {
    for scalar in (0..<UInt32(0x3000)).compactMap(Unicode.Scalar.init) where scalar.isAlone {
      let text = "\(scalar)a\(scalar)\(scalar)\r\n\(scalar)·"
      expectEqual(text.count, 7, "U+\(String(scalar.value, radix: 16))")
      #expect(!scalar.isShownEscaped)
      for ambiguous in [AmbiguousWidth.narrow, .wide] {
        let width = ScalarTraits(of: scalar).width(ambiguous: ambiguous)
        #expect(width > 0)
        expectEqual(Character(scalar).cellWidth(ambiguous: ambiguous), width)
      }
    }
  }

  @Test(arguments: [
    ("─\u{301}", nil), ("☁\u{FE0F}", nil), ("─", 3), ("─a", 3), ("é─", 2), ("日", nil),
  ])
  func whatMayJoinIsNotAlone(text: String, length: Int?) {
    let found = text.loneScalar(at: text.startIndex)
    expectEqual(found.map { text.utf8.distance(from: text.startIndex, to: $0.end) }, length)
  }

  @Test func nothingThatIsShownCanSteerATerminal() {
    for value in 0..<UInt32(0x3000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = String(Character(scalar)).escapedForDisplay
      let steers = shown.unicodeScalars.contains {
        $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
          || $0.properties.generalCategory == .paragraphSeparator
      }
      #expect(!steers, "U+\(String(value, radix: 16))")
      expectEqual(shown.cellWidth, Character(scalar).cellWidth, "U+\(String(value, radix: 16))")
    }
  }

  @Test func theTableRisesAndTheShortcutsAgreeWithIt() {
    #expect(zip(widthTable, widthTable.dropFirst()).allSatisfy { $0 >> 8 < $1 >> 8 })
    expectEqual(widthTable.first.map { $0 >> 8 }, 0)
    let blocks = [0x4E00...0x9FFF, 0xAC00...0xD7A3] as [ClosedRange<UInt32>]
    for block in blocks {
      let wrong = block.first { value in
        guard let scalar = Unicode.Scalar(value) else { return true }
        return ScalarTraits(of: scalar).raw != ScalarTraits(bisecting: value).raw
      }
      #expect(wrong == nil)
    }
  }

  @Test func aTextOfAMillionMarksIsMeasuredInOnePass() {
    let text = "a" + String(repeating: "\u{301}", count: 1_000_000)
    expectEqual(text.cellWidth, 1)
  }
}
