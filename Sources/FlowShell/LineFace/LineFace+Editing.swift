// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import TerminalIO

// Texts of several lines, in an editor of the person's.
extension LineFace {
  /// The field that is asked, where an editor can be opened for it; otherwise says why not.
  private func editedField() -> FieldState? {
    guard case .asking(let step) = runner.state, let field = step.focusedField,
      field.type == .text
    else {
      show([.denial("only a text of several lines is written in an editor")])
      return nil
    }
    guard textEditor != nil else {
      show([.denial("there is no editor here")])
      return nil
    }
    return field
  }

  /// Begins to edit a text.
  func edit(_ text: String) {
    guard editedField() != nil else { return }
    textToEdit = text
  }

  /// Opens the editor; what is written there is the answer.
  func openEditor(with text: String) async {
    guard editedField() != nil, let textEditor else {
      return keptText = LineQuestion.KeptText(text: text)
    }
    let editing = await textEditor.edit(text, on: terminal)
    // Nothing was being typed that the return to the terminal could have disturbed.
    while let event = terminal.events.takeNow() {
      if event != .resumed, typedAhead.count < 1_000 { typedAhead.append(event) }
    }
    switch editing {
    case .changed(let changed):
      guard case .asking(let step) = runner.state else { return }
      show(text: Self.quoted(changed))
      answerStep(step, with: changed)
    case .unchanged:
      show([.hint("Nothing was changed in the editor.")])
      keptText = LineQuestion.KeptText(text: text)
    case .failed(let message):
      show([.denial(message)])
      keptText = LineQuestion.KeptText(text: text)
    }
  }
}
