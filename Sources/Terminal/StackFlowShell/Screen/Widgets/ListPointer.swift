// SPDX-License-Identifier: Apache-2.0

import TerminalIO

/// The pointer in a list, and the part of the list that is shown.
struct ListPointer: Hashable {
  /// The row that the pointer is on, from 0.
  private(set) var position = 0

  /// The first row that is shown.
  private(set) var first = 0

  /// Moves the pointer to a row of a list of so many.
  mutating func move(to row: Int, count: Int) {
    position = count > 0 ? min(max(0, row), count - 1) : 0
  }

  /// Moves the pointer as a key says.
  ///
  /// Up at the first row leads to the last one, and down at the last to the first.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - count: The number of rows of the list.
  ///   - page: The number of rows that are shown.
  /// - Returns: Whether the key moves a pointer.
  mutating func take(_ key: Key, count: Int, page: Int) -> Bool {
    guard count > 0 else { return false }
    switch (key.code, key.modifiers) {
    case (.up, []), (.character("p"), .control):
      position = position > 0 ? position - 1 : count - 1
    case (.down, []), (.character("n"), .control):
      position = position < count - 1 ? position + 1 : 0
    case (.pageUp, []): move(to: position - max(1, page - 1), count: count)
    case (.pageDown, []): move(to: position + max(1, page - 1), count: count)
    case (.home, []): move(to: 0, count: count)
    case (.end, []): move(to: count - 1, count: count)
    default: return false
    }
    return true
  }

  /// The rows that are shown when so many fit: the pointer is always among them.
  func shown(of count: Int, fitting rows: Int) -> Range<Int> {
    shown(of: ListSections(count: count), fitting: rows)
  }

  /// The same for a list with sections; a title just above the pointer is shown, too.
  func shown(of list: ListSections, fitting rows: Int) -> Range<Int> {
    let rows = max(1, rows)
    let place = list.row(of: position)
    var top = place
    if rows > 1, place > 0, case .separation = list[place - 1] { top -= 1 }
    var first = min(self.first, max(0, list.rowCount - rows))
    if top < first { first = top }
    if place >= first + rows { first = place - rows + 1 }
    return first..<min(list.rowCount, first + rows)
  }

  /// The rows that are shown: fewer where a row says how many are above or below them.
  func shown(of list: ListSections, in room: ListRoom) -> Range<Int> {
    guard room.isCut(list.rowCount) else { return shown(of: list, fitting: room.rows) }
    let inner = shown(of: list, fitting: room.inner)
    guard inner.lowerBound == 0 || inner.upperBound == list.rowCount else { return inner }
    // Only one side has more.
    return inner.lowerBound == 0
      ? 0..<room.rows - 1 : shown(of: list, fitting: room.rows - 1)
  }

  /// Remembers which rows are shown, so that the list doesn't jump.
  mutating func settle(count: Int, fitting rows: Int) {
    settle(in: ListSections(count: count), fitting: rows)
  }

  /// The same for a list with sections.
  mutating func settle(in list: ListSections, fitting rows: Int) {
    first = shown(of: list, fitting: rows).lowerBound
  }
}
