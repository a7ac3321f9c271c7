// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A row, or one that's leaving, and where it's drawn.
struct DrawnRow {
  let row: ScrollStackRow
  let parts: RowParts
  let separator: ScrollStackSeparator
  let background: CellColor
  /// The start along the axis, from the start of the viewport.
  var start: Int
  /// The length that is drawn.
  let drawn: Int
  /// The length of the whole row.
  let whole: Int
  /// The cells of the row before those that are drawn.
  var skipped = 0
  /// The number of the ghost, if the row has left this place.
  var ghost: Int?
  /// Whether the separator follows the drawn part, not the whole row.
  var keepsSeparator = false
  var opacity = 1.0
  /// The cells that are drawn instead of the row's.
  var old: OldCells?

  /// The old cells, unless the row has moved since they were kept, for example because the user scrolls.
  var shownCells: OldCells? { old.flatMap { $0.start == start ? $0 : nil } }

  /// Whether the row has left this place.
  var isGhost: Bool { ghost != nil }

  /// The place of the row's first cell, drawn or not.
  var origin: Int { start - skipped }

  /// The length of the row's content.
  var contentLength: Int { whole - parts.before - parts.after - parts.separator }

  /// The length of what is drawn before the separator.
  var body: Int {
    let body = max(0, whole - parts.separator)
    return min(body, keepsSeparator ? max(0, drawn - parts.separator) : drawn)
  }
}

// The rows that a frame shows, including those that are leaving.
extension ScrollStack {
  /// Whether rows are drawn in their places, with their lengths.
  package var isAtRest: Bool { animations.isAtRest && carried == nil }

  /// The rows to draw, in order, as they're animated.
  ///
  /// Without `followsFocus`, they aren't moved to show the focus.
  func drawnRows(followsFocus: Bool = true) -> [DrawnRow] {
    let length = viewportLength
    guard length > 0 else { return [] }
    if isAtRest {
      let shift = endShift
      return rowsInView().map { row, range, _ in
        drawn(row, at: range.lowerBound - offset + shift, length: range.count)
      }
    }
    var rows = arrangedRows(in: 0..<length, movedBy: animations.slide?.cells ?? 0)
    let move = followsFocus ? focusShift(in: rows) : 0
    for index in rows.indices { rows[index].start += move }
    return drawnOnce(
      rows.filter { $0.drawn > 0 && $0.start < length && $0.start + $0.drawn > 0 })
  }

  /// How far a frame is moved along the axis, because a row that leaves would push the focused line
  /// out of the viewport; 0 for a frame that shows as much of the focus as the end state.
  private func focusShift(in rows: [DrawnRow]) -> Int {
    let window = 0..<viewportLength
    guard let end = settledFocus?.clamped(to: window), !end.isEmpty,
      let drawn = rows.first(where: { $0.row === focused && !$0.isGhost })
    else { return 0 }
    let seen = drawn.start..<drawn.start + drawn.body
    let focus = focus(of: drawn).clamped(to: seen)
    let missing = min(end.count, focus.count) - focus.clamped(to: window).count
    guard missing > 0 else { return 0 }
    return focus.lowerBound < 0
      ? min(-focus.lowerBound, missing - min(0, focus.upperBound))
      : -(missing + max(0, focus.lowerBound - window.upperBound))
  }

  /// The blank cells before rows at the end of a viewport that they don't fill.
  var endShift: Int { gravity == .end ? max(0, viewportLength - tree.total) : 0 }

  /// Removes cells of rows that would be drawn twice.
  ///
  /// A row that moves shows its first cells where it goes, or its last ones if it slides in, and the others in the
  /// places that it left, the last one first. The same applies to a controller that was removed and added again.
  private func drawnOnce(_ rows: [DrawnRow]) -> [DrawnRow] {
    guard rows.contains(where: \.isGhost) else { return rows }
    var result = rows
    var shown: [ObjectIdentifier: Int] = [:]
    for row in rows where !row.isGhost {
      shown[ObjectIdentifier(row.row.controller)] = slidesIn ? row.skipped : row.drawn
    }
    let ghosts = rows.indices.filter { rows[$0].isGhost }
    for index in ghosts.sorted(by: { rows[$0].ghost ?? 0 > rows[$1].ghost ?? 0 }) {
      let controller = ObjectIdentifier(rows[index].row.controller)
      let row = rows[index]
      if slidesIn {
        result[index].skipped = min(row.skipped, (shown[controller] ?? .max) - row.drawn)
        shown[controller] = result[index].skipped
      } else {
        result[index].skipped = max(row.skipped, shown[controller] ?? 0)
        shown[controller] = result[index].skipped + row.drawn
      }
    }
    return result
  }

