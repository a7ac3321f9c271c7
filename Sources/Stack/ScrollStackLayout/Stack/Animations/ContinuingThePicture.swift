// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The rows in view as they were drawn before the first animated change of a batch.
struct DrawnBefore {
  /// The rows in view, in order.
  let rows: [DrawnRow]

  /// The rows around them, too.
  let around: [DrawnRow]

  /// The number of ghosts so far.
  let ghostCount: Int

  /// The rows in view that are in their places.
  let seen: Set<RowID>

  /// The rows that others have replaced, by those.
  var replaced: [RowID: RowID] = [:]

  /// The rows whose content has changed, or that others have replaced.
  var changed: Set<RowID> = []

  /// The last operation that started.
  var operation: Operation?
}

// An animated change continues from the picture before it (`Documentation/Contract.md` SC-20).
//
// Operations give each row that they change a motion that starts with what was drawn of it. What they don't know,
// because the layout comes after them, is added here: other rows that got another length, and the place of all rows
// if the layout keeps another part of the content in place.
extension ScrollStack {
  /// Notes what is drawn before an animated change.
  func notePicture() {
    guard !motion.isOff, batch.before == nil else { return }
    let rows = drawnRows()
    batch.before = DrawnBefore(
      rows: rows, around: rows.isEmpty ? rowsAround(movedBy: animations.slide?.cells ?? 0) : [],
      ghostCount: animations.ghostCount,
      seen: Set(rows.lazy.filter { !$0.isGhost }.map(\.row.id)))
  }

  /// Whether a row was drawn before the change.
  func wasDrawn(_ row: ScrollStackRow) -> Bool {
    batch.before.map { $0.seen.contains($0.replaced[row.id] ?? row.id) } ?? false
  }

  /// Where a row started before the change; nil if it wasn't drawn.
  func startBefore(of row: ScrollStackRow) -> Int? { drawnBefore(row)?.start }

  private func drawnBefore(_ row: ScrollStackRow) -> DrawnRow? {
    let id = batch.before?.replaced[row.id] ?? row.id
    return batch.before?.rows.first { $0.row.id == id && !$0.isGhost }
  }

  /// The cells that are drawn of a row whose content has changed, in the first frame.
  func oldCells(of row: ScrollStackRow) -> OldCells? {
    animations.motions[row.id]?.old?.current
  }

  /// Keeps the cells that a row and its ghosts show, because the row's content is about to change.
  ///
  /// - Returns: Those of the row; nil if it isn't drawn.
  func keepCells(of row: ScrollStackRow) -> OldCells? {
    let id = batch.before?.replaced[row.id] ?? row.id
    guard let before = batch.before, batch.before?.changed.insert(id).inserted ?? false else {
      return oldCells(of: row)
    }
    for (index, ghost) in animations.ghosts.enumerated()
    where ghost.row.controller === row.controller {
      let isNew = ghost.number > before.ghostCount
      let drawn = isNew ? drawnBefore(ghost.row) : before.rows.first { $0.ghost == ghost.number }
      guard var cells = drawn.map({ cells($0) }) else { continue }
      if isNew { cells.start += ghost.skipped }
      animations.ghosts[index].old = cells
    }
    return drawnBefore(row).map { cells($0) } ?? oldCells(of: row)
  }

  /// Lets ghosts of a row go on showing the cells that they show, because the row leaves without a ghost.
  func keepPlaces(ofGhostsOf row: ScrollStackRow) {
    for drawn in batch.before?.rows ?? []
    where drawn.isGhost && drawn.row.controller === row.controller {
      let index = animations.ghosts.firstIndex { $0.number == drawn.ghost }
      if let index { animations.ghosts[index].taken = drawn.skipped }
    }
  }

  /// The cells of a row as it was drawn, from a place in the viewport.
  private func cells(_ drawn: DrawnRow, from start: Int? = nil) -> OldCells {
    var picture = CellGrid(
      size: CellRect(size: viewportSize).inset(by: viewportInsets).size, ambiguous: ambiguous)
    picture.draw(in: picture.bounds) { draw(drawn, on: &$0) }
    return OldCells(
      picture: picture, start: start ?? drawn.start, motion: motion, time: motion.clock.now)
  }

