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
    let rows = max(1, rows)
    var first = min(self.first, max(0, count - rows))
    if position < first { first = position }
    if position >= first + rows { first = position - rows + 1 }
    return first..<min(count, first + rows)
  }

  /// Remembers which rows are shown, so that the list doesn't jump.
  mutating func settle(count: Int, fitting rows: Int) {
    first = shown(of: count, fitting: rows).lowerBound
  }
}
