// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Picks up a row for reordering (`Documentation/Contract.md` F48).
  ///
  /// The order of rows stays the same until the row is dropped; only the drawing shows its new
  /// place.
  ///
  /// - Returns: Whether the row was picked up. The row must be reorderable, enabled, and visible,
  ///   and no other row picked up.
  @discardableResult
  public func pickUp(_ address: RowAddress) -> Bool {
    guard carried == nil, let row = row(address), row.isReorderable, row.isEnabled, !row.isHidden
    else { return false }
    batch {
      carried = (row, tree.index(of: row.slot))
      batch.needsLayout = true
    }
    return true
  }

  /// Moves the picked-up row by a number of places; it stops at the ends.
  ///
  /// - Returns: The index that it would have; nil if none is picked up.
  @discardableResult
  public func carry(by places: Int) -> Int? {
    guard let carried else { return nil }
    let (sum, overflow) = carried.index.addingReportingOverflow(places)
    let index = overflow ? (places < 0 ? 0 : count - 1) : min(max(0, sum), count - 1)
    batch {
      self.carried?.index = index
      batch.needsLayout = true
    }
    return index
  }

  /// Drops the picked-up row in its new place, as one move.
  ///
  /// - Returns: Whether a row was picked up.
  @discardableResult
  public func drop(completion: Completion? = nil) -> Bool {
    guard let old = carried else {
      completion?(false)
      return false
    }
    carried = nil
    do {
      try moveRow(.id(old.row.id), to: min(old.index, count - 1), completion: completion)
    } catch {
      // The row is gone, and the completion has been called.
    }
    return true
  }

  /// Cancels reordering; the order of rows stays the same.
  public func cancelCarrying() {
    guard carried != nil else { return }
    batch {
      carried = nil
      batch.needsLayout = true
    }
  }

  /// The picked-up row as it is drawn in its new place.
  func ghost(of carried: (row: ScrollStackRow, index: Int)) -> Ghost? {
    guard contains(carried.row) else { return nil }
    let from = tree.index(of: carried.row.slot)
    let before = carried.index < from ? carried.index : carried.index + 1
    return Ghost(
      number: 0, row: carried.row, content: carried.row.content, parts: parts(of: carried.row),
      length: Int(tree.nodes[Int(carried.row.slot)].own), separator: carried.row.separator,
      background: carried.row.rowBackgroundColor, anchor: row(at: before)?.id,
      group: GhostGroup(), frames: 0)
  }
}
