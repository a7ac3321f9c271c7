// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowTesting
@testable import TerminalEmulation

/// The screen draws what libvterm draws.
@Suite struct TerminalScreenTests {
  private static let size = WindowSize(columns: 12, rows: 5)

  /// Pieces of output, of the kinds that programs write.
  private static func piece(_ random: inout SeededGenerator) -> String {
    func number(_ most: Int) -> String { "\(Int.random(in: 0...most, using: &random))" }
    func one(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0..<25, using: &random) {
    case 0..<5:
      return one(
        "a", "some words", "longer than the window is wide", "é", "│", " ", "e\u{301}")
    // Wide characters, also with marks; see ``clustersAreOneCharacter(text:)`` for what's left out.
    case 5, 6: return one("日", "日本語の文字", "한", "x😀y", "か", "語e\u{301}", "日\u{301}", "ｗ")
    case 7: return "\r\n"
    case 8: return "\r"
    case 9: return "\n"
    case 10: return "\u{1B}[\(number(6));\(number(14))H"
    case 11: return "\u{1B}[\(number(7))" + one("A", "B", "C", "D", "E", "F")
    case 12: return "\u{1B}[\(number(14))G"
    case 13:
      // Erasing ends a wrap that is pending here, as in xterm, and not in libvterm.
      return "\u{1B}[\(number(14))G\u{1B}[" + one("J", "K", "1K", "2K", "1J", "2J")
    // A cursor that's restored where it is ends a wrap that is pending here, as in xterm, and not in libvterm.
    case 14: return one("\u{1B}7", "\u{1B}8\u{8}", "\u{1B}M", "\u{8}", "\t", "\u{1B}D", "\u{1B}E")
    case 15: return one("\u{1B}[?2026h", "\u{1B}]133;A\u{1B}\\", "\u{1B}[>4;2m", "\u{1B}[2 q")
    case 16: return "\u{1B}[\(number(3))" + one("L", "M", "S", "T")
    case 17:
      // Where a half of a wide character is moved, libvterm can join it to another one.
      return "\r\u{1B}[2K" + one("narrow", "é│x") + "\u{1B}[\(number(9))G\u{1B}[\(number(4))"
        + one("@", "P", "X")
    case 18:
      // A region, in which lines scroll. Moves up and down stop at its edges here, as in xterm, and not in libvterm.
      let first = Int.random(in: 1...4, using: &random)
      let last = Int.random(in: first + 1...5, using: &random)
      let scrolling = (0..<4).map { _ in
        one("\n", "\u{1B}M", "\u{1B}[2L", "\u{1B}[M", "\u{1B}[S", "\u{1B}[2T", "日", "r\r")
      }
      return
        "\u{1B}[\(first);\(last)r\u{1B}[\(number(6));\(number(12))H\(scrolling.joined())\u{1B}[r\u{1B}[H"
    case 19: return one("\u{1B})0\u{E}lqk\u{F}", "\u{1B})0\u{E}x~\u{F}a", "\u{1B}[1Gz\u{1B}[4b")
    // The inserted character is narrow: for a wide character, libvterm moves the rest of the row by one cell only.
    case 20: return "\u{1B}[4h" + one("i", "é", "in") + "\u{1B}[4l"
    case 21: return one("\u{1B}[1m", "\u{1B}[22m", "\u{1B}[3m", "\u{1B}[4;7m", "\u{1B}[27;24m")
    case 22:
      return "\u{1B}[" + one("38", "48") + ";2;\(number(255));\(number(255));\(number(255))m"
    case 23: return one("\u{1B}[31m", "\u{1B}[39m", "\u{1B}[49m", "\u{1B}[44m")
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
        // An erased cell keeps only its background.
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
        let attributes: [(CellAttributes, String)] = [
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

  /// The cells with one half of a wide character, of which the other half was overwritten.
  ///
  /// libvterm keeps it, and other terminals don't: a glyph of two cells can't be shown in one.
  private static func halves(_ screen: EmulatedScreen) -> [Set<Int>] {
    (0..<size.rows).map { row in
      let cells = (0..<size.columns).map { screen.cell(at: .init(row: row, column: $0)) }
      var found: Set<Int> = []
      for (column, cell) in cells.enumerated() {
        guard let cell else { continue }
        let isWide = Character(cell.text.isEmpty ? " " : cell.text).cellWidth == 2
        if isWide, cell.width == 1 { found.insert(column) }
        if !isWide, cell.width == 2 { found.insert(column + 1) }
      }
      return found
    }
  }

  /// Returns how two screens differ; nil if they don't.
  private static func difference(_ screen: TerminalScreen, _ other: EmulatedScreen) -> String? {
    let halves = halves(other)
    let grid = screen.grid
    if grid.lines != screen.lines { return "the grid has other rows: \(grid.lines)" }
    for (row, pair) in zip(screen.lines, other.lines).enumerated() where halves[row].isEmpty {
      if pair.0 != pair.1 { return "row \(row):\n\(screen.picture)\n\(other.picture)" }
    }
    if screen.row != other.cursor.row || screen.column != other.cursor.column {
      return "cursors: \(screen.row), \(screen.column) and \(other.cursor)\n\(screen.picture)"
    }
    if screen.isCursorVisible != other.isCursorVisible { return "one cursor is hidden" }
    let (own, theirs) = (seen(grid, beside: other), seen(other, beside: grid))
    for row in own.indices {
      for column in own[row].indices where own[row][column] != theirs[row][column] {
        if halves[row].contains(column) {
          if own[row][column].text != " " { return "row \(row), column \(column) has a half" }
          continue
        }
        // There, libvterm keeps the colors of what was there before.
        if other.cell(at: .init(row: row, column: column - 1))?.width == 2 { continue }
        return "row \(row), column \(column): \(own[row][column]) and \(theirs[row][column])\n"
          + "\(screen.picture)\n\(other.picture)"
      }
    }
    return nil
  }

  #if VTerm
  @Test func randomOutputIsDrawnAsLibvtermDrawsIt() {
    var differences: [String] = []
    for seed in RandomRuns(long: 20_000, every: 150, named: "screens").seeds {
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
    expectEqual(differences, [])
  }
  #endif

  @Test func aLineFeedKeepsTheWrapThatIsPendingOnlyWhereItScrolls() {
    for start in ["\u{1B}[1;1H", "\u{1B}[5;1H"] {
      var screen = TerminalScreen(size: Self.size)
      var other = EmulatedScreen(size: Self.size)
      for text in [start, "123456789012", "\n", "x"] {
        screen.take(Array(text.utf8))
        other.take(Array(text.utf8))
      }
      expectEqual(screen.lines, other.lines)
    }
  }

  /// In the set with lines, letters are lines; afterward, libvterm takes no marks at the end of a row.
  @Test func linesAreDrawnByLetters() {
    var screen = TerminalScreen(size: Self.size)
    var other = EmulatedScreen(size: Self.size)
    for text in ["\u{1B}(0lqwqk\r\nx x", "\u{1B}(B x\r\n", "\u{E}mqj\u{1B})0mqj\u{F}q"] {
      screen.take(Array(text.utf8))
      other.take(Array(text.utf8))
      expectEqual(screen.lines, other.lines)
    }
    expectEqual(screen.lines.prefix(3), ["┌─┬─┐", "│ │ x", "mqj└─┘q"])
  }

  @Test func outputMayComeByteByByte() {
    let text = "a日e\u{301}\u{1B}[2;3Hx\u{1B}]0;title\u{1B}\\y\u{1B}[6n"
    var whole = TerminalScreen(size: Self.size)
    whole.take(Array(text.utf8))
    var pieces = TerminalScreen(size: Self.size)
    for byte in text.utf8 { pieces.take([byte]) }
    expectEqual(pieces.lines, whole.lines)
    expectEqual(whole.lines.prefix(2), ["a日e\u{301}", "  xy"])
    expectEqual(pieces.takeReplies(), Array("\u{1B}[2;5R".utf8))
  }

  @Test func theOtherScreenLeavesTheFirstAsItWas() {
    var screen = TerminalScreen(size: Self.size)
    var other = EmulatedScreen(size: Self.size)
    for text in ["日本\r\nab", "\u{1B}[?1049h\u{1B}[Hxyz\u{1B}[?25l", "\u{1B}[?25h\u{1B}[?1049l!"] {
      screen.take(Array(text.utf8))
      other.take(Array(text.utf8))
      expectEqual(screen.lines, other.lines)
      expectEqual(screen.isAlternate, other.isAlternate)
      expectEqual(screen.isCursorVisible, other.isCursorVisible)
    }
    expectEqual(screen.lines.prefix(2), ["日本", "ab!"])
  }

  @Test func theRowOfTheCursorStaysInASmallerWindow() {
    var screen = TerminalScreen(size: Self.size)
    screen.take(Array("1\r\n2\r\n3\r\n4\r\n5".utf8))
    screen.resize(to: WindowSize(columns: 4, rows: 2))
    expectEqual(screen.lines, ["4", "5"])
    expectEqual(screen.row, 1)
  }

  /// A cluster that terminals with Unicode 9 and later draw as one glyph of two cells.
  ///
  /// libvterm isn't asked: it knows no clusters, so it draws the parts of a joined emoji one after the other, and the
  /// selector of an emoji's form leaves the width of the text form. Terminals that draw clusters differ from it.
  @Test(arguments: ["👩‍💻", "❤️", "👍🏽", "🇳🇱", "が", "각"])
  func clustersAreOneCharacter(text: String) {
    var screen = TerminalScreen(size: Self.size)
    screen.take(Array("\(text)x\u{1B}[1;2H!".utf8))
    // Overwriting the second half blanks the first one.
    expectEqual(screen.lines[0], " !x")
    screen.take(Array("\r\(text)".utf8))
    expectEqual(screen.lines[0], "\(text)x")
    expectEqual(screen.column, 2)
    // In the last column, there's no room for it.
    screen.take(Array("\u{1B}[2;12H\(text)".utf8))
    expectEqual(screen.lines[1...2], ["", text])
  }

  @Test func aSequenceMayBeginRightAfterAReset() {
    var screen = TerminalScreen(size: Self.size)
    screen.take(Array("x\u{1B}c\u{1B}[2".utf8))
    screen.take(Array("Cy".utf8))
    expectEqual(screen.lines[0], "  y")
  }

  @Test func rowsThatScrollOffAreKeptUpToALimit() {
    var screen = TerminalScreen(size: Self.size)
    screen.take(Array((1...4005).map { "\($0)\r\n" }.joined().utf8))
    expectEqual(screen.scrollback.suffix(2), ["4000", "4001"])
    #expect((1000...2000).contains(screen.scrollback.count))
    // Those of the other screen are not, and neither are those of a region.
    let count = screen.scrollback.count
    screen.take(Array("\u{1B}[?1049h\n\n\n\n\n\u{1B}[?1049l\u{1B}[2;4r\u{1B}[4;1H\n".utf8))
    expectEqual(screen.scrollback.count, count)
  }
}
