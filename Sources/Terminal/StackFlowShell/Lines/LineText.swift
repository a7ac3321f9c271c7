// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
package import FlowScreens
import FlowSessions
package import Localization
import SourceDiagnostics
import TerminalCells
import TerminalIO

/// The text of the line face: rows as lines that fit the window.
///
/// No meaning depends on a glyph or a color alone, and no control character of a flow or an answer
/// reaches the terminal. A right-to-left text is written byte for byte: the terminal decides on the
/// order, and one that doesn't know isolates would draw them as boxes.
package struct LineText {
  /// The width of the window in cells.
  let columns: Int

  /// Whether parts of the lines may be styled; their text is the same.
  var isStyled = false

  /// The language of the program's own words.
  var catalog = MessageCatalog.english

  /// The number of digits of the greatest number in a list.
  private var digits = 0

  /// Creates the text of a window.
  package init(
    columns: Int, isStyled: Bool = false, catalog: MessageCatalog = MessageCatalog.english
  ) {
    self.columns = columns
    self.isStyled = isStyled
    self.catalog = catalog
  }

  /// The lines of rows; the values of consecutive answers are aligned.
  package func lines(_ rows: [ScreenRow]) -> [String] {
    let numbers = rows.compactMap(\.number)
    guard let greatest = numbers.max(), "\(greatest)".count != digits else {
      return aligned(rows)
    }
    var text = self
    text.digits = "\(greatest)".count
    return text.aligned(rows)
  }

  /// The lines of rows whose numbers have at most ``digits``.
  private func aligned(_ rows: [ScreenRow]) -> [String] {
    var lines: [String] = []
    var rest = rows[...]
    while let row = rest.first {
      let review = rest.prefix { $0.isOfReview }
      if review.contains(where: { $0.answer != nil }) {
        lines += self.lines(ofReview: Array(review))
        rest.removeFirst(review.count)
      } else {
        lines += self.lines(row)
        rest.removeFirst()
      }
    }
    return lines
  }

  private func lines(_ row: ScreenRow) -> [String] {
    switch row {
    case .flowTitle(let title), .section(let title, _), .stepTitle(let title),
      .choiceSection(let title?):
      return wrap(StyledText(title, .strong))
    case .progress, .itemPlace, .noItems, .hint:
      return wrap(StyledText(row.plainText(in: catalog) ?? "", .faint))
    case .understood(let text, let isChoice):
      let message: MessageID = isChoice ? .choiceUnderstood : .understoodAs
      return wrap(StyledText(catalog.text(message, ["text": .text(text)]), .faint))
    case .question(let question, let hint):
      return wrap(StyledText(question, .strong) + StyledText(hint.map { " (\($0))" } ?? "", .faint))
    case .field(let field, _):
      let label = StyledText(field.shortQuestion, .strong)
      if let value = field.value {
        return wrap(label + StyledText(" \(field.shownText(of: value))"))
      }
      return wrap(
        label + StyledText(Question.Field(field).hint().map { " (\($0))" } ?? "", .faint))
    case .text(let text), .help(let text): return wrap(text)
    case .choicesHeading(let least, let most):
      return wrap(StyledText(heading(least, most), .faint))
    // A screen reader has nothing to say about a line of dashes.
    case .choiceSection(nil): return [""]
    case .noChoice(let label): return lines("", StyledText(label))
    case .choice(let number, let choice): return lines("\(number)", words(of: choice))
    case .item(let number, let item):
      let number = "\(number)"
      guard let problem = item.problem else { return lines(number, StyledText(item.summary)) }
      if item.summary.isEmpty { return lines(number, StyledText(problem, .wrong)) }
      return lines(
        number,
        StyledText(item.summary)
          + StyledText(
            " (" + catalog.text(.answeredAgain, ["problem": .text(problem)]) + ")", .wrong))
    case .nothingToChoose(let text): return wrap(catalog.sentence(text))
    case .problem(let problem):
      let words = catalog.sentence(problem.message)
      return problem.severity == .error
        ? wrap(StyledText(catalog.text(.notAccepted), .wrong) + StyledText(" \(words)"))
        : wrap(
          StyledText(catalog.text(.careful), .careful) + StyledText(" \(words)")
            + StyledText(" " + catalog.text(.keepWarned), .faint))
    case .denial(let reason):
      return wrap(
        StyledText(catalog.text(.notPossible), .wrong)
          + StyledText(" " + catalog.sentence(reason ?? catalog.text(.denied))))
    case .discarded(let ids):
      return wrap(catalog.text(.discarded, ["names": .text(catalog.list(ids.map(catalog.quoted)))]))
    case .effect(let request): return wrap(request.words(in: catalog), indent: 2, hanging: 4)
    case .quote(let text):
      let bar = "| "
      return LineText(columns: columns - bar.count).wrap(text).map { bar + $0 }
    case .output(let text): return wrap(StyledText(text, .faint), indent: 4)
    case .answer: return lines(ofReview: [row])
    }
  }

  private func words(of choice: Choice) -> StyledText {
    var remarks = choice.hint.map { [$0] } ?? []
    if let reason = choice.disabledReason {
      remarks.append(
        reason.isEmpty
          ? catalog.text(.notNow) : catalog.text(.notNowBecause, ["reason": .text(reason)]))
    }
    if let reason = choice.lockedReason {
      remarks.append(
        reason.isEmpty
          ? catalog.text(.alwaysChosen)
          : catalog.text(.alwaysChosenBecause, ["reason": .text(reason)]))
    }
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    return StyledText(choice.label, choice.isEnabled ? .plain : .faint)
      + StyledText(remark, .faint)
  }

  /// A text after its number, or where it would be after one.
  private func lines(_ name: String, _ text: StyledText) -> [String] {
    let (least, gap) = columns >= 30 ? (3, 2) : columns >= 14 ? (2, 2) : (0, 1)
    let margin = least > 0 ? max(least, digits) : 0
    let label =
      String(repeating: " ", count: max(0, margin - name.count)) + name
      + String(repeating: " ", count: gap)
    // The number stays on the line of its choice, however long the choice's first word is.
    let lines = wrap(text.text, indent: label.count, hanging: margin + gap)
    guard let first = lines.first?.drop(while: { $0 == " " }) else { return [label] }
    let text = text.map(said)
    let labelled =
      label.count <= indent(label.count)
      ? [label + first] + lines.dropFirst() : [name] + wrap(text.text)
    return isStyled ? (StyledText(name) + text).painted(labelled) : labelled
  }

  /// The wanted indentation, limited so that it leaves room for words.
  private func indent(_ wanted: Int) -> Int { min(wanted, max(0, columns - 1) / 3) }

  /// Returns a text with a word in place of the dots of each secret: a screen reader says nothing about dots, or each
  /// of them.
  func said(_ text: String) -> String {
    // Most texts don't even have the first byte of a dot, which is found without their characters.
    guard let dot = AnswerText.mask.first, let byte = AnswerText.mask.utf8.first,
      text.utf8.contains(byte), text.contains(dot)
    else { return text }
    var said = ""
    var dots = ""
    for character in text {
      if character == dot {
        dots.append(dot)
        guard dots == AnswerText.mask else { continue }
        said += catalog.text(.isSecretAnswer)
      } else {
        said += dots
        said.append(character)
      }
      dots = ""
    }
    return said + dots
  }

  /// Wraps a text at words and keeps its line breaks.
  func wrap(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    wrap(said(text), firstIndent: self.indent(indent), self.indent(hanging ?? indent))
  }

  /// Wraps a text that has styled parts.
  func wrap(_ text: StyledText, indent: Int = 0, hanging: Int? = nil) -> [String] {
    let text = text.map(said)
    let lines = wrap(text.text, indent: indent, hanging: hanging)
    return isStyled ? text.painted(lines) : lines
  }

  /// Wraps a text at words, with an indentation for the first line and one for the rest.
  func wrap(_ text: String, firstIndent first: Int, _ rest: Int) -> [String] {
    let width = max(1, columns - 1)
    var lines: [String] = []
    for paragraph in text.paragraphs {
      let safe = String(paragraph).escapedForDisplay
      // Only the very first line has the first indentation.
      let start = lines.isEmpty ? first : rest
      guard let head = safe.wrapped(to: width - start).first else { continue }
      lines.append(String(repeating: " ", count: start) + String(head))
      let tail = safe[head.endIndex...].drop { $0 == " " }
      guard !tail.isEmpty else { continue }
      for line in tail.wrapped(to: width - rest) {
        lines.append(String(repeating: " ", count: rest) + String(line))
      }
    }
    while lines.count > 1, lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    return lines
  }

  private func heading(_ least: Int?, _ most: Int?) -> String {
    let heading =
      switch (least, most) {
      case (let least?, let most?) where least == most:
        catalog.text(.chooseExactly, ["count": .count(least)])
      case (let least?, let most?):
        catalog.text(.chooseBetween, ["least": .count(least), "most": .count(most)])
      case (let least?, nil) where least > 0:
        catalog.text(.chooseAtLeast, ["count": .count(least)])
      case (_, let most?): catalog.text(.chooseAtMost, ["count": .count(most)])
      default: catalog.text(.chooseAny)
      }
    return catalog.text(.choosingRule, ["heading": .text(heading)])
  }
}

extension ScreenRow {
  /// The answer, when the row is one of a review.
  var answer: FlowSession.ReviewRow? {
    if case .answer(let row) = self { row } else { nil }
  }

  /// Whether it's an answer, or the title of the part of the flow that contains answers.
  fileprivate var isOfReview: Bool {
    switch self {
    case .answer, .section: true
    default: false
    }
  }

  /// The number of a choice or an item; nil for other rows.
  fileprivate var number: Int? {
    switch self {
    case .choice(let number, _), .item(let number, _): number
    default: nil
    }
  }
}
