// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import TerminalIO
import Testing

@testable import TerminalEmulation

/// Emoji of several parts in a terminal that adds up the widths of scalars, as libvterm does.
///
/// We count a cluster as 2 cells, as terminals that draw clusters do. Elsewhere the rest of the emoji may be
/// lost, but nothing else.
@Suite struct JoinedEmojiTests {
  static let emoji = ["👩‍💻", "👩‍👩‍👧‍👦", "❤️‍🔥", "👍🏽", "🇳🇱", "🏳️‍🌈"]

  private static func grid(_ lines: [(String, Int)]) -> CellGrid {
    var grid = CellGrid(size: CellSize(columns: 12, rows: lines.count))
    for (row, line) in lines.enumerated() {
      grid.write(line.0, at: CellPosition(column: line.1, row: row))
    }
    return grid
  }

  private static func text(_ screen: EmulatedScreen, row: Int, columns: Range<Int>) -> String {
    columns.map { screen.cell(at: .init(row: row, column: $0))?.text ?? "?" }.joined()
  }

  @Test(arguments: emoji) func textAfterAnEmojiIsInItsColumn(emoji: String) {
    var screen = EmulatedScreen(size: WindowSize(columns: 12, rows: 2))
    let first = Self.grid([(emoji + "after", 0), ("below", 0)])
    screen.take(TerminalUpdate(from: nil, to: first).bytes)
    expectEqual(Self.text(screen, row: 0, columns: 2..<7), "after")
    let second = Self.grid([(emoji + "other", 0), ("below", 0)])
    screen.take(TerminalUpdate(from: first, to: second).bytes)
    expectEqual(Self.text(screen, row: 0, columns: 2..<7), "other")
    expectEqual(screen.lines[1], "below")
  }

  @Test(arguments: emoji) func anEmojiAtTheEdgeChangesNoOtherRow(emoji: String) {
    var screen = EmulatedScreen(size: WindowSize(columns: 12, rows: 2))
    let grid = Self.grid([("above", 0), (emoji, 10)])
    screen.take(TerminalUpdate(from: nil, to: grid).bytes)
    expectEqual(screen.lines[0], "above")
    #expect(screen.scrollback.isEmpty)
  }
}
