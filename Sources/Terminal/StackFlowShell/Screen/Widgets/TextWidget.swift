// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions
import Localization
import TerminalCells
import TerminalIO

/// A text of several lines, or a list or a map with an item on each line, edited in place.
///
/// The line editor edits the whole text. The widget shows it wrapped, and moves between its rows by
/// setting the cursor; at the first and the last row, Up and Down are the line editor's history.
struct TextWidget: ScreenWidget {
  var field: FieldState

  /// The width at which the text was drawn last, in cells.
  private let drawn = DrawnWidth()

  /// The column that the cursor keeps while it moves up and down, in cells.
  private var column: Int?

  private final class DrawnWidth {
    var columns = 76
  }

  init(field: FieldState) { self.field = field }

  /// The rows of the text.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool {
    let rows = TextRows(line.text, columns: drawn.columns)
    let row = rows.place(of: line.cursorOffset).row
    return isUp ? row > 0 : row + 1 < rows.lines.count
  }

  /// Begins a new line, or moves between rows.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
    guard !line.isWord else { return .ignored }
    switch (key.code, key.modifiers) {
    // Return and Ctrl-J are the same key with other bytes.
    case (.enter, []) where key.bytes == [0x0A]: return .insert("\n")
    case (.up, []): return move(by: -1, in: line)
    case (.down, []): return move(by: 1, in: line)
    case (.home, []), (.end, []):
      let rows = TextRows(line.text, columns: drawn.columns)
      let row = rows.place(of: line.cursorOffset).row
      column = nil
      return .move(key.code == .home ? rows.start(of: row) : rows.end(of: row))
    default:
      column = nil
      return .ignored
    }
  }

  private mutating func move(by distance: Int, in line: EditedLine) -> WidgetUse {
    let rows = TextRows(line.text, columns: drawn.columns)
    let place = rows.place(of: line.cursorOffset)
    guard rows.lines.indices.contains(place.row + distance) else {
      // A text of one row has the history on the arrows, as any other line.
      return rows.lines.count == 1 ? .ignored : .used
    }
    let column = column ?? place.column
    self.column = column
    return .move(rows.offset(row: place.row + distance, column: column))
  }

  /// As many rows as the text has, at most as many as a list.
  func rows(columns: Int, in context: WidgetContext) -> Int {
    // A search and a numeric argument are said where the line is.
    if context.line.isWord || context.line.message != nil { return 1 }
    let text = TextRows(context.line.text, columns: max(1, columns - 3))
    return min(max(1, text.lines.count), context.listRows)
  }

  /// Draws the rows around the cursor.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    guard !context.line.isWord, context.line.message == nil else {
      return context.drawLine(on: &canvas)
    }
    let columns = max(1, canvas.size.columns - 3)
    drawn.columns = columns
    let rows = TextRows(context.line.text, columns: columns)
    let place = rows.place(of: context.line.cursorOffset)
    let count = canvas.size.rows
    let first = min(max(0, place.row - count + 1), max(0, rows.lines.count - count))
    let isOffered = context.line.isOffered
    let style = isOffered ? context.theme.offer : context.theme.answer
    let isMarked = isOffered && context.theme.marksOffers
    for row in 0..<count {
      let isCommanded = context.line.mode == .viCommand && first + row == place.row
      canvas.write(
        isCommanded ? context.promptSign : context.theme.signs.textBar, row: row,
        style: isCommanded ? context.theme.accent : context.theme.rail)
      guard rows.lines.indices.contains(first + row) else { continue }
      let isFirst = isMarked && first + row == 0
      let isLast = isMarked && first + row == rows.lines.count - 1
      let part = LinePart(
        column: isFirst ? 3 : 2, first: rows.start(of: first + row),
        last: rows.lastPlace(in: first + row))
      context.noteTarget(RowClick(use: .used, line: part), row: row, on: canvas)
      canvas.write(
        (isFirst ? "[" : "") + String(rows.lines[first + row]).escapedForDisplay
          + (isLast ? "]" : ""), column: 2, row: row, style: style)
    }
    if first == 0, let top = rows.lines.first {
      context.drawRemark(
        context.remark(of: field), on: &canvas, after: 2 + String(top).escapedForDisplay.cellWidth)
    }
    context.placeCursor(
      column: 2 + (context.line.isOffered ? 0 : place.column), row: place.row - first, on: canvas)
  }

  func hints(in context: WidgetContext) -> [KeyHint] {
    let editsTexts = field.type == .text && context.look?.editsTexts ?? true
    return [context.hint("enter", .actDone), context.hint("ctrl-j", .actNewLine)]
      + (editsTexts ? [context.hint("ctrl-x ctrl-e", .actEditor)] : [])
  }
}

/// A text as the rows that show it, and where its offsets are in them.
struct TextRows {
  let text: String

  /// The rows; at least one.
  let lines: [Substring]

  init(_ text: String, columns: Int) {
    self.text = text
    lines = text.wrapped(to: columns)
  }

  /// The row and the column, in cells, of an offset in the text's UTF-8.
  func place(of offset: Int) -> (row: Int, column: Int) {
    let index = text.utf8.index(
      text.startIndex, offsetBy: min(max(0, offset), text.utf8.count))
    var row = max(0, (lines.firstIndex { $0.startIndex > index } ?? lines.count) - 1)
    // An empty row after a line break begins where the text ends.
    if index == text.endIndex { row = lines.count - 1 }
    let line = lines[row]
    let end = min(max(index, line.startIndex), line.endIndex)
    return (row, String(text[line.startIndex..<end]).escapedForDisplay.cellWidth)
  }

  /// The offset at a column of a row, or at the row's end.
  func offset(row: Int, column: Int) -> Int {
    let line = lines[row]
    var index = line.startIndex
    var width = 0
    while index < line.endIndex {
      let next = String(line[index]).escapedForDisplay.cellWidth
      if width + next > column { break }
      width += next
      index = line.index(after: index)
    }
    return text.utf8.distance(from: text.startIndex, to: index)
  }

  func start(of row: Int) -> Int {
    text.utf8.distance(from: text.startIndex, to: lines[row].startIndex)
  }

  /// The last offset that's drawn in a row: its end, or its last character where the next row continues there.
  func lastPlace(in row: Int) -> Int {
    let end = end(of: row)
    guard row + 1 < lines.count, start(of: row + 1) == end, let last = lines[row].last else {
      return end
    }
    return end - last.utf8.count
  }

  func end(of row: Int) -> Int {
    text.utf8.distance(from: text.startIndex, to: lines[row].endIndex)
  }
}
