// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import SourceDiagnostics
import TerminalCells

/// The words of the line face: rows as lines of text that fit the window.
///
/// Nothing is said by a glyph or a colour alone, and no control character of a flow or an answer
/// reaches the terminal. A text that runs from right to left goes out byte for byte: the order on the
/// screen is the terminal's, and isolates that were put around answers would be drawn as boxes where
/// it has none.
struct LineText {
  /// The width of the window in cells.
  let columns: Int

  /// The lines of rows.
  func lines(_ rows: [ScreenRow]) -> [String] { rows.flatMap(lines) }

  /// The lines of a row.
  private func lines(_ row: ScreenRow) -> [String] {
    switch row {
    case .flowTitle(let title): return wrap(Self.sentence(title))
    case .progress(let step, let remaining):
      return wrap("Step \(step)" + (remaining > 0 ? ", about \(remaining) left." : "."))
    case .stepTitle(let title): return wrap(Self.sentence(title))
    case .question(let question, let hint):
      return wrap(Self.sentence(question) + (hint.map { " (\($0))" } ?? ""))
    case .text(let text): return wrap(text)
    case .offer(let text, let isSuggestion):
      return wrap(isSuggestion ? "As before: \(text)" : "Enter takes: \(text)")
    case .choicesHeading(let least, let most): return wrap(Self.heading(least, most))
    case .choice(let number, let choice): return lines(number, words(of: choice))
    case .item(let number, let item):
      guard let problem = item.problem else { return lines(number, item.summary) }
      if item.summary.isEmpty { return lines(number, problem) }
      return lines(number, "\(item.summary) (to be answered again: \(problem))")
    case .itemPlace(let item):
      return wrap("Item \(item.number) of: \(Self.sentence(item.title ?? item.list))")
    case .noItems: return wrap("There are none yet.")
    case .nothingToChoose(let text): return wrap(Self.sentence(text))
    case .help(let text): return wrap(text)
    case .problem(let problem):
      return problem.severity == .error
        ? wrap("Not accepted: \(Self.sentence(problem.message))")
        : wrap("Careful: \(Self.sentence(problem.message)) Enter once more to keep it.")
    case .denial(let reason): return wrap("Not possible: \(Self.sentence(reason ?? "denied"))")
    case .effect(let request): return wrap(request.words, indent: 2, hanging: 4)
    case .answer(let row):
      return wrap(Self.answer(row), indent: 2, hanging: 4)
    }
  }

  private func words(of choice: Choice) -> String {
    var text = choice.label
    if let hint = choice.hint { text += ", \(hint)" }
    if let reason = choice.disabledReason {
      text += reason.isEmpty ? " (not now)" : " (not now: \(reason))"
    }
    return text
  }

  /// A text behind its number.
  private func lines(_ number: Int, _ text: String) -> [String] {
    let (margin, gap) = columns >= 30 ? (3, 2) : columns >= 14 ? (2, 2) : (0, 1)
    let name = "\(number)"
    let label =
      String(repeating: " ", count: max(0, margin - name.count)) + name
      + String(repeating: " ", count: gap)
    // The number stays beside its choice, however long the choice's first word is.
    let lines = wrap(text, indent: label.count, hanging: margin + gap)
    guard let first = lines.first?.drop(while: { $0 == " " }) else { return [label] }
    guard label.count <= indent(label.count) else { return [name] + wrap(text) }
    return [label + first] + lines.dropFirst()
  }

  /// An indentation that leaves room for words.
  private func indent(_ wanted: Int) -> Int { min(wanted, max(0, columns - 1) / 3) }

  /// An answer of a review: the question, the answer, and the name by which one goes back to it.
  private static func answer(_ row: FlowSession.ReviewRow) -> String {
    var remarks: [String] = []
    if row.label != row.id { remarks.append(row.id) }
    switch row.origin {
    case .asked, .effect: break
    case .given: remarks.append("given")
    case .defaulted: remarks.append("default")
    }
    let asks = row.label.last.map { $0.isPunctuation && $0 != ")" } ?? true
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(row.label)\(asks ? "" : ":") \(row.text ?? "left empty")\(remark)"
  }

  /// Wraps a text by words, with every line break of it kept.
  func wrap(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    let width = max(1, columns - 1)
    let first = self.indent(indent)
    let rest = self.indent(hanging ?? indent)
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let safe = String(paragraph).escapedForDisplay
      guard let head = safe.wrapped(to: width - first).first else { continue }
      lines.append(String(repeating: " ", count: first) + head)
      let tail = safe[head.endIndex...].drop { $0 == " " }
      guard !tail.isEmpty else { continue }
      for line in tail.wrapped(to: width - rest) {
        lines.append(String(repeating: " ", count: rest) + line)
      }
    }
    while lines.count > 1, lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    return lines
  }

  /// A text that ends as a sentence does.
  static func sentence(_ text: String) -> String {
    guard let last = text.last(where: { !$0.isWhitespace }), let scalar = last.unicodeScalars.first,
      scalar.value < 0x530
    else { return text }
    // Latin, Greek and Cyrillic end so; other scripts have signs of their own, or none.
    return last.isLetter || last.isNumber || last == "'" || last == ")" ? text + "." : text
  }

  private static func heading(_ least: Int?, _ most: Int?) -> String {
    let count: String
    switch (least, most) {
    case (let least?, let most?) where least == most: count = "Choose \(least)"
    case (let least?, let most?): count = "Choose \(least) to \(most)"
    case (let least?, nil) where least > 0: count = "Choose \(least) or more"
    case (_, let most?): count = "Choose up to \(most)"
    default: count = "Choose any"
    }
    return count + ": numbers and ranges such as 1 3-5, all, none."
  }
}
