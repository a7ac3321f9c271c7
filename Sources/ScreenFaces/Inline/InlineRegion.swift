// SPDX-License-Identifier: Apache-2.0

package import TerminalCells
import TerminalIO

/// The rows of a terminal that a program keeps up to date, below everything that was written before.
///
/// It writes the difference from what it showed last. All moves are relative to the cursor, so the
/// region may be anywhere in the window; what is above it stays and scrolls as usual. The region
/// begins at the row of the cursor, which must be empty.
///
/// A new width moves rows in terminals that reflow them. The region then counts the rows that the
/// terminal has made of its own, erases them, and is painted again. Rows that the window lost at its
/// top are erased when the terminal brings them back; for that it's asked where the cursor is. Without
/// an answer they stay.
package struct InlineRegion {
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

  /// The width of the window, in cells, after a new size that the region has not adapted to yet.
  var newColumns: Int?

  /// The questions for the place of the cursor that have no answer yet.
  var questions: [PlaceQuestion] = []

  /// The rows of the region, by their widths, that the terminal has moved out of the window.
  var lost: [Int] = []

  /// The first row of the region in the window; nil if it isn't known.
  var top: Int?

  /// The height of the window when the region was painted last.
  var windowRows = 0

  /// Whether the terminal was asked for the place of the cursor since the region was painted.
  var isAsked = false

  /// The maximum number of unanswered questions that are kept.
  static let mostQuestions = 16

  /// Creates an empty region.
  package init(depth: ColorDepth, reflows: Bool) {
    self.depth = depth
    self.reflows = reflows
  }

  /// Whether it shows anything.
  package var isEmpty: Bool { shown == nil }

  /// What is shown, and the cell of the cursor; nil while nothing is.
  package var painted: (grid: CellGrid, cursor: CellPosition)? { shown.map { ($0, cursor) } }

  // MARK: Painting

  /// The output that shows a grid; one write.
  ///
  /// - Parameters:
  ///   - grid: The rows, at most as many as the window has.
  ///   - target: The cell of the cursor afterwards.
  ///   - windowRows: The height of the window, in cells.
  ///   - isMarked: Whether the terminal is told that a question is asked here.
  /// - Returns: The bytes to write.
  package mutating func paint(
    _ grid: CellGrid, cursor target: CellPosition, windowRows: Int, isMarked: Bool = false
  ) -> [UInt8] {
    var output: [UInt8] = []
    if let shown, shown.size.columns != grid.size.columns { newColumns = grid.size.columns }
    if let newColumns { output += erase(columns: newColumns) }
    let target = CellPosition(
      column: min(max(0, target.column), max(0, grid.size.columns - 1)),
      row: min(max(0, target.row), max(0, grid.size.rows - 1)))
    var known = CellGrid(size: grid.size, ambiguous: grid.ambiguous)
    if let shown { known.copy(shown.bounds, of: shown, to: .zero) }
    output += setRowCount(grid.size.rows)
    if isMarked { output += move(toRow: 0) + Array(CommandMark.question.utf8) }
    output += eraseRowsWithRemains(above: target.row, of: grid, known: &known)
    let update = TerminalUpdate(
      from: known, to: grid, at: .relative(cursor: cursor), depth: depth, cursor: target)
    output += update.bytes
    cursor = update.cursor ?? cursor
    if isMarked { output += CommandMark.input.utf8 }
    for row in 0..<grid.size.rows { written[row] = max(written[row], grid.textEnd(ofRow: row)) }
    shown = grid
    self.windowRows = windowRows
    top = top.map { min($0, max(0, windowRows - grid.size.rows)) }
    for index in questions.indices {
      questions[index].tallest = max(questions[index].tallest, grid.size.rows)
    }
    return ScreenFrame.bytes(
      output, columns: grid.size.columns, isSynchronized: isSynchronized)
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
    } else {
      written += Array(repeating: 0, count: count - written.count)
    }
    return output
  }

  /// Erases the rows above the cursor that become shorter.
  ///
  /// Some terminals count cells that were erased as text when they reflow, others don't. Only the rows
  /// above the cursor have to be counted, and so they're erased whole.
  private mutating func eraseRowsWithRemains(
    above limit: Int, of grid: CellGrid, known: inout CellGrid
  ) -> [UInt8] {
    guard reflows else { return [] }
    var output: [UInt8] = []
    for row in 0..<limit where written[row] > grid.textEnd(ofRow: row) {
      output += move(toRow: row) + Array("\u{1B}[2K".utf8)
      written[row] = 0
      known.fill(
        CellRect(column: 0, row: row, columns: grid.size.columns, rows: 1), with: " ")
    }
    return output
  }
}
