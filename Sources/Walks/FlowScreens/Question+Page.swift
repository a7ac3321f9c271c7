// SPDX-License-Identifier: Apache-2.0

import FlowModel
public import FlowSessions
import Localization
import SourceDiagnostics

// The question as a page.
extension Question {
  /// The page of the step.
  ///
  /// - Parameters:
  ///   - parts: The parts of the step that the page has.
  ///   - elements: The elements of the step that it has; nil for all of them.
  ///   - shown: The titled parts of the flow around the step that was shown before; only those that begin with this step
  ///     are rows.
  ///   - items: The positions of the items of a list that are shown, followed by how many there are and how to see the
  ///     others; nil for all of them.
  ///   - passesReviews: Whether reviews and commits ahead are passed without the user.
  /// - Returns: The page.
  /// - Complexity: O(*n*) in the number of elements and of choices; of answers in a review and of items shown; and of
  ///   steps that follow, where the page says how far the walk is.
  public func page(
    _ parts: Set<StepPage.Part>, of elements: Range<Int>? = nil, after shown: [StepSection] = [],
    items: Range<Int>? = nil, passesReviews: Bool = false
  ) -> StepPage {
    var page = StepPage(line: focused, actions: actions)
    func add(_ part: StepPage.Part, _ rows: @autoclosure () -> [ScreenRow]) {
      if parts.contains(part) { page.add(part, rows()) }
    }
    if parts.contains(.progress) {
      let progress = session.progress(passingReviews: passesReviews)
      page.add(.progress, [.progress(step: progress.step, remaining: progress.remaining)])
    }
    add(.sections, Self.titles(of: step.sections, after: shown))
    add(.item, step.item.map { [.itemPlace($0)] + Self.rows($0.description) } ?? [])
    if let matrix = session.matrix {
      add(.matrix, (matrix.title.map { [.stepTitle($0)] } ?? []) + Self.rows(matrix.description))
    }
    add(.heading, heading)
    add(.entries, entries(in: items))
    for index in elements ?? step.elements.indices where step.elements[index].isVisible {
      addElement(index, parts, to: &page)
    }
    add(.outcome, outcome)
    return page
  }

  /// The elements that are new to a user who is asked one field at a time: the focused one, and those since the field
  /// before it; none if the step asks no field.
  package var askedElements: Range<Int> {
    guard let focus = step.focus else { return 0..<0 }
    let before = step.elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    return (before.map { $0 + 1 } ?? 0)..<focus + 1
  }

  /// The rows after the last input: why it was refused, and the long help at the second time.
  package var refusal: [ScreenRow] {
    let parts: Set<StepPage.Part> =
      step.focusedField?.refusals == 2 ? [.refusals, .help] : [.refusals]
    return outcome + page(parts, of: askedElements).rows
  }

  /// The parts above the fields, and of a step without a field all of its texts.
  package var openingParts: Set<StepPage.Part> {
    step.focus == nil ? .opening.union([.notes]) : .opening
  }

  private static func titles(of sections: [StepSection], after shown: [StepSection]) -> [ScreenRow]
  {
    let known = zip(sections, shown).prefix { $0.id == $1.id }.count
    return sections.enumerated().dropFirst(known).map { .section($1.title, depth: $0) }
  }

  /// The title above the step and its text.
  private var heading: [ScreenRow] {
    ((step.title ?? untitled).map { [.stepTitle($0)] } ?? [])
      + Self.rows(step.text) + Self.rows(step.description)
  }

  private static func rows(_ text: String?) -> [ScreenRow] { text.map { [.text($0)] } ?? [] }

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

  /// Adds an element: a note; or a question, its field, its problems, and its long help once two answers were refused.
  private func addElement(_ index: Int, _ parts: Set<StepPage.Part>, to page: inout StepPage) {
    func add(_ part: StepPage.Part, _ rows: @autoclosure () -> [ScreenRow]) {
      if parts.contains(part) { page.add(part, rows(), of: index) }
    }
    switch step.elements[index].content {
    case .computed: break
    case .note(let text): add(.notes, [.text(text)])
    case .field(let state):
      let field = Field(state)
      let isFocused = step.focus == index
      let problems = state.problems
      if isFocused {
        add(.question, [.question(state.question, hint: field.hint())])
        add(.description, Self.rows(state.description))
      }
      add(.fields, [.field(state, isFocused: isFocused)])
      if isFocused {
        add(.choices, choices)
        add(.otherDefault, field.otherDefault.map { [$0] } ?? [])
      }
      add(.lostElements, field.lostElements.map { [$0] } ?? [])
      add(isFocused ? .refusals : .problems, problems.map { .problem($0) })
      if isFocused, state.refusals >= 2, let help = state.help,
        problems.contains(where: { $0.severity == .error })
      {
        add(.help, [.help(help)])
      }
    }
  }

  /// Why the last move was denied, and the problems of the step as a whole.
  private var outcome: [ScreenRow] {
    (step.denial.map { [.denial($0.isEmpty ? nil : $0)] } ?? [])
      + step.problems.map { .problem($0) }
  }

  // MARK: Lists

  /// The answers of a review, or the items of a list of records; none for other steps.
  private func entries(in items: Range<Int>?) -> [ScreenRow] {
    switch step.kind {
    case .review: Self.rows(ofReview: session.reviewRows)
    case .repeat: self.items(in: items)
    case .ask, .form, .note, .commit, .stop: []
    }
  }

  /// The rows of answers, below the titles of the parts of the flow in which they are.
  package static func rows(ofReview rows: [FlowSession.ReviewRow]) -> [ScreenRow] {
    var shown: [StepSection] = []
    return rows.flatMap { row -> [ScreenRow] in
      defer { shown = row.sections }
      return titles(of: row.sections, after: shown) + [.answer(row)]
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

  /// The choices of the focused field; none if it has no choices by its type.
  private var choices: [ScreenRow] {
    guard let field = step.focusedField, field.type.isChoice else { return [] }
    if field.choices.isEmpty, field.otherLabel == nil {
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
    if let other = field.otherChoice {
      rows.append(.choice(number: field.choices.count + 1, other))
    }
    return rows
  }
}
