// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import StackFlowTesting
import TerminalEmulation
import TerminalIO
import Testing

/// The screen draws what libvterm draws.
@Suite struct TerminalScreenTests {
  private static let size = WindowSize(columns: 12, rows: 5)

  /// Pieces of output, of the kinds that programs write.
  private static func piece(_ random: inout SeededGenerator) -> String {
    func number(_ most: Int) -> String { "\(Int.random(in: 0...most, using: &random))" }
    // Terminals differ in what is left of a wide character of which a half is overwritten.
    let texts = ["a", "some words", "longer than the window is wide", "é", "│", " "]
    switch Int.random(in: 0..<19, using: &random) {
    case 0..<7: return texts.randomElement(using: &random) ?? ""
    case 7: return "\r\n"
    case 8: return "\r"
    case 9: return "\n"
    case 10: return "\u{1B}[\(number(6));\(number(14))H"
    case 11:
      return "\u{1B}[\(number(7))" + (["A", "B", "C", "D"].randomElement(using: &random) ?? "A")
    case 12: return "\u{1B}[\(number(14))G"
    case 13:
      return "\u{1B}[" + (["J", "K", "1K", "2K", "1J", "2J"].randomElement(using: &random) ?? "J")
    case 14:
      return "\u{1B}[\(number(3))"
        + (["L", "M", "P", "@", "X"].randomElement(using: &random) ?? "X")
    case 15:
      return ["\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{8}", "\t"].randomElement(using: &random) ?? ""
    case 16: return ["\u{1B}[?7l", "\u{1B}[?7h"].randomElement(using: &random) ?? ""
    case 17: return "\u{1B}[1;31m\u{1B}[0m\u{1B}]133;A\u{1B}\\\u{1B}]8;;x\u{7}"
    default:
      return ["\u{1B}[?25l", "\u{1B}[?25h", "\u{1B}[?2026h"].randomElement(using: &random) ?? ""
    }
  }

  @Test func randomOutputIsDrawnAsLibvtermDrawsIt() {
    for seed in RandomRuns(long: 20_000, every: 50, named: "screens of text").seeds {
      var random = SeededGenerator(seed: seed)
      var screen = TerminalScreen(size: Self.size)
      var other = EmulatedScreen(size: Self.size)
      var written: [String] = []
      for _ in 0..<30 {
        let piece = Self.piece(&random)
        written.append(piece)
        screen.take(Array(piece.utf8))
        other.take(Array(piece.utf8))
        guard screen.lines == other.lines, screen.row == other.cursor.row,
          screen.column == other.cursor.column, screen.isAlternate == other.isAlternate
        else {
          Issue.record(
            "seed \(seed): \(written.map(\.debugDescription))\n\(screen.picture)\n\(other.picture)")
          return
        }
      }
    }
  }

  @Test func outputMayComeByteByByte() {
    let text = "a日e\u{301}\u{1B}[2;3Hx\u{1B}]0;title\u{1B}\\y\u{1B}[6n"
    var whole = TerminalScreen(size: Self.size)
    whole.take(Array(text.utf8))
    var pieces = TerminalScreen(size: Self.size)
    for byte in text.utf8 { pieces.take([byte]) }
    #expect(pieces.lines == whole.lines)
    #expect(whole.lines.prefix(2) == ["a日e\u{301}", "  xy"])
    #expect(pieces.takeReplies() == Array("\u{1B}[2;5R".utf8))
  }

  @Test func theOtherScreenLeavesTheFirstAsItWas() {
    var screen = TerminalScreen(size: Self.size)
    var other = EmulatedScreen(size: Self.size)
    for text in ["日本\r\nab", "\u{1B}[?1049h\u{1B}[Hxyz\u{1B}[?25l", "\u{1B}[?25h\u{1B}[?1049l!"] {
      screen.take(Array(text.utf8))
      other.take(Array(text.utf8))
      #expect(screen.lines == other.lines)
      #expect(screen.isAlternate == other.isAlternate)
      #expect(screen.isCursorVisible == other.isCursorVisible)
    }
    #expect(screen.lines.prefix(2) == ["日本", "ab!"])
  }

  @Test func theRowOfTheCursorStaysInASmallerWindow() {
    var screen = TerminalScreen(size: Self.size)
    screen.take(Array("1\r\n2\r\n3\r\n4\r\n5".utf8))
    screen.resize(to: WindowSize(columns: 4, rows: 2))
    #expect(screen.lines == ["4", "5"])
    #expect(screen.row == 1)
  }
}
