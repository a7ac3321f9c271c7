// SPDX-License-Identifier: Apache-2.0

import FlowShell
package import TerminalCells
import TerminalIO

// What the terminal shows.
extension ScreenFace {
  var windowSize: CellSize {
    CellSize(columns: terminal.size.columns, rows: terminal.size.rows)
  }

  /// What was painted last, and the cell of the cursor in it; nil while nothing is shown.
  package var painted: (grid: CellGrid, cursor: CellPosition)? {
    place == .full ? full.painted : region.painted
  }

  /// Shows the screen as it is now, unless more is about to change.
  func paint(always: Bool = false) {
    guard always || !terminal.events.hasPending else { return }
    if place == .inline { askForPlace() }
    let (grid, cursor) = screen.draw(window: windowSize, fills: place == .full)
    let output =
      place == .full
      ? full.paint(grid, cursor: cursor)
      : region.paint(grid, cursor: cursor, windowRows: windowSize.rows)
    if !output.isEmpty { terminal.write(output) }
    onFrame?(grid, cursor)
  }

  /// Asks where the cursor is, before the region is erased for a new size.
  func askForPlace() {
    if let query = region.placeQuery(columns: windowSize.columns) { terminal.query(query) }
  }

  func paint(_ line: EditedLine) {
    if screen.host.line != line { screen.host.line = line }
    screen.refreshWidget()
    paint()
  }

  func resize(columns: Int) {
    full.forget()
    region.resize(columns: columns)
  }

  func clearWindow() {
    full.forget()
    guard place == .inline else { return }
    terminal.write(region.clear() + Array("\u{1B}[H\u{1B}[2J".utf8))
    region.moveAway()
  }
}
