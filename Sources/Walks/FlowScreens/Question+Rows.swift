// SPDX-License-Identifier: Apache-2.0

import FlowModel
public import FlowSessions
import Localization
import SourceDiagnostics

// The question as rows.
extension Question {
  /// The rows of the step: its heading, its elements, and why the last move or input was refused.
  ///
  /// Lists aren't among them, because a face may show them by itself: see ``choices`` and ``entries(in:)``.
  ///
  /// - Parameter shown: The titled parts of the flow around the step that was shown before; only those that
  ///   begin with this step are rows.
  /// - Returns: The rows, whose ids are unique.
  /// - Complexity: O(*n*) in the number of elements.
  public func rows(after shown: [StepSection] = []) -> [QuestionRow] {
    heading(after: shown) + step.elements.indices.flatMap { rows(ofElement: $0) } + outcome
  }

  /// The rows above the elements: titles, the item of a list, and the step's text.
  private func heading(after shown: [StepSection]) -> [QuestionRow] {
    var rows: [QuestionRow] = []
    let known = zip(step.sections, shown).prefix { $0.id == $1.id }.count
    for (depth, section) in step.sections.enumerated().dropFirst(known) {
      rows.append(QuestionRow(.title, depth, .section(section.title, depth: depth)))
    }
    if let item = step.item { rows.append(QuestionRow(.item, -1, .itemPlace(item))) }
    if let title = step.title ?? untitled {
      rows.append(QuestionRow(.title, -1, .stepTitle(title)))
    }
    if let text = step.text { rows.append(QuestionRow(.text, -1, .text(text))) }
    return rows
  }

  /// The title above a step to which the flow gives neither title nor text, where its rows alone
  /// wouldn't say what they are.
  private var untitled: String? {
    guard step.text == nil else { return nil }
    return switch step.kind {
    case .review: step.catalog.text(.checkAnswers)
    case .repeat: session.name(of: step.id)
    case .ask, .form, .note, .commit, .stop: nil
    }
  }

  /// The rows of an element: a note; or a question, its field, its problems, and its long help once two
  /// answers were refused.
  private func rows(ofElement index: Int) -> [QuestionRow] {
    let element = step.elements[index]
    guard element.isVisible else { return [] }
    switch element.content {
    case .computed: return []
    case .note(let text): return [QuestionRow(.text, index, .text(text), of: index)]
    case .field(let field):
      let isFocused = step.focus == index
      var rows = [
        QuestionRow(
          .question, index, .question(field.question, hint: Field(field).hint()), of: index),
        QuestionRow(.field, index, .field(field, isFocused: isFocused), of: index),
      ]
      if isFocused, let row = Field(field).otherDefault {
        rows.append(QuestionRow(.hint, index + 1, row, of: index))
      }
      if let row = Field(field).lostElements {
        rows.append(QuestionRow(.hint, -1 - index, row, of: index))
      }
      for (number, problem) in field.problems.enumerated() {
        rows.append(
          QuestionRow(.problem, index * 100 + min(number, 98), .problem(problem), of: index))
      }
      if isFocused, field.refusals >= 2, let help = field.help,
        field.problems.contains(where: { $0.severity == .error })
      {
        rows.append(QuestionRow(.help, index, .help(help), of: index))
      }
      return rows
    }
  }

  /// Why the last move was denied, and the problems of the step as a whole.
  package var outcome: [QuestionRow] {
    let denial = step.denial.map {
      QuestionRow(.problem, -1000, .denial($0.isEmpty ? nil : $0))
    }
    return (denial.map { [$0] } ?? [])
      + step.problems.enumerated().map { QuestionRow(.problem, -1 - $0, .problem($1)) }
  }

  // MARK: Lists

  /// The rows of the answers of a review, or of the items of a list of records; none for other steps.
  ///
  /// - Parameter items: The positions of the items that are shown, followed by how many there are and how
  ///   to see the others; nil for all of them.
  /// - Returns: The rows.
  /// - Complexity: O(*n*) in the number of answers, or O(*m* log *n*) for *m* items shown of *n*.
  public func entries(in items: Range<Int>? = nil) -> [ScreenRow] {
    switch step.kind {
    case .review: Self.rows(ofReview: session.reviewRows)
    case .repeat: self.items(in: items)
    case .ask, .form, .note, .commit, .stop: []
    }
  }

