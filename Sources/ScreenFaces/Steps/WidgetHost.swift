// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalCells
import TerminalIO

/// The widget that has the focus, with the line that is typed; without a widget, the line alone.
final class WidgetHost {
  /// The widget; nil where only a line is read, as at a review or about an effect.
  var widget: (any ScreenWidget)?

  /// The line as it is now.
  var line = EditedLine(prompt: "", text: "") { didSet { widget?.lineChanged(line) } }

  /// Whether a line is read.
  var isReading = false

  /// The field's label in a form; nil where the question is above.
  var label: String?

  /// The width of the labels in the form, in cells.
  var labelWidth = 0

  private let window = LineWindowBox()

  /// Gives a key to the widget.
  func take(_ key: Key) -> WidgetUse { widget?.take(key, line: line) ?? .ignored }

  private func context(_ look: ScreenLook) -> WidgetContext {
    WidgetContext(line: line, look: look, window: window, isFocused: isReading)
  }

  /// The columns before the widget, and whether the label has a row of its own.
  private func start(columns: Int) -> (indent: Int, isBelow: Bool) {
    guard label != nil else { return (0, false) }
    let isWide = columns >= 40
    return isWide ? (min(labelWidth, columns * 2 / 5) + 2, false) : (0, true)
  }

  func rows(columns: Int, look: ScreenLook) -> Int {
    let (indent, isBelow) = start(columns: columns)
    let own = widget?.rows(columns: max(1, columns - indent), in: context(look)) ?? 1
    return max(1, own) + (isBelow ? 1 : 0)
  }

  /// The row that must stay in view.
  func cursorRow(columns: Int, look: ScreenLook) -> Int? {
    start(columns: columns).isBelow ? 1 : 0
  }

  func draw(on canvas: inout CellCanvas, look: ScreenLook) {
    let (indent, isBelow) = start(columns: canvas.size.columns)
    if let label {
      canvas.write(
        label.escapedForDisplay.truncated(
          to: isBelow ? canvas.size.columns : max(1, indent - 2),
          ellipsis: look.theme.signs.ellipsis), row: 0, style: look.theme.title)
    }
    let top = isBelow ? 1 : 0
    let rect = CellRect(
      column: indent, row: top, columns: max(0, canvas.size.columns - indent),
      rows: max(0, canvas.size.rows - top))
    let context = context(look)
    canvas.draw(in: rect) { canvas in
      if let widget { widget.draw(on: &canvas, in: context) } else if isReading {
        context.drawLine(on: &canvas)
      }
    }
  }

  /// What keys do here.
  func hints(_ look: ScreenLook) -> [KeyHint] {
    line.isWord ? [.next] : widget?.hints(in: context(look)) ?? [.next]
  }
}
