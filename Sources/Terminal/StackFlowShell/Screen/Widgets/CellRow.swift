// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// A row of cells: texts at their columns, and what clicks in them do.
struct CellRow {
  struct Part {
    let column: Int
    let text: String
    let style: CellStyle
  }

  var parts: [Part] = []

  /// The column after the last text.
  private(set) var end = 0

  /// The action of a click in the row; nil for none.
  var click: RowClick?

  /// The actions of clicks in some of its columns, such as those of a button.
  var clicks: [(columns: Range<Int>, click: RowClick)] = []

  /// The style of the cells without a text; nil for none.
  var fill: CellStyle?

  init(click: RowClick? = nil) { self.click = click }

  /// Creates a row with the parts of a line.
  init(
    _ line: [(text: Substring, style: CellStyle)], column: Int = 0, fill: CellStyle? = nil
  ) {
    self.fill = fill
    write(line, column: column)
  }

  /// Creates a row with one text.
  init(_ text: some StringProtocol, column: Int = 0, style: CellStyle) {
    write(text, column: column, style: style)
  }

  /// Returns the row with what a click in it does.
  func clicked(_ click: RowClick) -> CellRow {
    var row = self
    row.click = click
    return row
  }

  /// Adds a text; control characters are visible escapes.
  mutating func write(_ text: some StringProtocol, column: Int, style: CellStyle) {
    let safe = text.escapedForDisplay
    parts.append(Part(column: column, text: safe, style: style))
    end = max(end, column + safe.cellWidth)
  }

  /// Adds the parts of a line.
  mutating func write(_ line: [(text: Substring, style: CellStyle)], column: Int) {
    var column = column
    for part in line {
      write(part.text, column: column, style: part.style)
      column += part.text.cellWidth
    }
  }

  /// The texts, one after the other, with a blank between two.
  var text: String { parts.map(\.text).joined(separator: " ") }
}

struct RowClick: Hashable {
  let use: WidgetUse

  /// The entry of the widget's list to which the row belongs, from 0; nil where that says nothing.
  var entry: Int?

  /// The key that it is, as a hint names it; nil for none.
  var key: Key?

  /// The part of the line that's typed in which it places the cursor; nil elsewhere.
  var line: LinePart?
}

/// A part of the line that's typed, as it's in a row.
struct LinePart: Hashable {
  /// The columns before its first character.
  let column: Int

  /// Its first character, as an offset in the text's UTF-8, and the last place of the cursor in it.
  var first = 0
  var last = Int.max

  /// The sign of a character where the text isn't shown; nil where it is.
  var mask: String?

  /// The offset in the text's UTF-8 of the character that's drawn in a column, from 0.
  ///
  /// Left of the part it's the character before it, for which a mark stands.
  func offset(atColumn column: Int, in text: String) -> Int {
    let start =
      mask.map {
        text.index(text.startIndex, offsetBy: first / $0.utf8.count, limitedBy: text.endIndex)
      }
      ?? text.utf8.index(text.startIndex, offsetBy: first, limitedBy: text.endIndex)
    guard var index = start else { return text.utf8.count }
    var left = column - self.column
    if left < 0, index > text.startIndex { index = text.index(before: index) }
    while index < text.endIndex {
      let width = mask?.cellWidth ?? String(text[index]).escapedForDisplay.cellWidth
      guard left >= width else { break }
      left -= width
      index = text.index(after: index)
    }
    return min(last, text.utf8.distance(from: text.startIndex, to: index))
  }
}

/// Rows that are laid out at a width.
struct CellLayout {
  var rows: [CellRow] = []

  /// The cell at which the next key acts; nil where that's somewhere else.
  var cursor: CellPosition?

  /// The rows of the entry that the pointer is on; empty for none.
  var pointed = 0..<0
}

/// A widget that takes note of clicks in its list.
protocol ClickedWidget: StepWidget {
  /// Notes which entry of its list was clicked, before that does what it does.
  mutating func noteClick(onEntry entry: Int) -> WidgetUse?
}

/// A widget that lays out its rows to know how many there are, and so knows at once which of them must stay in view.
protocol MeasuredWidget: StepWidget {
  func measure(columns: Int, in context: WidgetContext) -> (rows: Int, cursorRow: Int)
}

extension MeasuredWidget {
  func rows(columns: Int, in context: WidgetContext) -> Int {
    measure(columns: columns, in: context).rows
  }

  func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    measure(columns: columns, in: context).cursorRow
  }
}

