// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

// Performs the parts of the output.
extension TerminalScreen {
  mutating func perform(_ piece: OutputParser.Piece) {
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
    cells[row][column] = Glyph(character: character, style: number(of: style))
    if end == column + 2 {
      cells[row][column + 1] = Glyph(character: nil, style: number(of: style))
    }
    // The cursor stays on the last character of a row.
    if end == size.columns { isAtEnd = wraps } else { column = end }
  }

  /// Adds what has no width to the character before it.
  private mutating func join(_ character: Character) {
    var place = isAtEnd ? column : column - 1
    while place > 0, cells[row][place].character == nil { place -= 1 }
    guard place >= 0, let before = cells[row][place].character, before.utf8.count < 128 else {
      return
    }
    let joined = String(before) + String(character)
    if let one = joined.first, joined.count == 1 { cells[row][place].character = one }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(toColumn: column - 1)
    // At the end of a row, a tab keeps the wrap that is pending.
    case 0x09: if !isAtEnd { move(toColumn: (column / 8 + 1) * 8) }
    case 0x0A, 0x0B, 0x0C: breakLine()
    case 0x0D: move(toColumn: 0)
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saved = (row, column, style)
    case UInt8(ascii: "8"): restoreCursor()
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
    case ("", "s"): saved = (row, column, style)
    case ("", "u"): restoreCursor()
    case ("", "m"): style.apply(sequence.numbers)
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
      if mode == 1049, isOn { saved = (row, column, style) }
      if isOn != isAlternate { swap(&cells, &hiddenCells) }
      isAlternate = isOn
      if isOn { cells = blankRows() }
      if mode == 1049, !isOn { restoreCursor() }
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

  /// Moves down, or scrolls; where the cursor stays, so does the wrap that is pending.
  private mutating func breakLine() {
    guard row < size.rows - 1 else { return scrollUp(from: 0) }
    row += 1
    isAtEnd = false
  }

  private mutating func restoreCursor() {
    move(toRow: saved.row, column: saved.column)
    style = saved.style
  }

  /// The number of a style; what's beyond the limit of different styles is plain.
  private mutating func number(of style: CellStyle) -> UInt16 {
    if let known = styleNumbers[style] { return known }
    guard let number = UInt16(exactly: styles.count) else { return 0 }
    styles.append(style)
    styleNumbers[style] = number
    return number
  }

  /// A blank as it's left by erasing: with the background of what's written.
  private mutating func erased() -> Glyph {
    guard style.background != .standard else { return .blank }
    return Glyph(character: " ", style: number(of: CellStyle(background: style.background)))
  }

  private mutating func scrollUp(from row: Int) {
    cells.remove(at: row)
    cells.append(blankRow())
  }

  private mutating func scrollDown(from row: Int) {
    cells.removeLast()
    cells.insert(blankRow(), at: row)
  }

  private mutating func erase(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0:
      eraseInRow(0)
      for row in (row + 1)..<max(row + 1, size.rows) { cells[row] = blankRow() }
    case 1:
      eraseInRow(1)
      for row in 0..<row { cells[row] = blankRow() }
    case 2: cells = blankRows()
    default: break
    }
  }

  private mutating func eraseInRow(_ part: Int) {
    isAtEnd = false
    switch part {
    case 0: clear(row, column..<size.columns)
    case 1: clear(row, 0..<column + 1)
    case 2: cells[row] = blankRow()
    default: break
    }
  }

  /// Blanks cells, and the other halves of wide characters at their edges.
  private mutating func clear(_ row: Int, _ columns: Range<Int>) {
    guard let first = columns.first, let last = columns.last else { return }
    if cells[row][first].character == nil, first > 0 { cells[row][first - 1].character = " " }
    if last + 1 < size.columns, cells[row][last + 1].character == nil {
      cells[row][last + 1].character = " "
    }
    let blank = erased()
    for column in columns { cells[row][column] = blank }
  }

  /// Inserts blanks at the cursor, or removes cells there.
  private mutating func shiftRow(by count: Int) {
    isAtEnd = false
    let columns = min(abs(count), size.columns - column)
    if count < 0 {
      clear(row, column..<column + columns)
      cells[row].removeSubrange(column..<column + columns)
      cells[row] += Array(repeating: erased(), count: columns)
    } else {
      clear(row, size.columns - columns..<size.columns)
      cells[row].removeLast(columns)
      cells[row].insert(contentsOf: Array(repeating: erased(), count: columns), at: column)
    }
  }

  private mutating func blankRow() -> Row {
    Array(repeating: erased(), count: size.columns)
  }

  private mutating func blankRows() -> [Row] {
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
