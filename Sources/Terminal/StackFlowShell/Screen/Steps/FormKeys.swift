// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import TerminalIO

/// The keys that lead from a field of a form to another one.
///
/// Tab and Down go to the next visible field, Up and Shift-Tab to the one before; Up and Down first go
/// through the rows of a list or a text. In a matrix, Up and Down go to the same field of another row. What is
/// shown stays as the field's draft.
struct FormKeys {
  private let session: FlowSession

  /// The field that has the focus.
  let field: FieldState

  let picked: FieldInput?

  /// The text in its line while nothing is typed.
  let offeredText: String

  /// The keys of a step; nil where the step isn't a form, or asks nothing.
  init?(_ session: FlowSession, widget: (any StepWidget)?, offeredText: String) {
    guard case .asking(let step) = session.state, step.kind == .form, let field = step.focusedField
    else { return nil }
    self.session = session
    self.field = field
    self.widget = widget as? any ScreenWidget
    picked = self.widget?.picked
    self.offeredText = offeredText
  }

  private let widget: (any ScreenWidget)?

  /// Whether the form asks several fields, between which Up and Down move.
  var isSeveral: Bool { session.asksSeveralFields }

  private var isInMatrix: Bool { session.matrix.map { $0.count > 1 } ?? false }

  /// Whether the answer is picked, not typed.
  var isPicked: Bool { field.type.isChoice || field.type == .boolean }

  /// Whether the key leads to another field before the widget sees it.
  func comesFirst(_ key: Key, line: EditedLine) -> Bool {
    guard isSeveral, key == Key(.up) || key == Key(.down), !line.isWord, line.message == nil
    else { return false }
    return widget?.hasRow(above: key == Key(.up), line: line) != true
  }

  /// The key as the widget gets it: Alt-Up and Alt-Down step where Up and Down leave the field.
  func widgetKey(_ key: Key, line: EditedLine) -> Key {
    guard isSeveral, key == Key(.up, .alt) || key == Key(.down, .alt),
      widget?.hasRows(line: line) != true
    else { return key }
    return Key(key.code)
  }

  /// Returns the action of a key.
  ///
  /// - Parameters:
  ///   - key: The key, which the widget doesn't use.
  ///   - line: The line.
  ///   - canComplete: Whether Tab completes the line.
  /// - Returns: The action; nil where the line takes the key.
  func action(for key: Key, line: EditedLine, canComplete: () -> Bool) -> UserAction? {
    guard !line.isWord, line.message == nil else { return nil }
    switch (key.code, key.modifiers) {
    case (.tab, []):
      return !isPicked && canComplete() ? nil : leave(to: .next, line: line)
    case (.down, []): return leave(to: isInMatrix ? .below : .next, line: line)
    case (.up, []): return leave(to: isInMatrix ? .above : .previous, line: line)
    case (.tab, .shift): return leave(to: .previous, line: line)
    default: return nil
    }
  }

  /// Goes to another field, and keeps what was typed.
  ///
  /// - Returns: The action; nil where there is no such field, and nothing to keep.
  func leave(to target: FieldTarget, line: EditedLine) -> UserAction? {
    let hasTarget = session.field(at: target) != nil
    if field.asksTwice, !line.text.isEmpty {
      // Its second entry comes first; without it the secret isn't kept.
      if target == .next || target == .below { return .answer(.text(line.text)) }
      return hasTarget ? .focus(target, draft: nil) : nil
    }
    let draft = draft(line: line)
    // A field that appears because of the draft may be the next one.
    guard hasTarget || (target == .next && draft != nil) else { return nil }
    return .focus(target, draft: draft)
  }

  /// The draft that the field keeps; nil where nothing was changed.
  private func draft(line: EditedLine) -> FieldInput? {
    if isPicked {
      if let picked {
        return picked == field.value.map { .value($0) } && field.unfinished == nil ? nil : picked
      }
      if case .value? = field.unfinished, line.text.isEmpty { return field.unfinished }
      // A text that is neither a choice nor yes or no stays with its refusal.
      guard !line.text.isEmpty else { return nil }
    }
    return line.text == offeredText ? nil : .text(line.text)
  }
}
