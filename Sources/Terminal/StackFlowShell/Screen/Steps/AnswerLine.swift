// SPDX-License-Identifier: Apache-2.0

import FlowScreens
import FlowWalks
import TerminalCells

/// A question and its answer: side by side, or one below the other in a narrow window.
struct AnswerLine: Equatable {
  /// The question, short.
  var label: String

  /// The answer as a person reads it.
  var value: String

  /// The styles of both.
  var labelStyle: CellStyle
  var valueStyle: CellStyle

  /// The number of steps below the answered step; nil for a field of the open one.
  var depth: Int?

  /// The width of the labels' column; 0 for the one that all steps share.
  var labelWidth = 0

  /// The columns before the label.
  var indent = 0

  /// The id of the field of the open step that a click goes to; nil for an answered step.
  var field: String?

  /// The columns of the label and the value side by side.
  var width: Int { indent + label.cellWidth + 2 + value.cellWidth }

  /// The maximum number of rows of the answer of an answered step.
  static let mostLines = 2

  /// The rows of cells at a width.
  func rows(columns: Int, _ look: ScreenLook) -> [CellRow] {
    let lines = lines(columns: columns, look)
    let styles = styles(look)
    var rows = [CellRow](
      lines.label, at: indent, styles.label, lines.value, at: lines.start, styles.value,
      isWide: lines.isWide)
    if let field {
      for index in rows.indices { rows[index].click = RowClick(use: .action(.walk(.focus(field)))) }
    }
    return rows
  }

  /// The styles of the question and the answer, which fade with the distance of their step from the open one.
  func styles(_ look: ScreenLook) -> (label: CellStyle, value: CellStyle) {
    guard let depth else { return (labelStyle, valueStyle) }
    let fading = look.fading
    let distance = look.openDepth - depth
    return (
      fading.style(labelStyle, distance: distance + 1), fading.style(valueStyle, distance: distance)
    )
  }

  private func lines(
    columns: Int, _ look: ScreenLook
  ) -> (isWide: Bool, start: Int, label: [Substring], value: [Substring]) {
    let value = StyledParts(value).text
    let label = label.escapedForDisplay
    // The answer as the answered step shows it.
    let valueWidth = AnswerWidths.width(of: value, lines: Self.mostLines)
    let gap = AnswerWidths.gap
    let fits = depth != nil && label.cellWidth + gap + valueWidth <= columns
    let isWide = look.window.columns >= ScreenLook.wide || fits
    var labelWidth = AnswerWidths.formColumn(labelWidth, in: columns)
    if labelWidth == 0 {
      var widths = look.answers
      if !look.isVertical {
        // Steps side by side align nothing with each other.
        widths = AnswerWidths(label: label.cellWidth, value: min(value.cellWidth, columns / 2))
      }
      labelWidth = widths.labelColumn(in: columns)
    }
    if fits, label.cellWidth > labelWidth || labelWidth + gap + valueWidth > columns {
      // Better not aligned than cut, or in more rows.
      labelWidth = label.cellWidth
    }
    let start = indent + (isWide ? labelWidth + gap : 2)
    let labelRoom = max(1, isWide ? labelWidth : columns - indent)
    var lines = value.wrapped(to: max(1, columns - start))
    guard depth != nil else {
      return (isWide, start, label.wrapped(to: labelRoom), lines)
    }
    // An answered step is a summary; the review shows everything.
    let cutLabel = label.truncated(to: labelRoom, ellipsis: look.theme.signs.ellipsis)
    if lines.count > Self.mostLines {
      let last = lines[Self.mostLines - 1]
      let cut =
        String(last).truncated(
          to: max(1, columns - start - 1), ellipsis: "") + look.theme.signs.ellipsis
      lines = lines[..<(Self.mostLines - 1)] + [cut[...]]
    }
    return (isWide, start, [cutLabel[...]], lines)
  }
}

extension [CellRow] {
  /// Creates rows of a label and a value: side by side, or the value below the label.
  init(
    _ label: [Substring], at labelColumn: Int, _ labelStyle: CellStyle, _ value: [Substring],
    at valueColumn: Int, _ valueStyle: CellStyle, isWide: Bool
  ) {
    self = label.map { CellRow($0, column: labelColumn, style: labelStyle) }
    for (index, text) in value.enumerated() {
      let row = isWide ? index : label.count + index
      if row >= count { append(CellRow()) }
      self[row].write(text, column: valueColumn, style: valueStyle)
    }
    if isWide, isEmpty { append(CellRow()) }
  }
}

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
    if let width = value.printableASCIICount { return lines > 0 ? width : 0 }
    return value.split(
      maxSplits: lines, omittingEmptySubsequences: false, whereSeparator: \.isNewline
    )
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
