// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalCells
import TerminalIO

/// The widget that has the focus, with the line that is typed; without a widget, the line alone.
final class WidgetHost {
  /// The widget; nil where only a line is read, as at a review or about an effect.
  var widget: (any StepWidget)?

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

  /// The columns of the prompt before the labels of a form.
  static let promptWidth = 2

  private func context(_ look: ScreenLook) -> WidgetContext {
    var context = WidgetContext(line: line, look: look, window: window, isFocused: isReading)
    context.hasPrompt = label == nil
    return context
  }

  /// The columns before the widget, and whether the label has a row of its own.
  private func start(columns: Int, look: ScreenLook) -> (indent: Int, isBelow: Bool) {
    guard label != nil else { return (0, false) }
    guard look.window.columns >= ScreenLook.wide else { return (Self.promptWidth + 2, true) }
    return (Self.promptWidth + min(labelWidth, columns * 2 / 5) + 2, false)
  }

  func rows(columns: Int, look: ScreenLook) -> Int {
    let (indent, isBelow) = start(columns: columns, look: look)
    let own = widget?.rows(columns: max(1, columns - indent), in: context(look)) ?? 1
    return max(1, own) + (isBelow ? 1 : 0)
  }

  /// The row that must stay in view.
  func cursorRow(columns: Int, look: ScreenLook) -> Int? {
    let (indent, isBelow) = start(columns: columns, look: look)
    let own = widget?.cursorRow(columns: max(1, columns - indent), in: context(look)) ?? 0
    return own + (isBelow ? 1 : 0)
  }

  func draw(on canvas: inout CellCanvas, look: ScreenLook) {
    let (indent, isBelow) = start(columns: canvas.size.columns, look: look)
    let context = context(look)
    if let label {
      canvas.write(context.promptSign, row: 0, style: look.theme.accent)
      let room = isBelow ? canvas.size.columns : indent - 2
      canvas.write(
        label.escapedForDisplay.truncated(
          to: max(1, room - Self.promptWidth), ellipsis: look.theme.signs.ellipsis),
        column: Self.promptWidth, row: 0, style: look.theme.title)
    }
    let top = isBelow ? 1 : 0
    let rect = CellRect(
      column: indent, row: top, columns: max(0, canvas.size.columns - indent),
      rows: max(0, canvas.size.rows - top))
    canvas.draw(in: rect) { canvas in
      if let widget {
        widget.draw(on: &canvas, in: context)
      } else if isReading {
        context.drawLine(on: &canvas)
      }
    }
  }

  /// What keys do here.
  func hints(_ look: ScreenLook) -> [KeyHint] {
    line.isWord || (widget is any LaidOutWidget && context(look).isTyping)
      ? [context(look).next] : widget?.hints(in: context(look)) ?? [context(look).next]
  }
}
