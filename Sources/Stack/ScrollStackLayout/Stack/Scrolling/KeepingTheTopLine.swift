// SPDX-License-Identifier: Apache-2.0

/// A line that stays at the top of the viewport when rows change.
struct KeptLine {
  /// The row; nil for the end of the content.
  var row: RowID?

  /// The cells of the row before the line; a row that gets shorter keeps at most its length.
  var cells = 0
}

// The rows in view stay in place when rows before them are added, removed, or change length.
//
// At the start of the content there's nothing before the top line, so new rows there come into view.
// When nothing is in view the offset stays, so replacing all rows leaves the view where it was.
extension ScrollStack {
  /// Changes rows or their lengths as one change, and keeps the top line.
  ///
  /// The body changes the index only. Callbacks run before or after it, because the offset is settled
  /// when this method returns.
  ///
  /// - Parameter body: Makes the change. If it takes away the row of the line, it names another line.
  /// - Returns: The result of the body.
  /// - Complexity: O(log *n*) besides the body.
  @discardableResult
  func keepTopLine<Result>(_ body: (inout KeptLine?) -> Result) -> Result {
    guard !batch.holdsOffset else {
      var line: KeptLine?
      return body(&line)
    }
    var line = keptLine
    batch.holdsOffset = true
    let result = body(&line)
    // A separator that comes or goes is animated from where it is now.
    place(at: line)
    refreshLastShown()
    batch.holdsOffset = false
    place(at: line)
    batch.needsLayout = true
    return result
  }

  /// Replaces a row and keeps the top line, which is in the new row if it was in the old one.
  ///
  /// - Parameters:
  ///   - old: The row to replace.
  ///   - body: Replaces it, and returns the new row.
  /// - Returns: The new row.
  func keepTopLine(
    replacing old: ScrollStackRow, _ body: () -> ScrollStackRow?
  ) -> ScrollStackRow? {
    var moved: KeptLine?
    let new = keepTopLine { line in
      let isReplaced = line?.row == old.id
      let new = body()
      if isReplaced, let new {
        line?.row = new.id
        moved = line
      }
      return new
    }
    guard let moved, let new else { return new }
    // An estimate would cut the row short.
    measure(new)
    place(at: moved)
    return new
  }

  /// Follows a row whose length is about to change.
  func keepTopLine(_ range: Range<Int>, becomes length: Int) {
    guard !batch.holdsOffset, offset > 0, offset < tree.total else { return }
    if range.upperBound <= offset {
      shiftOffset(by: length - range.count)
    } else if range.lowerBound < offset {
      shiftOffset(by: min(0, range.lowerBound + length - offset))
    }
  }

  /// Moves a line out of a row that is about to leave its place, to the start of the row after it.
  func leave(_ row: ScrollStackRow, _ line: inout KeptLine?) {
    guard line?.row == row.id else { return }
    line = KeptLine(row: self.row(inSlot: tree.slot(after: row.slot))?.id)
  }

  /// The line at the offset; the end of the content if there's none.
  func lineAtOffset() -> KeptLine {
    guard let row = row(inSlot: tree.slot(atOffset: offset)) else { return KeptLine(row: nil) }
    return KeptLine(row: row.id, cells: offset - tree.start(of: row.slot))
  }

  /// The offset of a line; the end of the content if its row is gone.
  func start(of line: KeptLine) -> Int {
    guard let row = line.row.flatMap({ row(.id($0)) }) else { return tree.total }
    let range = range(of: row)
    return range.lowerBound + min(line.cells, range.count)
  }

  /// The first line in view; nil if nothing is, and at the start of the content.
  private var keptLine: KeptLine? {
    guard offset > 0 else { return nil }
    let line = lineAtOffset()
    return line.row == nil ? nil : line
  }

  private func place(at line: KeptLine?) {
    guard let line else { return }
    if let id = line.row, row(.id(id)) == nil { return }
    shiftOffset(by: start(of: line) - offset)
  }

  private func shiftOffset(by cells: Int) {
    guard cells != 0 else { return }
    offset = max(0, offset + cells)
    scrolling?.from += cells
    batch.needsLayout = true
  }
}
