// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalCells

// Answers of a review, their values below each other.
extension LineText {
  /// The margin of answers, in cells.
  private static let margin = 2

  /// The narrowest window, in cells, in which values stand beside their questions.
  private static let narrow = 50

  /// The lines of answers: the question, the answer, and the name by which one goes back to it.
  ///
  /// A question that is longer than two fifths of the window stands on a line of its own. In a narrow
  /// window an answer follows its question as it comes.
  func lines(ofAnswers rows: [FlowSession.ReviewRow]) -> [String] {
    let widest = columns * 2 / 5
    let labels = rows.map(Self.label)
    let width = labels.map { $0.escapedForDisplay.cellWidth }.filter { $0 <= widest }.max() ?? 0
    return zip(rows, labels).flatMap { row, label -> [String] in
      let value = LookedText(row.text ?? "left empty", row.text == nil ? .faint : .plain)
      let words = value + LookedText(Self.remark(on: row), .faint)
      guard columns >= Self.narrow, width > 0 else {
        return wrap(LookedText("\(label) ") + words, indent: Self.margin, hanging: 4)
      }
      let start = Self.margin + width + 2
      var lines = wrap(words.text, firstIndent: start, start)
      if isStyled { lines = words.painted(lines) }
      let long = label.escapedForDisplay.cellWidth > width
      let head = wrap(label, indent: Self.margin, hanging: 4)
      guard !long, head.count == 1, let first = lines.first else { return head + lines }
      return [head[0] + first.dropFirst(head[0].cellWidth)] + lines.dropFirst()
    }
  }

  /// The question as what stands before its answer.
  private static func label(of row: FlowSession.ReviewRow) -> String {
    let asks = row.label.last.map { $0.isPunctuation && $0 != ")" } ?? true
    return row.label + (asks ? "" : ":")
  }

  private static func remark(on row: FlowSession.ReviewRow) -> String {
    var remarks: [String] = []
    if row.label != row.id { remarks.append(row.id) }
    switch row.origin {
    case .asked, .effect: break
    case .given: remarks.append("given")
    case .defaulted: remarks.append("default")
    }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
  }
}
