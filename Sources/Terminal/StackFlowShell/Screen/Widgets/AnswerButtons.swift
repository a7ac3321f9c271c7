// SPDX-License-Identifier: Apache-2.0

import FlowModel
import TerminalCells
import TerminalIO

/// The buttons that answer a field, and how the user has come to the chosen one.
struct AnswerButtons {
  var row: ButtonRow

  /// Whether the user has chosen a button, be it the one that's offered.
  var isMoved = false

  /// The letters that have chosen it.
  private var letters = ""

  /// Whether the line has a text, with which no label begins.
  private(set) var isTyping = false

  init(_ row: ButtonRow) { self.row = row }

  /// Chooses a button.
  mutating func choose(_ button: Int?, letters: String = "") {
    row.point(at: button)
    isMoved = true
    self.letters = letters
  }

  /// Chooses a button further on, from the last one to the first.
  mutating func move(by distance: Int) {
    row.move(by: distance)
    isMoved = true
    letters = ""
  }

  /// Takes a letter: it continues the word of a button, begins one, or is part of another text.
  ///
  /// - Parameters:
  ///   - letter: The letter.
  ///   - button: The button for the beginning of a word; nil for none.
  /// - Returns: The other text; nil if a button is chosen.
  mutating func take(_ letter: Character, button: (String) -> Int?) -> String? {
    let word = letters + String(letter)
    for beginning in [word, String(letter)] {
      guard let button = button(beginning) else { continue }
      choose(button, letters: beginning)
      return nil
    }
    letters = ""
    return word
  }

  /// Follows the line.
  mutating func lineChanged(_ line: EditedLine) {
    isTyping = !line.text.isEmpty && !line.isWord
  }
}

/// A widget whose answers are buttons: arrows and letters choose one, Enter answers.
///
/// A text with which no label begins is typed into the line, and refused.
protocol AnswerButtonsWidget: ScreenWidget, MeasuredWidget {
  var answers: AnswerButtons { get set }

  /// Whether the buttons stay below another text that's typed.
  var staysBelowLine: Bool { get }

  /// Chooses a button.
  mutating func choose(_ key: Key) -> WidgetUse

  /// The text below the buttons; nil for none.
  func detail(in context: WidgetContext) -> String?
}

extension AnswerButtonsWidget {
  /// The answer that was chosen; nil while a text is typed.
  var picked: FieldInput? {
    guard answers.isMoved, !answers.isTyping, let chosen = answers.row.chosen, chosen.isEnabled
    else { return nil }
    return chosen.input
  }

  /// The line is empty: it only takes words.
  var initialText: String? { "" }

  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord, line.message == nil else { return .ignored }
    // A word and a question are typed.
    if key == .character(":") || key == .character("?") { return .ignored }
    guard answers.isTyping else {
      // An answer that can't be given is refused by the session, with its reason.
      return key == Key(.enter) ? answers.row.chosen?.use ?? .ignored : choose(key)
    }
    if key == Key(.escape) { return .text("") }
    // A refused text goes as soon as something is chosen.
    guard line.isOffered, key != Key(.enter) else { return .ignored }
    let use = choose(key)
    return use == .used ? .text("") : use
  }

  mutating func lineChanged(_ line: EditedLine) { answers.lineChanged(line) }

  func detail(in context: WidgetContext) -> String? { nil }

  // MARK: Drawing

  /// Whether only the line is shown, for a word, a search, or what is typed.
  private func isLineAlone(_ context: WidgetContext) -> Bool {
    context.line.isWord || context.line.message != nil || answers.isTyping && !staysBelowLine
  }

  private func layOut(columns: Int, in context: WidgetContext) -> CellLayout {
    let start = context.hasPrompt ? context.promptSign.cellWidth + 1 : 0
    var layout = answers.row.layOut(
      columns: columns, theme: context.theme, isFocused: true, from: start)
    if let detail = detail(in: context) {
      let lines = detail.escapedForDisplay.wrapped(to: max(1, columns - start))
      layout.rows.insert(
        contentsOf: lines.map { CellRow($0, column: start, style: context.theme.faint) },
        at: answers.row.buttons.isEmpty ? 0 : layout.rows.count)
    }
    layout.cursor = layout.cursor ?? CellPosition(column: start, row: 0)
    return layout
  }

  func measure(columns: Int, in context: WidgetContext) -> (rows: Int, cursorRow: Int) {
    guard !isLineAlone(context) else { return (1, 0) }
    let layout = layOut(columns: columns, in: context)
    return answers.isTyping
      ? (layout.rows.count + 1, 0) : (layout.rows.count, layout.cursor?.row ?? 0)
  }

  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !isLineAlone(context) else { return context.drawLine(on: &canvas) }
    var layout = layOut(columns: canvas.size.columns, in: context)
    var first = 0
    if answers.isTyping {
      context.drawLine(on: &canvas)
      layout.cursor = nil
      first = 1
    } else {
      _ = context.drawPrompt(on: &canvas)
    }
    context.draw(layout, on: &canvas, from: first)
    context.drawRemark(
      context.remark(of: field), on: &canvas, row: first, after: layout.rows[0].end)
  }
}