  /// The rows of answers, below the titles of the parts of the flow in which they are.
  public static func rows(ofReview rows: [FlowSession.ReviewRow]) -> [ScreenRow] {
    var shown: [StepSection] = []
    return rows.flatMap { row -> [ScreenRow] in
      let known = zip(row.sections, shown).prefix { $0.id == $1.id }.count
      shown = row.sections
      return row.sections.enumerated().dropFirst(known).map { depth, section in
        .section(section.title, depth: depth)
      } + [.answer(row)]
    }
  }

  private func items(in range: Range<Int>?) -> [ScreenRow] {
    let all = step.items.indices
    if all.isEmpty { return [.noItems] }
    let shown = range?.clamped(to: all) ?? all
    let rows = shown.map { ScreenRow.item(number: $0 + 1, step.items[$0]) }
    guard shown != all else { return rows }
    let hint = step.catalog.text(
      .itemsShown,
      [
        "count": .count(shown.count), "first": .count(shown.lowerBound + 1),
        "last": .count(shown.upperBound), "total": .count(all.count),
      ])
    return rows + [.hint(hint)]
  }

  /// The rows of the choices of the focused field; none if it has no choices by its type.
  ///
  /// - Complexity: O(*n*) in the number of choices.
  public var choices: [ScreenRow] {
    guard let field = step.focusedField, field.type.isChoice else { return [] }
    if field.choices.isEmpty {
      return [.nothingToChoose(field.emptyText ?? field.catalog.text(.nothingToChooseHere))]
    }
    var rows: [ScreenRow] = []
    if field.type == .choices {
      let limits = field.itemLimits
      rows.append(.choicesHeading(least: limits.least, most: limits.most))
    }
    if field.type == .choice, let none = field.noneLabel { rows.append(.noChoice(none)) }
    var above: Choice?
    for (index, choice) in field.choices.enumerated() {
      switch choice.separation(from: above) {
      case .title(let title): rows.append(.choiceSection(title))
      case .line: rows.append(.choiceSection(nil))
      case nil: break
      }
      above = choice
      rows.append(.choice(number: index + 1, choice))
    }
    return rows
  }
}

// MARK: - One field at a time

extension Question {
  /// The rows above the first field, as a face says them that asks one field at a time: how far the walk is,
  /// its texts, and its lists.
  ///
  /// - Parameters:
  ///   - shown: The titled parts of the flow that were shown before; see ``rows(after:)``.
  ///   - items: The positions of the items of a list that are shown; nil for all of them.
  ///   - passesReviews: Whether reviews and commits ahead are passed without the user.
  /// - Returns: The rows.
  /// - Complexity: O(*n*) in the number of steps that follow, of answers in a review, and of items shown.
  public func opening(
    after shown: [StepSection] = [], items: Range<Int>? = nil, passesReviews: Bool = false
  ) -> [ScreenRow] {
    let progress = session.progress(passingReviews: passesReviews)
    return [.progress(step: progress.step, remaining: progress.remaining)]
      + heading(after: shown).map(\.row) + entries(in: items)
      + (step.focus == nil ? notes.map { .text($0) } : [])
  }

  /// The rows of the focused field: the notes since the field before it, its question, and its choices.
  ///
  /// - Parameter editsTexts: Whether texts of several lines can be edited in an editor.
  /// - Returns: The rows; none if the step asks no field.
  public func asking(editsTexts: Bool = false) -> [ScreenRow] {
    guard let focus = step.focus, let field = step.elements[focus].field else { return [] }
    let before = step.elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    return notes(in: (before.map { $0 + 1 } ?? 0)..<focus)
      + [.question(field.question, hint: Field(field).hint(editsTexts: editsTexts))] + choices
  }

  /// The rows of the whole step, with the question and the choices of the focused field only.
  ///
  /// - Complexity: O(*n*) in the number of elements of the step and of answers before it.
  public var everything: [ScreenRow] {
    guard let focus = step.focus else { return opening() }
    let before = step.elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    return opening() + notes(in: 0..<(before ?? 0)) + asking()
      + notes(in: focus..<step.elements.count)
  }

  /// The rows after the last input: why it was refused, and the long help at the second time.
  public var refusal: [ScreenRow] {
    var rows = outcome.map(\.row)
    guard let focus = step.focus, let field = step.focusedField else { return rows }
    rows += self.rows(ofElement: focus).map(\.row).filter { row in
      switch row {
      case .problem: true
      case .help: field.refusals == 2
      default: false
      }
    }
    return rows
  }

  private func notes(in range: Range<Int>) -> [ScreenRow] {
    range.flatMap { rows(ofElement: $0) }.filter { $0.id.role == .text }.map(\.row)
  }
}
