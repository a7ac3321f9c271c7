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
  /// Whether the row has left this place.
  var isGhost = false
  /// Whether the separator follows the drawn part, not the whole row.
  var keepsSeparator = false
  var opacity = 1.0

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
  /// The rows to draw, in order, as they're animated.
  func drawnRows() -> [DrawnRow] {
    let length = viewportLength
    guard length > 0 else { return [] }
    let shift = endShift
    if animations.isAtRest, carried == nil {
      return rowsInView().map { row, range, _ in
        drawn(row, at: range.lowerBound - offset + shift, length: range.count)
      }
    }
    var ghosts: [RowID?: [Ghost]] = [:]
    for ghost in animations.ghosts {
      let anchor = ghost.anchor.flatMap { row(.id($0)) }?.id
      ghosts[anchor, default: []].append(ghost)
    }
    if let carried, let ghost = ghost(of: carried) {
      ghosts[ghost.anchor, default: []].append(ghost)
    }
    var rows = drawsFromEnd ? drawnFromEnd(ghosts) : drawnFromStart(ghosts, shift: shift)
    let move = focusShift(in: rows)
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
  /// A row that moves shows its first cells where it goes, and the others where it was. The same
  /// applies to a controller that was removed and added again.
  private func drawnOnce(_ rows: [DrawnRow]) -> [DrawnRow] {
    guard rows.contains(where: \.isGhost) else { return rows }
    var result = rows
    var shown: [ObjectIdentifier: Int] = [:]
    for row in rows where !row.isGhost {
      shown[ObjectIdentifier(row.row.controller)] = row.drawn
    }
    for index in rows.indices where rows[index].isGhost {
      let controller = ObjectIdentifier(rows[index].row.controller)
      let before = shown[controller] ?? 0
      if slidesIn {
        result[index].skipped -= before
      } else {
        result[index].skipped = max(rows[index].skipped, before)
      }
      shown[controller] = before + rows[index].drawn
    }
    return result
  }

  /// Hidden rows that are still drawn, or that follow something that is, in order.
  ///
  /// All other hidden rows are skipped.
  private func drawnHiddenSlots(_ ghosts: [RowID?: [Ghost]]) -> [(
    index: Int, slot: ExtentTree.Slot
  )] {
    let ids = Set(animations.motions.keys).union(ghosts.keys.compactMap(\.self))
    return ids.compactMap { id -> (index: Int, slot: ExtentTree.Slot)? in
      guard let row = row(.id(id)), row.flags.contains(.hidden) else { return nil }
      return (tree.index(of: row.slot), row.slot)
    }
    .sorted { $0.index < $1.index }
  }

  private func drawnFromStart(_ ghosts: [RowID?: [Ghost]], shift: Int) -> [DrawnRow] {
    var result: [DrawnRow] = []
    let length = viewportLength
    var hidden = drawnHiddenSlots(ghosts).filter { tree.start(of: $0.slot) >= offset }[...]
    var shown = firstSlot(at: offset)
    func next() -> ExtentTree.Slot? {
      if let first = hidden.first, shown < 0 || first.index < tree.index(of: shown) {
        hidden.removeFirst()
        return first.slot
      }
      guard shown >= 0 else { return nil }
      defer { shown = tree.shownSlot(after: shown) }
      return shown
    }
    var slot = next()
    var place = (slot.map { tree.start(of: $0) } ?? 0) - offset + shift
    var needsFocus = isFocusInView
    while let current = slot, place < length || needsFocus, let row = row(inSlot: current) {
      if row === focused { needsFocus = false }
      if place >= 0 || current == tree.slot(at: 0) {
        for ghost in ghosts[row.id] ?? [] {
          let drawn = drawn(ghost, at: place)
          result.append(drawn)
          place += drawn.drawn
        }
      }
      let drawn = drawn(row, at: place, length: drawnLength(of: row))
      result.append(drawn)
      place += drawn.drawn
      slot = next()
    }
    for ghost in ghosts[nil] ?? [] where slot == nil {
      let drawn = drawn(ghost, at: place)
      result.append(drawn)
      place += drawn.drawn
    }
    return result
  }

  /// The rows drawn from the last one backwards, which keeps the end of the content in place.
  private func drawnFromEnd(_ ghosts: [RowID?: [Ghost]]) -> [DrawnRow] {
    var result: [DrawnRow] = []
    var place = viewportLength
    for ghost in (ghosts[nil] ?? []).reversed() {
      place -= presentedLength(of: ghost)
      result.append(drawn(ghost, at: place))
    }
    var hidden = drawnHiddenSlots(ghosts)
    var shown = tree.shownSlot(at: tree.shownCount - 1)
    func next() -> ExtentTree.Slot? {
      if let last = hidden.last, shown < 0 || last.index > tree.index(of: shown) {
        hidden.removeLast()
        return last.slot
      }
      guard shown >= 0 else { return nil }
      defer { shown = tree.shownSlot(before: shown) }
      return shown
    }
    var needsFocus = isFocusInView
    while place > 0 || needsFocus, let row = next().flatMap(row(inSlot:)) {
      if row === focused { needsFocus = false }
      let length = drawnLength(of: row)
      place -= length
      result.append(drawn(row, at: place, length: length))
      for ghost in (ghosts[row.id] ?? []).reversed() {
        place -= presentedLength(of: ghost)
        result.append(drawn(ghost, at: place))
      }
    }
    return result.reversed()
  }

  private func drawnLength(of row: ScrollStackRow) -> Int {
    carried?.row === row ? 0 : presentedLength(of: row)
  }

  private func drawn(_ row: ScrollStackRow, at start: Int, length: Int) -> DrawnRow {
    let parts = presentedParts(of: row)
    let whole = max(length, parts.before + Int(row.content) + parts.after + parts.separator)
    return DrawnRow(
      row: row, parts: parts, separator: row.separator, background: row.rowBackgroundColor,
      start: start, drawn: length, whole: whole, skipped: slidesIn ? whole - length : 0,
      keepsSeparator: !slidesIn && animations.motions[row.id]?.keepsSeparator ?? false)
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
      skipped: slidesIn ? whole - length : ghost.skipped, isGhost: true,
      keepsSeparator: !slidesIn && ghost.keepsSeparator, opacity: opacity(of: ghost))
  }
}
