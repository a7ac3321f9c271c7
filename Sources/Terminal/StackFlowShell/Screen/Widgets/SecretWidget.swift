// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A secret, drawn as dots until Alt-V shows it.
struct SecretWidget: ScreenWidget {
  var field: FieldState

  private var isShown = false

  /// Creates a widget that hides the secret.
  init(field: FieldState) { self.field = field }

  /// Shows or hides what is typed.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard key == .alt("v") else { return .ignored }
    isShown.toggle()
    return .used
  }

  /// The line, and what the second entry needs.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    guard field.awaitsRepeat else { return 1 }
    return 2
      + (showsBelow(columns: columns, in: context)
        ? onceMore(columns: columns, in: context).count : 0)
  }

  /// The explanation of the second entry, in the rows below the line.
  private func onceMore(columns: Int, in context: WidgetContext) -> [Substring] {
    context.catalog.text(.onceMore).wrapped(to: max(1, columns - 2))
  }

  /// Whether that isn't in the empty line, because the window is narrow.
  private func showsBelow(columns: Int, in context: WidgetContext) -> Bool {
    columns < context.catalog.text(.onceMore).cellWidth + 4
  }

  /// Draws the line.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let isSecond = field.awaitsRepeat
    let remark = context.catalog.text(isShown ? .secretShown : .secretHidden)
    if isSecond {
      canvas.write(
        String(repeating: context.theme.signs.mask, count: 8), column: 2, row: 0,
        style: context.theme.faint)
    }
    let columns = canvas.size.columns
    var context = context
    if isSecond {
      let isBelow = showsBelow(columns: columns, in: context)
      context.placeholder = isBelow ? nil : context.catalog.text(.onceMore)
      for (row, line) in onceMore(columns: columns, in: context).enumerated() where isBelow {
        canvas.write(line, column: 2, row: row + 2, style: context.theme.faint)
      }
    }
    let random = field.generate == nil ? nil : context.catalog.text(.hintGenerated)
    context.drawLine(
      on: &canvas, row: isSecond ? 1 : 0,
      remark: isSecond ? remark : context.remark(of: field, random, remark),
      showsSecret: isShown)
  }
}
