// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

// Performs the parts of the output.
extension TerminalScreen {
  mutating func perform(_ piece: OutputParser.Piece) {
    switch piece {
    case .ascii(let bytes): write(bytes)
    case .text(let text): for character in text { write(character) }
    case .control(let byte): control(byte)
    case .escape(let final): escape(final)
    case .designation(let intermediate, let final): designate(intermediate, final)
    case .sequence(let sequence): perform(sequence)
    }
  }

  /// Writes printable ASCII, each byte of which is a cell.
  private mutating func write(_ bytes: ArraySlice<UInt8>) {
    let ascii = Self.ascii
    guard !inserts, !hasLines[usedSet] else {
      for byte in bytes { write(ascii[Int(byte)]) }
      return
    }
    var rest = bytes
    let style = numberOfStyle()
    while !rest.isEmpty {
      if isAtEnd {
        column = 0
        isAtEnd = false
        feedLine()
      }
      let part = rest.prefix(size.columns - column)
      let start = column
      column += part.count
      split(row, at: start)
      split(row, at: column)
      cells[row].withUnsafeMutableBufferPointer { cells in
        for (place, byte) in zip(start..., part) {
          cells[place] = Glyph(character: ascii[Int(byte)], style: style)
        }
      }
      rest = rest[part.endIndex...]
      guard column == size.columns else { continue }
      column -= 1
      isAtEnd = wraps
    }
    if let byte = bytes.last { lastCharacter = ascii[Int(byte)] }
  }

  /// The characters of ASCII.
  private static let ascii = (0..<UInt8(128)).map { Character(Unicode.Scalar($0)) }