  /// Hidden rows that are still drawn, or that follow something that is, in order.
  ///
  /// All other hidden rows are skipped.
  private func drawnHiddenSlots(_ ghosts: [RowID?: [Ghost]]) -> [DrawnSlots.Hidden] {
    let ids = Set(animations.motions.keys).union(ghosts.keys.compactMap(\.self))
    return ids.compactMap { id -> DrawnSlots.Hidden? in
      guard let row = row(.id(id)), row.flags.contains(.hidden) else { return nil }
      return (tree.index(of: row.slot), row.slot)
    }
    .sorted { $0.index < $1.index }
  }

  /// The rows in a range of cells around the viewport, in order, as they're animated.
  ///
  /// Rows follow one another from the first one in view; or, if the end of the content stays in place, precede it.
  ///
  /// - Parameters:
  ///   - window: The cells to fill, from the start of the viewport.
  ///   - slide: The cells that all rows are moved.
  /// - Returns: The rows, some of which may be outside the window.
  func arrangedRows(in window: Range<Int>, movedBy slide: Int) -> [DrawnRow] {
    let ghosts = ghostsByAnchor()
    let hidden = drawnHiddenSlots(ghosts)
    let first = drawsFromEnd ? -1 : firstSlot(at: offset)
    let middle =
      drawsFromEnd
      ? hidden.count : hidden.firstIndex { tree.start(of: $0.slot) >= offset } ?? hidden.count
    var needsFocus = isFocusInView
    // Forwards from the first row in view.
    var later: [DrawnRow] = []
    var slots = DrawnSlots(shown: first, others: hidden[middle...])
    var slot = drawsFromEnd ? nil : slots.next(in: &tree)
    let start = drawsFromEnd ? viewportLength : (slot.map { tree.start(of: $0) } ?? 0) - offset
    var place = start + slide
    // Ghosts before a row at the start of the viewport come into view; before one that begins earlier, they don't.
    var pushes = start >= 0 || slot == tree.slot(at: 0)
    let held = pushes ? nil : slot.flatMap { row(inSlot: $0) }.flatMap { ghosts[$0.id] }
    while let current = slot, place < window.upperBound || needsFocus,
      let row = row(inSlot: current)
    {
      if row === focused { needsFocus = false }
      if pushes { add(ghosts[row.id], from: &place, to: &later) }
      pushes = true
      let drawn = drawn(row, at: place, length: drawnLength(of: row))
      later.append(drawn)
      place += drawn.drawn
      slot = slots.next(in: &tree)
    }
    if !drawsFromEnd, slot == nil { add(ghosts[nil], from: &place, to: &later) }

    // Backwards from there, or from the end.
    var earlier: [DrawnRow] = []
    place = start + slide
    add(drawsFromEnd ? ghosts[nil] : held, backTo: &place, to: &earlier)
    slots = DrawnSlots(
      shown: first >= 0 ? tree.shownSlot(before: first) : tree.shownSlot(at: tree.shownCount - 1),
      others: hidden[..<middle])
    if first < 0, !drawsFromEnd, offset < tree.total { slots.shown = -1 }
    while place > window.lowerBound || (needsFocus && drawsFromEnd),
      let row = slots.previous(in: &tree).flatMap(row(inSlot:))
    {
      if row === focused { needsFocus = false }
      let length = drawnLength(of: row)
      place -= length
      earlier.append(drawn(row, at: place, length: length))
      add(ghosts[row.id], backTo: &place, to: &earlier)
    }
    return earlier.reversed() + later
  }

