// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import SourceDiagnostics

/// A session projected to the steps on its stack, each a list of rows.
///
/// Every face that shows a step as a whole, every picture, and every expectation of text reads these
/// values; a face decides only how they look.
public enum SessionScreen {
  /// The rows of a step below the top: a row for each of its answers, or for what it did.
  ///
  /// A note has none, nor a step that did nothing that lasts.
  ///
  /// - Complexity: O(*n*) in the number of the step's answers.
  public static func answers(ofStepAt depth: Int, in session: FlowSession) -> [StepRow] {
    session.reviewRows(at: depth).enumerated().map { index, answer in
      StepRow(.answer, index, .answer(answer))
    } + (session.standingEffect(at: depth).map { [StepRow(.effect, 0, .effect($0))] } ?? [])
  }

  /// The rows of the top step: its title, its texts, its fields with their problems, and why the
  /// last move was denied.
  ///
  /// The items of a list of records and the answers of a review are rows, too, unless the face shows
  /// them by itself.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - shown: The titled parts of the flow that contain the step below; only those that begin
  ///     with this step are rows.
  ///   - listsEntries: Whether items and answers are rows.
  /// - Returns: The rows, whose ids are unique; none where the session asks nothing.
  /// - Complexity: O(*n*) in the number of elements and items, plus the cost of a review.
  public static func top(
    of session: FlowSession, after shown: [StepSection] = [], listsEntries: Bool = true
  ) -> [StepRow] {
    guard case .asking(let step) = session.state else { return [] }
    var rows: [StepRow] = []
    let known = zip(step.sections, shown).prefix { $0.id == $1.id }.count
    for (depth, section) in step.sections.enumerated().dropFirst(known) {
      rows.append(StepRow(.title, depth, .section(section.title, depth: depth)))
    }
    if let item = step.item { rows.append(StepRow(.item, -1, .itemPlace(item))) }
    if let title = step.title ?? StepRows.untitled(step) {
      rows.append(StepRow(.title, -1, .stepTitle(title)))
    }
    if let text = step.text { rows.append(StepRow(.text, -1, .text(text))) }
    let isAlone = step.visibleFields.count == 1 && step.kind == .ask
    for (index, element) in step.elements.enumerated() where element.isVisible {
      switch element.content {
      case .note(let text): rows.append(StepRow(.text, index, .text(text)))
      case .field(let field):
        if isAlone {
          rows.append(
            StepRow(
              .question, index,
              .question(StepRows.question(of: field), hint: field.hint)))
        }
        rows.append(StepRow(.field, index, .field(field, isFocused: step.focus == index)))
        for (number, problem) in field.problems.enumerated() {
          rows.append(StepRow(.problem, index * 100 + min(number, 98), .problem(problem)))
        }
        if step.focus == index, field.refusals >= 2, let help = field.help,
          field.problems.contains(where: { $0.severity == .error })
        {
          rows.append(StepRow(.help, index, .help(help)))
        }
      case .computed: break
      }
    }
    switch step.kind {
    case .review where listsEntries:
      for (index, row) in StepRows.answers(session.reviewRows).enumerated() {
        rows.append(StepRow(.answer, index, row))
      }
    case .repeat where listsEntries:
      for (index, row) in StepRows.items(of: step).enumerated() {
        rows.append(StepRow(.item, index, row))
      }
    case .ask, .form, .note, .review, .repeat, .commit, .stop: break
    }
    for (index, problem) in step.problems.enumerated() {
      rows.append(StepRow(.problem, -1 - index, .problem(problem)))
    }
    if let denial = step.denial {
      rows.append(StepRow(.problem, -1000, .denial(denial.isEmpty ? nil : denial)))
    }
    return rows
  }
}

/// A row of a step, with an identity that stays while its text changes.
public struct StepRow: Hashable, Sendable, Identifiable {
  /// What a row is to the step.
  public enum Role: String, Hashable, Sendable {
    case title, text, question, field, choice, hint, help, problem, item, answer, progress, effect
  }

  /// The identity of a row in its step.
  public struct ID: Hashable, Sendable {
    /// What the row is.
    public let role: Role

    /// Its number among the rows of the role.
    public let number: Int
  }

  /// The identity.
  public let id: ID

  /// What it says.
  public let row: ScreenRow

  /// Creates a row.
  public init(_ role: Role, _ number: Int, _ row: ScreenRow) {
    id = ID(role: role, number: number)
    self.row = row
  }
}
