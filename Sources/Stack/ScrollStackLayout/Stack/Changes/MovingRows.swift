// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Moves a row to an index; a hidden row stays hidden.
  ///
  /// `ABCD`: 0 to 2 gives `BCAD`, 1 to 3 `ACDB`, 3 to 0 `DABC` (`Documentation/Contract.md` SC-5).
  ///
  /// - Parameters:
  ///   - address: The row.
  ///   - index: Its new index, in `0..<count`.
  ///   - animated: Whether the row shrinks in its old place and grows in its new one.
  ///   - completion: Called exactly once.
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  /// - Complexity: O(log *n*).
  public func moveRow(
    _ address: RowAddress, to index: Int, animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) {
    do {
      let row = try requireRow(address)
      guard index >= 0, index < count else {
        throw ScrollStackError.indexOutOfRange(index, count: count)
      }
      batch {
        let from = tree.index(of: row.slot)
        guard from != index else {
          if !animated { endRowAnimations(ifAnimating: [row]) }
          return complete(completion, finished: true)
        }
        if animated { notePicture() }
        let ghosts = animated ? makeGhosts(of: [row]) : nil
        relocate(row, from: from, to: index)
        begin(
          .move, rows: [row], ghosts: ghosts, animated: animated, duration: style.rowAnimation,
          completion: completion)
      }
    } catch {
      completion?(false)
      throw (error as? ScrollStackError) ?? .unknownRow(nil)
    }
  }

  /// Moves a row and announces it; does nothing if the row is already there.
  func relocate(_ row: ScrollStackRow, from: Int, to: Int) {
    guard from != to else { return }
    reanchorGhosts(before: row)
    batch.geometry.noteMoving(row, in: self)
    keepTopLine { line in
      leave(row, &line)
      tree.move(row.slot, to: to)
      structureVersion += 1
    }
    announce(CollectionOfOne(.moved(row, from: from, to: to)))
  }
}
