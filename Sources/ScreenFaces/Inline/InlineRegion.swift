// SPDX-License-Identifier: Apache-2.0

package import TerminalCells

/// The rows of a terminal that a program keeps up to date, below everything that was written before.
///
/// It writes the difference from what it showed last. All moves are relative to the cursor, so the
/// region may be anywhere in the window; what is above it stays and scrolls as usual. The region
/// begins at the row of the cursor, which must be empty.
package struct InlineRegion {
  private var shown: CellGrid?
  private var cursor = CellPosition(column: 0, row: 0)
  private let depth: ColorDepth

  /// Whether a row that becomes too long for its window continues in the rows below.
  private let reflows: Bool

  /// Creates an empty region.
  package init(depth: ColorDepth, reflows: Bool) {
    self.depth = depth
    self.reflows = reflows
  }

  /// Whether it shows anything.
  package var isEmpty: Bool { shown == nil }

  /// What is shown, and the cell of the cursor; nil while nothing is.
  package var painted: (grid: CellGrid, cursor: CellPosition)? { shown.map { ($0, cursor) } }

  /// The output that shows a grid.
  ///
  /// - Parameters:
  ///   - grid: The rows, at most as many as the window has.
  ///   - target: The cell of the cursor afterwards.
  package mutating func paint(_ grid: CellGrid, cursor target: CellPosition) -> [UInt8] {
    var output: [UInt8] = []
    let count = grid.size.rows
    var old = shown
    if let before = old, before.size.columns != grid.size.columns {
      output += clear()
      old = nil
    }
    let before = old?.size.rows ?? 1
    if count > before {
      // New rows come from the end of the region; at the end of the window it scrolls.
      output += move(toRow: before - 1)
      for _ in before..<count { output += [0x0D, 0x0A] }
      cursor = CellPosition(column: 0, row: count - 1)
    } else if count < before {
      output += move(toRow: count)
      output += "\u{1B}[J".utf8
    }
    var known = CellGrid(size: grid.size, ambiguous: grid.ambiguous)
    if let old { known.copy(old.bounds, of: old, to: CellPosition(column: 0, row: 0)) }
    let update = TerminalUpdate(
      from: known, to: grid, at: .relative(cursor: cursor), depth: depth, cursor: target)
    output += update.bytes
    cursor = update.cursor ?? cursor
    shown = grid
    return output
  }

  /// The output that erases the region and leaves the cursor in its first row.
  package mutating func clear() -> [UInt8] {
    guard shown != nil else { return [] }
    let output = move(toRow: 0) + Array("\u{1B}[J".utf8)
    shown = nil
    cursor = CellPosition(column: 0, row: 0)
    return output
  }

  /// The output that erases the region after the window's width has changed.
  ///
  /// A terminal that reflows has moved the rows above the cursor apart, each by as many rows as its
  /// text needs now.
  ///
  /// - Parameter columns: The width of the window now, in cells.
  package mutating func resize(columns: Int) -> [UInt8] {
    guard let grid = shown else { return [] }
    var above = cursor.row
    if reflows, columns < grid.size.columns {
      above = 0
      for row in 0..<cursor.row {
        let width = grid.text(ofRow: row).cellWidth
        above += max(1, (width + columns - 1) / max(1, columns))
      }
      above += cursor.column / max(1, columns)
    }
    shown = nil
    cursor = CellPosition(column: 0, row: 0)
    return Array("\r".utf8) + (above > 0 ? Array("\u{1B}[\(above)A".utf8) : [])
      + Array("\u{1B}[J".utf8)
  }

  /// The output that leaves the region on the screen, with the cursor in the row after it.
  package mutating func leave() -> [UInt8] {
    guard let grid = shown else { return [] }
    let output = move(toRow: grid.size.rows - 1) + [0x0D, 0x0A]
    shown = nil
    cursor = CellPosition(column: 0, row: 0)
    return output
  }

  /// The output that prints a grid of any height from the row of the cursor on, which is empty, and
  /// ends in the row after it.
  package func print(_ grid: CellGrid) -> [UInt8] {
    var output: [UInt8] = []
    let size = CellSize(columns: grid.size.columns, rows: 1)
    let blank = CellGrid(size: size, ambiguous: grid.ambiguous)
    for row in 0..<grid.size.rows {
      var line = blank
      let rect = CellRect(column: 0, row: row, columns: size.columns, rows: 1)
      line.copy(rect, of: grid, to: CellPosition(column: 0, row: 0))
      let update = TerminalUpdate(
        from: blank, to: line, at: .relative(cursor: CellPosition(column: 0, row: 0)),
        depth: depth)
      output += update.bytes + [0x0D, 0x0A]
    }
    return output
  }

  /// Moves to the start of a row of the region.
  private mutating func move(toRow row: Int) -> [UInt8] {
    let distance = row - cursor.row
    cursor = CellPosition(column: 0, row: row)
    if distance == 0 { return [0x0D] }
    return Array("\r\u{1B}[\(abs(distance))\(distance > 0 ? "B" : "A")".utf8)
  }
}
