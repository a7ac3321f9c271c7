// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

// The answers of a review, with their values aligned.
extension LineText {
  /// The margin of answers, in cells.
  private static let margin = 2

  /// The minimum width of a window, in cells, that shows values beside their questions.
  private static let narrow = 50

  /// The lines of a review: titles, and below them the questions, and their answers.
  ///
  /// A question that is longer than two fifths of the window has its own line. In a narrow window the
  /// answers aren't aligned.
  func lines(ofReview rows: [ScreenRow]) -> [String] {
    let widest = columns * 2 / 5
    let width =
      rows.compactMap(\.answer).map {
        Self.margin(of: $0) + Self.label(of: $0).escapedForDisplay.cellWidth
      }
      .filter { $0 <= widest }.max() ?? 0
    return rows.flatMap { row -> [String] in
      switch row {
      case .section(let title, let depth):
        return wrap(StyledText(title, .strong), indent: Self.margin * (min(depth, 3) + 1))
      case .answer(let row): return lines(of: row, to: width)
      default: return []
      }
    }
  }

  /// The lines of an answer whose value follows the margin and the question, which take so many cells.
  private func lines(of row: FlowSession.ReviewRow, to width: Int) -> [String] {
    let margin = Self.margin(of: row)
    let label = Self.label(of: row)
    let value = StyledText(row.text ?? catalog.text(.leftEmpty), row.text == nil ? .faint : .plain)
    let words = (value + StyledText(remark(on: row), .faint)).map(said)
    guard columns >= Self.narrow, width > 0 else {
      return wrap(StyledText("\(label) ") + words, indent: margin, hanging: margin + 2)
    }
    let start = width + 2
    var lines = wrap(words.text, firstIndent: start, start)
    if isStyled { lines = words.painted(lines) }
    let isLong = margin + label.escapedForDisplay.cellWidth > width
    let head = wrap(label, indent: margin, hanging: margin + 2)
    guard !isLong, head.count == 1, let first = lines.first else { return head + lines }
    return [head[0] + first.dropFirst(head[0].cellWidth)] + lines.dropFirst()
  }

  /// The margin of an answer, which grows with each title above it.
  private static func margin(of row: FlowSession.ReviewRow) -> Int {
    margin * (min(row.sections.count, 3) + 1)
  }

  /// The question as it precedes its answer.
  private static func label(of row: FlowSession.ReviewRow) -> String {
    let label = row.shortQuestion
    let asks = label.last.map { $0.isPunctuation && $0 != ")" } ?? true
    return label + (asks ? "" : ":")
  }

  private func remark(on row: FlowSession.ReviewRow) -> String {
    var remarks: [String] = []
    switch row.origin {
    case .typed, .accepted, .drawn, .migrated, .effect: break
    case .given: remarks.append(catalog.text(.originGiven))
    case .taken: remarks.append(catalog.text(.originDefault))
    }
    return remarks.isEmpty ? "" : " (\(catalog.list(remarks)))"
  }
}
