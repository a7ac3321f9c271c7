// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The part of a row's text that matters to a terminal that wraps it.
struct RowText: Hashable {
  /// The column after the last cell that isn't blank.
  var end = 0

  /// The columns of the wide characters, in order.
  var wide: [Int] = []

  /// The widths of the rows that a terminal makes of it.
  ///
  /// - Complexity: O(*n*) in the number of those rows and of wide characters.
  func parts(columns: Int) -> [Int] {
    let columns = max(1, columns)
    guard end > columns else { return [end] }
    var parts: [Int] = []
    var start = 0
    var wide = wide[...]
    while end - start > columns {
      let last = start + columns - 1
      wide = wide.drop { $0 < last }
      // A wide character isn't split; in a window of one column it's cut.
      let isSplit = columns > 1 && wide.first == last
      parts.append(isSplit ? columns - 1 : columns)
      start += isSplit ? columns - 1 : columns
    }
    return parts + [end - start]
  }

  /// Returns the part that a terminal keeps if it cuts its rows.
  func cut(to columns: Int) -> RowText {
    RowText(end: min(end, columns), wide: wide.filter { $0 + 1 < columns })
  }
}

extension CellGrid {
  func rowText(_ row: Int) -> RowText {
    let end = contentEnd(ofRow: row)
    return RowText(end: end, wide: wideColumns(ofRow: row, before: end))
  }
}
