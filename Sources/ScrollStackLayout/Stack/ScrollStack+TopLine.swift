// SPDX-License-Identifier: Apache-2.0

// What is in view stays where it is when rows before it come, go or change their lengths.
//
// At the start of the content there is nothing before it: what comes there shows. Where nothing is in
// view, the offset stays too, so that rows which are all replaced leave the view where it was.
extension ScrollStack {
  /// Follows cells that came at a place of the content.
  func keepTopLine(insertedAt place: Int, cells: Int) {
    guard offset > 0, offset < tree.total - cells, place <= offset else { return }
    shiftOffset(by: cells)
  }

  /// Follows cells that a row had and that are gone; of one that was cut, nothing is left to cut.
  func keepTopLine(removed range: Range<Int>) { keepTopLine(range, becomes: 0) }

  /// Follows a row whose cells became more or fewer.
  func keepTopLine(_ range: Range<Int>, becomes length: Int) {
    guard offset > 0, offset < tree.total else { return }
    if range.upperBound <= offset {
      shiftOffset(by: length - range.count)
    } else if range.lowerBound < offset {
      shiftOffset(by: min(0, range.lowerBound + length - offset))
    }
  }

  /// Lets a new row take the top line of one that it replaces.
  ///
  /// - Parameters:
  ///   - cells: the cells of the old row before the viewport; nil if it wasn't at the top, or whoever
  ///     was told that it leaves has scrolled.
  ///   - distance: the cells from the end of the old row to the viewport; nil if it wasn't before it.
  ///   - body: puts the new row there.
  /// - Returns: what the body returns.
  func keepTopLine(
    replacing cells: Int?, before distance: Int?, _ body: () -> [ScrollStackRow]
  ) -> [ScrollStackRow] {
    let added = body()
    if let distance, let row = added.first, contains(row) {
      shiftOffset(by: range(of: row).upperBound + distance - offset)
    }
    guard let cells, let row = added.first, contains(row) else { return added }
    // An estimate would cut it short.
    measure(row)
    guard contains(row) else { return added }
    let range = range(of: row)
    shiftOffset(by: range.lowerBound + min(cells, range.count) - offset)
    return added
  }

  /// Changes the lengths of any rows, with the same one at the top.
  func keepTopLine(_ body: () -> Void) {
    let before = offset
    let top = before > 0 && before < tree.total ? row(inSlot: tree.slot(atOffset: before)) : nil
    let cells = top.map { before - tree.start(of: $0.slot) } ?? 0
    // At the start nothing is followed.
    offset = 0
    body()
    offset = before
    guard let top, contains(top) else { return }
    let range = range(of: top)
    shiftOffset(by: range.lowerBound + min(cells, range.count) - before)
  }

  private func shiftOffset(by cells: Int) {
    guard cells != 0 else { return }
    offset = max(0, offset + cells)
    scrolling?.from += cells
    batch.needsLayout = true
  }
}
