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
  /// A question that would take more than half of the row begins above. Before a secret in Emacs, all of it is above,
  /// and the prompt is one that Emacs knows.
  func prompt(of field: Question.Field) -> (above: [String], prompt: String) {
    let catalog = runner.session.catalog
    let columns = terminal.size.columns
    let (words, end) = Self.words(of: field, hint: field.hint(editsTexts: textEditor != nil))
    var lines = LineText(columns: columns, catalog: catalog).wrap(words)
    if isInEmacs, field.state.isSecret {
      return (lines, catalog.text(.passwordPrompt) + ": ")
    }
    let widest = (columns - 1) / 2 - end.count
    guard let last = lines.last, last.cellWidth > widest else {
      return (lines.dropLast(), (lines.last ?? "") + end)
    }
    lines.removeLast()
    let parts = last.wrapped(to: max(1, widest)).map { String($0) }
    return (lines + parts.dropLast(), (parts.last ?? "") + end)
  }

  /// The question and its limits as one text, and what's between them and the line: `Age, 18 to 120` and `: `.
  private static func words(of field: Question.Field, hint: String?) -> (words: String, end: String) {
    var words = field.state.question
    while let last = words.last, last.isWhitespace || last == ":" || last == "：" { words.removeLast() }
    func isSentence() -> Bool {
      words.last.map { $0.isPunctuation && !")]}»\u{201D}\u{2019}'\"".contains($0) } ?? true
    }
    guard let hint, !hint.isEmpty else { return (words, isSentence() ? " " : ": ") }
    words += (isSentence() ? " " : ", ") + hint
    return (words, isSentence() ? " " : ": ")
  }
}
