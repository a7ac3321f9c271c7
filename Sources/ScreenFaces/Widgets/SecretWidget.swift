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

  /// The line, and what the second entry needs.
  public func rows(columns: Int, in context: WidgetContext) -> Int {
    guard field.asksTwice else { return 1 }
    let own = field.awaitsRepeat ? 2 : 1
    guard showsBelow(columns: columns, in: context) else { return own }
    return own + onceMore(columns: columns, in: context).count
  }

  /// What the second entry is, in the rows below the line.
  private func onceMore(columns: Int, in context: WidgetContext) -> [Substring] {
    context.catalog.text(.onceMore).wrapped(to: max(1, columns - 2))
  }

  /// Whether that isn't beside the line: before the second entry, and in a narrow window.
  private func showsBelow(columns: Int, in context: WidgetContext) -> Bool {
    !field.awaitsRepeat || columns < context.catalog.text(.onceMore).cellWidth + 12
  }

  /// Draws the line.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let isSecond = field.awaitsRepeat
    let remark = context.catalog.text(isShown ? .secretShown : .secretHidden)
    if isSecond {
      canvas.write(
        String(repeating: context.theme.signs.mask, count: 8), column: 2, row: 0,
        style: context.theme.faint)
    }
    let columns = canvas.size.columns
    let isBelow = field.asksTwice && showsBelow(columns: columns, in: context)
    if isBelow {
      for (row, line) in onceMore(columns: columns, in: context).enumerated() {
        canvas.write(line, column: 2, row: row + (isSecond ? 2 : 1), style: context.theme.faint)
      }
    }
    context.drawLine(
      on: &canvas, row: isSecond ? 1 : 0,
      remark: !isSecond
        ? context.remark(of: field, remark) : isBelow ? "" : context.catalog.text(.onceMore),
      showsSecret: isShown)
  }
}
