// SPDX-License-Identifier: Apache-2.0

import TerminalCells
public import TerminalIO

/// A screen of text, as a terminal of xterm's family draws a program's output.
///
/// It keeps characters and the cursor, and no styles; rows that scroll off the top are gone, and resizing
/// doesn't reflow them. It understands the sequences that StackFlow writes and those like them, and skips all
/// others.
///
/// ```swift
/// let terminal = try PseudoTerminal(running: "/usr/bin/stackflow", screen: TerminalScreen(size: .fallback))
/// try terminal.waitForKeyWait()
/// print(terminal.screen.lines)
/// ```
public struct TerminalScreen: ScreenReader, Sendable {
  /// A cell: a character, or nil for the second half of a wide one.
  private typealias Row = [Character?]

  /// The size of the window, in cells.
  public private(set) var size: WindowSize

  /// The cursor's row, from 0 at the top.
  public private(set) var row = 0

  /// The cursor's column, from 0.
  public private(set) var column = 0

  /// Whether the alternate screen is shown.
  public private(set) var isAlternate = false

  /// Whether the cursor is visible.
  public private(set) var isCursorVisible = true

  private var cells: [Row]

  /// The rows of the screen that isn't shown.
  private var hiddenCells: [Row]

  /// The cursor that `ESC 7` saved.
  private var saved = (row: 0, column: 0)

  /// Whether text at the end of a row goes on in the next one.
  private var wraps = true

  /// Whether the last cell of the row was just written, so that the next character wraps.
  private var isAtEnd = false

  private var parser = OutputParser()
  private var replies: [UInt8] = []

  /// Creates an empty screen.
  public init(size: WindowSize) {
    self.size = size
    cells = Self.blank(size)
    hiddenCells = cells
  }

  /// The rows from the top, without blanks at their ends.
  public var lines: [String] {
    cells.map { row in
      let end = row.lastIndex { $0 != " " && $0 != nil } ?? -1
      return String(row[...end].compactMap { $0 })
    }
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
    for piece in parser.pieces(of: bytes) { perform(piece) }
  }

