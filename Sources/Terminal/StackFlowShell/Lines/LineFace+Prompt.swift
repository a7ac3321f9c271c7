// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import TerminalCells
import TerminalIO

// The question as the prompt of its line, which is what a braille display shows beside what's typed.
extension LineFace {
  /// Returns the question of a field with its limits: the lines above the prompt, and the prompt.
  ///
  /// A prompt takes at most half of the row: limits that leave no room are above, and so is the beginning of a long
  /// question. Before a secret in Emacs, all of it is above, and the prompt is one that Emacs knows.
  func prompt(of field: Question.Field) -> (above: [String], prompt: String) {
    let catalog = runner.session.catalog
    let columns = terminal.size.columns
    let text = LineText(columns: columns, catalog: catalog)
    let hint = field.hint(editsTexts: textEditor != nil)
    let whole = Self.words(of: field, hint: hint)
    if isInEmacs, field.state.isSecret {
      return (text.wrap(whole.words), catalog.text(.passwordPrompt) + ": ")
    }
    let widest = (columns - 1) / 2
    func fitted(_ asked: (words: String, end: String)) -> String? {
      let lines = text.wrap(asked.words)
      guard lines.count == 1, lines[0].cellWidth + asked.end.count <= widest else { return nil }
      return lines[0] + asked.end
    }
    if let prompt = fitted(whole) { return ([], prompt) }
    let alone = Self.words(of: field, hint: nil)
    if let hint, let prompt = fitted(alone) {
      return (text.wrap(catalog.sentence(hint.capitalizedFirst)), prompt)
    }
    var lines = text.wrap(whole.words)
    let last = lines.popLast() ?? ""
    let parts = last.wrapped(to: max(1, widest - whole.end.count)).map { String($0) }
    return (lines + parts.dropLast(), (parts.last ?? "") + whole.end)
  }

  /// The question and its limits as one text, and what's between them and the line: `Age, 18 to 120` and `: `.
  private static func words(of field: Question.Field, hint: String?) -> (words: String, end: String)
  {
    var words = field.state.question
    while let last = words.last, last.isWhitespace || last == ":" || last == "：" {
      words.removeLast()
    }
    func isSentence() -> Bool {
      words.last.map { $0.isPunctuation && !")]}»\u{201D}\u{2019}'\"".contains($0) } ?? true
    }
    guard let hint, !hint.isEmpty else { return (words, isSentence() ? " " : ": ") }
    words += (isSentence() ? " " : ", ") + hint
    return (words, isSentence() ? " " : ": ")
  }
}
