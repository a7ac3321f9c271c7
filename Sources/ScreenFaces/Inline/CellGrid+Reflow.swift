// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension CellGrid {
  /// The column after the last cell of a row that isn't blank.
  func textEnd(ofRow row: Int) -> Int {
    var end = size.columns
    while end > 0, let cell = self[CellPosition(column: end - 1, row: row)], cell == .blank {
      end -= 1
    }
    return end
  }

  /// The widths of the rows that a terminal makes of a row that's too long for it.
  func parts(ofRow row: Int, columns: Int, end: Int? = nil) -> [Int] {
    let end = min(end ?? textEnd(ofRow: row), size.columns)
    guard end > columns else { return [end] }
    var parts: [Int] = []
    var width = 0
    var column = 0
    while column < end {
      let cell = max(1, Int(self[CellPosition(column: column, row: row)]?.width ?? 1))
      if width > 0, width + cell > columns {
        parts.append(width)
        width = 0
      }
      width += cell
      column += cell
    }
    return parts + [width]
  }
}
