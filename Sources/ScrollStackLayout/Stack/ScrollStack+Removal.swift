// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Removes a row.
  ///
  /// The row leaves the rows at once; its shrinking is only drawn.
  ///
  /// - Parameters:
  ///   - address: the row.
  ///   - animated: whether it shrinks.
  ///   - completion: called once.
  /// - Returns: the removed row with its controller.
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func removeRow(
    _ address: RowAddress, animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) -> ScrollStackRow {
    do {
      let row = try requireRow(address)
      removeRows([.id(row.id)], animated: animated, completion: completion)
      return row
    } catch {
      completion?(false)
      throw error
    }
  }

  /// Removes rows; unknown and repeated ones are skipped.
  ///
  /// Indices are resolved before anything is removed (`contract/seeds.md` SC-4).
  ///
  /// - Parameters:
  ///   - addresses: the rows.
  ///   - animated: whether they shrink.
  ///   - completion: called once.
  /// - Returns: the removed rows in their former order.
  /// - Complexity: O(*k* log *n*).
  @discardableResult
  public func removeRows(
    _ addresses: [RowAddress], animated: Bool = false, completion: Completion? = nil
  ) -> [ScrollStackRow] {
    remove(distinctRows(addresses), animated: animated, completion: completion)
  }

  /// Removes all rows and returns them in their former order.
  ///
  /// - Complexity: O(*n*).
  @discardableResult
  public func removeAllRows(animated: Bool = false, completion: Completion? = nil)
    -> [ScrollStackRow]
  {
    remove(rows, animated: animated, completion: completion)
  }

  /// Puts another controller in the place of a row's.
  ///
  /// It is one change: the count stays, the old row leaves and a new one, visible and with the
  /// stack's styles, joins in its place (`contract/seeds.md` SC-6).
  ///
  /// - Parameters:
  ///   - address: the row.
  ///   - controller: the new controller; the row's own one changes nothing.
  ///   - animated: whether the length changes in steps.
  ///   - completion: called once.
  /// - Returns: the old controller.
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `duplicateRow` for a controller of another
  ///   row, here or in another stack (``PlacedRow``); nothing changes.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func replaceRow(
    _ address: RowAddress, with controller: any RowController, animated: Bool = false,
    completion: Completion? = nil
  ) throws(ScrollStackError) -> any RowController {
    do {
      let old = try requireRow(address)
      if let present = row(for: controller) {
        guard present === old else { throw ScrollStackError.duplicateRow(present.id) }
        batch {
          if !animated { arrive(ifMoving: [old]) }
          complete(completion, finished: true)
        }
        return controller
      }
      try checkFree([controller])
      return batch {
        let length = presentedLength(of: old)
        let index = tree.index(of: old.slot)
        overtakeGhosts(of: [controller])
        let cells = range(of: old)
        let cut = cells.contains(offset) ? offset - cells.lowerBound : nil
        // A row before the view keeps what follows it where it is.
        let isBefore = offset > 0 && offset < tree.total && cells.upperBound <= offset
        let distance = isBefore ? offset - cells.upperBound : nil
        let scrolls = scrollCount
        let added = announceTogether {
          let removed = takeOut([old])
          // What the old controller did on leaving may have moved the place, or added the new one.
          let place = removed.isEmpty ? index : batch.lastRemovedIndex
          if let present = row(for: controller) { return [present] }
          let isStill = scrolls == scrollCount
          return keepTopLine(replacing: isStill ? cut : nil, before: isStill ? distance : nil) {
            insertNew([controller], at: min(place, count))
          }
        }
        begin(
          .replacement(from: length), rows: added, animated: animated,
          duration: style.rowAnimation, completion: completion)
        return old.controller
      }
    } catch {
      completion?(false)
      throw (error as? ScrollStackError) ?? .unknownRow(nil)
    }
  }

  // MARK: -

  /// The rows of some addresses, without unknown and repeated ones, in the order of addresses.
  func distinctRows(_ addresses: [RowAddress]) -> [ScrollStackRow] {
    var seen = Set<RowID>(minimumCapacity: addresses.count)
    return addresses.compactMap { address in
      row(address).flatMap { seen.insert($0.id).inserted ? $0 : nil }
    }
  }

  private func remove(
    _ rows: [ScrollStackRow], animated: Bool, completion: Completion?
  ) -> [ScrollStackRow] {
    batch {
      let ghosts = animated ? makeGhosts(of: rows) : nil
      let removed = takeOut(rows)
      begin(
        .removal, rows: [], ghosts: ghosts, hasChanged: !removed.isEmpty, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return removed
    }
  }

  /// Takes rows out, tells everybody and returns them in their former order.
  @discardableResult
  func takeOut(_ rows: [ScrollStackRow]) -> [ScrollStackRow] {
    guard !rows.isEmpty else { return [] }
    for row in rows where row.stack === self {
      if row.flags.contains(.entered) {
        row.flags.remove(.entered)
        row.controller.willLeave(row)
      }
      overtake(row)
      forgetInteraction(with: row)
    }
    // Controllers may have removed some of them.
    let leaving = rows.filter { contains($0) }
      .map { (row: $0, index: tree.index(of: $0.slot)) }
      .sorted { $0.index < $1.index }
    guard !leaving.isEmpty else { return [] }
    let isAll = leaving.count == count
    for (row, index) in leaving {
      forgetSilently(row)
      reanchorGhosts(before: row)
      if let from = row.reported.visibility, from != .removed {
        batch.removed.append((row, index, from))
      }
      row.reported = .none
      if !isAll { keepTopLine(removed: range(of: row)) }
      batch.geometry.noteRemoved(row)
      row.stack = nil
      row.flags.subtract([.entered, .highlighted, .lastShown])
      if lastShown === row { lastShown = nil }
      forgetController(of: row)
      rowsBySlot[Int(row.slot)] = nil
      if !isAll { tree.remove(row.slot) }
    }
    if isAll {
      tree.removeAll()
      forgetSlots()
    }
    if let onLeave { for (row, _) in leaving { onLeave(row) } }
    batch.lastRemovedIndex = leaving[0].index
    structureVersion += 1
    setNeedsLayout()
    stopScrollingWithoutTarget()
    // Each index counts with the earlier ones already gone.
    announce(leaving.lazy.enumerated().map { .removed($1.row, index: $1.index - $0) })
    return leaving.map(\.row)
  }

  /// Lets go of what a controller has begun with its row while it was told that it leaves.
  private func forgetSilently(_ row: ScrollStackRow) {
    if pointer.pressed === row { pointer.pressed = nil }
    if pointer.told?.row === row { pointer.told = nil }
    if hovered === row { hovered = nil }
    if focused === row { focused = nil }
    if carried?.row === row { carried = nil }
    animations.motions[row.id] = nil
    if let operation = animations.operationOfRow.removeValue(forKey: row.id) {
      overtake(operation)
    }
  }

  /// Empties the table of slots, in such a way that no id comes back.
  private func forgetSlots() {
    firstUse = (uses.max() ?? firstUse) &+ 1
    uses = []
    rowsBySlot = []
  }
}
