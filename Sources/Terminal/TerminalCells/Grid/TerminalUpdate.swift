// SPDX-License-Identifier: Apache-2.0

/// The location of a grid on the terminal.
public enum GridPlace: Hashable, Sendable {
  /// The grid's first row is this row of the screen, counted from 0; the cursor may be anywhere.
  case screen(row: Int)

  /// The cursor is at this position of the grid, wherever the grid is on the screen.
  ///
  /// All moves are relative, and all rows of the grid must be on the screen.
  case relative(cursor: CellPosition)
}

/// The terminal output that turns one grid into another.
public struct TerminalUpdate: Hashable, Sendable {
  /// The bytes to write, in one write; empty when nothing changed and the cursor stays.
  public let bytes: [UInt8]

  /// The position of the cursor afterwards; nil if nothing was written.
  public let cursor: CellPosition?

  /// Computes the output that turns one grid into another.
  ///
  /// Only cells that look different are written, in runs that may bridge a few equal cells where
  /// that is shorter than a move of the cursor; the blank end of a row is erased, not written. The
  /// terminal's style is plain before and after. The output never makes the terminal wrap or
  /// scroll. A cluster of several scalars is followed by a move to a known column, because
  /// terminals disagree about the widths of such clusters.
  ///
  /// - Parameters:
  ///   - old: The grid that the terminal shows; nil, or one of another size, if it's unknown.
  ///   - new: The grid to show.
  ///   - place: The location of the grid.
  ///   - depth: The color depth of the terminal.
  ///   - cursor: The position of the cursor afterwards; nil for any position.
  /// - Complexity: O(*k*) in the number of cells.
  public init(
    from old: CellGrid?, to new: CellGrid, at place: GridPlace = .screen(row: 0),
    depth: ColorDepth = .truecolor, cursor: CellPosition? = nil
  ) {
    self.init(
      from: old, to: new, rows: 0..<new.size.rows, at: place, depth: depth, cursor: cursor)
  }

  /// Computes the output that turns one grid into another that differs only in some rows.
  ///
  /// - Parameters:
  ///   - old: The grid that the terminal shows; nil, or one of another size, if it's unknown.
  ///   - new: The grid to show.
  ///   - rows: The rows that can differ, in ascending order; all must be in the grid.
  ///   - place: The location of the grid.
  ///   - depth: The color depth of the terminal.
  ///   - cursor: The position of the cursor afterwards; nil for any position.
  /// - Complexity: O(*k*) in the number of cells of those rows.
  package init(
    from old: CellGrid?, to new: CellGrid, rows: some Sequence<Int>,
    at place: GridPlace = .screen(row: 0), depth: ColorDepth = .truecolor,
    cursor: CellPosition? = nil
  ) {
    var writer = UpdateWriter(place: place, depth: depth, columns: new.size.columns)
    let known = old.flatMap { $0.size == new.size ? $0 : nil }
    for row in rows {
      writer.update(row: row, from: known, to: new)
    }
    if let cursor, !new.size.isEmpty {
      writer.finish(
        at: CellPosition(
          column: min(max(0, cursor.column), new.size.columns - 1),
          row: min(max(0, cursor.row), new.size.rows - 1)))
    } else {
      writer.finish(at: nil)
    }
    bytes = writer.bytes
    self.cursor = writer.bytes.isEmpty ? nil : writer.finalCursor
  }
}

/// Collects the bytes of an update, and tracks the state of the terminal.
private struct UpdateWriter {
  private(set) var bytes: [UInt8] = []
  private let firstRow: Int?
  private let depth: ColorDepth
  private let columns: Int
  private var style = CellStyle.plain

  /// The style of the last cell; nil if another one was set since.
  private var writtenStyle: StoredStyle?

  /// The position of the cursor; nil if unknown.
  private var row: Int?
  private var column: Int?

  init(place: GridPlace, depth: ColorDepth, columns: Int) {
    self.depth = depth
    self.columns = columns
    switch place {
    case .screen(let row): firstRow = max(0, row)
    case .relative(let cursor):
      firstRow = nil
      row = cursor.row
      column = cursor.column
    }
  }

  var finalCursor: CellPosition? {
    guard let row, let column else { return nil }
    return CellPosition(column: column, row: row)
  }

  mutating func update(row: Int, from old: CellGrid?, to new: CellGrid) {
    let start = row * columns
    var index = 0
    if let old {
      index = nextChange(from: old, to: new, after: index, start: start)
      if index == columns { return }
    }
    // Cells after this column are blank and can be erased.
    let contentEnd = new.contentEnd(ofRow: row)
    let isErasable = (old == nil) || columns - contentEnd > 3
    while true {
      if let old { index = nextChange(from: old, to: new, after: index, start: start) }
      guard index < columns else { return }
      var column = index
      // A change of the second half also means writing the whole character.
      if new.cells[start + column].isContinuation { column -= 1 }
      if column >= contentEnd, isErasable {
        guard let old, lastChange(of: old, new: new, start: start) - column < 3 else {
          move(to: column, row: row, in: new)
          setStyle(.plain)
          bytes += "\u{1b}[K".utf8
          return
        }
      }
      move(to: column, row: row, in: new)
      let cell = new.cells[start + column]
      write(cell, of: new)
      index = column + max(1, cell.width)
    }
  }

