// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells
import TerminalIO

/// A row of a widget: texts at their columns.
struct WidgetRow: Hashable {
  struct Part: Hashable {
    let column: Int
    let text: String
    let style: CellStyle
  }

  private(set) var parts: [Part] = []

  /// The column after the last text.
  private(set) var end = 0

  var click: RowClick?

  /// The buttons in the row, by their columns.
  var buttons: [Button] = []

  struct Button: Hashable {
    let columns: Range<Int>
    let use: WidgetUse
  }

  /// Returns the row with what a click in it does.
  func clicked(_ click: RowClick) -> WidgetRow {
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

/// The drawing of a widget: its rows, and the cell at which the next key acts.
struct WidgetLayout {
  var rows: [WidgetRow] = []
  var cursor = CellPosition(column: 0, row: 0)
}

/// A widget that takes note of clicks in its list.
protocol ClickedWidget: StepWidget {
  /// Notes which entry of its list was clicked, before that does what it does.
  mutating func noteClick(onEntry entry: Int) -> WidgetUse?
}

/// A widget that lays out its rows at a width, and below them shows a line once something is typed.
protocol LaidOutWidget: ClickedWidget {
  func layOut(columns: Int, in context: WidgetContext) -> WidgetLayout
}

extension LaidOutWidget {
  mutating func noteClick(onEntry entry: Int) -> WidgetUse? { nil }

  /// The line is empty: it only takes words, or an answer that is typed.
  public var initialText: String? { "" }

  /// The rows that are laid out, and one for what is typed.
  public func rows(columns: Int, in context: WidgetContext) -> Int {
    layOut(columns: columns, in: context).rows.count + (context.isTyping ? 1 : 0)
  }

  /// The row of the pointer, or of what is typed.
  public func cursorRow(columns: Int, in context: WidgetContext) -> Int {
    let layout = layOut(columns: columns, in: context)
    return context.isTyping ? layout.rows.count : layout.cursor.row
  }

  /// Draws the rows, and below them what is typed.
  public func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
    let layout = layOut(columns: canvas.size.columns, in: context)
    for (index, row) in layout.rows.enumerated() {
      for part in row.parts {
        canvas.write(part.text, column: part.column, row: index, style: part.style)
      }
      if let click = row.click { context.noteTarget(click, row: index, on: canvas) }
      for button in row.buttons {
        context.noteTarget(
          RowClick(use: button.use), columns: button.columns, row: index, on: canvas)
      }
    }
    if context.isTyping {
      context.drawLine(on: &canvas, row: layout.rows.count)
    } else {
      context.placeCursor(column: layout.cursor.column, row: layout.cursor.row, on: canvas)
    }
  }
}

extension WidgetContext {
  /// Whether the line has a text, or the editor says something instead of it.
  var isTyping: Bool { !line.text.isEmpty || line.message != nil }
}

/// The entries of a list that were drawn last, which keys move through.
final class DrawnEntries {
  var entries = 0..<0

  /// The number of entries of a page.
  var page: Int { entries.isEmpty ? 8 : entries.count }
}

/// The part of a long list that is shown; only that part is laid out.
///
/// An entry of many rows that doesn't fit is cut, so that the room isn't left empty.
struct ListWindow {
  /// The entries that are shown in full.
  let entries: Range<Int>

  /// The rows of those, with a row for the entries above and one for those below where there are any.
  private(set) var rows: [WidgetRow] = []

  /// The first row of the entry around which the window is; 0 without entries.
  private(set) var place = 0

  /// Where the window is.
  enum Anchor {
    /// Around an entry.
    case around(Int)

    /// From an entry on.
    case from(Int)

    fileprivate var entry: Int {
      switch self {
      case .around(let entry), .from(let entry): entry
      }
    }
  }

  /// The entries that fit, and the one beside them that's cut, with the number of its rows; nil if none is.
  private typealias Span = (range: Range<Int>, cut: (entry: Int, rows: Int)?)

  /// Lays out as many entries as fit.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - anchor: Where the window is.
  ///   - room: The maximum number of rows, at least 1.
  ///   - theme: The theme of the rows that say how many entries are left out.
  ///   - catalog: The words of those rows.
  ///   - layOut: The rows of an entry, at least one.
  /// - Complexity: O(*m*) in the number of rows shown, whatever the number of entries.
  init(
    count: Int, _ anchor: Anchor, fitting room: Int, theme: ScreenTheme, catalog: MessageCatalog,
    layOut: (Int) -> [WidgetRow]
  ) {
    guard count > 0 else {
      entries = 0..<0
      return
    }
    let room = max(1, room)
    var known: [Int: [WidgetRow]] = [:]
    func rows(_ entry: Int) -> [WidgetRow] {
      if let rows = known[entry] { return rows }
      let rows = Array(layOut(entry).prefix(room))
      known[entry] = rows
      return rows
    }
    let pointed = min(max(0, anchor.entry), count - 1)
    func shown(fitting room: Int) -> Span {
      Self.span(of: count, anchor, at: pointed, fitting: room) { rows($0).count }
    }
    var (range, cut) = shown(fitting: room)
    let isCut = range.count < count && room > 4
    if isCut {
      (range, cut) = shown(fitting: room - 2)
      if range.lowerBound == 0 || range.upperBound == count {
        (range, cut) = shown(fitting: room - 1)
      }
    }
    if let rows = cut?.rows, rows < Self.leastCut { cut = nil }
    entries = range
    func more(_ count: Int, _ sign: String) -> WidgetRow {
      var row = WidgetRow()
      row.write(
        sign + " " + catalog.text(.moreCount, ["count": .count(count)]), column: 2,
        style: theme.faint)
      return row
    }
    if isCut, range.lowerBound > 0 { self.rows.append(more(range.lowerBound, theme.signs.up)) }
    if let cut, cut.entry < range.lowerBound { self.rows += rows(cut.entry).suffix(cut.rows) }
    for entry in range {
      if entry == pointed { place = self.rows.count }
      self.rows += rows(entry)
    }
    if let cut, cut.entry >= range.upperBound { self.rows += rows(cut.entry).prefix(cut.rows) }
    let rest = count - range.upperBound
    if isCut, rest > 0 { self.rows.append(more(rest, theme.signs.down)) }
  }

  /// Returns the entries that fit, from the pointed one downwards, and around it upwards, too.
  private static func span(
    of count: Int, _ anchor: Anchor, at pointed: Int, fitting room: Int, rows: (Int) -> Int
  ) -> Span {
    var range = pointed..<pointed + 1
    var left = room - rows(pointed)
    var goesUp = if case .around = anchor { true } else { false }
    var goesDown = true
    while goesUp || goesDown {
      if goesDown {
        goesDown = range.upperBound < count
        if goesDown {
          let count = rows(range.upperBound)
          if count > left { return (range, (range.upperBound, left)) }
          left -= count
          range = range.lowerBound..<range.upperBound + 1
        }
        // The room below the last entry is filled from above.
        if !goesDown { goesUp = true }
      }
      if goesUp {
        goesUp = range.lowerBound > 0
        if goesUp {
          let count = rows(range.lowerBound - 1)
          if count > left { return (range, (range.lowerBound - 1, left)) }
          left -= count
          range = range.lowerBound - 1..<range.upperBound
        }
      }
    }
    return (range, nil)
  }

  /// The number of empty rows from which on an entry that doesn't fit is cut.
  private static let leastCut = 3
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
