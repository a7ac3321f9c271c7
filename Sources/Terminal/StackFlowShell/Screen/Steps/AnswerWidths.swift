// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The widths of questions and answers that are side by side, in cells.
///
/// Labels have what they need, as long as the answers have what they need beside them. Where both
/// don't fit, labels have between two and three fifths of the width.
struct AnswerWidths: Hashable {
  /// The width of the widest label.
  var label = 0

  /// The width of the widest answer.
  var value = 0

  /// The blank cells between a label and its answer.
  static let gap = 2

  /// Adds the widths of a label and of an answer.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - value: The answer.
  ///   - lines: The number of lines of the answer that are shown.
  mutating func add(label: String, value: String, lines: Int = .max) {
    self.label = max(self.label, label.escapedForDisplay.cellWidth)
    self.value = max(self.value, Self.width(of: value, lines: lines))
  }

  /// The width of the widest of the first lines of an answer, in cells.
  static func width(of value: String, lines: Int) -> Int {
    value.split(maxSplits: lines, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(lines).map { String($0).escapedForDisplay.cellWidth }.max() ?? 0
  }

  /// Adds other widths.
  mutating func add(_ other: AnswerWidths) {
    label = max(label, other.label)
    value = max(value, other.value)
  }

  /// The width of the labels' column of a form, whose fields need room to type, in so many columns.
  static func formColumn(_ label: Int, in columns: Int) -> Int { min(label, max(1, columns / 2)) }

  /// The width of the labels' column in so many columns.
  func labelColumn(in columns: Int) -> Int {
    let room = min(max(columns - Self.gap - value, columns * 2 / 5), columns * 3 / 5)
    return max(1, min(label, room))
  }
}
