// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import TerminalCells

/// The text above a form: what every face shows of a step, without its fields, as lines of plain text.
struct FormText {
  /// The session whose top step is asked about.
  let session: FlowSession

  /// Returns the lines above a step: where the walk is, its texts and notes, and why the last move or the
  /// last answers were refused.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - namingItem: Whether the lines say in which item of a list it is.
  /// - Returns: The lines.
  func lines(above step: StepState, namingItem: Bool = true) -> [String] {
    var rows = StepRows.heading(of: step, in: session)
    if !namingItem {
      rows.removeAll { if case .itemPlace = $0 { true } else { false } }
    }
    if step.focus != nil {
      rows += step.elements.compactMap { element in
        guard element.isVisible, case .note(let text) = element.content else { return nil }
        return .text(text)
      }
    }
    if let denial = step.denial { rows.append(.denial(denial.isEmpty ? nil : denial)) }
    rows += step.problems.map { .problem($0) }
    return rows.flatMap { lines($0) }
  }

  /// Returns the problems of the focused field, each with what was given.
  func problems(of field: FieldState) -> [String] {
    field.problems.map { problem in
      let about = "\(StepRows.shortQuestion(of: field)): \(problem.message)"
      guard case .typed(let text) = field.draft, !text.isEmpty, !field.isSecret else {
        return about
      }
      return "\(about) (\(text))"
    }
  }

  /// The name of an item: its list and its number.
  func name(of place: ItemPlace) -> String {
    session.catalog.text(
      .itemOf, ["number": .count(place.number), "list": .text(place.listName)])
  }

  private func lines(_ row: ScreenRow) -> [String] {
    let catalog = session.catalog
    switch row {
    case .progress(let step, let remaining):
      let numbers: MessageArguments = [
        "step": .count(step), "remaining": .count(remaining),
      ]
      return [catalog.text(remaining > 0 ? .stepOfAbout : .stepOf, numbers)]
    case .itemPlace(let place):
      return [name(of: place)]
    case .item(let number, let item):
      return ["\(number). \(item.summary)\(item.problem.map { " – \($0)" } ?? "")"]
    case .noItems: return [catalog.text(.noItems)]
    case .answer(let row):
      return ["\(row.label): \(row.text ?? catalog.text(.leftEmpty))"]
    case .problem(let problem): return [problem.message]
    case .denial(let reason): return [reason ?? catalog.text(.denied)]
    case .hint(let text): return [text]
    default: return row.words.map { [$0] } ?? []
    }
  }
}

extension String {
  /// The text with its lines, and with every other control character visible, because a client may show
  /// it in a terminal.
  var cleanLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForDisplay }
      .joined(separator: "\n")
  }
}
