// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
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
  /// The row that says how many are above or below those that are shown; none where all are.
  func more(
    _ count: Int, isAbove: Bool, in room: ListRoom, of list: ListSections
  ) -> [ListRow] {
    guard room.isCut(list.rowCount), count > 0 else { return [] }
    let words = catalog.text(.moreCount, ["count": .count(count)])
    let sign = isAbove ? theme.signs.up : theme.signs.down
    return [ListRow(label: "\(sign) \(words)", isFaint: true)]
  }

  /// Says that there's nothing to choose, or that nothing matches the filter.
  func drawNoChoices(of field: FieldState, on canvas: inout CellCanvas, row: Int) {
    for (index, line) in noChoiceLines(of: field, columns: canvas.size.columns).enumerated() {
      canvas.write(line, column: 2, row: row + index, style: theme.faint)
    }
  }

  /// The lines that say so, at a width in cells.
  func noChoiceLines(of field: FieldState, columns: Int) -> [Substring] {
    let text =
      field.choices.isEmpty
      ? field.emptyText ?? catalog.text(.nothingToChooseHere) : catalog.text(.nothingMatches)
    return text.escapedForDisplay.wrapped(to: max(1, columns - 2))
  }

  /// Draws the rows of a list from a row of the canvas on, and places the cursor on the pointer's row
  /// if asked to.
  ///
  /// The row that the pointer is on is in full: what doesn't fit in its columns is in rows below it.
  func drawList(
    _ rows: [ListRow], pointer: Int?, on canvas: inout CellCanvas, from first: Int,
    placesCursor: Bool = false
  ) {
    let signs = theme.signs
    let columns = ListColumns(rows, columns: canvas.size.columns, signs: signs)
    var y = first
    for (index, row) in rows.enumerated() {
      let first = y
      defer {
        y += 1
        if let click = row.click {
          for line in first..<y { noteTarget(click, row: line, on: canvas) }
        }
      }
      if let separation = row.separation {
        draw(separation, on: &canvas, row: y, indent: columns.pointerWidth)
        continue
      }
      let isHere = index == pointer
      if isHere { canvas.write(signs.pointer, row: y, style: theme.accent) }
      if !row.mark.isEmpty {
        canvas.write(
          row.mark, column: columns.pointerWidth, row: y,
          style: row.isEnabled ? theme.accent : theme.faint)
      }
      // Beside the pointer, which a block would cover.
      if isHere, placesCursor { placeCursor(column: signs.pointer.cellWidth, row: y, on: canvas) }
      let style =
        !row.isEnabled || row.isFaint ? theme.faint : isHere ? theme.selection : theme.text
      if isHere, let unfolded = columns.unfolded(row) {
        for line in unfolded.label {
          draw(line, of: row, on: &canvas, column: columns.label, row: y, style)
          y += 1
        }
        for line in unfolded.detail {
          canvas.write(line, column: columns.label, row: y, style: theme.faint)
          y += 1
        }
        y -= 1
        continue
      }
      let label = columns.cut(row)
      draw(label[...], of: row, on: &canvas, column: columns.label, row: y, style)
      if let detail = columns.cutDetail(row) {
        canvas.write(detail, column: columns.detail, row: y, style: theme.faint)
      }
    }
  }

  /// Draws a part of a label, whose matched letters are marked.
  private func draw(
    _ part: Substring, of row: ListRow, on canvas: inout CellCanvas, column: Int, row y: Int,
    _ style: CellStyle
  ) {
    let first = part.base.distance(from: part.base.startIndex, to: part.startIndex)
    let marks = row.marks.withWholeWords(of: row.label.escapedForDisplay)
    var x = column
    for (offset, character) in part.enumerated() {
      let isMarked = marks.contains(first + offset)
      let drawn = isMarked ? CellStyle(attributes: .underline).over(theme.accent) : style
      x += canvas.write(String(character), column: x, row: y, style: drawn)
    }
  }

  /// The rows of a list that are shown, and the one that the pointer is on, which has room for the whole
  /// of its text.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - pointer: Its pointer.
  ///   - room: The number of rows, which is noted.
  ///   - columns: The width, in cells.
  ///   - isPointed: Whether the pointer is shown.
  ///   - rows: Returns some rows of the list.
  /// - Returns: The rows, with those that say how many are above and below, and the index of the one that the
  ///   pointer is on; nil if it's on none.
  func shownRows(
    of list: ListSections, around pointer: ListPointer, in room: ListRoom, columns: Int,
    isPointed: Bool = true, rows: (Range<Int>) -> [ListRow]
  ) -> (rows: [ListRow], pointer: Int?) {
    guard list.rowCount > 0 else { return ([], nil) }
    func shown(fitting most: Int) -> (rows: [ListRow], pointer: Int?) {
      room.rows = max(1, min(list.rowCount, most))
      let shown = pointer.shown(of: list, in: room)
      let above = more(
        list.choices(before: shown.lowerBound), isAbove: true, in: room, of: list)
      let below = more(
        list.count - list.choices(before: shown.upperBound), isAbove: false, in: room, of: list)
      let place = above.count + list.row(of: pointer.position) - shown.lowerBound
      return (above + rows(shown) + below, isPointed ? place : nil)
    }
    let most = listRows
    let all = shown(fitting: most)
    let unfolded = unfoldedRows(of: all.rows, pointer: all.pointer, columns: columns)
    guard unfolded > 0, all.rows.count + unfolded > most else { return all }
    return shown(fitting: most - unfolded)
  }

  /// The number of rows that the row with the pointer has besides its first one.
  func unfoldedRows(of rows: [ListRow], pointer: Int?, columns: Int) -> Int {
    guard let pointer, rows.indices.contains(pointer), rows[pointer].separation == nil else {
      return 0
    }
    let columns = ListColumns(rows, columns: columns, signs: theme.signs)
    return columns.unfolded(rows[pointer]).map { $0.label.count + $0.detail.count - 1 } ?? 0
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

extension WidgetContext {
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
  /// The text beside a choice in a list: its hint, or the reason why it can't be chosen.
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
