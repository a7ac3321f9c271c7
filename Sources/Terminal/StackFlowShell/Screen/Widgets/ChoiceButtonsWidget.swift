// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import TerminalIO

/// A few choices side by side: arrows and the beginning of a label choose, Enter answers.
///
/// Choices that don't fit in a row continue in the next one. Below them is the hint of the chosen one, or why it can't
/// be chosen.
struct ChoiceButtonsWidget: AnswerButtonsWidget {
  var field: FieldState {
    didSet {
      guard field.choices != oldValue.choices || field.isRequired != oldValue.isRequired else {
        return
      }
      answers.row = Self.row(of: field)
    }
  }

  /// The maximum number of choices that are better side by side than in a list.
  static let most = 12

  var answers: AnswerButtons

  var staysBelowLine: Bool { true }

  /// Creates buttons of which the answer so far, or what is offered, is chosen.
  init(field: FieldState) {
    self.field = field
    answers = AnswerButtons(Self.row(of: field))
  }

  /// The buttons, of which one before the choices leaves an optional field empty.
  private static func row(of field: FieldState) -> ButtonRow {
    let none = field.type == .choice ? field.noneLabel : nil
    return ButtonRow(
      answers: (none.map { [.init(label: $0, use: .answer(.empty))] } ?? [])
        + field.choices.map {
          .init(label: $0.label, use: .answer(.value($0.value)), isEnabled: $0.isEnabled)
        }, chosen: field.valueAtFirst.map { .value($0) })
  }

  /// The number of buttons before those of the choices.
  private var lead: Int { answers.row.buttons.count - field.choices.count }

  mutating func choose(_ key: Key) -> WidgetUse {
    switch (key.code, key.modifiers) {
    case (.left, []), (.up, []): move(by: -1)
    case (.right, []), (.down, []), (.character(" "), []): move(by: 1)
    case (.home, []): answers.choose(0)
    case (.end, []): answers.choose(answers.row.buttons.count - 1)
    case (.character(let character), []): return type(character)
    default: return .ignored
    }
    return .used
  }

  private mutating func move(by distance: Int) {
    if !field.choices.isEmpty { answers.move(by: distance) }
  }

  /// Takes a letter: it continues the chosen label, or begins the next one.
  private mutating func type(_ character: Character) -> WidgetUse {
    let (row, lead) = (answers.row, lead)
    let other = answers.take(character) { beginning in
      let places = row.buttons.indices.filter {
        row.buttons[$0].label.lowercased().hasPrefix(beginning.lowercased())
      }
      let isLonger = beginning.count > 1
      let choices = places.drop { $0 < lead }
      return choices.first { isLonger ? $0 == row.pointer : $0 > row.pointer ?? -1 }
        ?? choices.first ?? places.first
    }
    return other.map { .text($0) } ?? .used
  }

  /// The text about the chosen one; empty where only others have one, so that the rows below don't move.
  func detail(in context: WidgetContext) -> String? {
    let choices = field.choices
    guard !choices.isEmpty else {
      return field.emptyText ?? context.catalog.text(.nothingToChooseHere)
    }
    guard choices.contains(where: { !$0.detail(context.catalog).isEmpty }) else { return nil }
    guard let pointer = answers.row.pointer, pointer >= lead else { return "" }
    return choices[pointer - lead].detail(context.catalog)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    if answers.isTyping { return [context.next, context.hint("esc", .actClear)] }
    let row = answers.row
    let canMove = row.buttons.count > 1 || row.pointer == nil && !row.buttons.isEmpty
    return [context.next]
      + (canMove ? [context.hint(context.theme.signs.leftRight, .actChoose)] : [])
  }
}
