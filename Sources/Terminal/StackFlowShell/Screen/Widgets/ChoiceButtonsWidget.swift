// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A few choices side by side: arrows and the beginning of a label select, Enter answers.
///
/// Choices that don't fit in a row continue in the next one. Below them is the hint of the selected
/// choice, or why it can't be chosen.
struct ChoiceButtonsWidget: ScreenWidget {
  var field: FieldState {
    didSet {
      guard field.choices != oldValue.choices || field.isRequired != oldValue.isRequired else {
        return
      }
      none = field.type == .choice ? field.noneLabel : nil
      selected = Self.offered(in: field)
    }
  }

  /// The maximum number of choices that are better side by side than in a list.
  static let most = 12

  /// The position of what is selected; nil before anything was, and for the button that leaves the field empty.
  private var selected: Int?

  /// The button before the choices that leaves an optional field empty.
  private var none: String?

  /// Whether the user has selected something.
  private var isMoved = false

  /// The letters of a label that were typed so far.
  private var letters = ""

  /// Whether the line has a text, with which no label begins.
  private var isTyping = false

  /// Creates buttons of which the answer so far, or what is offered, is selected.
  init(field: FieldState) {
    self.field = field
    none = field.type == .choice ? field.noneLabel : nil
    selected = Self.offered(in: field)
  }

  private static func offered(in field: FieldState) -> Int? {
    let offered = field.valueAtFirst
    return offered.flatMap { value in field.choices.firstIndex { $0.value == value } }
  }

  /// The choice that was selected.
  var picked: FieldInput? {
    guard isMoved, !isTyping else { return nil }
    guard let selected else { return none == nil ? nil : .empty }
    return field.choices[selected].isEnabled ? .value(field.choices[selected].value) : nil
  }

  /// The line is empty: it only takes words.
  var initialText: String? { "" }

