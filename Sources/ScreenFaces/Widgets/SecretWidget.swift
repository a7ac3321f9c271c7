// SPDX-License-Identifier: Apache-2.0

public import FlowForms
public import TerminalCells
public import TerminalIO

/// A secret, drawn as dots until Alt-V shows it.
public struct SecretWidget: ScreenWidget {
  /// The field.
  public var field: FieldState

  private var isShown = false

  /// Creates a widget that hides the secret.
  public init(field: FieldState) { self.field = field }

  /// Shows or hides what is typed.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard key == .alt("v") else { return .ignored }
    isShown.toggle()
    return .used
  }

  /// The line, and a row for the second entry.
  public func rows(columns: Int, in context: WidgetContext) -> Int { field.asksTwice ? 2 : 1 }

  /// Draws the line.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let isSecond = field.awaitsRepeat
    let remark = isShown ? "alt-v hides it" : "alt-v shows it"
    if field.asksTwice {
      if isSecond {
        canvas.write(
          String(repeating: context.theme.signs.mask, count: 8), column: 2, row: 0,
          style: context.theme.faint)
      } else {
        canvas.write(
          "once more, to be sure", column: 2, row: 1, style: context.theme.faint)
      }
    }
    context.drawLine(
      on: &canvas, row: isSecond ? 1 : 0, remark: isSecond ? "once more, to be sure" : remark,
      showsSecret: isShown)
  }
}
