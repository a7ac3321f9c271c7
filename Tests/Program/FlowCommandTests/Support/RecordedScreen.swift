// SPDX-License-Identifier: Apache-2.0

import StackFlowTesting
import TerminalIO

@testable import TerminalEmulation

/// A screen of a real terminal emulator, with the bytes sent to it.
struct RecordedScreen: ScreenReader {
  private(set) var screen: EmulatedScreen
  private(set) var bytes: [UInt8] = []

  init(size: WindowSize) { screen = EmulatedScreen(size: size) }

  mutating func take(_ bytes: [UInt8]) {
    self.bytes += bytes
    screen.take(bytes)
  }

  mutating func resize(to size: WindowSize) { screen.resize(to: size) }

  mutating func takeReplies() -> [UInt8] { screen.takeReplies() }

  var picture: String { screen.picture }

  /// Everything written, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The row of the cursor, counted from the very first row.
  var cursorRow: Int { screen.scrollback.count + screen.cursor.row }

  /// Returns the rows from a row on, with the cursor as `▏`.
  func rows(from first: Int) -> [String] {
    var rows = screen.scrollback + screen.lines
    let cursor = screen.cursor
    let row = cursorRow
    rows[row] = withCursor(at: cursor.column)
    while rows.count > row + 1, rows.last?.isEmpty == true { rows.removeLast() }
    return Array(rows[min(first, rows.count)...])
  }

  private func withCursor(at column: Int) -> String {
    // Count cells, because a wide or combined character is one Character in several cells.
    var result = ""
    var position = 0
    while let cell = screen.cell(at: .init(row: screen.cursor.row, column: position)) {
      if position == column { result += "▏" }
      result += cell.text.isEmpty ? " " : cell.text
      position += max(cell.width, 1)
    }
    let mark = result.lastIndex { $0 == "▏" } ?? result.startIndex
    while let last = result.indices.last, last > mark, result[last] == " " { result.removeLast() }
    return result
  }
}
