// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The whole window, on the alternate screen.
struct FullScreen {
  private var shown: CellGrid?
  private var cursor = CellPosition(column: 0, row: 0)
  private let depth: ColorDepth

  /// Whether the terminal can show a frame at once.
  var isSynchronized = false

  /// Creates an empty screen.
  init(depth: ColorDepth) { self.depth = depth }

  /// The shown picture, and the cell of the cursor; nil if it isn't known.
  var painted: (grid: CellGrid, cursor: CellPosition)? { shown.map { ($0, cursor) } }

  /// The output that shows a grid of the window's size.
  mutating func paint(_ grid: CellGrid, cursor: CellPosition) -> [UInt8] {
    let update = TerminalUpdate(
      from: shown, to: grid, at: .screen(row: 0), depth: depth, cursor: cursor)
    shown = grid
    self.cursor = cursor
    return ScreenFrame.bytes(
      update.bytes, columns: grid.size.columns, isSynchronized: isSynchronized)
  }

  /// Forgets what is shown, so that everything is painted again.
  mutating func forget() { shown = nil }
}