  /// Changes the size; the row of the cursor stays in the window.
  public mutating func resize(to size: WindowSize) {
    let excess = max(0, row - size.rows + 1)
    row -= excess
    self.size = size
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

  // MARK: Performing

  private mutating func perform(_ piece: OutputParser.Piece) {
    switch piece {
    case .text(let text): for character in text { write(character) }
    case .control(let byte): control(byte)
    case .escape(let final): escape(final)
    case .sequence(let sequence): perform(sequence)
    }
  }

  private mutating func write(_ character: Character) {
    let width = character.cellWidth
    guard width > 0 else { return join(character) }
    if isAtEnd || column + width > size.columns {
      column = 0
      isAtEnd = false
      breakLine()
    }
    let end = min(column + width, size.columns)
    clear(row, column..<end)
    cells[row][column] = character
    if end == column + 2 { cells[row][column + 1] = nil }
    // The cursor stays on the last character of a row.
    if end == size.columns { isAtEnd = wraps } else { column = end }
  }

  /// Adds what has no width to the character before it.
  private mutating func join(_ character: Character) {
    var place = isAtEnd ? column : column - 1
    while place > 0, cells[row][place] == nil { place -= 1 }
    guard place >= 0, let before = cells[row][place], before.utf8.count < 128 else { return }
    let joined = String(before) + String(character)
    if let one = joined.first, joined.count == 1 { cells[row][place] = one }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(toColumn: column - 1)
    case 0x09: move(toColumn: (column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C:
      isAtEnd = false
      breakLine()
    case 0x0D: move(toColumn: 0)
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): move(toRow: saved.row, column: saved.column)
    case UInt8(ascii: "D"): breakLine()
    case UInt8(ascii: "E"):
      move(toColumn: 0)
      breakLine()
    case UInt8(ascii: "M"):
      isAtEnd = false
      if row == 0 { scrollDown(from: 0) } else { row -= 1 }
    case UInt8(ascii: "c"): self = TerminalScreen(size: size)
    default: break
    }
  }

  private mutating func perform(_ sequence: OutputParser.Sequence) {
    let count = sequence.number(0, otherwise: 1)
    switch (sequence.prefix, sequence.final) {
    case ("", "A"): move(toRow: row - count, column: column)
    case ("", "B"), ("", "e"): move(toRow: row + count, column: column)
    case ("", "C"), ("", "a"): move(toColumn: column + count)
    case ("", "D"): move(toColumn: column - count)
    case ("", "E"): move(toRow: row + count, column: 0)
    case ("", "F"): move(toRow: row - count, column: 0)
    case ("", "G"), ("", "`"): move(toColumn: count - 1)
    case ("", "d"): move(toRow: count - 1, column: column)
    case ("", "H"), ("", "f"):
      move(toRow: count - 1, column: sequence.number(1, otherwise: 1) - 1)
    case ("", "J"): erase(sequence.number(0, otherwise: 0))
    case ("", "K"): eraseInRow(sequence.number(0, otherwise: 0))
    case ("", "X"): clear(row, column..<min(column + count, size.columns))
    case ("", "P"): shiftRow(by: -count)
    case ("", "@"): shiftRow(by: count)
    case ("", "L"): for _ in 0..<min(count, size.rows - row) { scrollDown(from: row) }
    case ("", "M"): for _ in 0..<min(count, size.rows - row) { scrollUp(from: row) }
    case ("", "S"): for _ in 0..<min(count, size.rows) { scrollUp(from: 0) }
    case ("", "T"): for _ in 0..<min(count, size.rows) { scrollDown(from: 0) }
    case ("", "s"): saved = (row, column)
    case ("", "u"): move(toRow: saved.row, column: saved.column)
    case ("", "n") where sequence.number(0, otherwise: 0) == 6:
      replies += "\u{1B}[\(row + 1);\(column + 1)R".utf8
    case ("", "c") where sequence.number(0, otherwise: 0) == 0: replies += "\u{1B}[?1;2c".utf8
    case ("?", "h"): for number in sequence.numbers { set(mode: number, true) }
    case ("?", "l"): for number in sequence.numbers { set(mode: number, false) }
    default: break
    }
  }

  private mutating func set(mode: Int, _ isOn: Bool) {
    switch mode {
    case 7: wraps = isOn
    case 25: isCursorVisible = isOn
    case 47, 1047, 1049:
      if mode == 1049, isOn { saved = (row, column) }
      if isOn != isAlternate { swap(&cells, &hiddenCells) }
      isAlternate = isOn
      if isOn { cells = Self.blank(size) }
      if mode == 1049, !isOn { move(toRow: saved.row, column: saved.column) }
    default: break
    }
  }

  // MARK: Cells

  private mutating func move(toRow row: Int, column: Int) {
    self.row = min(max(0, row), size.rows - 1)
    move(toColumn: column)
  }

  private mutating func move(toColumn column: Int) {
    self.column = min(max(0, column), size.columns - 1)
    isAtEnd = false
  }

  private mutating func breakLine() {
    if row == size.rows - 1 { scrollUp(from: 0) } else { row += 1 }
  }

  private mutating func scrollUp(from row: Int) {
    cells.remove(at: row)
    cells.append(Self.blankRow(size))
  }

  private mutating func scrollDown(from row: Int) {
    cells.removeLast()
    cells.insert(Self.blankRow(size), at: row)
  }

  private mutating func erase(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0:
      eraseInRow(0)
      for row in (row + 1)..<max(row + 1, size.rows) { cells[row] = Self.blankRow(size) }
    case 1:
      eraseInRow(1)
      for row in 0..<row { cells[row] = Self.blankRow(size) }
    case 2: cells = Self.blank(size)
    default: break
    }
  }

  private mutating func eraseInRow(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0: clear(row, column..<size.columns)
    case 1: clear(row, 0..<column + 1)
    case 2: cells[row] = Self.blankRow(size)
    default: break
    }
  }

  /// Blanks cells, and the other halves of wide characters at their edges.
  private mutating func clear(_ row: Int, _ columns: Range<Int>) {
    guard let first = columns.first, let last = columns.last else { return }
    if cells[row][first] == nil, first > 0 { cells[row][first - 1] = " " }
    if last + 1 < size.columns, cells[row][last + 1] == nil { cells[row][last + 1] = " " }
    for column in columns { cells[row][column] = " " }
  }

  /// Inserts blanks at the cursor, or removes cells there.
  private mutating func shiftRow(by count: Int) {
    isAtEnd = false
    let columns = min(abs(count), size.columns - column)
    if count < 0 {
      clear(row, column..<column + columns)
      cells[row].removeSubrange(column..<column + columns)
      cells[row] += Array(repeating: " ", count: columns)
    } else {
      clear(row, size.columns - columns..<size.columns)
      cells[row].removeLast(columns)
      cells[row].insert(contentsOf: Array(repeating: " ", count: columns), at: column)
    }
  }

  private static func blankRow(_ size: WindowSize) -> Row {
    Array(repeating: " ", count: size.columns)
  }

  private static func blank(_ size: WindowSize) -> [Row] {
    Array(repeating: blankRow(size), count: size.rows)
  }

  private static func resized(_ cells: [Row], to size: WindowSize) -> [Row] {
    var rows = cells.prefix(size.rows).map { row in
      var row = Array(row.prefix(size.columns))
      // The first half of a wide character alone is none.
      if let last = row.last, last.map({ $0.cellWidth == 2 }) ?? false { row[row.count - 1] = " " }
      return row + Array(repeating: " ", count: size.columns - row.count)
    }
    while rows.count < size.rows { rows.append(blankRow(size)) }
    return rows
  }
}
