// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import Localization
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
    let remark = context.catalog.text(isShown ? .secretShown : .secretHidden)
    if field.asksTwice {
      if isSecond {
        canvas.write(
          String(repeating: context.theme.signs.mask, count: 8), column: 2, row: 0,
          style: context.theme.faint)
      } else {
        canvas.write(
          context.catalog.text(.onceMore), column: 2, row: 1, style: context.theme.faint)
      }
    }
    context.drawLine(
      on: &canvas, row: isSecond ? 1 : 0,
      remark: isSecond ? context.catalog.text(.onceMore) : context.remark(of: field, remark),
      showsSecret: isShown)
  }
}
