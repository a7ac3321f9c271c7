// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import StackFlowTesting
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// The screen draws what libvterm draws.
@Suite struct TerminalScreenTests {
  private static let size = WindowSize(columns: 12, rows: 5)

  /// Pieces of output, of the kinds that the program writes.
  ///
  /// Where half of a wide character is overwritten, libvterm keeps the other half, so there are none.
  private static func piece(_ random: inout SeededGenerator) -> String {
    func number(_ most: Int) -> String { "\(Int.random(in: 0...most, using: &random))" }
    func one(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6:
      return one(
        "a", "some words", "longer than the window is wide", "é", "│", " ", "e\u{301}")
    case 6: return "\r\n"
    case 7: return "\r"
    case 8: return "\n"
    case 9: return "\u{1B}[\(number(6));\(number(14))H"
    case 10: return "\u{1B}[\(number(7))" + one("A", "B", "C", "D")
    case 11: return "\u{1B}[\(number(14))G"
    case 12:
      // Erasing ends a wrap that is pending here, as in xterm, and not in libvterm.
      return "\u{1B}[\(number(14))G\u{1B}[" + one("J", "K", "1K", "2K", "1J", "2J")
    case 13: return one("\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{8}", "\t")
    case 14: return one("\u{1B}[?2026h", "\u{1B}]133;A\u{1B}\\")
    case 15: return "\u{1B}[\(number(3))" + one("L", "M", "S", "T")
    case 16: return one("\u{1B}[1m", "\u{1B}[22m", "\u{1B}[3m", "\u{1B}[4;7m", "\u{1B}[27;24m")
    case 17:
      return "\u{1B}[" + one("38", "48") + ";2;\(number(255));\(number(255));\(number(255))m"
    case 18: return one("\u{1B}[31m", "\u{1B}[39m", "\u{1B}[49m", "\u{1B}[44m")
    default: return one("\u{1B}[m", "\u{1B}[0m", "\u{1B}[;1m")
    }
  }

  /// A cell as both screens have it: the text, the attributes that libvterm keeps, and the colors of 24 bits.
  private struct Seen: Equatable {
    var text = " "
    var attributes: Set<String> = []
    var foreground: [UInt8]?
    var background: [UInt8]?
  }

  private static func seen(_ grid: CellGrid, beside other: EmulatedScreen) -> [[Seen]] {
    (0..<grid.size.rows).map { row in
      (0..<grid.size.columns).map { column in
        guard let cell = grid[CellPosition(column: column, row: row)] else { return Seen() }
        func channels(_ color: CellColor) -> [UInt8]? {
          guard case .rgb(let color) = color else { return nil }
          return [color.red, color.green, color.blue]
        }
        let attributes: [(CellAttributes, String)] = [
          (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        // What's erased keeps only its background.
        let isErased = other.cell(at: .init(row: row, column: column))?.text.isEmpty ?? true
        return Seen(
          text: String(cell.character),
          attributes: isErased
            ? [] : Set(attributes.filter { cell.style.attributes.contains($0.0) }.map(\.1)),
          foreground: cell.character == " " ? nil : channels(cell.style.foreground),
          background: channels(cell.style.background))
      }
    }
  }

  private static func seen(_ screen: EmulatedScreen, beside grid: CellGrid) -> [[Seen]] {
    (0..<size.rows).map { row in
      (0..<size.columns).map { column in
        guard let cell = screen.cell(at: .init(row: row, column: column)) else { return Seen() }
        let attributes: [(EmulatedScreen.Attributes, String)] = [
          (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        // The sixteen named colors are those of a terminal's own palette.
        let own = grid[CellPosition(column: column, row: row)]?.style
        func isNamed(_ color: CellColor?) -> Bool {
          if case .named? = color { true } else { false }
        }
        return Seen(
          text: cell.text.isEmpty ? " " : cell.text,
          attributes: cell.text.isEmpty
            ? [] : Set(attributes.filter { cell.attributes.contains($0.0) }.map(\.1)),
          foreground: cell.text.isEmpty || cell.text == " " || isNamed(own?.foreground)
            ? nil : cell.foreground,
          background: isNamed(own?.background) ? nil : cell.background)
      }
    }
  }

  /// Returns how two screens differ; nil if they don't.
  private static func difference(_ screen: TerminalScreen, _ other: EmulatedScreen) -> String? {
    if screen.lines != other.lines { return "texts:\n\(screen.picture)\n\(other.picture)" }
    let grid = screen.grid
    if grid.lines != screen.lines { return "the grid has other rows: \(grid.lines)" }
    if screen.row != other.cursor.row || screen.column != other.cursor.column {
      return "cursors: \(screen.row), \(screen.column) and \(other.cursor)\n\(screen.picture)"
    }
    if screen.isCursorVisible != other.isCursorVisible { return "one cursor is hidden" }
    let (own, theirs) = (seen(grid, beside: other), seen(other, beside: grid))
    for row in own.indices {
      for column in own[row].indices where own[row][column] != theirs[row][column] {
        return "row \(row), column \(column): \(own[row][column]) and \(theirs[row][column])"
      }
    }
    return nil
  }

  @Test func randomOutputIsDrawnAsLibvtermDrawsIt() {
    var differences: [String] = []
    for seed in RandomRuns(long: 20_000, every: 50, named: "screens").seeds {
      var random = SeededGenerator(seed: seed)
      var screen = TerminalScreen(size: Self.size)
      var other = EmulatedScreen(size: Self.size)
      var written: [String] = []
      // Without a cursor that was saved, libvterm restores colors that nothing else has.
      for part in ["\u{1B}7"] {
        screen.take(Array(part.utf8))
        other.take(Array(part.utf8))
      }
      for _ in 0..<30 {
        let piece = Self.piece(&random)
        written.append(piece)
        screen.take(Array(piece.utf8))
        other.take(Array(piece.utf8))
        guard let difference = Self.difference(screen, other) else { continue }
        differences.append(
          "seed \(seed): \(written.map(\.debugDescription).joined(separator: ", "))\n\(difference)")
        break
      }
      if differences.count == 8 { break }
    }
    #expect(differences == [])
  }

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
