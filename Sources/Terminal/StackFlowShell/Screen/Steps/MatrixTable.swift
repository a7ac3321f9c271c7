// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import ScrollStackLayout
import TerminalCells
import TerminalIO

/// The columns of a matrix on the screen.
struct MatrixShape: Hashable {
  /// The id of the matrix.
  private let id: String

  /// The widths of the headings and of each column that its texts need.
  private let natural: [Int]

  /// The columns before a heading.
  static let indent = WidgetHost.promptWidth

  private static let gap = 2

  /// The widths up to which a heading or a column grows, and down to which it's cut to fit.
  private static let most = 24
  private static let least = 6

  /// Creates columns for rows of a matrix.
  ///
  /// - Parameters:
  ///   - table: The matrix.
  ///   - rows: The rows.
  ///   - last: The columns before; those of the same matrix don't shrink, so that few changes move them.
  init(_ table: MatrixState, _ rows: [MatrixState.Row], after last: MatrixShape?) {
    var widths = [rows.map { $0.heading.escapedForDisplay.cellWidth }.max() ?? 0]
    for (index, column) in table.columns.enumerated() {
      let cells = rows.map { row in
        row.cells.indices.contains(index) ? row.cells[index]?.matrixText.cellWidth ?? 1 : 1
      }
      widths.append(max(column.label.escapedForDisplay.cellWidth, cells.max() ?? 1))
    }
    id = table.id
    if let last, last.id == table.id, last.natural.count == widths.count {
      widths = zip(widths, last.natural).map { max($0, $1) }
    }
    natural = widths.map { min($0, Self.most) }
  }

  /// The first cell and the width of the headings and of each column at a width; nil if the table doesn't fit.
  func places(in columns: Int) -> [(start: Int, width: Int)]? {
    var widths = natural
    let room = columns - Self.indent - Self.gap * (widths.count - 1)
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      // The widest give way first.
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.least
      else { return nil }
      widths[widest] -= 1
      excess -= 1
    }
    var start = Self.indent
    return widths.map { width in
      defer { start += width + Self.gap }
      return (start, width)
    }
  }

  /// Whether the table fits a width.
  func fits(_ columns: Int) -> Bool { places(in: columns) != nil }
}

/// A row of a matrix as a screen shows it.
struct MatrixLine: Equatable {
  /// The texts of the heading and of each column; nil for no answer.
  var texts: [String?]

  let shape: MatrixShape

  var kind: Kind

  /// The columns whose answers are refused, and those whose answers are only offered, from 0.
  var refused: [Int] = []
  var offered: [Int] = []

  /// The ids of the fields to which clicks in the columns lead.
  var fields: [String] = []

  /// The number of rows up to which a heading is shown in full.
  private static let mostHeadingRows = 4

  /// The rows of the heading at a width; none if the table shows all of it.
  func wrappedHeading(_ columns: Int) -> [String] {
    let heading = (texts.first.flatMap { $0 } ?? "").escapedForDisplay
    let room = max(1, columns - MatrixShape.indent)
    let width = shape.places(in: columns).map { $0[0].width } ?? room
    guard heading.cellWidth > width else { return [] }
    return heading.wrapped(to: room).prefix(Self.mostHeadingRows).map { String($0) }
  }

  enum Kind: Hashable {
    /// The labels of the columns.
    case header

    /// The heading of the row that is asked in full, where the table cuts it.
    case heading

    /// The row that is asked, with the column of the focused field.
    case asked(column: Int?)

    /// Another row.
    case other(isFinished: Bool)
  }
}

