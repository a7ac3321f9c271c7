// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension CellGrid {
  /// Returns the rows as lines of text, each terminated, with the control sequences of a color
  /// depth.
  func text(depth: ColorDepth) -> String {
    guard depth != .none else { return lines.map { $0 + "\n" }.joined() }
    var text = ""
    for row in 0..<size.rows {
      let line = CellSize(columns: size.columns, rows: 1)
      var new = CellGrid(size: line, ambiguous: ambiguous)
      new.copy(CellRect(column: 0, row: row, columns: line.columns, rows: 1), of: self, to: .zero)
      // A page can be longer than the terminal, so each row is a separate update.
      let update = TerminalUpdate(
        from: CellGrid(size: line, ambiguous: ambiguous), to: new, at: .relative(cursor: .zero),
        depth: depth)
      text += String(decoding: update.bytes, as: UTF8.self) + "\n"
    }
    return text
  }
}
