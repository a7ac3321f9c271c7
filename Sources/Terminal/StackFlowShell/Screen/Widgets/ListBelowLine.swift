// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// A list below a line that's typed, such as the names in a folder.
///
/// Down and Up move the pointer into it; until then Enter takes the line.
struct ListBelowLine {
  /// The number of entries.
  private(set) var count = 0

  private var pointer = ListPointer()
  private var isInList = false
  private let room = ListRoom()

  /// The entry that the pointer is on; nil while it's at the line.
  var chosen: Int? { isInList ? pointer.position : nil }

  /// Shows other entries; the pointer is at the line then.
  mutating func show(_ count: Int) {
    self.count = count
    pointer = ListPointer()
    isInList = false
  }

  /// Moves the pointer to the first entry, or to the last one.
  mutating func enter(atEnd: Bool = false) {
    guard count > 0 else { return }
    isInList = true
    pointer.move(to: atEnd ? count - 1 : 0, count: count)
    pointer.settle(count: count, fitting: room.inner)
  }

  /// Moves the pointer back to the line.
  mutating func leave() { isInList = false }

  /// Whether there's a row above or below the one that the pointer is on; the line is above the first.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool {
    guard isInList else { return !isUp && count > 0 && !line.isWord }
    return isUp || pointer.position + 1 < count
  }

  /// Moves the pointer as a key says.
  ///
  /// - Returns: Whether the key moves it.
  mutating func take(_ key: Key) -> Bool {
    guard count > 0 else { return false }
    switch (key.code, key.modifiers) {
    case (.down, []) where !isInList: enter()
    case (.up, []) where !isInList: enter(atEnd: true)
    case (.up, []) where pointer.position == 0: leave()
    case (.down, []), (.up, []), (.pageUp, []), (.pageDown, []):
      guard isInList, pointer.take(key, count: count, page: room.rows) else { return false }
      pointer.settle(count: count, fitting: room.inner)
    default: return false
    }
    return true
  }

  // MARK: Drawing

  /// The number of rows of the line, and below it of as many entries as fit, and of the whole text of the one that
  /// the pointer is on.
  ///
  /// - Parameters:
  ///   - columns: The width, in cells.
  ///   - context: What the widget draws with.
  ///   - entries: The rows of some entries.
  /// - Returns: The number of rows; at least 1.
  func rows(
    columns: Int, in context: WidgetContext, entries: (Range<Int>) -> [ListRow]
  ) -> Int {
    guard context.isFocused else { return 1 }
    let shown = shown(columns: columns, in: context, entries: entries)
    return 1 + shown.rows.count
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// The row of the pointer, with its whole text, or of the line.
  func cursorRow(
    columns: Int, in context: WidgetContext, entries: (Range<Int>) -> [ListRow]
  ) -> Int {
    guard isInList, context.isFocused else { return 0 }
    let shown = shown(columns: columns, in: context, entries: entries)
    return 1 + (shown.pointer ?? 0)
      + context.unfoldedRows(of: shown.rows, pointer: shown.pointer, columns: columns)
  }

  /// Draws the entries below the line.
  func draw(
    on canvas: inout CellCanvas, in context: WidgetContext, entries: (Range<Int>) -> [ListRow]
  ) {
    guard canvas.size.rows > 1, count > 0 else { return }
    let shown = shown(columns: canvas.size.columns, in: context, entries: entries)
    context.drawList(shown.rows, pointer: shown.pointer, on: &canvas, from: 1)
  }

  private func shown(
    columns: Int, in context: WidgetContext, entries: (Range<Int>) -> [ListRow]
  ) -> (rows: [ListRow], pointer: Int?) {
    context.shownRows(
      of: ListSections(count: count), around: pointer, in: room, columns: columns,
      isPointed: isInList, rows: entries)
  }
}

/// A widget with a list below its line, which is shown where the line would list its completions.
protocol ListedLine: ScreenWidget {
  /// Whether the list has entries now.
  var hasList: Bool { get }

  /// Moves the pointer into the list.
  ///
  /// - Returns: Whether there's a list.
  mutating func enterList() -> Bool
}
