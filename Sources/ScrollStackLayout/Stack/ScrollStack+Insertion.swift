// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Adds a row for a controller, or moves the row that it has.
  ///
  /// A controller that stands in this stack keeps its row, with everything that is the row's own,
  /// and the place is resolved without it (`Documentation/Contract.md` SC-3).
  ///
  /// - Parameters:
  ///   - controller: what the row is.
  ///   - location: where it goes.
  ///   - animated: whether it grows into its place.
  ///   - completion: called once.
  /// - Returns: the row.
  /// - Throws: `indexOutOfRange` or `unknownRow` for a place that there is not, `duplicateRow` for a
  ///   controller that stands in another stack (``PlacedRow``); nothing changes.
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

  /// Adds rows for controllers, in their order, at one place; those that have a row here are moved.
  ///
  /// - Parameters:
  ///   - controllers: what the rows are.
  ///   - location: where they go.
  ///   - animated: whether they grow into their place.
  ///   - completion: called once.
  /// - Returns: the rows, in the order of the controllers.
  /// - Throws: `duplicateRow` for a controller that is named twice or stands in another stack
  ///   (``PlacedRow``), `indexOutOfRange` or `unknownRow` for a place that there is not; nothing
  ///   changes.
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
        overtakeGhosts(of: controllers)
        guard present else {
          let added = insertNew(controllers, at: place)
          begin(
            .insertion, rows: added, animated: animated, duration: style.rowAnimation,
            completion: completion)
          return added
        }
        let ghosts = animated ? makeGhosts(of: controllers.compactMap { row(for: $0) }) : nil
        let (rows, changed) = gather(controllers, at: place)
        dropGhosts(in: ghosts, of: rows, otherThan: changed)
        if changed.isEmpty, !animated { arrive(ifMoving: rows) }
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

  /// Makes the rows exactly those of some controllers, in their order.
  ///
  /// Rows that are there already are kept with everything that is their own and moved as few times
  /// as possible; the others are removed or added (`Documentation/Contract.md` SC-3, F44).
  ///
  /// - Parameters:
  ///   - controllers: what the rows shall be.
  ///   - animated: whether new rows grow and old ones shrink.
  ///   - completion: called once.
  /// - Returns: the rows.
  /// - Throws: `duplicateRow` for a controller that is named twice or stands in another stack
  ///   (``PlacedRow``); nothing changes.
  /// - Complexity: O((*n* + *k*) log *n*).
  @discardableResult
  public func setRows(
    _ controllers: [any RowController], animated: Bool = false, completion: Completion? = nil
  ) throws(ScrollStackError) -> [ScrollStackRow] {
    do {
      try checkDistinct(controllers)
    } catch {
      completion?(false)
      throw error
    }
    return batch {
      let wanted = Set(controllers.map(ObjectIdentifier.init))
      let gone = rows.filter { !wanted.contains(ObjectIdentifier($0.controller)) }
      overtakeGhosts(of: controllers)
      let ghosts = animated ? makeGhosts(of: gone + movingRows(of: controllers)) : nil
      var changed: [ScrollStackRow] = []
      var result: [ScrollStackRow] = []
      var hasChanged = false
      // Nobody hears of a change before all are made, and so nobody gets in between.
      announceTogether {
        let version = structureVersion
        takeOut(gone)
        (result, changed) = arrange(controllers)
        hasChanged = structureVersion != version
      }
      dropGhosts(in: ghosts, of: result, otherThan: changed)
      if !hasChanged, !animated { arrive(ifMoving: result) }
      begin(
        .insertion, rows: changed, ghosts: ghosts, hasChanged: hasChanged, animated: animated,
        duration: style.rowAnimation, completion: completion)
      return result
    }
  }

  // MARK: -

  /// The rows of controllers that ``arrange(_:)`` moves.
  private func movingRows(of controllers: [any RowController]) -> [ScrollStackRow] {
    let present = controllers.map { row(for: $0) }
    let staying = longestRise(of: present.map { $0.map { tree.index(of: $0.slot) } })
    return present.enumerated().compactMap { staying.contains($0) ? nil : $1 }
  }

  /// Forgets what was to be drawn of rows in their old places, if they have not left them.
  private func dropGhosts(
    in group: GhostGroup?, of rows: [ScrollStackRow], otherThan moved: [ScrollStackRow]
  ) {
    guard let group else { return }
    let staying = Set(rows.map(\.id)).subtracting(moved.map(\.id))
    animations.ghosts.removeAll { $0.group === group && staying.contains($0.row.id) }
  }

  /// Puts rows for controllers in their order behind each other, and returns them, and those that
  /// are new or have moved.
  private func arrange(_ controllers: [any RowController]) -> (
    all: [ScrollStackRow], changed: [ScrollStackRow]
  ) {
    let present = controllers.map { row(for: $0) }
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

  /// Refuses a controller that stands in a row of another stack, as far as it knows its row.
  func checkFree(_ controllers: [any RowController]) throws(ScrollStackError) {
    var kind: (any RowController.Type)?
    var isPlaced = false
    for controller in controllers {
      // Rows of a kind mostly come together, and asking a type for a conformance takes time.
      if kind != type(of: controller) {
        kind = type(of: controller)
        isPlaced = controller is any PlacedRow
      }
      guard isPlaced, let other = (controller as? any PlacedRow)?.row, let stack = other.stack,
        stack !== self, stack.row(for: controller) === other
      else { continue }
      throw .duplicateRow(other.id)
    }
  }

  private func checkDistinct(_ controllers: [any RowController]) throws(ScrollStackError) {
    try checkFree(controllers)
    guard controllers.count > 1 else { return }
    var seen = Set<ObjectIdentifier>(minimumCapacity: controllers.count)
    for controller in controllers where !seen.insert(ObjectIdentifier(controller)).inserted {
      throw .duplicateRow(row(for: controller)?.id)
    }
  }

  /// The index of a place when rows of some controllers have been taken out.
  private func resolve(
    _ location: InsertLocation, moving controllers: [any RowController]
  ) throws(ScrollStackError) -> Int {
    let moved = controllers.compactMap { row(for: $0) }
    /// How many rows that move stand before an index.
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

  /// Puts rows at a place that was resolved without those among them that are present, and returns
  /// them, and those that are new or have moved.
  private func gather(_ controllers: [any RowController], at place: Int) -> (
    all: [ScrollStackRow], changed: [ScrollStackRow]
  ) {
    // Each goes right behind the one before; the first behind the row that stays before the place.
    var anchorIndex = place - 1
    for index in controllers.compactMap({ row(for: $0) }).map({ tree.index(of: $0.slot) }).sorted()
    where index <= anchorIndex {
      anchorIndex += 1
    }
    var previous = row(at: anchorIndex)
    var result: [ScrollStackRow] = []
    var changed: [ScrollStackRow] = []
    for controller in controllers {
      let next = previous.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0
      if let row = row(for: controller) {
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

  /// Puts new rows at an index, announces them and returns them.
  func insertNew(_ controllers: [any RowController], at index: Int) -> [ScrollStackRow] {
    let room = ExtentTree.maximumCount - count
    let controllers = controllers.count > room ? Array(controllers.prefix(room)) : controllers
    guard !controllers.isEmpty else { return [] }
    var slots: [ExtentTree.Slot] = []
    var added: [ScrollStackRow] = []
    slots.reserveCapacity(controllers.count)
    added.reserveCapacity(controllers.count)
    // Room for exactly as many as come at once, unless they are few beside those that are there: then
    // each time all would have to move.
    if controllers.count > count {
      tree.reserve(controllers.count)
      rowsBySlot.reserveCapacity(count + controllers.count)
      uses.reserveCapacity(count + controllers.count)
      reserveControllers(count + controllers.count)
    }
    var kind: (any RowController.Type)?
    var hidesSeparator = false
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
      // Rows of a kind mostly come together, and asking a type for a conformance takes time.
      if kind != type(of: controller) {
        kind = type(of: controller)
        hidesSeparator = controller is any SeparatorHidingRow
      }
      if hidesSeparator { row.flags.insert(.separatorHiding) }
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
      batch.geometry.noteInserted(added, isHeard: delegate != nil)
    }
    if let onJoin { for row in added { onJoin(row) } }
    if delegate != nil {
      batch.touched += added
    } else {
      for row in added { row.reported = ReportedVisibility(.offscreen) }
    }
    announce(added.lazy.enumerated().map { RowChange.inserted($1, index: index + $0) })
    return added
  }

  /// The positions of a longest rising run of indices, which need not move.
  private func longestRise(of indices: [Int?]) -> Set<Int> {
    // Patience sorting: the last position of the best run of each length.
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
