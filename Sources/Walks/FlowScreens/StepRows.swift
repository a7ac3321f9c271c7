// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import Localization
import SourceDiagnostics

/// Projects a session on rows, for every face alike.
public enum StepRows {
  /// The rows above a step: its title, and its notes up to the focused field.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - session: The session whose top step it is.
  ///   - shown: The titled parts of the flow around the step that was shown before; only
  ///     those that begin with this step are told.
  ///   - items: The positions of the items of a list of records that are shown; nil for all of them.
  ///   - passesReviews: Whether reviews and commits ahead are passed without the user.
  /// - Returns: The rows.
  /// - Complexity: O(*n*) in the number of steps that follow, of answers in a review, and of items
  ///   shown.
  public static func heading(
    of step: StepState, in session: FlowSession, after shown: [StepSection] = [],
    items: Range<Int>? = nil, passesReviews: Bool = false
  ) -> [ScreenRow] {
    let progress = session.progress(passingReviews: passesReviews)
    var rows: [ScreenRow] = [.progress(step: progress.step, remaining: progress.remaining)]
    let known = zip(step.sections, shown).prefix { $0.id == $1.id }.count
    for (depth, section) in step.sections.enumerated().dropFirst(known) {
      rows.append(.section(section.title, depth: depth))
    }
    if let item = step.item { rows.append(.itemPlace(item)) }
    if let title = step.title ?? untitled(step) { rows.append(.stepTitle(title)) }
    if let text = step.text { rows.append(.text(text)) }
    if case .review = step.kind { rows += answers(session.reviewRows) }
    if case .repeat = step.kind { rows += self.items(of: step, in: items) }
    if step.focus == nil { rows += notes(of: step, in: 0..<step.elements.count) }
    return rows
  }

  /// The rows of a review: the answers, below the titles of the parts of the flow in which they
  /// are.
  public static func answers(_ rows: [FlowSession.ReviewRow]) -> [ScreenRow] {
    var shown: [StepSection] = []
    return rows.flatMap { row -> [ScreenRow] in
      let known = zip(row.sections, shown).prefix { $0.id == $1.id }.count
      shown = row.sections
      return row.sections.enumerated().dropFirst(known).map { depth, section in
        .section(section.title, depth: depth)
      } + [.answer(row)]
    }
  }

  /// The rows of a list of records: its items, or those at some positions, followed by how many there
  /// are and how to see the others.
  ///
  /// - Complexity: O(*m* log *n*) for *m* items shown of *n*.
  public static func items(of step: StepState, in range: Range<Int>? = nil) -> [ScreenRow] {
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

  /// What is shown above a step to which the flow gives neither title nor text, where its rows
  /// alone wouldn't say what they are.
  static func untitled(_ step: StepState) -> String? {
    step.kind == .review && step.text == nil ? step.catalog.text(.checkAnswers) : nil
  }

  /// The rows of the focused field: the notes before it, its question, its choices.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - editsTexts: Whether texts of several lines can be edited in an editor.
  /// - Returns: The rows.
  public static func question(of step: StepState, editsTexts: Bool = false) -> [ScreenRow] {
    guard let focus = step.focus, let field = step.elements[focus].field else { return [] }
    let before = step.elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    var rows = notes(of: step, in: (before.map { $0 + 1 } ?? 0)..<focus)
    rows.append(.question(question(of: field), hint: hint(of: field, editsTexts)))
    if field.type.isChoice {
      if field.choices.isEmpty {
        rows.append(.nothingToChoose(field.emptyText ?? field.catalog.text(.nothingToChooseHere)))
      } else {
        let limits = field.itemLimits
        if field.type == .choices {
          rows.append(.choicesHeading(least: limits.least, most: limits.most))
        }
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
      }
    }
    return rows
  }

  /// The rows of a whole step: its heading, its notes, and the question of the focused field.
  ///
  /// A face that shows a step at once shows these; one that shows a field at a time shows them one
  /// after the other.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - session: The session whose top step it is.
  /// - Returns: The rows.
  /// - Complexity: O(*n*) in the number of elements of the step and of answers before it.
  public static func all(of step: StepState, in session: FlowSession) -> [ScreenRow] {
    var rows = heading(of: step, in: session)
    guard let focus = step.focus else { return rows }
    let before = step.elements[..<focus].lastIndex { $0.isVisible && $0.field != nil }
    if let before { rows += notes(of: step, in: 0..<before) }
    return rows + question(of: step) + notes(of: step, in: focus..<step.elements.count)
  }

  /// The rows after the last input: why it was refused, and the long help at the second time.
  public static func answer(to step: StepState) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    if let denial = step.denial { rows.append(.denial(denial.isEmpty ? nil : denial)) }
    rows += step.problems.map { .problem($0) }
    guard let field = step.focusedField else { return rows }
    rows += field.problems.map { .problem($0) }
    let isRefused = field.problems.contains { $0.severity == .error }
    if isRefused, field.refusals == 2, let help = field.help { rows.append(.help(help)) }
    return rows
  }

  /// The question; the id as words where the flow gives none.
  public static func question(of field: FieldState) -> String {
    field.hasLabel ? field.label : field.id.idAsWords
  }

  /// The question of a field as it's beside its answer: its short label, if the flow gives one.
  public static func shortQuestion(of field: FieldState) -> String {
    field.short ?? question(of: field)
  }

  /// The question of an answer as it's beside it.
  public static func shortQuestion(of answer: FlowSession.ReviewRow) -> String {
    answer.short ?? answer.label
  }

  /// What an answer is called in a sentence about several: its short label or its question, cut
  /// between two words if it's long; the items of a list have the list's title.
  public static func name(of answer: FlowSession.ReviewRow) -> String {
    (answer.short ?? answer.list ?? answer.label).asName
  }

  /// What the answer looks like, and whether it may be left empty.
  package static func hint(of field: FieldState, _ editsTexts: Bool) -> String? {
    let catalog = field.catalog
    let form: MessageID? =
      switch field.type {
      case .boolean: .hintYesNo
      case .date: .hintDate
      case .time: .hintTime
      case .datetime: .hintDateTime
      case .duration: .hintDuration
      default: nil
      }
    var hint = field.hint ?? form.map { catalog.text($0) }
    if !field.isRequired {
      hint = catalog.list([hint, catalog.text(.hintOptional)].compactMap { $0 })
    }
    guard editsTexts, field.type == .text else { return hint }
    return [hint, catalog.text(.hintEditor)].compactMap { $0 }.joined(separator: "; ")
  }

  private static func notes(of step: StepState, in range: Range<Int>) -> [ScreenRow] {
    step.elements[range].compactMap { element in
      guard element.isVisible, case .note(let text) = element.content else { return nil }
      return .text(text)
    }
  }
}
