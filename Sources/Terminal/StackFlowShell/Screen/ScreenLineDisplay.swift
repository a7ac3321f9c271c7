// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// Shows the line of a reader as a part of the screen.
final class ScreenLineDisplay: LineDisplay {
  weak var face: (any LineDrawingFace)?

  func begin(columns: Int) {}
  func paint(_ line: EditedLine) { face?.paint(line) }
  func resize(columns: Int) { face?.resize(columns: columns) }
  func finish(accepting line: EditedLine?) {}
  func leave() { face?.leaveScreen() }
  func clearWindow() { face?.clearWindow() }
}

/// A face of which a line is a part.
protocol LineDrawingFace: AnyObject {
  func paint(_ line: EditedLine)
  func resize(columns: Int)
  func leaveScreen()
  func clearWindow()
}

extension ScreenFace: LineDrawingFace {}
