// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import FlowForms
import Localization
public import TerminalCells
public import TerminalIO

/// Yes or no: `y`, `n` and arrows select, Enter answers.
public struct BooleanWidget: ScreenWidget {
  /// The field.
  public var field: FieldState

  /// What is selected; nil before anything was.
  private var selected: Bool?

  /// Creates a widget that selects the answer so far, or what is offered.
  public init(field: FieldState) {
    self.field = field
    if case .bool(let value)? = field.value ?? field.offer?.value { selected = value }
  }

  /// What is selected.
  public var picked: FieldInput? { selected.map { .value(.bool($0)) } }

  /// The line is empty: it only takes words.
  public var initialText: String? { "" }

  /// Selects, or answers.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    switch (key.code, key.modifiers) {
    case (.left, []), (.right, []), (.up, []), (.down, []), (.character(" "), []):
      selected = !(selected ?? (key.code == .right || key.code == .down))
    case (.enter, []):
      guard let selected else { return .ignored }
      return .answer(.value(.bool(selected)))
    // A word and a question are typed; anything else isn't an answer.
    case (.character(":"), []), (.character("?"), []): return .ignored
    case (.character(let character), []):
      if let value = value(of: character) { selected = value }
    default: return .ignored
    }
    return .used
  }

  /// Yes or no for the first letter of a word for it, in the user's language or in English.
  private func value(of character: Character) -> Bool? {
    let letter = String(character).lowercased()
    for catalog in [field.catalog, .english] {
      if catalog.yes.lowercased().hasPrefix(letter) { return true }
      if catalog.no.lowercased().hasPrefix(letter) { return false }
    }
    return nil
  }

  /// Draws both answers, or the word that is typed.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !context.line.isWord else { return context.drawLine(on: &canvas) }
    let signs = context.theme.signs
    var column = context.drawPrompt(on: &canvas)
    for value in [true, false] {
      let isSelected = selected == value
      if isSelected || (selected == nil && value) {
        context.placeCursor(column: column, row: 0, on: canvas)
      }
      let style = isSelected ? context.theme.selection : context.theme.faint
      column += canvas.write(
        isSelected ? signs.chosen : signs.notChosen, column: column, row: 0, style: style)
      column +=
        canvas.write(
          " " + (value ? context.catalog.yes : context.catalog.no), column: column, row: 0,
          style: style) + 3
    }
  }

  /// What keys do.
  public func hints(in context: WidgetContext) -> [KeyHint] {
    [
      context.next,
      context.hint(
        "\(context.catalog.yes.prefix(1)) \(context.catalog.no.prefix(1))", .actChoose),
    ]
  }
}
