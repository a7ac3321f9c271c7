// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The cells of rows, from one frame to the next.
///
/// A row that isn't drawn in a frame isn't kept, so that there are never more than a viewport shows.
struct KeptRows {
  /// The properties that determine the cells of a row.
  struct Drawing: Equatable {
    let version: Int
    let size: CellSize
    let start: Int
    let crossStart: Int
    let cross: Int
    let background: CellColor
    let ambiguous: AmbiguousWidth
  }

  /// The cells of a row, which are moved from frame to frame without a copy.
  private final class Kept {
    let row: RowID
    let drawing: Drawing
    let picture: CellGrid

    init(_ picture: CellGrid, of row: RowID, drawnAs drawing: Drawing) {
      (self.row, self.drawing, self.picture) = (row, drawing, picture)
    }
  }

  /// The rows of the last frame, and those of the one that's being drawn, in the order in which they were drawn.
  private var last: [Kept] = []
  private var current: [Kept] = []

  /// The place in the last frame from which on rows are looked for.
  private var place = 0

  mutating func beginFrame() {
    guard !current.isEmpty || !last.isEmpty else { return }
    swap(&last, &current)
    current.removeAll(keepingCapacity: true)
    place = 0
  }

  /// Returns the cells of a row if they were drawn as a drawing in the last frame, and keeps them for the next one; nil
  /// for others.
  ///
  /// A row that has changed places with another one isn't found, and is drawn again.
  mutating func picture(of row: RowID, drawnAs drawing: Drawing) -> CellGrid? {
    var index = place
    while index < last.count, last[index].row != row { index += 1 }
    guard index < last.count else { return nil }
    place = index + 1
    let kept = last[index]
    guard kept.drawing == drawing else { return nil }
    current.append(kept)
    return kept.picture
  }

  /// Keeps the cells of a row for the next frame.
  mutating func keep(_ picture: CellGrid, of row: RowID, drawnAs drawing: Drawing) {
    current.append(Kept(picture, of: row, drawnAs: drawing))
  }
}
