// SPDX-License-Identifier: Apache-2.0

import FlowWalks
import StackFlowCore
import TerminalCells
import TerminalIO

// Paints the screen.
extension ScreenFace {
  /// The size of the window; each reading asks the system.
  var windowSize: CellSize {
    let size = terminal.size
    return CellSize(columns: size.columns, rows: size.rows)
  }

  /// The picture painted last, and the cell of the cursor in it; nil while nothing is shown.
  var painted: (grid: CellGrid, cursor: CellPosition)? {
    place == .full ? full.painted : region.painted
  }

  /// Paints the screen, or the current frame of its transition, unless more events are waiting.
  func paint() {
    guard !terminal.events.hasPending else { return }
    screen.notesPlaces = motion.isOn
    let window = windowSize
    let picture = screen.draw(window: window)
    let wasRunning = motion.isRunning
    var grid = motion.cells(
      of: picture, at: terminal.events.time,
      // Rows of a matrix are no steps to the eye.
      isMove: screen.activity == nil && (screen.matrix == nil || screen.matrix != paintedMatrix),
      drawGap: { screen.drawGap(on: &$0) })
    paintedMatrix = screen.matrix
    if motion.isRunning, !wasRunning { useModes() }
    let cursor =
      motion.isRunning ? CellPosition(column: 0, row: grid.size.rows - 1) : picture.cursor
    let isMarked = marksQuestion && !motion.isRunning
    if isMarked { marksQuestion = false }
    if place == .full {
      // The steps begin below the title; what they don't need stays empty.
      grid = grid.extended(toRows: window.rows)
      let output = full.paint(grid, cursor: cursor)
      if !output.isEmpty { terminal.write(output) }
    } else {
      let (output, isQuery) = region.paint(
        grid, cursor: cursor, windowRows: window.rows,
        isMarked: isMarked && takesCommands)
      if isQuery {
        terminal.query(String(decoding: output, as: UTF8.self))
      } else if !output.isEmpty {
        terminal.write(output)
      }
    }
    guard let delay = motion.timeToNext(now: terminal.events.time) else {
      endMotion()
      onFrame?(grid, cursor)
      return
    }
    if let nextFrame { terminal.events.cancelTimer(nextFrame) }
    nextFrame = terminal.events.timer(after: delay)
  }

  /// The user does something, which no transition may delay.
  func noteUser() {
    if isStill { screen.hasScrollbar = false }
    motion.userActs(at: runner.steps.steps.topEntry?.id)
    endMotion()
  }

  /// Ends a transition that is shown; the next frame is the screen at rest.
  func endMotion() {
    motion.end()
    guard let nextFrame else { return }
    terminal.events.cancelTimer(nextFrame)
    self.nextFrame = nil
    // The cursor is shown again.
    useModes()
  }

  func paint(_ line: EditedLine) {
    if screen.host.line != line { screen.host.line = line }
    screen.noteAnswer()
    // The widget is laid out once for all events that wait, when they're painted.
    guard !terminal.events.hasPending else { return }
    screen.refreshWidget()
    paint()
  }

  func resize(columns: Int) {
    endMotion()
    full.forget()
    region.resize(columns: columns)
  }

  func clearWindow() {
    endMotion()
    full.forget()
    guard place == .inline else { return }
    terminal.write(region.clear() + Array("\u{1B}[H\u{1B}[2J".utf8))
    region.moveAway()
  }
}

extension CellGrid {
  /// The cells, with empty rows below them up to a number of rows.
  fileprivate func extended(toRows rows: Int) -> CellGrid {
    guard rows > size.rows else { return self }
    var grid = CellGrid(size: CellSize(columns: size.columns, rows: rows))
    grid.copy(CellRect(size: size), of: self, to: CellPosition(column: 0, row: 0))
    return grid
  }
}