  /// The ghosts by the row before which each is drawn; those at the end by nil.
  private func ghostsByAnchor() -> [RowID?: [Ghost]] {
    var ghosts: [RowID?: [Ghost]] = [:]
    for ghost in animations.ghosts {
      ghosts[ghost.anchor.flatMap { row(.id($0)) }?.id, default: []].append(ghost)
    }
    if let carried, let ghost = ghost(of: carried) {
      ghosts[ghost.anchor, default: []].append(ghost)
    }
    return ghosts
  }

  /// Draws ghosts forwards from a place.
  private func add(_ ghosts: [Ghost]?, from place: inout Int, to rows: inout [DrawnRow]) {
    for ghost in ghosts ?? [] {
      rows.append(drawn(ghost, at: place))
      place += presentedLength(of: ghost)
    }
  }

  /// Draws ghosts backwards to a place.
  private func add(_ ghosts: [Ghost]?, backTo place: inout Int, to rows: inout [DrawnRow]) {
    for ghost in (ghosts ?? []).reversed() {
      place -= presentedLength(of: ghost)
      rows.append(drawn(ghost, at: place))
    }
  }

  private func drawnLength(of row: ScrollStackRow) -> Int {
    carried?.row === row ? 0 : presentedLength(of: row)
  }

  func drawn(_ row: ScrollStackRow, at start: Int, length: Int) -> DrawnRow {
    // Mostly nothing moves, and then nothing is looked up.
    let isMoving = !animations.motions.isEmpty
    let parts = isMoving ? presentedParts(of: row) : parts(of: row)
    let whole = max(length, parts.before + Int(row.content) + parts.after + parts.separator)
    return DrawnRow(
      row: row, parts: parts,
      separator: row.separator(in: style, axis: axis, isPresent: true),
      background: row.rowBackgroundColor(in: style), start: start, drawn: length, whole: whole,
      skipped: slidesIn ? whole - length : 0,
      keepsSeparator: isMoving && !slidesIn
        && animations.motions[row.id]?.keepsSeparator ?? false,
      old: isMoving ? oldCells(of: row) : nil)
  }

  private func drawn(_ ghost: Ghost, at start: Int) -> DrawnRow {
    let length = presentedLength(of: ghost)
    let content = ghost.row.content
    var whole =
      ghost.parts.before + Int(content) + ghost.parts.after + ghost.parts.separator
    // A row that has moved may have been reloaded since. In the room that it had before, its controller
    // could draw cells that are also drawn in the new place.
    if content == ghost.content { whole = max(whole, ghost.length + ghost.skipped) }
    return DrawnRow(
      row: ghost.row, parts: ghost.parts, separator: ghost.separator, background: ghost.background,
      start: start, drawn: length, whole: whole,
      skipped: slidesIn ? whole - length : max(ghost.skipped, ghost.taken),
      ghost: ghost.number,
      keepsSeparator: !slidesIn && ghost.keepsSeparator, opacity: opacity(of: ghost),
      old: ghost.old?.current)
  }
}

/// Where drawing has come among the shown rows and the hidden ones that are still drawn.
private struct DrawnSlots {
  typealias Hidden = (index: Int, slot: ExtentTree.Slot)

  /// The shown row that comes next; negative for none.
  var shown: ExtentTree.Slot

  /// The hidden rows that are left, in order.
  var others: ArraySlice<Hidden>

  mutating func next(in tree: inout ExtentTree) -> ExtentTree.Slot? {
    if let first = others.first, shown < 0 || first.index < tree.index(of: shown) {
      others.removeFirst()
      return first.slot
    }
    guard shown >= 0 else { return nil }
    defer { shown = tree.shownSlot(after: shown) }
    return shown
  }

  mutating func previous(in tree: inout ExtentTree) -> ExtentTree.Slot? {
    if let last = others.last, shown < 0 || last.index > tree.index(of: shown) {
      others.removeLast()
      return last.slot
    }
    guard shown >= 0 else { return nil }
    defer { shown = tree.shownSlot(before: shown) }
    return shown
  }
}
