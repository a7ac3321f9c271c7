// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Removes a row.
  ///
  /// The row leaves the stack at once; the animation is only drawn.
  ///
  /// - Parameters:
  ///   - address: The row.
  ///   - animated: Whether the row shrinks.
  ///   - completion: Called exactly once.
  /// - Returns: The removed row with its controller.
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

  /// Removes rows; unknown and repeated addresses are skipped.
  ///
  /// Indices are resolved before anything is removed (`Documentation/Contract.md` SC-4).
  ///
  /// - Parameters:
  ///   - addresses: The rows.
  ///   - animated: Whether the rows shrink.
  ///   - completion: Called exactly once.
  /// - Returns: The removed rows in their former order.
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

  /// Replaces a row with one for another controller.
  ///
  /// This is a single change: the count stays the same, and the new row is visible and has the
  /// styles of the stack (`Documentation/Contract.md` SC-6).
  ///
  /// - Parameters:
  ///   - address: The row.
  ///   - controller: The new controller; the row's present controller changes nothing.
  ///   - animated: Whether the length changes in steps.
  ///   - completion: Called exactly once.
  /// - Returns: The old controller.
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `duplicateRow` for a controller of another
  ///   row, here or in another stack; nothing changes.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func replaceRow(
    _ address: RowAddress, with controller: any RowController, animated: Bool = false,
    completion: Completion? = nil
  ) throws(ScrollStackError) -> any RowController {
    do {
      let old = try requireRow(address)
      if let present = row(.controller(controller)) {
        guard present === old else { throw ScrollStackError.duplicateRow(present.id) }
        batch {
          if !animated { endRowAnimations(ifAnimating: [old]) }
          complete(completion, finished: true)
        }
        return controller
      }
      try checkFree([controller])
      return batch {
        if animated { notePicture() }
        let before = presence(of: old, isChanging: animated)
        let index = tree.index(of: old.slot)
        if animated { keepPlaces(ofGhostsOf: old) }
        supersedeGhosts(of: [controller])
        let ghosts = Set(animations.ghosts.lazy.filter { $0.anchor == old.id }.map(\.number))
        let added = announceTogether {
          // The old controller may change the stack when it leaves, so the top line is noted after
          // that; no one else is called before the offset is settled.
          prepareToLeave([old])
          return keepTopLine(replacing: old) {
            let removed = detach([old])
            if let present = row(.controller(controller)) { return present }
            let place = removed.isEmpty ? index : batch.lastRemovedIndex
            return insertNew([controller], at: min(place, count)).first
          }
        }
        if let added {
          let first = batch.before?.replaced[old.id] ?? old.id
          batch.before?.replaced[added.id] = first
          for index in animations.ghosts.indices
          where ghosts.contains(animations.ghosts[index].number) {
            animations.ghosts[index].anchor = added.id
          }
        }
        begin(
          .replacement(from: before), rows: added.map { [$0] } ?? [], animated: animated,
          duration: style.rowAnimation, completion: completion)
        return old.controller
      }
    } catch {
      completion?(false)
      throw (error as? ScrollStackError) ?? .unknownRow(nil)
    }
  }

  // MARK: -

  /// The rows of addresses, in order, without unknown and repeated ones.
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
      if animated { notePicture() }
      let ghosts = animated ? makeGhosts(of: rows) : nil
      let removed = takeOut(rows)
      begin(
        .removal, rows: [], ghosts: ghosts, hasChanged: !removed.isEmpty, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return removed
    }
  }

  /// Takes rows out, announces it, and returns them in their former order.
  @discardableResult
  func takeOut(_ rows: [ScrollStackRow]) -> [ScrollStackRow] {
    prepareToLeave(rows)
    return detach(rows)
  }

  /// Tells rows that they're about to leave, and ends their animations and interactions.
  func prepareToLeave(_ rows: [ScrollStackRow]) {
    for row in rows where row.stack === self {
      if row.flags.contains(.entered) {
        row.flags.remove(.entered)
        row.controller.willLeave(row)
      }
      supersede(row)
      forgetInteraction(with: row)
    }
  }

  /// Takes rows out of the index, announces it, and returns them in their former order.
  private func detach(_ rows: [ScrollStackRow]) -> [ScrollStackRow] {
    // Their controllers may have removed some of them.
    let leaving = rows.filter { contains($0) }
      .map { (row: $0, index: tree.index(of: $0.slot)) }
      .sorted { $0.index < $1.index }
    guard !leaving.isEmpty else { return [] }
    let isAll = leaving.count == count
    keepTopLine { line in
      for (row, index) in leaving { detach(row, from: index, isAll: isAll, &line) }
      if isAll {
        tree.removeAll()
        forgetSlots()
      }
      structureVersion += 1
    }
    let removed = leaving.map(\.row)
    didLeave(removed)
    batch.lastRemovedIndex = leaving[0].index
    stopScrollingWithoutTarget()
    // Each index counts with the earlier ones already gone.
    announce(leaving.lazy.enumerated().map { .removed($1.row, index: $1.index - $0) })
    return removed
  }

  /// Takes a row out of the index.
  private func detach(
    _ row: ScrollStackRow, from index: Int, isAll: Bool, _ line: inout KeptLine?
  ) {
    forgetSilently(row)
    reanchorGhosts(before: row)
    if let from = row.reported.visibility, from != .removed {
      batch.removed.append((row, index, from))
    }
    row.reported = .none
    batch.geometry.noteRemoved(row)
    row.stack = nil
    row.flags.subtract([.entered, .highlighted, .lastShown])
    if lastShown === row { lastShown = nil }
    forgetController(of: row)
    rowsBySlot[Int(row.slot)] = nil
    guard !isAll else { return line = nil }
    leave(row, &line)
    tree.remove(row.slot)
  }

  /// Ends interactions and animations that a controller started while it was leaving.
  private func forgetSilently(_ row: ScrollStackRow) {
    if pointer.pressed === row { pointer.pressed = nil }
    if pointer.told?.row === row { pointer.told = nil }
    if hovered === row { hovered = nil }
    if focused === row { focused = nil }
    if carried?.row === row { carried = nil }
    animations.motions[row.id] = nil
    if let operation = animations.operationOfRow.removeValue(forKey: row.id) {
      supersede(operation)
    }
  }

  /// Empties the table of slots without reusing any id.
  private func forgetSlots() {
    firstUse = (uses.max() ?? firstUse) &+ 1
    uses = []
    rowsBySlot = []
  }
}
