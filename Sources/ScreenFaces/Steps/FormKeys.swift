// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowShell
import TerminalIO

/// The keys that lead from a field of a form to another one.
///
/// Tab and Down go to the next visible field, Up and Shift-Tab to the one before. What was typed or
/// picked stays as the field's draft.
struct FormKeys {
  /// The form.
  let step: StepState

  /// The field that has the focus.
  let field: FieldState

  /// What is picked in its widget.
  let picked: FieldInput?

  /// The text in its line at the beginning.
  let begunText: String

  /// The keys of a step; nil where the step isn't a form, or asks nothing.
  init?(state: FlowState, widget: (any StepWidget)?, begunText: String) {
    guard case .asking(let step) = state, step.kind == .form, let field = step.focusedField
    else { return nil }
    self.step = step
    self.field = field
    picked = (widget as? any ScreenWidget)?.picked
    isSideBySide = field.type == .boolean || widget is ChoiceButtonsWidget
    self.begunText = begunText
  }

  /// Whether what can be picked is side by side, so that Up and Down aren't for it.
  private let isSideBySide: Bool

  /// Whether the answer is picked, not typed.
  var isPicked: Bool { field.type.isChoice || field.type == .boolean }

  /// Whether the key leads to another field before the widget sees it.
  func comesFirst(_ key: Key) -> Bool {
    isSideBySide && (key == Key(.up) || key == Key(.down))
  }

  /// What a key does.
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
    case (.down, []): return leave(to: .next, line: line)
    case (.up, []), (.tab, .shift): return leave(to: .previous, line: line)
    default: return nil
    }
  }

  /// Goes to another field, and keeps what was typed.
  ///
  /// - Returns: The action; nil where there is no such field, and nothing to keep.
  func leave(to target: FieldTarget, line: EditedLine) -> UserAction? {
    let hasTarget = step.visibleField(at: target) != nil
    if field.asksTwice, !line.text.isEmpty {
      // Its second entry comes first; without it the secret isn't kept.
      if target == .next { return .answer(.text(line.text)) }
      return hasTarget ? .focus(target, draft: nil) : nil
    }
    let draft = draft(line: line)
    // A field that appears because of the draft may be the next one.
    guard hasTarget || (target == .next && draft != nil) else { return nil }
    return .focus(target, draft: draft)
  }

  /// What the field keeps; nil where nothing was changed.
  private func draft(line: EditedLine) -> FieldInput? {
    if isPicked {
      guard let picked else { return nil }
      return picked == field.value.map { .value($0) } ? nil : picked
    }
    return line.isOffered || line.text == begunText ? nil : .text(line.text)
  }
}
