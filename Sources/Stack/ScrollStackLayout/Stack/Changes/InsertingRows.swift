// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Adds a row for a controller, or moves its row if it has one.
  ///
  /// A controller in this stack keeps its row with all overrides, and the location is resolved
  /// without it (`Documentation/Contract.md` SC-3).
  ///
  /// - Parameters:
  ///   - controller: The controller of the row.
  ///   - location: The location of the row.
  ///   - animated: Whether the row grows into its place.
  ///   - completion: Called exactly once.
  /// - Returns: The row.
  /// - Throws: `indexOutOfRange` or `unknownRow` for an invalid location, `duplicateRow` for a
  ///   controller that's in another stack; nothing changes.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func addRow(
    _ controller: any RowController, at location: InsertLocation = .bottom, animated: Bool = false,
    completion: Completion? = nil
  ) throws(ScrollStackError) -> ScrollStackRow {
    let rows = try addRows([controller], at: location, animated: animated, completion: completion)
    guard let row = rows.first else { throw .unknownRow(nil) }
    return row
  }

  /// Adds a row of plain text.
  ///
  /// See ``addRow(_:at:animated:completion:)``.
  @discardableResult
  public func addRow(
    text: String, at location: InsertLocation = .bottom, animated: Bool = false,
    completion: Completion? = nil
  ) throws(ScrollStackError) -> ScrollStackRow {
    try addRow(TextRow(text), at: location, animated: animated, completion: completion)
  }

  /// Adds rows for controllers, in order, at one location.
  ///
  /// Controllers that have a row in this stack are moved.
  ///
  /// - Parameters:
  ///   - controllers: The controllers of the rows.
  ///   - location: The location of the rows.
  ///   - animated: Whether the rows grow into their places.
  ///   - completion: Called exactly once.
  /// - Returns: The rows, in the order of the controllers.
  /// - Throws: `duplicateRow` for a controller that's repeated or in another stack,
  ///   `indexOutOfRange` or `unknownRow` for an invalid location; nothing changes.
  /// - Complexity: O(*k* + log *n*) for *k* new rows, O(log *n*) more for each that is moved.
  @discardableResult
  public func addRows(
    _ controllers: [any RowController], at location: InsertLocation = .bottom,
    animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    do {
      try checkDistinct(controllers)
      let present =
        !isEmpty && controllers.contains { slot(ofController: ObjectIdentifier($0)) != nil }
      let place = try resolve(location, moving: present ? controllers : [])
      return batch {
        if animated { notePicture() }
        supersedeGhosts(of: controllers)
        guard present else {
          let added = insertNew(controllers, at: place)
          begin(
            .insertion, rows: added, animated: animated, duration: style.rowAnimation,
            completion: completion)
          return added
        }
        let ghosts =
          animated ? makeGhosts(of: controllers.compactMap { row(.controller($0)) }) : nil
        let (rows, changed) = gather(controllers, at: place)
        dropGhosts(in: ghosts, of: rows, otherThan: changed)
        if changed.isEmpty, !animated { endRowAnimations(ifAnimating: rows) }
        begin(
          .insertion, rows: changed, ghosts: ghosts, animated: animated,
          duration: style.rowAnimation, completion: completion)
        return rows
      }
    } catch {
      completion?(false)
      throw error
    }
  }

  /// Replaces all rows with those of some controllers, in order.
  ///
  /// Rows that are already there are kept with all overrides, and moved as rarely as possible.
  /// Others are removed or added (`Documentation/Contract.md` SC-3, F44).
  ///
  /// - Parameters:
  ///   - controllers: The controllers of all rows.
  ///   - animated: Whether new rows grow and old ones shrink.
  ///   - completion: Called exactly once.
  /// - Returns: The rows.
  /// - Throws: `duplicateRow` for a controller that's repeated or in another stack;
  ///   nothing changes.
  /// - Complexity: O((*n* + *k*) log *n*).
  @discardableResult
  public func setRows(
    _ controllers: [any RowController], animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    // Comparing the old rows with the new ones takes as much memory as the rows.
    guard !isEmpty else {
      return try addRows(controllers, animated: animated, completion: completion)
    }
    do {
      try checkDistinct(controllers)
    } catch {
      completion?(false)
      throw error
    }
    return batch {
      if animated { notePicture() }
      let wanted = Set(controllers.map(ObjectIdentifier.init))
      let gone = rows.filter { !wanted.contains(ObjectIdentifier($0.controller)) }
      supersedeGhosts(of: controllers)
      let ghosts = animated ? makeGhosts(of: gone + movingRows(of: controllers)) : nil
      var changed: [ScrollStackRow] = []
      var result: [ScrollStackRow] = []
      var hasChanged = false
      // All changes are made before any is announced, so no listener can interfere.
      announceTogether {
        let version = structureVersion
        takeOut(gone)
        (result, changed) = arrange(controllers)
        hasChanged = structureVersion != version
      }
      dropGhosts(in: ghosts, of: result, otherThan: changed)
      if !hasChanged, !animated { endRowAnimations(ifAnimating: result) }
      begin(
        .insertion, rows: changed, ghosts: ghosts, hasChanged: hasChanged, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return result
    }
  }

  // MARK: -

  /// The rows of controllers that ``arrange(_:)`` moves.
  private func movingRows(of controllers: [any RowController]) -> [ScrollStackRow] {
    let present = controllers.map { row(.controller($0)) }
    let staying = longestRise(of: present.map { $0.map { tree.index(of: $0.slot) } })
    return present.enumerated().compactMap { staying.contains($0) ? nil : $1 }
  }

  /// Removes the ghosts of rows that haven't left their places.
  private func dropGhosts(
    in group: GhostGroup?, of rows: [ScrollStackRow], otherThan moved: [ScrollStackRow]
  ) {
    guard let group else { return }
    let staying = Set(rows.map(\.id)).subtracting(moved.map(\.id))
    animations.ghosts.removeAll { $0.group === group && staying.contains($0.row.id) }
  }

  /// Arranges rows for controllers in order, and returns them, and those that are new or have
  /// moved.
  private func arrange(_ controllers: [any RowController]) -> (
    all: [ScrollStackRow], changed: [ScrollStackRow]
  ) {
    let present = controllers.map { row(.controller($0)) }
    let staying = longestRise(of: present.map { $0.map { tree.index(of: $0.slot) } })
    var changed: [ScrollStackRow] = []
    var result: [ScrollStackRow] = []
    var pending: [any RowController] = []
    var place = 0
    func flush() {
      guard !pending.isEmpty else { return }
      let new = insertNew(pending, at: place)
      changed += new
      result += new
      place += new.count
      pending = []
    }
    for (position, controller) in controllers.enumerated() {
      if let row = present[position], contains(row) {
        flush()
        if !staying.contains(position) {
          let from = tree.index(of: row.slot)
          relocate(row, from: from, to: from < place ? place - 1 : place)
          changed.append(row)
        }
        place = tree.index(of: row.slot) + 1
        result.append(row)
      } else if slot(ofController: ObjectIdentifier(controller)) == nil {
        pending.append(controller)
      }
    }
    flush()
    return (result, changed)
  }

  /// Throws for a controller that's in another stack, if it knows its row.
  func checkFree(_ controllers: [any RowController]) throws(ScrollStackError) {
    for controller in controllers {
      guard let other = controller.row, let stack = other.stack, stack !== self,
        stack.row(.controller(controller)) === other
      else { continue }
      throw .duplicateRow(other.id)
    }
  }

  private func checkDistinct(_ controllers: [any RowController]) throws(ScrollStackError) {
    try checkFree(controllers)
    guard controllers.count > 1 else { return }
    var seen = Set<ObjectIdentifier>(minimumCapacity: controllers.count)
    for controller in controllers where !seen.insert(ObjectIdentifier(controller)).inserted {
      throw .duplicateRow(row(.controller(controller))?.id)
    }
  }

  /// The index of a location after the rows of some controllers have been taken out.
  private func resolve(
    _ location: InsertLocation, moving controllers: [any RowController]
  ) throws(ScrollStackError) -> Int {
    let moved = controllers.compactMap { row(.controller($0)) }
    /// The number of moving rows before an index.
    func movedBefore(_ index: Int) -> Int {
      moved.count { tree.index(of: $0.slot) < index }
    }
    switch location {
    case .top: return 0
    case .bottom: return count - moved.count
    case .index(let index):
      guard index >= 0, index <= count - moved.count else {
        throw .indexOutOfRange(index, count: count - moved.count + 1)
      }
      return index
    case .before(let address):
      let index = tree.index(of: try requireRow(address).slot)
      return index - movedBefore(index)
    case .after(let address):
      let anchor = try requireRow(address)
      let index = tree.index(of: anchor.slot)
      // A row that is anchored to itself stays where it is.
      let isMoved = moved.contains { $0 === anchor }
      return index - movedBefore(index) + (isMoved ? 0 : 1)
    }
  }

  /// Moves or adds rows at a place that was resolved without them, and returns them, and those that
  /// are new or have moved.
  private func gather(_ controllers: [any RowController], at place: Int) -> (
    all: [ScrollStackRow], changed: [ScrollStackRow]
  ) {
    // Each row goes right after the previous one, the first after the row that stays before the
    // place.
    var anchorIndex = place - 1
    for index in controllers.compactMap({ row(.controller($0)) }).map({ tree.index(of: $0.slot) })
      .sorted()
    where index <= anchorIndex {
      anchorIndex += 1
    }
    var previous = row(at: anchorIndex)
    var result: [ScrollStackRow] = []
    var changed: [ScrollStackRow] = []
    for controller in controllers {
      let next = previous.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0
      if let row = row(.controller(controller)) {
        let from = tree.index(of: row.slot)
        let to = from < next ? next - 1 : next
        relocate(row, from: from, to: to)
        if from != to { changed.append(row) }
        result.append(row)
      } else {
        let new = insertNew([controller], at: next)
        changed += new
        result += new
      }
      previous = result.last ?? previous
    }
    return (result, changed)
  }

  /// Inserts new rows at an index, announces them, and returns them.
  func insertNew(_ controllers: [any RowController], at index: Int) -> [ScrollStackRow] {
    let room = ExtentTree.maximumCount - count
    let controllers = controllers.count > room ? Array(controllers.prefix(room)) : controllers
    guard !controllers.isEmpty else { return [] }
    var slots: [ExtentTree.Slot] = []
    var added: [ScrollStackRow] = []
    slots.reserveCapacity(controllers.count)
    added.reserveCapacity(controllers.count)
    // Reserves exact capacity only for many rows at once; for a few, that would copy all rows each
    // time.
    if controllers.count > count {
      tree.reserve(controllers.count)
      rowsBySlot.reserveCapacity(count + controllers.count)
      uses.reserveCapacity(count + controllers.count)
      reserveControllers(count + controllers.count)
    }
    for controller in controllers {
      let slot = tree.makeSlot(own: 0, isShown: true)
      if Int(slot) >= rowsBySlot.count {
        rowsBySlot.append(nil)
        uses.append(firstUse)
      }
      uses[Int(slot)] &+= 1
      let row = ScrollStackRow(
        id: RowID(stack: number, slot: slot, use: uses[Int(slot)]), controller: controller,
        stack: self)
      if controller.hidesSeparator { row.flags.insert(.separatorHiding) }
      rowsBySlot[Int(slot)] = row
      indexController(of: slot)
      estimate(row)
      tree.setOwn(ofNew: slot, to: extent(of: row))
      slots.append(slot)
      added.append(row)
    }
    keepTopLine { _ in
      tree.insert(slots, at: index)
      structureVersion += 1
      batch.geometry.noteInserted(added, hasDelegate: delegate != nil)
    }
    didJoin(added)
    if delegate != nil {
      batch.touched += added
    } else {
      for row in added { row.reported = ReportedVisibility(.offscreen) }
    }
    announce(added.lazy.enumerated().map { RowChange.inserted($1, index: index + $0) })
    return added
  }

  /// The positions of a longest increasing subsequence of indices, whose rows needn't move.
  private func longestRise(of indices: [Int?]) -> Set<Int> {
    // Patience sorting: the last position of the best subsequence of each length.
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: indices.count)
    func value(_ position: Int) -> Int { indices[position] ?? -1 }
    for (position, index) in indices.enumerated() {
      guard let index else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if value(tails[middle]) < index { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[position] = tails[low - 1] }
      if low < tails.count { tails[low] = position } else { tails.append(position) }
    }
    var result: Set<Int> = []
    var position = tails.last ?? -1
    while position >= 0 {
      result.insert(position)
      position = before[position]
    }
    return result
  }
}