  /// The column of the next cell of a row that looks different, from a column on; the end if there's none.
  ///
  /// Equal cells are skipped as numbers; the few others are compared as they look.
  private func nextChange(
    from old: CellGrid, to new: CellGrid, after column: Int, start: Int
  ) -> Int {
    var index = start + column
    while true {
      index = new.firstDifference(from: old, in: index..<start + columns)
      guard index < start + columns, looksSame(in: old, new, index) else { return index - start }
      index += 1
    }
  }

  /// The column of the last cell of a row that looks different.
  private func lastChange(of old: CellGrid, new: CellGrid, start: Int) -> Int {
    var column = columns - 1
    while column > 0, looksSame(in: old, new, start + column) {
      column -= 1
    }
    return column
  }

  mutating func finish(at cursor: CellPosition?) {
    setStyle(.plain)
    if let cursor { move(to: cursor.column, row: cursor.row, in: nil) }
  }

  private mutating func write(_ cell: StoredCell, of grid: CellGrid) {
    if writtenStyle != cell.style || cell.link > 0 {
      setStyle(grid.style(of: cell).reduced(to: depth))
      writtenStyle = cell.style
    }
    let end = (column ?? 0) + cell.width
    var isCertain = true
    if cell.text < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: cell.text))
    } else if cell.cluster == nil, let scalar = Unicode.Scalar(cell.text) {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
      isCertain = scalar.hasCertainWidth
    } else {
      let character = grid.character(of: cell)
      let room = columns - (column ?? 0)
      bytes += (character.mayWrap(in: room) ? character.firstEmoji : character).utf8
      isCertain = character.hasCertainWidth
    }
    // At the right edge terminals delay the wrap, so the position of the cursor is uncertain.
    column = end < columns && isCertain ? end : nil
  }

  private mutating func setStyle(_ new: CellStyle) {
    writtenStyle = nil
    guard new != style else { return }
    new.appendTransition(from: style, to: &bytes)
    style = new
  }

  /// A way of the cursor to a row, or within it.
  ///
  /// Only the shortest one is written, so that the others cost no bytes.
  private enum Way {
    case nothing, carriageReturn
    case newLine
    case lineFeeds(Int)
    case sequence(Int, UInt8)
    case returnAndSequence(Int, UInt8)
    case place(row: Int, column: Int)
    case backspaces(Int)

    /// The cells before the column are written again.
    case bridge(Int)

    var length: Int {
      switch self {
      case .nothing: 0
      case .carriageReturn: 1
      case .newLine: 2
      case .lineFeeds(let count): 1 + count
      case .sequence(let count, _): 3 + (count == 1 ? 0 : Self.digits(count))
      case .returnAndSequence(let count, _): 4 + (count == 1 ? 0 : Self.digits(count))
      case .place(let row, let column):
        3 + (row == 0 && column == 0 ? 0 : Self.digits(row + 1))
          + (column == 0 ? 0 : 1 + Self.digits(column + 1))
      case .backspaces(let count): count
      case .bridge(let count): count
      }
    }

    private static func digits(_ number: Int) -> Int {
      var (count, rest) = (1, number)
      while rest >= 10 {
        rest /= 10
        count += 1
      }
      return count
    }
  }

  /// Writes a way to a cell.
  private mutating func write(_ way: Way, to column: Int, row: Int, in grid: CellGrid?) {
    switch way {
    case .nothing: break
    case .carriageReturn: bytes.append(0x0D)
    case .newLine:
      bytes.append(0x0D)
      bytes.append(0x0A)
    case .lineFeeds(let count):
      bytes.append(0x0D)
      for _ in 0..<count { bytes.append(0x0A) }
    case .sequence(let count, let final): writeSequence(count, final)
    case .returnAndSequence(let count, let final):
      bytes.append(0x0D)
      writeSequence(count, final)
    case .place(let row, let column):
      bytes.append(0x1B)
      bytes.append(UInt8(ascii: "["))
      if row != 0 || column != 0 { write(row + 1) }
      if column != 0 {
        bytes.append(UInt8(ascii: ";"))
        write(column + 1)
      }
      bytes.append(UInt8(ascii: "H"))
    case .backspaces(let count): for _ in 0..<count { bytes.append(0x08) }
    case .bridge(let count):
      guard let grid else { break }
      for cell in grid.cells[row * columns + column - count..<row * columns + column] {
        bytes.append(UInt8(truncatingIfNeeded: cell.text))
      }
    }
  }

  /// Writes a sequence with a number, which is left out if it's 1.
  private mutating func writeSequence(_ count: Int, _ final: UInt8) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if count != 1 { write(count) }
    bytes.append(final)
  }

  private mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Moves the cursor to a cell by the shortest way.
  private mutating func move(to column: Int, row: Int, in grid: CellGrid?) {
    defer {
      self.column = column
      self.row = row
    }
    if self.row == row, self.column == column { return }
    var best: (toRow: Way, inRow: Way)?
    var length = Int.max
    func offer(_ toRow: Way, _ inRow: Way) {
      let needed = toRow.length + inRow.length
      guard needed < length else { return }
      (best, length) = ((toRow, inRow), needed)
    }
    if let firstRow { offer(.nothing, .place(row: firstRow + row, column: column)) }
    if let current = self.row {
      let down = row - current
      var toRow = Way.nothing
      var from = self.column
      if down != 0 {
        // A move down or up starts with a return, which ends a pending wrap.
        if down == 1 {
          toRow = .newLine
        } else if down > 0, firstRow == nil {
          // Line breaks are right also where the terminal has fewer rows than it's known to have: a
          // move would end at its last row, and the moves after it would begin in the wrong one.
          toRow = .lineFeeds(down)
        } else {
          toRow = .returnAndSequence(abs(down), UInt8(ascii: down > 0 ? "B" : "A"))
        }
        from = 0
      }
      if column == 0 {
        offer(toRow, from == 0 ? .nothing : .carriageReturn)
      } else {
        // Not to the column itself: Emacs counts it from 0 there, other terminals from 1.
        offer(toRow, .returnAndSequence(column, UInt8(ascii: "C")))
        if let from, from <= column {
          offer(toRow, from == column ? .nothing : .sequence(column - from, UInt8(ascii: "C")))
        }
        if let from, from > column {
          offer(toRow, .sequence(from - column, UInt8(ascii: "D")))
          if from - column < 3 { offer(toRow, .backspaces(from - column)) }
        }
        if down == 0, let from, from < column, column - from < length, let grid,
          canBridge(from: from, to: column, row: row, in: grid)
        {
          offer(toRow, .bridge(column - from))
        }
      }
    }
    guard let best else { return bytes.append(0x0D) }
    write(best.toRow, to: column, row: row, in: grid)
    write(best.inRow, to: column, row: row, in: grid)
  }

  /// Whether the cells between two columns can be written again unchanged, a byte each.
  private func canBridge(from: Int, to: Int, row: Int, in grid: CellGrid) -> Bool {
    guard to - from <= 4 else { return false }
    return (from..<to).allSatisfy { column in
      let cell = grid.cells[row * columns + column]
      return cell.width == 1 && cell.text < 0x80
        && (writtenStyle == cell.style && cell.link == 0
          || grid.style(of: cell).reduced(to: depth) == style)
    }
  }

  private func looksSame(in old: CellGrid, _ new: CellGrid, _ index: Int) -> Bool {
    let (left, right) = (old.cells[index], new.cells[index])
    if left == right, left.isWhole { return true }
    guard left.width == right.width else { return false }
    // Different scalars of ASCII are different characters.
    if left.text < 0x80, right.text < 0x80 {
      guard left.text == right.text else { return false }
    } else {
      guard old.character(of: left) == new.character(of: right) else { return false }
    }
    let (leftStyle, rightStyle) = (old.style(of: left), new.style(of: right))
    return leftStyle == rightStyle || leftStyle.reduced(to: depth) == rightStyle.reduced(to: depth)
  }
}

