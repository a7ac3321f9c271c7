// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import Localization
import TerminalIO

/// Yes or no: `y`, `n` and arrows choose, Enter answers.
///
/// A word for yes or no can be typed in full. Anything else is typed into the line, and refused.
struct BooleanWidget: AnswerButtonsWidget {
  var field: FieldState {
    didSet { answers.row = Self.row(of: field, chosen: answers.row.chosen?.input) }
  }

  var answers: AnswerButtons

  /// Whether the letter of an answer gives it, without Enter.
  var answersAtOnce = false

  var staysBelowLine: Bool { false }

  /// Creates a widget that chooses the answer so far, or what is offered.
  init(field: FieldState) {
    self.field = field
    answers = AnswerButtons(Self.offered(by: field))
  }

  /// The buttons, of which one before yes and no leaves an optional field empty.
  private static func row(of field: FieldState, chosen: FieldInput?) -> ButtonRow {
    let none = field.noneLabel.map { ButtonRow.Button(label: $0, use: .answer(.empty)) }
    return ButtonRow(
      answers: (none.map { [$0] } ?? []) + [
        .init(label: field.catalog.yes, use: .answer(.value(.bool(true)))),
        .init(label: field.catalog.no, use: .answer(.value(.bool(false)))),
      ], chosen: chosen, fadesOthers: true)
  }

  private static func offered(by field: FieldState) -> ButtonRow {
    row(of: field, chosen: field.valueAtFirst.map { .value($0) })
  }

  mutating func choose(_ key: Key) -> WidgetUse {
    switch (key.code, key.modifiers) {
    case (.escape, []): break
    case (.left, []), (.right, []), (.up, []), (.down, []), (.character(" "), []):
      if answers.row.pointer == nil {
        answers.choose(key.code == .right || key.code == .down ? 1 : 0)
      } else {
        answers.move(by: key.code == .left || key.code == .up ? -1 : 1)
      }
    case (.character(let character), []): return type(character)
    default: return .ignored
    }
    return .used
  }

  /// Takes a letter of a word for yes, no, or none, in the user's language or in English.
  private mutating func type(_ character: Character) -> WidgetUse {
    let row = answers.row
    let other = answers.take(character) { [catalog = field.catalog] beginning in
      if let value = catalog.yesOrNo(typed: beginning) {
        return row.buttons.firstIndex { $0.input == .value(.bool(value)) }
      }
      return row.buttons.firstIndex {
        $0.input == .empty && $0.label.lowercased().hasPrefix(beginning.lowercased())
      }
    }
    if let other {
      answers.row.point(at: row.buttons.firstIndex { $0.input == .empty })
      return .text(other)
    }
    guard answersAtOnce, let chosen = answers.row.chosen, chosen.input != .empty else {
      return .used
    }
    return chosen.use
  }

  /// Follows the line; once a text is deleted, what is offered is chosen again.
  mutating func lineChanged(_ line: EditedLine) {
    let wasTyping = answers.isTyping
    answers.lineChanged(line)
    guard wasTyping, line.text.isEmpty, answers.row.pointer == nil else { return }
    answers.row = Self.offered(by: field)
    answers.isMoved = false
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let beginnings = field.catalog.beginnings
    let letters = "\(beginnings.yes) \(beginnings.no)"
    if answersAtOnce, !answers.isTyping {
      return [context.hint(letters, .actAnswer)]
        + (answers.row.chosen.map { [KeyHint("enter", $0.label)] } ?? [])
    }
    return [
      context.next,
      answers.isTyping ? context.hint("esc", .actClear) : context.hint(letters, .actChoose),
    ]
  }
}
