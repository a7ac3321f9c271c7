// SPDX-License-Identifier: Apache-2.0

import FlowForms
import FlowScreens
import Localization
import TerminalCells

/// A row of a list as it's drawn.
struct ListRow {
  /// The mark before the label, such as a box; empty for none.
  var mark = ""

  /// The label.
  var label: String

  /// A remark in a second column.
  var detail = ""

  /// Whether it can be chosen.
  var isEnabled = true

  /// Whether the label is a remark about the row above.
  var isFaint = false

  /// The offsets of the label's Characters that match the filter.
  var marks: Set<Int> = []

  /// The title or the line that the row is, instead of something to choose.
  var separation: ChoiceSeparation?
}

extension ListRow {
  /// The rows with their remarks in full: in a second column, or below the labels where that would be too
  /// narrow for words.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - columns: The width, in cells.
  ///   - limit: The maximum number of rows; where the remarks need more, they're cut.
  ///   - ellipsis: The end of a remark that's cut.
  /// - Returns: The rows, at most `limit` unless there are more labels than that.
  static func wrappingDetails(
    of rows: [ListRow], columns: Int, rows limit: Int, ellipsis: String
  ) -> [ListRow] {
    let widest = rows.map { $0.label.escapedForDisplay.cellWidth }.max() ?? 0
    let isBeside = columns - widest - 4 >= 16
    let room = max(1, isBeside ? columns - widest - 4 : columns - 4)
    for lines in [Int.max, 3, 2, 1] {
      let wrapped = rows.flatMap { row -> [ListRow] in
        let details = row.detailLines(columns: room, most: lines, ellipsis: ellipsis)
        guard isBeside else {
          return [ListRow(label: row.label)]
            + (row.detail.isEmpty ? [] : details).map { ListRow(label: "  " + $0, isFaint: true) }
        }
        return details.indices.map { index in
          ListRow(label: index == 0 ? row.label : "", detail: details[index])
        }
      }
      if wrapped.count <= limit { return wrapped }
    }
    return rows
  }

  /// The lines of the remark; at least one.
  private func detailLines(columns: Int, most: Int, ellipsis: String) -> [String] {
    let text = detail.escapedForDisplay
    let lines = text.wrapped(to: columns)
    guard lines.count > most else { return lines.map(String.init) }
    let rest = text[lines[most - 1].startIndex...]
    return lines.prefix(most - 1).map(String.init)
      + [rest.truncated(to: columns, ellipsis: ellipsis)]
  }
}

// Lists with a pointer, as every widget with a list draws them.
extension WidgetContext {
  /// Says that there's nothing to choose, or that nothing matches the filter.
  func drawNoChoices(of field: FieldState, on canvas: inout CellCanvas, row: Int) {
    let text =
      field.choices.isEmpty
      ? field.emptyText ?? catalog.text(.nothingToChooseHere) : catalog.text(.nothingMatches)
    canvas.write(text.escapedForDisplay, column: 2, row: row, style: theme.faint)
  }

  /// Draws the rows of a list from a row of the canvas on, and places the cursor on the pointer's row
  /// if asked to.
  func drawList(
    _ rows: [ListRow], pointer: Int?, on canvas: inout CellCanvas, from first: Int,
    placesCursor: Bool = false
  ) {
    let signs = theme.signs
    let pointerWidth = signs.pointer.cellWidth + 1
    let markWidth = (rows.map { $0.mark.cellWidth }.max() ?? 0)
    let labelStart = pointerWidth + (markWidth > 0 ? markWidth + 1 : 0)
    let widest = rows.map { $0.label.escapedForDisplay.cellWidth }.max() ?? 0
    let room = max(1, canvas.size.columns - labelStart)
    let hasDetails = rows.contains { !$0.detail.isEmpty }
    // Labels come first; details have what is left.
    let labelWidth =
      hasDetails && room >= Self.leastRoomForDetails
      ? min(widest, max(room * 3 / 5, room - 2 - Self.leastDetail)) : room
    for (index, row) in rows.enumerated() {
      let y = first + index
      if let separation = row.separation {
        draw(separation, on: &canvas, row: y, indent: pointerWidth)
        continue
      }
      let isHere = index == pointer
      if isHere { canvas.write(signs.pointer, row: y, style: theme.accent) }
      if !row.mark.isEmpty {
        canvas.write(
          row.mark, column: pointerWidth, row: y,
          style: row.isEnabled ? theme.accent : theme.faint)
      }
      let style =
        !row.isEnabled || row.isFaint ? theme.faint : isHere ? theme.selection : theme.text
      // A row that has nothing in the second column has room for its label.
      let label = row.label.escapedForDisplay.truncated(
        to: row.detail.isEmpty ? room : labelWidth, ellipsis: signs.ellipsis)
      var x = labelStart
      let marks = row.marks.withWholeWords(of: label)
      for (offset, character) in label.enumerated() {
        let isMarked = marks.contains(offset)
        let drawn =
          isMarked ? CellStyle(attributes: .underline).over(theme.accent) : style
        x += canvas.write(String(character), column: x, row: y, style: drawn)
      }
      if !row.detail.isEmpty {
        let start = labelStart + min(widest, labelWidth) + 2
        let detail = row.detail.escapedForDisplay.truncated(
          to: max(0, canvas.size.columns - start), ellipsis: signs.ellipsis)
        if detail.cellWidth >= min(Self.leastDetail, row.detail.cellWidth) {
          canvas.write(detail, column: start, row: y, style: theme.faint)
        }
      }
      if isHere, placesCursor { placeCursor(column: 0, row: y, on: canvas) }
    }
  }
}

extension WidgetContext {
  /// The columns from which on a cut label leaves room for details.
  fileprivate static var leastRoomForDetails: Int { 28 }

  /// The columns of a detail that's worth showing, unless it's shorter.
  fileprivate static var leastDetail: Int { 10 }

  /// Draws the title of a section, or a line between choices.
  private func draw(
    _ separation: ChoiceSeparation, on canvas: inout CellCanvas, row: Int, indent: Int
  ) {
    let room = max(0, canvas.size.columns - indent)
    switch separation {
    case .title(let title):
      let text = title.escapedForDisplay.truncated(
        to: canvas.size.columns, ellipsis: theme.signs.ellipsis)
      canvas.write(text, row: row, style: CellStyle(attributes: .bold).over(theme.faint))
    case .line:
      canvas.write(
        String(repeating: theme.signs.bar, count: min(room, 12)), column: indent, row: row,
        style: theme.faint)
    }
  }
}

extension Choice {
  /// What a list says beside a choice: its hint, or why it can't be chosen.
  func detail(_ catalog: MessageCatalog) -> String {
    guard let reason = disabledReason else { return hint ?? "" }
    return [hint, reason.isEmpty ? catalog.text(.notNow) : reason].compactMap { $0 }.joined(
      separator: "; ")
  }
}

extension Set<Int> {
  /// The offsets, with those of all letters of a right-to-left word that contains one: a word of several
  /// styles would be shaped and ordered in parts.
  fileprivate func withWholeWords(of text: String) -> Set<Int> {
    guard !isEmpty, text.contains(where: \.isRightToLeft) else { return self }
    var whole = self
    var word: [Int] = []
    for (offset, character) in text.enumerated() {
      if character.isRightToLeft {
        word.append(offset)
      } else {
        if word.contains(where: contains) { whole.formUnion(word) }
        word = []
      }
    }
    if word.contains(where: contains) { whole.formUnion(word) }
    return whole
  }
}
