// SPDX-License-Identifier: Apache-2.0

public import TerminalCells
public import TerminalIO

/// A screen, as a terminal of xterm's family draws a program's output.
///
/// It understands what programs such as shells, pagers, and editors write to a terminal that `TERM` calls
/// `xterm-256color`, and skips all other sequences. Resizing doesn't reflow rows.
///
/// ```swift
/// let terminal = try PseudoTerminal(running: "/usr/bin/stackflow", screen: TerminalScreen(size: .fallback))
/// try terminal.waitForKeyWait()
/// print(terminal.screen.lines)
/// ```
public struct TerminalScreen: ScreenReader, Sendable {
  /// A cell: a character, or nil for the second half of a wide one, and the number of its style.
  struct Glyph: Equatable, Sendable {
    var character: Character?
    var style: UInt16 = 0

    static let blank = Glyph(character: " ")
  }

  typealias Row = [Glyph]

  /// The state that `ESC 7` saves.
  struct SavedCursor: Sendable {
    var row = 0
    var column = 0
    var style = CellStyle.plain
    var hasLines = [false, false]
    var usedSet = 0
    var isInRegion = false
  }

  /// The most rows of ``scrollback`` that are kept for certain; the oldest are dropped.
  static let scrollbackLimit = 1000

  /// The size of the window, in cells.
  public private(set) var size: WindowSize

  /// The cursor's row, from 0 at the top.
  public internal(set) var row = 0

  /// The cursor's column, from 0.
  public internal(set) var column = 0

  /// Whether the alternate screen is shown.
  public internal(set) var isAlternate = false

  /// Whether the cursor is visible.
  public internal(set) var isCursorVisible = true

  /// Whether the arrow keys, Home, and End are those of application mode.
  public internal(set) var usesApplicationKeys = false

  /// The cells of the rows, from the top.
  var cells: [Row]

  /// The rows of the screen that isn't shown.
  var hiddenCells: [Row]

  /// The rows that scrolled off the top of the first screen, oldest first.
  var past: [Row] = []

  /// The rows that scroll; all by default.
  var region: Range<Int>

  /// Whether rows are counted from the top of the region, and the cursor stays in it.
  var isInRegion = false

  /// Whether what's written moves the rest of its row to the right.
  var inserts = false

  /// Whether a line feed also returns to the first column.
  var feedsReturn = false

  /// The sets of characters, of which one is in use; true for the one with lines.
  var hasLines = [false, false]
  var usedSet = 0

  /// The character that was written last, which `REP` repeats.
  var lastCharacter: Character?

  /// The cursor that `ESC 7` saved.
  var saved = SavedCursor()

  /// Whether text at the end of a row continues in the next one.
  var wraps = true

  /// Whether the last cell of the row was just written, so that the next character wraps.
  var isAtEnd = false

  /// The style of what's written next, and its number, once that's known.
  var style = CellStyle.plain { didSet { styleNumber = nil } }
  var styleNumber: UInt16?

  /// The styles of the cells, by their numbers.
  var styles: [CellStyle] = [.plain]
  var styleNumbers: [CellStyle: UInt16] = [.plain: 0]

  private var parser = OutputParser()
  var replies: [UInt8] = []

  /// Creates an empty screen.
  public init(size: WindowSize) {
    self.size = size
    cells = Self.blank(size)
    hiddenCells = cells
    region = 0..<size.rows
  }

  /// The rows from the top, without blanks at their ends.
  public var lines: [String] { cells.map(Self.text) }

  /// The rows without the empty ones at the end, joined by line breaks.
  public var text: String {
    lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
  }

  /// The rows that scrolled off the top of the first screen, oldest first, without blanks at their ends.
  public var scrollback: [String] { past.map(Self.text) }

  private static func text(of row: Row) -> String {
    let end = row.lastIndex { $0.character != " " && $0.character != nil } ?? -1
    return String(row[...end].compactMap(\.character))
  }

  /// The cells with their colors and attributes; links aren't kept.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public var grid: CellGrid {
    var grid = CellGrid(size: CellSize(columns: size.columns, rows: size.rows))
    for (row, glyphs) in cells.enumerated() {
      var column = 0
      while column < glyphs.count {
        // Neighbors with one style are written together.
        let style = glyphs[column].style
        var end = column
        var text = ""
        while end < glyphs.count, glyphs[end].style == style {
          if let character = glyphs[end].character { text.append(character) }
          end += 1
        }
        if text.contains(where: { $0 != " " }) || style != 0 {
          grid.write(
            text, at: CellPosition(column: column, row: row), style: styles[Int(style)])
        }
        column = end
      }
    }
    return grid
  }

  /// The rows in a frame, with the place of the cursor below.
  public var picture: String {
    let edge = "+" + String(repeating: "-", count: size.columns) + "+"
    return ([edge] + lines.map { "|" + $0 } + [edge, "cursor at row \(row), column \(column)"])
      .joined(separator: "\n")
  }

  /// Takes the next piece of output.
  ///
  /// - Complexity: O(*n*) in the number of bytes, and O(rows) for each line that scrolls.
  public mutating func take(_ bytes: [UInt8]) {
    var parser = OutputParser()
    swap(&parser, &self.parser)
    parser.parse(bytes) { perform($0) }
    self.parser = parser
  }

  /// Changes the size; the row of the cursor stays in the window.
  public mutating func resize(to size: WindowSize) {
    let excess = max(0, row - size.rows + 1)
    row -= excess
    if !isAlternate { keep(cells.prefix(excess)) }
    self.size = size
    region = 0..<size.rows
    column = min(column, size.columns - 1)
    isAtEnd = false
    cells = Self.resized(Array(cells.dropFirst(excess)), to: size)
    hiddenCells = Self.resized(hiddenCells, to: size)
  }

  /// Returns the replies to the program's questions about the cursor and the terminal.
  public mutating func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }
}