  /// Makes the first frame of the operations of this batch the picture before it.
  func continuePicture() {
    guard let before = batch.before else { return }
    batch.before = nil
    guard let operation = before.operation, !operation.isOver else { return }
    let left = Set(animations.ghosts.lazy.filter { $0.number > before.ghostCount }.map(\.row.id))
    for old in before.rows where !old.isGhost && !left.contains(old.row.id) {
      keepLength(of: old, in: operation)
    }
    // Rows that weren't drawn grow from nothing.
    let seen = Set(before.rows.map(\.row.id))
    let known = seen.union(before.replaced.filter { seen.contains($1) }.keys)
    for _ in 0..<8 {
      animations.slide = slide(from: before, in: operation)
      let new = drawnRows(followsFocus: false).filter { !$0.isGhost && !known.contains($0.row.id) }
      if new.isEmpty { break }
      for drawn in new { move(drawn.row, from: 0, in: operation) }
    }
    // A row may show another part of itself, because it was measured.
    let now = Places(drawnRows(followsFocus: false), after: before)
    for old in before.rows {
      guard let new = now[old], new.shownCells == nil, !new.hasCells(of: old) else { continue }
      if let index = animations.ghosts.firstIndex(where: { $0.number == new.ghost }) {
        animations.ghosts[index].old = cells(old, from: new.start)
      } else if animations.motions[new.row.id] != nil {
        animations.motions[new.row.id]?.old = cells(old, from: new.start)
      } else {
        move(new.row, from: new.drawn, cells: cells(old), in: operation)
      }
    }
  }

  /// Starts with the length with which a row was drawn, if it has another one.
  private func keepLength(of old: DrawnRow, in operation: Operation) {
    guard contains(old.row), presentedLength(of: old.row) != old.drawn else { return }
    move(
      old.row, from: old.drawn, separator: old.parts.separator,
      keepsSeparator: old.keepsSeparator || old.drawn >= old.whole,
      cells: oldCells(of: old.row), in: operation)
  }

  private func move(
    _ row: ScrollStackRow, from length: Int, separator: Int? = nil, keepsSeparator: Bool = false,
    cells: OldCells? = nil, in operation: Operation
  ) {
    operation.rows.append(row.id)
    animations.motions[row.id] = RowMotion(
      operation: operation, from: length, delayFrames: 0, frames: operation.frames,
      curve: .linear(.zero), hiding: nil, separator: separator, keepsSeparator: keepsSeparator,
      old: cells)
  }

  /// How far the rows have to move, so that they start where they were; nil if nowhere.
  private func slide(from before: DrawnBefore, in operation: Operation) -> Slide? {
    let now = Places(rowsAround(movedBy: 0), after: before)
    // If nothing was in view, the rows next to the viewport stay out of it.
    func distance(_ old: DrawnRow) -> Int {
      max(old.start - viewportLength, -old.start - old.drawn)
    }
    for old in before.rows + before.around.sorted(by: { distance($0) < distance($1) }) {
      guard let new = now[old] else { continue }
      let distance = old.start + old.drawn - new.start - new.drawn
      return distance == 0 ? nil : Slide(operation: operation, from: distance)
    }
    return nil
  }

  private func rowsAround(movedBy slide: Int) -> [DrawnRow] {
    let length = viewportLength
    return arrangedRows(in: -8 * length..<9 * length, movedBy: slide).filter { $0.drawn > 0 }
  }
}

/// Where the rows that were drawn before a change are now.
private struct Places {
  private let before: DrawnBefore
  private var rows: [RowID: DrawnRow] = [:]
  private var ghosts: [Int: DrawnRow] = [:]
  private var newGhosts: [RowID: DrawnRow] = [:]
  private var replacing: [RowID: [RowID]] = [:]

  init(_ drawn: [DrawnRow], after before: DrawnBefore) {
    self.before = before
    for row in drawn {
      guard let number = row.ghost else {
        rows[row.row.id] = row
        continue
      }
      ghosts[number] = row
      if number > max(before.ghostCount, newGhosts[row.row.id]?.ghost ?? 0) {
        newGhosts[row.row.id] = row
      }
    }
    for (new, old) in before.replaced { replacing[old, default: []].append(new) }
  }

  /// The place that a row was in; nil if nothing is drawn of it.
  subscript(_ old: DrawnRow) -> DrawnRow? {
    if let number = old.ghost { return ghosts[number] }
    let ids = [old.row.id] + replacing[old.row.id, default: []]
    return ids.lazy.compactMap { newGhosts[$0] ?? rows[$0] }.first
  }
}

extension DrawnRow {
  /// Whether the row shows the cells that it showed before.
  fileprivate func hasCells(of old: DrawnRow) -> Bool {
    origin == old.origin && whole == old.whole && body + start == old.body + old.start
      && parts.before == old.parts.before && parts.separator == old.parts.separator
  }
}
