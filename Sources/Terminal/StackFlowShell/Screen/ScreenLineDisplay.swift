// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// Shows the line of a reader as a part of the screen.
final class ScreenLineDisplay<Editor: LineEditor>: LineDisplay {
  weak var face: ScreenFace<Editor>?

  func begin(columns: Int) {}
  func paint(_ line: EditedLine) { face?.paint(line) }
  func resize(columns: Int) { face?.resize(columns: columns) }
  func finish(accepting line: EditedLine?) {}
  func leave() { face?.leaveScreen() }
  func clearWindow() { face?.clearWindow() }
}
