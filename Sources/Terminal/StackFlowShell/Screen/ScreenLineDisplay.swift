// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// Shows the line of a reader as a part of the screen.
final class ScreenLineDisplay: LineDisplay {
  weak var face: (any LineDrawingFace)?

  func begin(columns: Int) {}
  func paint(_ line: EditedLine) { face?.drawLine(line) }
  func resize(columns: Int) { face?.windowWidthChanged(to: columns) }
  func finish(accepting line: EditedLine?) {}
  func leave() { face?.leaveForOthers() }
  func clearWindow() { face?.clearForLine() }
}

protocol LineDrawingFace: AnyObject {
  func drawLine(_ line: EditedLine)
  func windowWidthChanged(to columns: Int)
  func leaveForOthers()
  func clearForLine()
}

extension ScreenFace: LineDrawingFace {
  func drawLine(_ line: EditedLine) { paint(line) }
  func windowWidthChanged(to columns: Int) { resize(columns: columns) }
  func leaveForOthers() { leaveScreen() }
  func clearForLine() { clearWindow() }
}