  private mutating func write(_ character: Character) {
    let character = hasLines[usedSet] ? Self.line(character) : character
    let width = character.cellWidth
    guard width > 0 else { return join(character) }
    if isAtEnd || column + width > size.columns {
      column = 0
      isAtEnd = false
      feedLine()
    }
    let end = min(column + width, size.columns)
    if inserts { shiftRow(by: end - column) }
    clear(row, column..<end)
    let style = numberOfStyle()
    cells[row][column] = Glyph(character: character, style: style)
    if end == column + 2 { cells[row][column + 1] = Glyph(character: nil, style: style) }
    lastCharacter = character
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

  /// The character of the set with lines, in which the letters from j to x are corners and lines.
  private static func line(_ character: Character) -> Character {
    guard let byte = character.asciiValue, (0x60...0x7E).contains(byte) else { return character }
    return lineSet[Int(byte) - 0x60]
  }

  private static let lineSet = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(toColumn: column - 1)
    // In the last column, a tab keeps the wrap that is pending.
    case 0x09: if !isAtEnd || column < size.columns - 1 { move(toColumn: (column / 8 + 1) * 8) }
    case 0x0A, 0x0B, 0x0C:
      feedLine()
      if feedsReturn { move(toColumn: 0) }
    case 0x0D: move(toColumn: 0)
    case 0x0E: usedSet = 1
    case 0x0F: usedSet = 0
    default: break
    }
  }

  private mutating func designate(_ intermediate: UInt8, _ final: UInt8) {
    switch intermediate {
    case UInt8(ascii: "("): hasLines[0] = final == UInt8(ascii: "0")
    case UInt8(ascii: ")"): hasLines[1] = final == UInt8(ascii: "0")
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saveCursor()
    case UInt8(ascii: "8"): restoreCursor()
    case UInt8(ascii: "D"): feedLine()
    case UInt8(ascii: "E"):
      move(toColumn: 0)
      feedLine()
    case UInt8(ascii: "M"):
      // Where the cursor stays, so does the wrap that is pending.
      if row == region.lowerBound {
        scroll(region, by: -1)
      } else if row > 0 {
        row -= 1
        isAtEnd = false
      }
    case UInt8(ascii: "c"): reset()
    default: break
    }
  }

  private mutating func reset() {
    let before = past
    self = TerminalScreen(size: size)
    past = before
  }

  private mutating func perform(_ sequence: OutputParser.Sequence) {
    let count = sequence.number(0, otherwise: 1)
    switch (sequence.prefix, sequence.final) {
    case (nil, "A"): moveVertically(by: -count)
    case (nil, "B"), (nil, "e"): moveVertically(by: count)
    case (nil, "C"), (nil, "a"): move(toColumn: column + count)
    case (nil, "D"): move(toColumn: column - count)
    case (nil, "E"):
      moveVertically(by: count)
      move(toColumn: 0)
    case (nil, "F"):
      moveVertically(by: -count)
      move(toColumn: 0)
    case (nil, "G"), (nil, "`"): move(toColumn: count - 1)
    case (nil, "I"): for _ in 0..<min(count, size.columns) { move(toColumn: (column / 8 + 1) * 8) }
    case (nil, "Z"): for _ in 0..<min(count, size.columns) { move(toColumn: (column - 1) / 8 * 8) }
    case (nil, "d"): move(toAddress: count - 1, column: column)
    case (nil, "H"), (nil, "f"):
      move(toAddress: count - 1, column: sequence.number(1, otherwise: 1) - 1)
    case (nil, "J"): erase(sequence.number(0, otherwise: 0))
    case (nil, "K"): eraseInRow(sequence.number(0, otherwise: 0))
    case (nil, "X"): clear(row, column..<min(column + count, size.columns))
    case (nil, "P"): shiftRow(by: -count)
    case (nil, "@"): shiftRow(by: count)
    case (nil, "L"): scrollBelow(by: -count)
    case (nil, "M"): scrollBelow(by: count)
    case (nil, "S"): scroll(region, by: count)
    case (nil, "T"): scroll(region, by: -count)
    case (nil, "b"):
      // At most a screen of it, as what comes before is gone.
      guard let lastCharacter else { return }
      for _ in 0..<min(count, size.columns * size.rows) { write(lastCharacter) }
    case (nil, "r"): setRegion(from: count, to: sequence.number(1, otherwise: 0))
    case (nil, "s"): saveCursor()
    case (nil, "u"): restoreCursor()
    case (nil, "m"): style.apply(sequence.numbers)
    case (nil, "h"): for number in sequence.numbers { set(ownMode: number, true) }
    case (nil, "l"): for number in sequence.numbers { set(ownMode: number, false) }
    case (nil, "n"): reply(toStatus: sequence.number(0, otherwise: 0))
    case (nil, "c") where sequence.number(0, otherwise: 0) == 0: replies += "\u{1B}[?1;2c".utf8
    case ("!"?, "p"): softReset()
    case ("?"?, "h"): for number in sequence.numbers { set(mode: number, true) }
    case ("?"?, "l"): for number in sequence.numbers { set(mode: number, false) }
    default: break
    }
  }

  private mutating func reply(toStatus number: Int) {
    switch number {
    case 5: replies += "\u{1B}[0n".utf8
    case 6:
      let first = isInRegion ? region.lowerBound : 0
      replies += "\u{1B}[\(row - first + 1);\(column + 1)R".utf8
    default: break
    }
  }

  private mutating func softReset() {
    region = 0..<size.rows
    (isInRegion, inserts, isCursorVisible, wraps) = (false, false, true, true)
    usesApplicationKeys = false
    (hasLines, usedSet, style, saved) = ([false, false], 0, .plain, SavedCursor())
  }

  private mutating func set(ownMode mode: Int, _ isOn: Bool) {
    switch mode {
    case 4: inserts = isOn
    case 20: feedsReturn = isOn
    default: break
    }
  }

  private mutating func set(mode: Int, _ isOn: Bool) {
    switch mode {
    case 1: usesApplicationKeys = isOn
    case 6:
      isInRegion = isOn
      move(toAddress: 0, column: 0)
    case 7: wraps = isOn
    case 25: isCursorVisible = isOn
    case 47, 1047, 1049:
      if mode == 1049, isOn { saveCursor() }
      if isOn != isAlternate { swap(&cells, &hiddenCells) }
      isAlternate = isOn
      if isOn { cells = blankRows() }
      if mode == 1049, !isOn { restoreCursor() }
    case 1048: if isOn { saveCursor() } else { restoreCursor() }
    default: break
    }
  }

  private mutating func saveCursor() {
    saved = SavedCursor(
      row: row, column: column, style: style, hasLines: hasLines, usedSet: usedSet,
      isInRegion: isInRegion)
  }

  private mutating func restoreCursor() {
    move(toRow: saved.row, column: saved.column)
    style = saved.style
    (hasLines, usedSet, isInRegion) = (saved.hasLines, saved.usedSet, saved.isInRegion)
  }

  // MARK: Moving

  /// Moves to a row and a column that the program has given.
  private mutating func move(toAddress row: Int, column: Int) {
    guard isInRegion else { return move(toRow: row, column: column) }
    move(toRow: min(region.lowerBound + row, region.upperBound - 1), column: column)
  }

  /// Moves up or down, not out of the region.
  private mutating func moveVertically(by count: Int) {
    let target = row + count
    if count < 0 {
      move(
        toRow: row >= region.lowerBound ? max(target, region.lowerBound) : target, column: column)
    } else {
      move(
        toRow: row < region.upperBound ? min(target, region.upperBound - 1) : target,
        column: column)
    }
  }

  private mutating func move(toRow row: Int, column: Int) {
    self.row = min(max(0, row), size.rows - 1)
    move(toColumn: column)
  }

  private mutating func move(toColumn column: Int) {
    self.column = min(max(0, column), size.columns - 1)
    isAtEnd = false
  }

  private mutating func setRegion(from first: Int, to last: Int) {
    let end = last == 0 ? size.rows : min(last, size.rows)
    guard first < end else { return }
    region = first - 1..<end
    move(toAddress: 0, column: 0)
  }

  /// Moves down, or scrolls; where the cursor stays, so does the wrap that is pending.
  private mutating func feedLine() {
    if row == region.upperBound - 1 {
      scroll(region, by: 1)
    } else if row < size.rows - 1 {
      row += 1
      isAtEnd = false
    }
  }

  /// Inserts or deletes rows at the cursor, if that's in the region.
  private mutating func scrollBelow(by count: Int) {
    guard region.contains(row) else { return }
    scroll(row..<region.upperBound, by: count)
  }
}