// The cells of a row of a matrix: a row of a table where it fits, otherwise its heading, followed by its answers.
extension MatrixLine {
  func rows(columns: Int, _ look: ScreenLook) -> [CellRow] {
    let theme = look.theme
    if kind == .heading {
      return wrappedHeading(columns).map {
        CellRow($0, column: MatrixShape.indent, style: theme.text)
      }
    }
    let places = shape.places(in: columns)
    if kind == .header, places == nil { return [] }
    var row = CellRow()
    if case .asked = kind { row.write(theme.signs.pointer, column: 0, style: theme.accent) }
    if let places {
      write(places, to: &row, columns: columns, theme)
    } else {
      writeStacked(to: &row, columns: columns, theme)
    }
    return [row]
  }

  private func write(
    _ places: [(start: Int, width: Int)], to row: inout CellRow, columns: Int,
    _ theme: ScreenTheme
  ) {
    for (index, place) in places.enumerated() {
      let text = texts.indices.contains(index) ? texts[index] : nil
      let empty =
        kind == .header
        ? "" : refused.contains(index - 1) ? theme.signs.problem : theme.signs.dot
      let style = style(of: index, text, theme)
      // The signs of an offer are in the gaps, so that no column is another one because of them.
      let isMarked = theme.marksOffers && text != nil && offered.contains(index - 1)
      let room = isMarked ? min(place.width, columns - place.start - 1) : place.width
      let words = (text ?? empty).matrixText.truncated(to: room, ellipsis: theme.signs.ellipsis)
      if isMarked { row.write("[", column: place.start - 1, style: style) }
      row.write(isMarked ? words + "]" : words, column: place.start, style: style)
      guard kind != .header, fields.indices.contains(max(0, index - 1)) else { continue }
      row.clicks.append(
        (place.start..<place.start + place.width, click(on: fields[max(0, index - 1)])))
    }
  }

  private func style(of index: Int, _ text: String?, _ theme: ScreenTheme) -> CellStyle {
    switch kind {
    case .header, .heading: return theme.faint
    case .asked(let column):
      if refused.contains(index - 1) { return theme.problem }
      if index == 0 { return theme.title }
      if index - 1 == column { return theme.selection }
      if text == nil { return theme.faint }
      return offered.contains(index - 1) ? theme.offer : theme.answer
    case .other(let isFinished):
      if index == 0 { return isFinished ? theme.text : theme.faint }
      return text == nil ? theme.faint : theme.answer
    }
  }

  private func writeStacked(to row: inout CellRow, columns: Int, _ theme: ScreenTheme) {
    let room = max(1, columns - MatrixShape.indent)
    let heading = (texts.first.flatMap { $0 } ?? "").matrixText
    var style = theme.title
    var answers = ""
    if case .other(let isFinished) = kind {
      style = isFinished ? theme.text : theme.faint
      answers = texts.dropFirst().compactMap { $0?.matrixText }.joined(separator: ", ")
    }
    let shown = heading.truncated(to: room, ellipsis: theme.signs.ellipsis)
    row.write(shown, column: MatrixShape.indent, style: style)
    let left = room - shown.cellWidth - 2
    if !answers.isEmpty, left >= 3 {
      row.write(
        answers.truncated(to: left, ellipsis: theme.signs.ellipsis),
        column: MatrixShape.indent + shown.cellWidth + 2, style: theme.answer)
    }
    row.click = fields.first.map(click(on:))
  }

  private func click(on field: String) -> RowClick {
    RowClick(use: .action(.walk(.focus(field))))
  }
}

extension String {
  /// The first line of an answer, as a cell of a table shows it.
  fileprivate var matrixText: String {
    let first = split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return String(first.first ?? "").escapedForDisplay + (first.count > 1 ? "…" : "")
  }
}

/// The table of a matrix, of which a row is asked.
struct MatrixTable {
  let state: MatrixState
  let rows: [MatrixState.Row]
  let shape: MatrixShape

  /// Reads the table, with so many rows above the one that is asked that the header stays in view.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - window: The number of rows of the window.
  ///   - last: The columns that were shown last; nil if none were.
  init?(_ session: FlowSession, window: Int, after last: MatrixShape?) {
    guard let state = session.matrix else { return nil }
    self.state = state
    let above = min(state.position, max(1, (window - 14) / 2))
    // The question, and the number of further rows, are in view as well.
    let below = max(1, window - 13 - above)
    rows = session.matrixRows(state.position - above..<state.position + below + 1)
    shape = MatrixShape(state, rows, after: last)
  }

