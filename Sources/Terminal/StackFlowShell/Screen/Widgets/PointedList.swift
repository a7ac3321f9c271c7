// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells
import TerminalIO

/// A list with a pointer: which entry the next key acts on, and which part of the list is shown.
struct PointedList {
  /// The place beside the list where the pointer may be instead of on an entry.
  enum Edge {
    /// Nothing: the pointer goes from one end to the other.
    case none

    /// The line that's typed, above the list; Enter takes it until the pointer is moved down.
    case line

    /// The buttons below the list.
    case buttons
  }

  let edge: Edge

  /// The entries, and the titles and lines between them.
  var rows: ListSections {
    didSet {
      position = max(0, min(position, count - 1))
      if count == 0, edge != .none { isBeside = true }
    }
  }

  /// The buttons below the list; none elsewhere.
  var buttons: ButtonRow

  /// The entry that the pointer is on, or was before it was moved beside the list.
  private var position = 0
  private var isBeside: Bool

  /// The first row that is shown.
  private var first = 0

  /// The part that was drawn last, which keys move through.
  private let drawn = Drawn()

  private final class Drawn {
    /// The entries that were shown in full; nil before any were.
    var entries: Range<Int>?

    /// The number of rows that the list had.
    var rows = 8
  }

  /// Creates a list whose pointer is beside it, or on its first entry.
  init(_ rows: ListSections, edge: Edge = .none, buttons: ButtonRow = ButtonRow([])) {
    self.edge = edge
    self.rows = rows
    self.buttons = buttons
    isBeside = edge != .none
  }

  /// The number of entries.
  var count: Int {
    get { rows.count }
    set { rows = ListSections(count: newValue) }
  }

  /// The entry that the pointer is on, from 0; nil beside the list, and in an empty one.
  var entry: Int? { isBeside || count == 0 ? nil : position }

  /// Whether there's an entry above or below the one that the pointer is on; the line is above the first.
  func hasEntry(above isUp: Bool) -> Bool {
    guard let entry else { return !isUp && count > 0 }
    return isUp ? entry > 0 || edge == .line : entry + 1 < count
  }

  // MARK: Moving

  /// Moves the pointer to an entry, or beside the list for nil.
  mutating func move(to entry: Int?) {
    isBeside = entry == nil || count == 0 && edge != .none
    if let entry { position = max(0, min(entry, count - 1)) }
  }

  /// Shows other entries from their beginning.
  mutating func begin(_ rows: ListSections) {
    (position, first, isBeside) = (0, 0, edge != .none)
    self.rows = rows
  }

