// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import Localization
import TerminalCells

/// A row of a list as it's drawn.
struct ListRow {
  /// The mark before the label, such as a box; empty for none.
  var mark = ""

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

  var click: RowClick?
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
  /// Lays out the rows of a list.
  ///
  /// The row that the pointer is on is in full: what doesn't fit in its columns is in rows below it.
  func layOut(_ rows: [ListRow], pointer: Int? = nil, columns width: Int) -> CellLayout {
    let columns = ListColumns(rows, columns: width, signs: theme.signs)
    var layout = CellLayout()
    for (index, row) in rows.enumerated() {
      let first = layout.rows.count
      if let separation = row.separation {
        layout.rows.append(self.row(of: separation, columns, width))
      } else if index == pointer {
        layout.rows += pointedRows(of: row, columns)
        layout.pointed = first..<layout.rows.count
        // Beside the pointer, which a block would cover.
        layout.cursor = CellPosition(column: theme.signs.pointer.cellWidth, row: first)
      } else {
        let style = row.isEnabled && !row.isFaint ? theme.text : theme.faint
        layout.rows.append(self.row(of: row, columns, head(of: row, columns), style))
      }
    }
    return layout
  }

  /// The row with the pointer, with all of its text.
  private func pointedRows(of row: ListRow, _ columns: ListColumns) -> [CellRow] {
    let style = row.isEnabled && !row.isFaint ? theme.selection : theme.faint
    var head = head(of: row, columns)
    head.write(theme.signs.pointer, column: 0, style: theme.accent)
    guard let unfolded = columns.unfolded(row) else {
      return [self.row(of: row, columns, head, style)]
    }
    var rows = unfolded.label.map { line in
      var cells = CellRow(click: row.click)
      write(line, of: row, in: &cells, column: columns.label, style)
      return cells
    }
    rows += unfolded.detail.map { line in
      var cells = CellRow(click: row.click)
      cells.write(line, column: columns.label, style: theme.faint)
      return cells
    }
    if !rows.isEmpty { rows[0].parts += head.parts }
    return rows
  }

  /// The mark before a label.
  private func head(of row: ListRow, _ columns: ListColumns) -> CellRow {
    var head = CellRow(click: row.click)
    if !row.mark.isEmpty {
      let style = row.isEnabled ? theme.accent : theme.faint
      head.write(row.mark, column: columns.pointerWidth, style: style)
    }
    return head
  }

  /// Returns the row with a label and a remark after its head, cut to fit.
  private func row(
    of row: ListRow, _ columns: ListColumns, _ head: CellRow, _ style: CellStyle
  ) -> CellRow {
    var cells = head
    write(columns.cut(row)[...], of: row, in: &cells, column: columns.label, style)
    if let detail = columns.cutDetail(row) {
      cells.write(detail, column: columns.detail, style: theme.faint)
    }
    return cells
  }

  /// Writes a part of a label, whose matched letters are marked.
  private func write(
    _ part: Substring, of row: ListRow, in cells: inout CellRow, column: Int, _ style: CellStyle
  ) {
    let marks = row.marks.withWholeWords(of: row.label.escapedForDisplay)
    guard !marks.isEmpty else { return cells.write(part, column: column, style: style) }
    let marked = CellStyle(attributes: .underline).over(theme.accent)
    let first = part.base.distance(from: part.base.startIndex, to: part.startIndex)
    var column = column
    for (offset, character) in part.enumerated() {
      let text = String(character)
      cells.write(text, column: column, style: marks.contains(first + offset) ? marked : style)
      column += text.cellWidth
    }
  }

  /// The title of a section, or a line between choices.
  private func row(
    of separation: ChoiceSeparation, _ columns: ListColumns, _ width: Int
  ) -> CellRow {
    switch separation {
    case .title(let title):
      CellRow(
        title.escapedForDisplay.truncated(to: width, ellipsis: theme.signs.ellipsis),
        style: CellStyle(attributes: .bold).over(theme.faint))
    case .line:
      CellRow(
        String(repeating: theme.signs.bar, count: min(max(0, width - columns.pointerWidth), 12)),
        column: columns.pointerWidth, style: theme.faint)
    }
  }
}

/// The columns of a list: the pointer, the marks, the labels, and the remarks where there's room for them.
struct ListColumns {
  /// The columns of the pointer.
  let pointerWidth: Int

  /// The first column of the labels.
  let label: Int

  private let widest: Int
  private let room: Int
  private let labelWidth: Int
  private let columns: Int
  private let ellipsis: String

  /// Finds the columns of a list in a width, in cells.
  init(_ rows: [ListRow], columns: Int, signs: ScreenSigns) {
    self.columns = columns
    ellipsis = signs.ellipsis
    pointerWidth = signs.pointer.cellWidth + 1
    let markWidth = rows.map { $0.mark.cellWidth }.max() ?? 0
    label = pointerWidth + (markWidth > 0 ? markWidth + 1 : 0)
    widest = rows.map { $0.label.escapedForDisplay.cellWidth }.max() ?? 0
    room = max(1, columns - label)
    let hasDetails = rows.contains { !$0.detail.isEmpty }
    // Labels come first; details have what is left.
    labelWidth =
      hasDetails && room >= Self.leastRoomForDetails
      ? min(widest, max(room * 3 / 5, room - 2 - Self.leastDetail)) : room
  }

  /// The columns from which on a cut label leaves room for details.
  private static let leastRoomForDetails = 28

  /// The columns of a detail that's worth showing, unless it's shorter.
  private static let leastDetail = 10

  /// The first column of the remarks.
  var detail: Int { label + min(widest, labelWidth) + 2 }

  /// The part of the label that fits, with an ellipsis where there's no room for the remark.
  func cut(_ row: ListRow) -> String {
    let text = row.label.escapedForDisplay
    // A row that has nothing in the second column has room for its label.
    if row.detail.isEmpty { return text.truncated(to: room, ellipsis: ellipsis) }
    guard cutDetail(row) == nil else { return text.truncated(to: labelWidth, ellipsis: ellipsis) }
    let signed = "\(text) \(ellipsis)"
    return signed.cellWidth <= room
      ? signed : (text + ellipsis).truncated(to: room, ellipsis: ellipsis)
  }

  /// The part of the remark that fits; nil where there's none, or no room for it.
  func cutDetail(_ row: ListRow) -> String? {
    guard !row.detail.isEmpty else { return nil }
    let text = row.detail.escapedForDisplay.truncated(
      to: max(0, columns - detail), ellipsis: ellipsis)
    return text.cellWidth >= min(Self.leastDetail, row.detail.cellWidth) ? text : nil
  }

  /// The lines of a row's label and remark; nil where both fit in their columns.
  func unfolded(_ row: ListRow) -> (label: [Substring], detail: [Substring])? {
    let text = row.label.escapedForDisplay
    let remark = row.detail.escapedForDisplay
    guard cut(row) != text || cutDetail(row) ?? "" != remark else { return nil }
    return (text.wrapped(to: room), row.detail.isEmpty ? [] : remark.wrapped(to: room))
  }
}

extension Choice {
  /// The text beside a choice in a list: its hint, or the reason why it can't be chosen.
  func detail(_ catalog: MessageCatalog) -> String {
    guard let reason = disabledReason ?? lockedReason else { return hint ?? "" }
    let standard: MessageID = isLocked ? .alwaysChosen : .notNow
    return [hint, reason.isEmpty ? catalog.text(standard) : reason].compactMap { $0 }.joined(
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
