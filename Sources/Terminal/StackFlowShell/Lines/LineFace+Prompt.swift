// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowSessions
import FlowWalks
import Localization
import TerminalCells
import TerminalIO

// The question as the prompt of its line, which is what a braille display shows beside what's typed.
extension LineFace {
  /// Returns the question of a field with its limits: the lines above the prompt, and the prompt.
  ///
  /// A prompt takes at most half of the row: limits that leave no room are above, and so is the beginning of a long
  /// question. Where not even the question's last word has room, all of it is above a sign. Before a secret in
  /// Emacs, all of it is above, and the prompt is one that Emacs knows.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - columns: The width of the window, in cells.
  /// - Returns: The lines and the prompt.
  func prompt(of field: Question.Field, columns: Int) -> (above: [String], prompt: String) {
    let catalog = runner.session.catalog
    let text = LineText(columns: columns, catalog: catalog)
    let hint = field.limits(editsTexts: textEditor != nil)
    let whole = Self.words(of: field, hint: hint)
    if isInEmacs, field.state.isSecret {
      return (text.wrap(whole.words), catalog.text(.passwordPrompt) + ": ")
    }
    let widest = (columns - 1) / 2
    func fits(_ words: String, _ end: String) -> Bool {
      words.cellWidth + end.count <= widest
    }
    func fitted(_ asked: (words: String, end: String)) -> String? {
      let lines = text.wrap(asked.words)
      return lines.count == 1 && fits(lines[0], asked.end) ? lines[0] + asked.end : nil
    }
    if let prompt = fitted(whole) { return ([], prompt) }
    let limits = hint.map { text.wrap(catalog.sentence($0.capitalizedFirst)) } ?? []
    let alone = Self.words(of: field, hint: nil)
    if let prompt = fitted(alone) { return (limits, prompt) }
    // As many of the last words as have room; a part of a word says nothing.
    let words = text.said(alone.words)
    let start = words.indices.first { index in
      words[..<index].last.map { Self.canBreak($0, words[index]) } == true
        && !words[index...].contains(where: \.isNewline)
        && fits(String(words[index...]).escapedForDisplay, alone.end)
    }
    guard let start else {
      return (limits + text.wrap(words + alone.end.filter { $0 != " " }), "> ")
    }
    let before = words[..<start].reversed().drop(while: \.isWhitespace).reversed()
    return (
      limits + text.wrap(String(before)), String(words[start...]).escapedForDisplay + alone.end
    )
  }

  /// Whether a question can be divided between two characters: after a space, and before an ideograph or a kana.
  private static func canBreak(_ left: Character, _ right: Character) -> Bool {
    guard !right.isWhitespace, !right.isPunctuation || left.isWhitespace else { return false }
    return left.isWhitespace || String(right).cellWidth == 2
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