  /// Scrolls a list without a pointer.
  ///
  /// - Returns: Whether there are more entries.
  mutating func scroll(by distance: Int) -> Bool {
    let next = first + distance
    guard next >= 0, distance < 0 || (drawn.entries?.upperBound ?? 0) < count else { return false }
    first = next
    return true
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves the pointer.
  mutating func take(_ key: Key) -> Bool {
    if entry == nil, buttons.take(key) { return true }
    let page = edge == .buttons ? drawn.entries?.count ?? 8 : drawn.rows
    switch (key.code, key.modifiers) {
    case (.left, []), (.right, []):
      guard edge == .buttons, entry != nil else { return false }
      move(to: nil)
    case (.up, []),
      (.character("p"), .control) where edge != .line:
      guard count > 0 else { return edge == .buttons }
      if let entry, entry > 0 {
        move(to: entry - 1)
      } else {
        move(to: entry == nil || edge == .none ? count - 1 : nil)
      }
    case (.down, []),
      (.character("n"), .control) where edge != .line:
      guard count > 0 else { return edge == .buttons }
      if let entry, entry == count - 1 {
        move(to: edge == .buttons ? nil : 0)
      } else {
        move(to: entry.map { $0 + 1 } ?? 0)
      }
    case (.pageUp, []):
      guard count > 0, entry != nil || edge == .buttons && count > page else { return false }
      move(to: (entry ?? count) - max(1, page - 1))
    case (.pageDown, []):
      guard let entry else { return false }
      move(to: edge == .buttons && entry == count - 1 ? nil : entry + max(1, page - 1))
    case (.home, []) where entry != nil && edge != .line: move(to: 0)
    case (.end, []) where entry != nil && edge != .line: move(to: count - 1)
    default: return false
    }
    settle()
    return true
  }

  // MARK: The part that is shown

  /// The number of rows up to which no row says what is above and below.
  private static let short = 4

  /// Whether there are more rows than were drawn last.
  var isCut: Bool { drawn.rows < rows.rowCount }

  /// Whether there are more rows than were drawn last, and rows that say so.
  var saysRest: Bool { isCut && drawn.rows > Self.short }

  /// Remembers which rows are shown, so that the list doesn't jump.
  mutating func settle() {
    first = shown(fitting: drawn.rows > Self.short ? drawn.rows - 2 : drawn.rows).lowerBound
  }

  /// The rows that are shown when so many fit: the pointer is always among them, and a title just above it.
  private func shown(fitting count: Int) -> Range<Int> {
    let count = max(1, count)
    let place = rows.row(of: position)
    var top = place
    if count > 1, place > 0, case .separation = rows[place - 1] { top -= 1 }
    var first = min(self.first, max(0, rows.rowCount - count))
    if top < first { first = top }
    if place >= first + count { first = place - count + 1 }
    return first..<min(rows.rowCount, first + count)
  }

  /// The rows that are shown: fewer where a row says how many are above or below them.
  private var shown: Range<Int> {
    guard saysRest else { return shown(fitting: drawn.rows) }
    let inner = shown(fitting: drawn.rows - 2)
    guard inner.lowerBound == 0 || inner.upperBound == rows.rowCount else { return inner }
    // Only one side has more.
    return inner.lowerBound == 0 ? 0..<drawn.rows - 1 : shown(fitting: drawn.rows - 1)
  }

  /// Lays out the rows that fit a list, each of which is one, and all of the text of the one that the pointer is on.
  ///
  /// - Parameters:
  ///   - columns: The width, in cells.
  ///   - context: What the widget draws with.
  ///   - entries: The rows of a part of the list.
  /// - Returns: The rows, with those that say how many are above and below.
  func layOut(
    columns: Int, in context: WidgetContext, entries: (Range<Int>) -> [ListRow]
  ) -> CellLayout {
    guard rows.rowCount > 0 else { return CellLayout() }
    func layOut(fitting most: Int) -> CellLayout {
      drawn.rows = max(1, min(rows.rowCount, most))
      let shown = shown
      let above = more(rows.choices(before: shown.lowerBound), isAbove: true, in: context)
      let below = more(count - rows.choices(before: shown.upperBound), isAbove: false, in: context)
      let place = entry.map { above.count + rows.row(of: $0) - shown.lowerBound }
      return context.layOut(above + entries(shown) + below, pointer: place, columns: columns)
    }
    let most = context.listRows
    let all = layOut(fitting: most)
    let unfolded = all.pointed.count - 1
    return unfolded > 0 && all.rows.count > most ? layOut(fitting: most - unfolded) : all
  }

  /// The row that says how many are above or below those that are shown; none where all are.
  private func more(_ count: Int, isAbove: Bool, in context: WidgetContext) -> [ListRow] {
    guard saysRest, count > 0 else { return [] }
    let words = context.catalog.text(.moreCount, ["count": .count(count)])
    let sign = isAbove ? context.theme.signs.up : context.theme.signs.down
    return [ListRow(label: "\(sign) \(words)", isFaint: true)]
  }

  /// Lays out the entries around one of them that fit a list, each of which may have many rows; or, without a pointer,
  /// from the first one on.
  ///
  /// - Parameters:
  ///   - count: The number of entries; nil for those of the list.
  ///   - pointed: The entry; nil for the first one that is shown.
  ///   - context: What the widget draws with.
  ///   - layOut: The rows of an entry, at least one.
  /// - Returns: The entries that are shown.
  func window(
    of count: Int? = nil, around pointed: Int?, in context: WidgetContext,
    layOut: (Int) -> [CellRow]
  ) -> ListWindow {
    let window = ListWindow(
      count: count ?? self.count, pointed.map { .around($0) } ?? .from(first),
      fitting: context.listRows, theme: context.theme, catalog: context.catalog, layOut: layOut)
    drawn.entries = window.entries.isEmpty ? nil : window.entries
    return window
  }

  /// Lays out the buttons below the entries.
  ///
  /// - Parameters:
  ///   - window: The entries that are shown.
  ///   - question: Rows between the entries and the buttons.
  ///   - remark: A remark beside the buttons.
  ///   - columns: The width, in cells.
  ///   - context: What the widget draws with.
  /// - Returns: All of it, with the cursor at the pointer.
  func layOut(
    above window: ListWindow, _ question: [CellRow] = [], remark: String = "", columns: Int,
    in context: WidgetContext
  ) -> CellLayout {
    let isFocused = context.isFocused && !context.isTyping && entry == nil
    let below = buttons.layOut(
      columns: columns, theme: context.theme, isFocused: isFocused, remark: remark)
    let rows = window.rows + question
    let cursor =
      entry == nil
      ? below.cursor.map { CellPosition(column: $0.column, row: rows.count + $0.row) }
      : CellPosition(column: context.theme.signs.pointer.cellWidth, row: window.place)
    return CellLayout(rows: rows + below.rows, cursor: cursor)
  }
}
