// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// Yes or no: `y`, `n` and arrows select, Enter answers.
///
/// A word for yes or no can be typed in full. Anything else is typed into the line, and refused.
struct BooleanWidget: ScreenWidget {
  var field: FieldState

  /// The selected answer; nil before anything was selected, and for the button that leaves the field empty.
  private var selected: Bool?

  /// The label of the button before yes and no that leaves an optional field empty.
  private var none: String? { field.noneLabel }

  /// Whether the user has selected it, be it what's offered.
  private var isMoved = false

  /// The letters that have selected it.
  private var letters = ""

  /// Whether the letter of an answer gives it, without Enter.
  var answersAtOnce = false

  /// Whether the line has a text, which is neither yes nor no.
  private var isTyping = false

  /// Creates a widget that selects the answer so far, or what is offered.
  init(field: FieldState) {
    self.field = field
    selected = offered
  }

  /// The answer so far, or what is offered.
  private var offered: Bool? {
    if case .bool(let value)? = field.valueAtFirst { value } else { nil }
  }

  /// The answer that was selected; nil while a text is typed.
  var picked: FieldInput? {
    isTyping || !isMoved ? nil : input(at: selected)
  }

  /// The input that a button gives.
  private func input(at answer: Bool?) -> FieldInput? {
    answer.map { .value(.bool($0)) } ?? (none == nil ? nil : .empty)
  }

  /// The line is empty: yes and no are selected.
  var initialText: String? { "" }

  /// Selects, or answers.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    switch (key.code, key.modifiers) {
    // A word and a question are typed.
    case (.character(":"), []), (.character("?"), []): return .ignored
    case (.escape, []): return isTyping ? .text("") : .used
    case (.enter, []) where isTyping: return .ignored
    case _ where isTyping:
      // A refused text goes as soon as something is selected.
      guard line.isOffered else { return .ignored }
      let use = select(key)
      return use == .used ? .text("") : use
    case (.enter, []):
      return input(at: selected).map { .answer($0) } ?? .ignored
    default: return select(key)
    }
  }

  private mutating func select(_ key: Key) -> WidgetUse {
    switch (key.code, key.modifiers) {
    case (.left, []), (.right, []), (.up, []), (.down, []), (.character(" "), []):
      move(key.code)
      isMoved = true
      letters = ""
    case (.character(let character), []): return type(character)
    default: return .ignored
    }
    return .used
  }

  private mutating func move(_ key: Key.Code) {
    guard none != nil else {
      selected = !(selected ?? (key == .right || key == .down))
      return
    }
    // None, yes, no, and so on.
    let isForward = key != .left && key != .up
    switch selected {
    case nil: selected = isForward
    case true?: selected = isForward ? false : nil
    case false?: selected = isForward ? nil : true
    }
  }

  /// Takes a letter: it continues a word for yes, no, or none, begins one, or is another text.
  private mutating func type(_ character: Character) -> WidgetUse {
    for text in [letters + String(character), String(character)] {
      guard let value = value(of: text) else {
        guard none?.lowercased().hasPrefix(text.lowercased()) == true else { continue }
        selected = nil
        isMoved = true
        letters = text
        return .used
      }
      selected = value
      isMoved = true
      letters = text
      if answersAtOnce { return .answer(.value(.bool(value))) }
      return .used
    }
    defer { letters = "" }
    selected = nil
    return .text(letters + String(character))
  }

  /// Follows the line; once a text is deleted, what is offered is selected again.
  mutating func lineChanged(_ line: EditedLine) {
    let wasTyping = isTyping
    isTyping = !line.text.isEmpty && !line.isWord
    guard wasTyping, line.text.isEmpty, selected == nil, none == nil else { return }
    selected = offered
    isMoved = false
  }

  /// Yes or no for the beginning of a word for it, in the user's language or in English.
  private func value(of beginning: String) -> Bool? {
    field.catalog.yesOrNo(typed: beginning)
  }

  // MARK: Drawing

  /// The answers of the buttons.
  private var answers: [Bool?] { (none == nil ? [] : [nil]) + [true, false] }

  private func buttons(columns: Int, _ context: WidgetContext) -> SignedButtons {
    SignedButtons(
      (none.map { [$0] } ?? []) + [field.catalog.yes, field.catalog.no], columns: columns,
      in: context)
  }

  /// The selected button; nil before anything was selected.
  private var button: Int? { answers.firstIndex(of: selected) }

  /// Whether only the line is shown, for a word, a search, or what is typed.
  private func isLineAlone(_ context: WidgetContext) -> Bool {
    context.line.isWord || isTyping || context.line.message != nil
  }

  /// The rows of the buttons, and below them the whole label of the selected one if it's cut.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    guard !isLineAlone(context) else { return 1 }
    let buttons = buttons(columns: columns, context)
    return buttons.rows + (button.map { buttons.whole(at: $0).count } ?? 0)
  }

  /// The row of the selected button.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    guard !isLineAlone(context), let button else { return 0 }
    return buttons(columns: columns, context).places[button].row
  }

  /// Draws the answers, or the text that is typed.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !isLineAlone(context) else { return context.drawLine(on: &canvas) }
    let signs = context.theme.signs
    let start = context.drawPrompt(on: &canvas)
    let buttons = buttons(columns: canvas.size.columns, context)
    for (index, place) in buttons.places.enumerated() {
      let isSelected = index == button
      if isSelected || (button == nil && index == 0) {
        // Beside the sign, which a block would cover.
        context.placeCursor(
          column: place.column + signs.chosen.cellWidth, row: place.row, on: canvas)
      }
      let style = isSelected ? context.theme.selection : context.theme.faint
      let width = canvas.write(
        isSelected ? signs.chosen : signs.notChosen, column: place.column, row: place.row,
        style: style)
      canvas.write(
        " " + buttons.labels[index], column: place.column + width, row: place.row, style: style)
      guard let input = input(at: answers[index]) else { continue }
      context.noteTarget(
        RowClick(use: .answer(input)), columns: buttons.columns(at: index), row: place.row,
        on: canvas)
    }
    context.drawRemark(context.remark(of: field), on: &canvas, after: buttons.end ?? start)
    let lines = button.map { buttons.whole(at: $0) } ?? []
    for (index, line) in lines.enumerated() {
      canvas.write(line, column: start, row: buttons.rows + index, style: context.theme.faint)
    }
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let beginnings = field.catalog.beginnings
    let letters = "\(beginnings.yes) \(beginnings.no)"
    if answersAtOnce, !isTyping {
      let chosen = selected.map { $0 ? field.catalog.yes : field.catalog.no } ?? none
      return [context.hint(letters, .actAnswer)] + (chosen.map { [KeyHint("enter", $0)] } ?? [])
    }
    return [
      context.next,
      isTyping
        ? context.hint("esc", .actClear)
        : context.hint(letters, .actChoose),
    ]
  }
}
