// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

// Changes the cells.
extension TerminalScreen {
  /// The number of a style; what's beyond the limit of different styles is plain.
  mutating func number(of style: CellStyle) -> UInt16 {
    if let known = styleNumbers[style] { return known }
    guard let number = UInt16(exactly: styles.count) else { return 0 }
    styles.append(style)
    styleNumbers[style] = number
    return number
  }

  /// The number of the style of what's written next.
  mutating func numberOfStyle() -> UInt16 {
    if let styleNumber { return styleNumber }
    let number = number(of: style)
    styleNumber = number
    return number
  }

  /// A blank as it's left by erasing: with the background of what's written.
  private mutating func erased() -> Glyph {
    guard style.background != .standard else { return .blank }
    return Glyph(character: " ", style: number(of: CellStyle(background: style.background)))
  }

  /// Moves rows up, or down by a negative number; blank ones follow.
  ///
  /// Rows that scroll off the top of the main screen are kept.
  mutating func scroll(_ rows: Range<Int>, by count: Int) {
    let number = min(abs(count), rows.count)
    guard number > 0 else { return }
    let blanks = Array(repeating: blankRow(), count: number)
    guard count > 0 else {
      cells.removeSubrange(rows.upperBound - number..<rows.upperBound)
      cells.insert(contentsOf: blanks, at: rows.lowerBound)
      return
    }
    let gone = rows.lowerBound..<rows.lowerBound + number
    if rows == 0..<size.rows, !isAlternate { keep(cells[gone]) }
    cells.removeSubrange(gone)
    cells.insert(contentsOf: blanks, at: rows.upperBound - number)
  }

  /// Keeps rows that leave the top of the first screen.
  mutating func keep(_ rows: ArraySlice<Row>) {
    past += rows
    // Rarely, so that dropping costs little.
    if past.count > 2 * Self.scrollbackLimit {
      past.removeFirst(past.count - Self.scrollbackLimit)
    }
  }

  mutating func erase(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0:
      eraseInRow(0)
      for row in (row + 1)..<max(row + 1, size.rows) { cells[row] = blankRow() }
    case 1:
      eraseInRow(1)
      for row in 0..<row { cells[row] = blankRow() }
    case 2: cells = blankRows()
    case 3: past = []
    default: break
    }
  }

  mutating func eraseInRow(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0: clear(row, column..<size.columns)
    case 1: clear(row, 0..<column + 1)
    case 2: cells[row] = blankRow()
    default: break
    }
  }

  /// Blanks cells, and the other halves of wide characters at their edges.
  mutating func clear(_ row: Int, _ columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    split(row, at: columns.lowerBound)
    split(row, at: columns.upperBound)
    let blank = erased()
    for column in columns { cells[row][column] = blank }
  }

  /// Blanks both halves of a wide character that reaches over an edge.
  mutating func split(_ row: Int, at column: Int) {
    guard column > 0, column < size.columns, cells[row][column].character == nil else { return }
    cells[row][column - 1].character = " "
    cells[row][column].character = " "
  }

  /// Inserts blanks at the cursor, or removes cells there.
  mutating func shiftRow(by count: Int) {
    isAtEnd = false
    let columns = min(abs(count), size.columns - column)
    split(row, at: column)
    let blanks = Array(repeating: erased(), count: columns)
    if count < 0 {
      split(row, at: column + columns)
      cells[row].removeSubrange(column..<column + columns)
      cells[row] += blanks
    } else {
      split(row, at: size.columns - columns)
      cells[row].removeLast(columns)
      cells[row].insert(contentsOf: blanks, at: column)
    }
  }

  private mutating func blankRow() -> Row {
    Array(repeating: erased(), count: size.columns)
  }

  mutating func blankRows() -> [Row] {
    Array(repeating: blankRow(), count: size.rows)
  }

  /// The rows of an empty screen.
  static func blank(_ size: WindowSize) -> [Row] {
    Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
  }

  static func resized(_ cells: [Row], to size: WindowSize) -> [Row] {
    var rows = cells.prefix(size.rows).map { row in
      var row = Array(row.prefix(size.columns))
      // The first half of a wide character alone is none.
      if let last = row.last?.character, last.cellWidth == 2 { row[row.count - 1].character = " " }
      return row + Array(repeating: .blank, count: size.columns - row.count)
    }
    while rows.count < size.rows { rows.append(Array(repeating: .blank, count: size.columns)) }
    return rows
  }
}
