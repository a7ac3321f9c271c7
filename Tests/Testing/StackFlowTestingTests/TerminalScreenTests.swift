// SPDX-License-Identifier: Apache-2.0

import StackFlowTesting
import TerminalEmulation
import TerminalIO
import Testing

/// The screen draws what libvterm draws.
@Suite struct TerminalScreenTests {
  private static let size = WindowSize(columns: 12, rows: 5)

  @Test func aLineFeedKeepsTheWrapThatIsPendingOnlyWhereItScrolls() {
    for start in ["\u{1B}[1;1H", "\u{1B}[5;1H"] {
      var screen = TerminalScreen(size: Self.size)
      var other = EmulatedScreen(size: Self.size)
      for text in [start, "123456789012", "\n", "x"] {
        screen.take(Array(text.utf8))
        other.take(Array(text.utf8))
      }
      #expect(screen.lines == other.lines)
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
