// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells

// The text above a form: what every face shows of a step, without its fields, as lines of plain text.
extension Question {
  /// Returns the lines above a form: where the walk is, its texts and notes, and why the last move or the
  /// last answers were refused.
  ///
  /// - Parameter namingItem: Whether the lines say in which item of a list it is.
  /// - Returns: The lines.
  func formLines(namingItem: Bool = true) -> [String] {
    var parts = Set.opening.union([.notes, .outcome])
    if !namingItem { parts.remove(.item) }
    return page(parts).rows.compactMap { $0.plainText(in: step.catalog) }
  }

  /// Returns the problems of the focused field, each with what was given.
  var formProblems: [String] {
    guard let field = step.focusedField else { return [] }
    return field.problems.map { problem in
      let about = "\(field.shortQuestion): \(problem.message)"
      guard case .typed(let text) = field.draft, !text.isEmpty, !field.isSecret else {
        return about
      }
      return "\(about) (\(text))"
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
