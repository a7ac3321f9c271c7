// SPDX-License-Identifier: Apache-2.0

import StackFlowCore
import TerminalCells

/// A screen at rest: its cells, and where its parts and its steps are in them.
struct ScreenPicture {
  var grid: CellGrid

  /// The cell at which the user types.
  var cursor: CellPosition

  /// The number of rows of the title, which are the first ones.
  var header = 0

  /// The number of rows of the completions and the hints, which are the last ones.
  var panel = 0

  /// The side on which new steps appear.
  var growth = FlowDirection.down

  /// The newest steps in view, the newest first.
  var steps: [Step] = []

  struct Step {
    /// Its entry on the stack.
    let id: StepID

    /// Its lines, counted from the side of the oldest step; they may be outside the picture.
    let lines: Range<Int>
  }

  /// The cells of the steps.
  var content: CellRect {
    CellRect(
      column: 0, row: header, columns: grid.size.columns,
      rows: max(0, grid.size.rows - header - panel))
  }

  /// The number of lines of the steps: rows, or columns where steps are side by side.
  var length: Int { growth.isVertical ? content.size.rows : content.size.columns }

  /// The cells of lines, all of which are in the picture.
  func rect(ofLines lines: Range<Int>) -> CellRect {
    let all = content
    let isReversed = growth == .up || growth == .left
    let first = isReversed ? length - lines.upperBound : lines.lowerBound
    return growth.isVertical
      ? CellRect(
        column: 0, row: all.origin.row + first, columns: all.size.columns, rows: lines.count)
      : CellRect(column: first, row: all.origin.row, columns: lines.count, rows: all.size.rows)
  }

  /// Copies the lines of another picture that are in both.
  mutating func copy(_ lines: Range<Int>, of other: ScreenPicture, to target: Int) {
    let shift = target - lines.lowerBound
    let first = max(lines.lowerBound, 0, -shift)
    let end = min(lines.upperBound, other.length, length - shift)
    guard first < end else { return }
    grid.copy(
      other.rect(ofLines: first..<end), of: other.grid,
      to: rect(ofLines: first + shift..<end + shift).origin)
  }
}