  /// Selects, or answers.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, line.message == nil else { return .ignored }
    if isTyping {
      if key == Key(.escape) { return .text("") }
      // A refused text goes as soon as something is selected.
      guard line.isOffered, key != Key(.enter) else { return .ignored }
      let use = select(key)
      return use == .used ? .text("") : use
    }
    guard key == Key(.enter) else { return select(key) }
    // A choice that can't be made is refused by the session, with its reason.
    return input(at: selected).map { .answer($0) } ?? .ignored
  }

  /// The input that the button of a choice gives, or the one that leaves the field empty.
  private func input(at position: Int?) -> FieldInput? {
    position.map { .value(field.choices[$0].value) } ?? (none == nil ? nil : .empty)
  }

  private mutating func select(_ key: Key) -> WidgetUse {
    switch (key.code, key.modifiers) {
    case (.left, []), (.up, []): move(by: -1)
    case (.right, []), (.down, []), (.character(" "), []): move(by: 1)
    case (.home, []): select(field.choices.isEmpty || none != nil ? nil : 0)
    case (.end, []): select(field.choices.isEmpty ? nil : field.choices.count - 1)
    // A word and a question are typed.
    case (.character(":"), []), (.character("?"), []): return .ignored
    case (.character(let character), []): return type(character)
    default: return .ignored
    }
    return .used
  }

  private mutating func select(_ position: Int?) {
    selected = position
    isMoved = true
    letters = ""
  }

  private mutating func move(by distance: Int) {
    let count = field.choices.count
    guard count > 0 else { return }
    guard none != nil else {
      let start = selected ?? (distance > 0 ? -1 : count)
      return select((start + distance + count) % count)
    }
    // The button for none is before the first one.
    let next = ((selected ?? -1) + 1 + distance + count + 1) % (count + 1) - 1
    select(next < 0 ? nil : next)
  }

  /// Takes a letter: it continues a label, begins the next one, or is another text.
  private mutating func type(_ character: Character) -> WidgetUse {
    for text in [letters + String(character), String(character)] {
      let places = field.choices.indices.filter {
        field.choices[$0].label.lowercased().hasPrefix(text.lowercased())
      }
      let isLonger = text.count > 1
      let next = places.first { isLonger ? $0 == selected : $0 > selected ?? -1 } ?? places.first
      guard let next else { continue }
      select(next)
      letters = text
      return .used
    }
    if let none, none.lowercased().hasPrefix((letters + String(character)).lowercased()) {
      let text = letters + String(character)
      select(nil)
      letters = text
      return .used
    }
    defer { letters = "" }
    return .text(letters + String(character))
  }

  /// Follows the line.
  mutating func lineChanged(_ line: EditedLine) {
    isTyping = !line.text.isEmpty && !line.isWord
  }

  // MARK: Drawing

  /// The buttons, of which one before those of the choices leaves the field empty.
  private func buttons(columns: Int, _ context: WidgetContext) -> SignedButtons {
    SignedButtons(
      (none.map { [$0] } ?? []) + field.choices.map(\.label), columns: columns, in: context)
  }

  /// The position of the choice of a button; nil for the button that leaves the field empty.
  private func choice(at button: Int) -> Int? {
    none == nil ? button : button == 0 ? nil : button - 1
  }

  /// The selected button; nil before anything was selected.
  private var button: Int? { selected.map { none == nil ? $0 : $0 + 1 } ?? (none == nil ? nil : 0) }

  /// The text about the selected choice below the choices; empty for none.
  private func detail(_ context: WidgetContext) -> String {
    guard !field.choices.isEmpty else {
      return field.emptyText ?? context.catalog.text(.nothingToChooseHere)
    }
    return selected.map { field.choices[$0].detail(context.catalog) } ?? ""
  }

  /// Whether any choice has something to say, so that there's a row for it at all of them.
  private func hasDetails(_ context: WidgetContext) -> Bool {
    field.choices.isEmpty || field.choices.contains { !$0.detail(context.catalog).isEmpty }
  }

  /// Whether only the line is shown, for a word or a search.
  private func isLineAlone(_ context: WidgetContext) -> Bool {
    context.line.isWord || context.line.message != nil
  }

  /// The rows of the buttons, one for the hint of the selected one, and above them the line once it has a text.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    guard !isLineAlone(context) else { return 1 }
    let rows = max(1, buttons(columns: columns, context).rows)
    return (isTyping ? 1 : 0) + rows + detailLines(columns: columns, context).count
  }

  /// The rows below the buttons: the selected label if it's cut, and its hint.
  ///
  /// There's one for the hints of all of them, so that the rows below don't move more often than needed.
  private func detailLines(columns: Int, _ context: WidgetContext) -> [Substring] {
    let start = context.hasPrompt ? context.promptSign.cellWidth + 1 : 0
    let room = max(1, columns - start)
    var lines = button.map { buttons(columns: columns, context).whole(at: $0) } ?? []
    if hasDetails(context) { lines += detail(context).escapedForDisplay.wrapped(to: room) }
    return lines
  }

  /// The row of the selected button.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard !isTyping, !isLineAlone(context) else { return 0 }
    return button.map { buttons(columns: columns, context).places[$0].row } ?? 0
  }

  /// Draws the choices below what is typed, or only a word that is typed.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !isLineAlone(context) else { return context.drawLine(on: &canvas) }
    guard isTyping else { return drawButtons(on: &canvas, in: context) }
    let below = CellRect(
      column: 0, row: 1, columns: canvas.size.columns, rows: max(0, canvas.size.rows - 1))
    canvas.draw(in: below) { drawButtons(on: &$0, in: context) }
    // The cursor is in the line.
    context.drawLine(on: &canvas)
  }

  private func drawButtons(on canvas: inout CellCanvas, in context: WidgetContext) {
    let theme = context.theme
    let start =
      isTyping && context.hasPrompt
      ? context.promptSign.cellWidth + 1 : isTyping ? 0 : context.drawPrompt(on: &canvas)
    let buttons = buttons(columns: canvas.size.columns, context)
    context.placeCursor(column: start, row: 0, on: canvas)
    for (index, place) in buttons.places.enumerated() {
      let isSelected = index == button
      let choice = choice(at: index)
      let isEnabled = choice.map { field.choices[$0].isEnabled } ?? true
      let style = !isEnabled ? theme.faint : isSelected ? theme.selection : theme.text
      let width = canvas.write(
        isSelected ? theme.signs.chosen : theme.signs.notChosen, column: place.column,
        row: place.row, style: style)
      canvas.write(
        buttons.labels[index], column: place.column + width + 1, row: place.row, style: style)
      if isSelected {
        context.placeCursor(column: place.column + width, row: place.row, on: canvas)
      }
      context.noteTarget(
        RowClick(use: input(at: choice).map { .answer($0) } ?? .used),
        columns: buttons.columns(at: index), row: place.row, on: canvas)
    }
    context.drawRemark(context.remark(of: field), on: &canvas, after: buttons.end ?? start)
    for (index, line) in detailLines(columns: canvas.size.columns, context).enumerated() {
      canvas.write(line, column: start, row: buttons.rows + index, style: theme.faint)
    }
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    if isTyping { return [context.next, context.hint("esc", .actClear)] }
    let canMove = field.choices.count > (selected == nil || none != nil ? 0 : 1)
    return [context.next]
      + (canMove ? [context.hint(context.theme.signs.leftRight, .actChoose)] : [])
  }
}
