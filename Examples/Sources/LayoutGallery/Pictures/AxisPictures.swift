// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

extension Picture {
  /// Both axes, both directions, both ends.
  static let axisPictures: [Picture] = [axes, gravity]

  private static let axes = Picture(
    "axes", "Rows and columns",
    "The axis of a stack can change at any time. Rows keep their overrides, here the insets "
      + "of B, and are measured again. The script direction determines on which side columns "
      + "begin."
  ) { space in
    func stack() throws -> ScrollStack {
      let stack = ScrollStack()
      stack.setViewport(CellSize(columns: min(24, space.small), rows: 5))
      try stack.addRows(["A", "B", "C"].map { ShadedRow($0) })
      try stack.setRowInsets(CellInsets(top: 1, left: 4, right: 2), for: [.index(1)])
      return stack
    }
    let columns = try stack()
    columns.toggleAxis()
    let leftwards = try stack()
    leftwards.layoutDirection = .rightToLeft
    leftwards.axis = .horizontal
    let back = try stack()
    back.toggleAxis()
    back.toggleAxis()
    return [
      Panel(".vertical", try stack()), Panel(".horizontal", columns),
      Panel(".horizontal, .rightToLeft", leftwards), Panel("toggled twice", back),
    ]
  }

  private static let gravity = Picture(
    "gravity", "Start and end gravity",
    "Rows that don't fill the viewport are at its start or its end. With end gravity, a view "
      + "at its end stays there when the window changes, like a transcript above a prompt."
  ) { space in
    let columns = min(16, space.small)
    func panels(_ caption: String, _ gravity: ScrollStack.Gravity) throws -> [Panel] {
      let stack = try textStack(
        (1...3).map { "line \($0)" }, columns: columns, rows: 5, style: bare)
      stack.gravity = gravity
      var panels = [Panel("\(caption), 3 rows", stack)]
      try stack.addRows((4...9).map { TextRow("line \($0)") })
      stack.scrollToEnd()
      panels.append(Panel("9 rows, at the end", stack))
      stack.setViewport(CellSize(columns: columns, rows: 3))
      panels.append(Panel("a shorter window", stack))
      return panels
    }
    return try panels(".start", .start) + panels(".end", .end)
  }
}
