// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import FlowScreens
import Localization
public import TerminalCells
public import TerminalIO

/// A line of text: a string, a path, a time, or any field without a widget of its own.
public struct LineWidget: ScreenWidget {
  /// The field.
  public var field: FieldState

  /// Earlier answers of this walk, the oldest first, those to the same question last; the face sets it.
  public var history: [String] = []

  /// Creates a line for a field.
  public init(field: FieldState) { self.field = field }

  /// Takes the rest of a suggestion at the end of the line.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    switch (key.code, key.modifiers) {
    case (.right, []), (.end, []):
      guard line.cursorOffset == line.text.utf8.count, let whole = suggestion(for: line) else {
        return .ignored
      }
      return .text(whole)
    default: return .ignored
    }
  }

  /// The text that begins with the line: the newest earlier answer, or else the flow's first suggestion.
  private func suggestion(for line: EditedLine) -> String? {
    guard !line.isWord, !line.isOffered, !line.text.isEmpty else { return nil }
    func continues(_ text: String) -> Bool { text.hasPrefix(line.text) && text != line.text }
    return history.last(where: continues) ?? field.completions.first(where: continues)
  }

  /// Draws the line, with its form at the right end.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let ghost = suggestion(for: context.line).map { String($0.dropFirst(context.line.text.count)) }
    let (remark, short) = context.remarks(
      of: field, context.offerRemark(of: field), form: field.type.formHint(in: field.catalog))
    context.drawLine(
      on: &canvas, remark: remark, shortRemark: short, ghost: context.isAtEnd ? ghost ?? "" : "")
  }

  /// The hints about the keys; the right arrow key accepts a suggestion.
  public func hints(in context: WidgetContext) -> [KeyHint] {
    guard suggestion(for: context.line) != nil, context.isAtEnd else { return [context.next] }
    return [context.next, context.hint(context.theme.signs.right, .actComplete)]
  }
}