extension Character {
  /// Whether a terminal that draws the parts of an emoji one after the other would need more cells than
  /// there are up to the edge of its window, and go on in the next row.
  fileprivate func mayWrap(in room: Int) -> Bool {
    guard room < 8, utf8.count > 4, unicodeScalars.dropFirst().contains(where: \.joinsEmoji) else {
      return false
    }
    return unicodeScalars.reduce(0) { $0 + Character($1).cellWidth } > room
  }

  /// The first part of an emoji of several parts.
  fileprivate var firstEmoji: Character {
    let rest = unicodeScalars.dropFirst().firstIndex(where: \.joinsEmoji)
    return String(unicodeScalars[..<(rest ?? unicodeScalars.endIndex)]).first ?? " "
  }

  /// Whether all terminals move the cursor by the same width for this cluster, whatever follows it.
  fileprivate var hasCertainWidth: Bool {
    guard let scalar = unicodeScalars.first, unicodeScalars.dropFirst().isEmpty else {
      return false
    }
    return scalar.hasCertainWidth
  }
}

extension Unicode.Scalar {
  /// Whether all terminals move the cursor by the same width for this scalar, whatever follows it.
  fileprivate var hasCertainWidth: Bool {
    switch value {
    // Hangul jamo, regional indicators and prepended marks join what follows.
    case 0x1100...0x115F, 0xA960...0xA97F, 0x1F1E6...0x1F1FF: false
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x08E2, 0x110BD: false
    default: true
    }
  }

  /// Whether a terminal that adds up the widths of scalars draws another emoji from here on: after a
  /// zero-width joiner, or for a skin tone.
  fileprivate var joinsEmoji: Bool { value == 0x200D || (0x1F3FB...0x1F3FF).contains(value) }
}