/// A widget that lays out its rows at a width, and below them shows a line once something is typed.
protocol LaidOutWidget: ClickedWidget, MeasuredWidget {
  func layOut(columns: Int, in context: WidgetContext) -> CellLayout
}

extension LaidOutWidget {
  mutating func noteClick(onEntry entry: Int) -> WidgetUse? { nil }

  /// The line is empty: it only takes words, or an answer that is typed.
  var initialText: String? { "" }

  func measure(columns: Int, in context: WidgetContext) -> (rows: Int, cursorRow: Int) {
    let layout = layOut(columns: columns, in: context)
    let count = layout.rows.count
    return context.isTyping ? (count + 1, count) : (count, layout.cursor?.row ?? 0)
  }

  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    var layout = layOut(columns: canvas.size.columns, in: context)
    if context.isTyping { layout.cursor = nil }
    context.draw(layout, on: &canvas)
    if context.isTyping { context.drawLine(on: &canvas, row: layout.rows.count) }
  }
}

/// A widget with a line, and rows below it, such as a list.
protocol LinedWidget: ScreenWidget, MeasuredWidget {
  /// The rows below the line; with a cursor if that isn't in the line.
  func layOutBelow(columns: Int, in context: WidgetContext) -> CellLayout

  /// Draws the line, after the rows below it were laid out.
  func drawAnswer(on canvas: inout CellCanvas, in context: WidgetContext)
}

extension LinedWidget {
  /// The line and the rows below it; the cursor's is the last row of the entry that the pointer is on, or the line.
  func measure(columns: Int, in context: WidgetContext) -> (rows: Int, cursorRow: Int) {
    let below = layOutBelow(columns: columns, in: context)
    return (1 + below.rows.count, below.pointed.upperBound)
  }

  func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let below = layOutBelow(columns: canvas.size.columns, in: context)
    drawAnswer(on: &canvas, in: context)
    context.draw(below, on: &canvas, from: 1)
  }
}

/// A widget whose list is shown where the line would list its completions.
protocol ListedLine: LinedWidget {
  var list: PointedList { get set }

  /// Shows all that would complete the line.
  mutating func showList()
}

extension ListedLine {
  mutating func showList() {}

  /// Moves the pointer into the list.
  ///
  /// - Returns: Whether there's a list.
  mutating func enterList() -> Bool {
    showList()
    list.move(to: 0)
    list.settle()
    return list.count > 0
  }
}

extension WidgetContext {
  /// Lays out a list below a line, unless nothing is read; the cursor is in the line.
  func layOut(
    _ list: PointedList, columns: Int, entries: (Range<Int>) -> [ListRow]
  ) -> CellLayout {
    guard isFocused else { return CellLayout() }
    var layout = list.layOut(columns: columns, in: self, entries: entries)
    layout.cursor = nil
    return layout
  }

  /// Draws rows from one of the canvas on, and places the cursor if it's in them.
  func draw(_ layout: CellLayout, on canvas: inout CellCanvas, from first: Int = 0) {
    canvas.draw(layout.rows, from: first, noting: look)
    if let cursor = layout.cursor {
      placeCursor(column: cursor.column, row: first + cursor.row, on: canvas)
    }
  }

  /// Whether the line has a text, or the editor says something instead of it.
  var isTyping: Bool { !line.text.isEmpty || line.message != nil }
}

extension CellCanvas {
  /// Draws rows from one of the canvas on, and has a look note what clicks in them do.
  mutating func draw(_ rows: [CellRow], from first: Int = 0, noting look: ScreenLook?) {
    for (index, row) in rows.enumerated() {
      let place = first + index
      if let fill = row.fill {
        self.fill(CellRect(column: 0, row: place, columns: size.columns, rows: 1), style: fill)
      }
      for part in row.parts {
        write(part.text, column: part.column, row: place, style: part.style)
      }
      if let click = row.click { look?.note(click, 0..<size.columns, row: place, on: self) }
      for (columns, click) in row.clicks { look?.note(click, columns, row: place, on: self) }
    }
  }
}

extension ScreenSigns {
  /// The arrow of what is to the right.
  var right: String { leftRight.last.map(String.init)?.asArrow ?? "right" }

  /// The arrow of what is above, and of what is below.
  var up: String { upDown.first.map(String.init)?.asArrow ?? "^" }
  var down: String { upDown.last.map(String.init)?.asArrow ?? "v" }
}

extension String {
  /// The text if it's an arrow; nil for a letter of a key's name.
  fileprivate var asArrow: String? { ["↑", "↓", "→"].contains(self) ? self : nil }
}
