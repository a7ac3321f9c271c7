// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells
import TerminalIO

/// Buttons with a sign before their labels, side by side; those that don't fit in a row continue in the next one.
struct SignedButtons {
  /// The labels, cut where one is wider than the window.
  let labels: [String]

  /// Where the signs are.
  let places: [CellPosition]

  /// The number of cells before the label of a button.
  private let indent: Int

  /// The whole labels.
  private let words: [String]

  /// The width of a row.
  private let room: Int

  /// Creates buttons.
  ///
  /// - Parameters:
  ///   - words: The labels.
  ///   - columns: The width, in cells.
  ///   - context: The context, whose prompt is before the first row.
  init(_ words: [String], columns: Int, in context: WidgetContext) {
    let signs = context.theme.signs
    let start = context.hasPrompt ? context.promptSign.cellWidth + 1 : 0
    (indent, room) = (signs.chosen.cellWidth + 1, max(1, columns - start))
    self.words = words.map(\.escapedForDisplay)
    var labels: [String] = []
    var places: [CellPosition] = []
    var (column, row) = (start, 0)
    for words in self.words {
      let label = words.truncated(to: max(1, room - indent), ellipsis: signs.ellipsis)
      let width = indent + label.cellWidth
      if column > start, column + width > columns { (column, row) = (start, row + 1) }
      labels.append(label)
      places.append(CellPosition(column: column, row: row))
      column += width + 3
    }
    (self.labels, self.places) = (labels, places)
  }

  /// The number of rows; 0 without buttons.
  var rows: Int { places.last.map { $0.row + 1 } ?? 0 }

  /// The columns of a button.
  func columns(at index: Int) -> Range<Int> {
    places[index].column..<places[index].column + indent + labels[index].cellWidth
  }

  /// The end of the first row; nil without buttons.
  var end: Int? { places.lastIndex { $0.row == 0 }.map { columns(at: $0).upperBound } }

  /// The lines of a label that's cut in its row; none for any other.
  func whole(at index: Int) -> [Substring] {
    words[index].cellWidth > room - indent ? words[index].wrapped(to: room) : []
  }
}