  /// The numbers of rows above and below those that are shown.
  var more: (above: Int, below: Int) {
    (rows.first?.position ?? 0, state.count - 1 - (rows.last?.position ?? state.count - 1))
  }

  /// The header, and the rows above the one that is asked, with that row.
  func above(_ focus: String?) -> [(Int?, MatrixLine)] {
    let header = MatrixLine(
      texts: [nil] + state.columns.map(\.label), shape: shape, kind: .header)
    return [(nil, header)] + lines(focus) { $0 <= state.position }
  }

  /// The heading of the row that is asked, for where the table cuts it.
  var heading: MatrixLine? {
    rows.first { $0.position == state.position }.map { row in
      MatrixLine(texts: [row.heading], shape: shape, kind: .heading)
    }
  }

  /// The rows below the one that is asked.
  func below() -> [(Int?, MatrixLine)] { lines(nil) { $0 > state.position } }

  private func lines(_ focus: String?, _ isShown: (Int) -> Bool) -> [(Int?, MatrixLine)] {
    rows.filter { isShown($0.position) }.map { row in
      let isAsked = row.position == state.position
      let column = focus.flatMap { id in
        state.columns.firstIndex { $0.id == id.withoutPositions }
      }
      return (
        row.position,
        MatrixLine(
          texts: [row.heading] + row.cells, shape: shape,
          kind: isAsked ? .asked(column: column) : .other(isFinished: row.isFinished),
          refused: row.refused, offered: row.offered,
          fields: state.columns.map { state.field($0, in: row.position) })
      )
    }
  }
}

extension MatrixState {
  /// Returns the id of the field of a column in a row.
  func field(_ column: Column, in row: Int) -> String {
    let name = column.id[(column.id.lastIndex(of: ".") ?? column.id.startIndex)...]
    return "\(id)[\(row)]\(name)"
  }
}

// MARK: - Going to other cells

extension FlowSession {
  /// Whether the step is a form with several fields, or a matrix with several cells, between which keys move.
  var asksSeveralFields: Bool {
    guard case .asking(let step) = state, step.kind == .form else { return false }
    return step.visibleFields.count > 1 || (matrix?.count ?? 0) > 1
  }

  /// The id of another field to which a key or a click leads: of the form, or in another row of the matrix; nil
  /// if there's none.
  func field(at target: FieldTarget) -> String? {
    guard case .asking(let step) = state else { return nil }
    if let id = step.visibleField(at: target) { return id }
    guard let matrix, let first = matrix.columns.first, let last = matrix.columns.last else {
      return nil
    }
    func cell(_ column: MatrixState.Column, _ distance: Int) -> String? {
      let row = matrix.position + distance
      return (0..<matrix.count).contains(row) ? matrix.field(column, in: row) : nil
    }
    let focused = step.focusedField?.id.withoutPositions
    let column = matrix.columns.first { $0.id == focused } ?? first
    switch target {
    case .next: return cell(first, 1)
    case .previous: return cell(last, -1)
    case .below: return cell(column, 1)
    case .above: return cell(column, -1)
    case .field(let id):
      guard let row = id.rowPosition(in: matrix.id), (0..<matrix.count).contains(row) else {
        return nil
      }
      return row == matrix.position ? nil : id
    }
  }
}

extension String {
  /// The position in the first brackets after the id of a list; nil if it's no id of something in an item.
  fileprivate func rowPosition(in list: String) -> Int? {
    guard hasPrefix(list + "[") else { return nil }
    let rest = dropFirst(list.count + 1)
    return rest.firstIndex(of: "]").flatMap { Int(rest[..<$0]) }
  }
}
