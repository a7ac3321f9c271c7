// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// The rows of a terminal that a program keeps up to date, below everything that was written before.
///
/// It writes the difference from what it showed last. All moves are relative to the cursor, so the
/// region may be anywhere in the window; what is above it stays and scrolls as usual. The region
/// begins at the row of the cursor, which must be empty.
///
/// A new width moves rows in terminals that reflow them. The region then erases the rows that are its own
/// at any width, and is painted again. The terminal's answers say how many more it had made of them, in
/// the window or above it, and those are erased next (``RowTrace``). In a terminal that gives no answers
/// the rows are counted instead.
struct InlineRegion {
  var shown: CellGrid?
  var cursor = CellPosition(column: 0, row: 0)
  let depth: ColorDepth

  /// Whether a row that becomes too long for its window continues in the rows below.
  let reflows: Bool

  /// Whether the terminal can show a frame at once.
  var isSynchronized = false

  /// The columns of each row that the terminal counts as text: those after it were never written since
  /// the row was erased.
  var written: [Int] = []

  var texts: [RowText] = []

  /// The width of the window, in cells, after a new size that the region has not adapted to yet.
  var newColumns: Int?

  /// The rows as the terminal has wrapped or cut them.
  var trace = RowTrace()

  /// The height of the window when the region was painted last.
  var windowRows = 0

  /// Creates an empty region.
  init(depth: ColorDepth, reflows: Bool) {
    self.depth = depth
    self.reflows = reflows
  }

  /// The shown picture, and the cell of the cursor; nil while nothing is shown.
  var painted: (grid: CellGrid, cursor: CellPosition)? { shown.map { ($0, cursor) } }

  // MARK: Painting

  /// The output that shows a grid; one write.
  ///
  /// - Parameters:
  ///   - grid: The rows, at most as many as the window has.
  ///   - target: The cell of the cursor afterwards.
  ///   - windowRows: The height of the window, in cells.
  ///   - isMarked: Whether the terminal is told that a question is asked here.
  /// - Returns: The bytes to write, and whether the terminal answers them.
  mutating func paint(
    _ grid: CellGrid, cursor target: CellPosition, windowRows: Int, isMarked: Bool = false
  ) -> (bytes: [UInt8], isQuery: Bool) {
    self.windowRows = windowRows
    if let shown, shown.size.columns != grid.size.columns { newColumns = grid.size.columns }
    var isStructural = shown == nil
    var query: [UInt8] = []
    var output: [UInt8] = []
    if shown != nil, newColumns != nil || trace.erasable > 0 {
      query = placeQuery()
      output = erase(columns: newColumns ?? grid.size.columns, isAsked: !query.isEmpty)
      isStructural = true
    }
    newColumns = nil
    let target = CellPosition(
      column: min(max(0, target.column), max(0, grid.size.columns - 1)),
      row: min(max(0, target.row), max(0, grid.size.rows - 1)))
    let move = target.row - cursor.row
    let before = shown
    var known = CellGrid(size: .zero, ambiguous: grid.ambiguous)
    if let shown, shown.size == grid.size {
      known = shown
    } else {
      known = CellGrid(size: grid.size, ambiguous: grid.ambiguous)
      if let shown { known.copy(shown.bounds, of: shown, to: .zero) }
    }
    shown = nil
    output += setRowCount(grid.size.rows)
    if isMarked { output += self.move(toRow: 0) + Array(CommandMark.question.utf8) }
    let changed = before.map { grid.rowsDiffering(from: $0) } ?? Array(0..<grid.size.rows)
    for row in changed {
      let text = grid.rowText(row)
      if row < target.row, text != texts[row] { isStructural = true }
      texts[row] = text
    }
    output += eraseRowsWithRemains(changed, above: target.row, known: &known)
    let update = TerminalUpdate(
      from: known, to: grid, rows: changed, at: .relative(cursor: cursor), depth: depth,
      cursor: target)
    output += update.bytes
    cursor = update.cursor ?? cursor
    if isMarked { output += CommandMark.input.utf8 }
    for row in changed { written[row] = max(written[row], texts[row].end) }
    shown = grid
    let isInLine = !isStructural && !changed.contains { $0 != target.row }
    output = ScreenFrame.bytes(
      output, columns: grid.size.columns, isInLine: isInLine, isSynchronized: isSynchronized)
    guard reflows, !trace.isSilent, isStructural || move != 0 else { return (output, false) }
    output += paintedQuery(columns: grid.size.columns, move: move)
    return (query + output, true)
  }

  /// Adds or removes rows at the end.
  private mutating func setRowCount(_ count: Int) -> [UInt8] {
    var output: [UInt8] = []
    let before = max(1, written.count)
    if count > before {
      // New rows come from the end of the region; at the end of the window it scrolls.
      output += move(toRow: before - 1)
      for _ in before..<count { output += [0x0D, 0x0A] }
      cursor = CellPosition(column: 0, row: count - 1)
    } else if count < before {
      output += move(toRow: count)
      output += "\u{1B}[J".utf8
    }
    if count < written.count {
      written.removeLast(written.count - count)
      texts.removeLast(texts.count - count)
    } else {
      texts += Array(repeating: RowText(), count: count - texts.count)
      written += Array(repeating: 0, count: count - written.count)
    }
    return output
  }

  /// Erases the rows above the cursor that become shorter.
  ///
  /// Some terminals count cells that were erased as text when they reflow, others don't. Only the rows
  /// above the cursor have to be counted, and so they're erased whole.
  private mutating func eraseRowsWithRemains(
    _ rows: [Int], above limit: Int, known: inout CellGrid
  ) -> [UInt8] {
    guard reflows else { return [] }
    var output: [UInt8] = []
    for row in rows where row < limit && written[row] > texts[row].end {
      output += move(toRow: row) + Array("\u{1B}[2K".utf8)
      written[row] = 0
      known.fill(
        CellRect(column: 0, row: row, columns: known.size.columns, rows: 1), with: " ")
    }
    return output
  }
}
