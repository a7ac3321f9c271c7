// SPDX-License-Identifier: Apache-2.0

// How rows are drawn while they're animated.
extension ScrollStack {
  /// The length that a row is drawn with.
  func presentedLength(of row: ScrollStackRow) -> Int {
    guard contains(row) else { return 0 }
    let own = Int(tree.nodes[Int(row.slot)].own)
    guard let rowMotion = animations.motions[row.id] else {
      // At rest, rows that grow far from the viewport are drawn whole, and remain so when others start to move.
      guard !animations.isAtRest, !wasDrawn(row) else { return own }
      // In the first frame, nothing that grows is there, so rows from far away would be.
      let operation = animations.operationOfRow[row.id]
      return operation.map { $0.growsFromNothing && $0.frame == 0 } ?? false ? 0 : own
    }
    var progress = rowMotion.progress
    guard rowMotion.isGap else {
      return rowMotion.from + Int((Double(own - rowMotion.from) * progress).rounded())
    }
    if own < rowMotion.from, fadesOut { progress = max(0, 2 * progress - 1) }
    // Rounded up, both for separators that appear and for those that disappear.
    return rowMotion.from + Int((Double(own - rowMotion.from) * progress).rounded(.up))
  }

  /// The thickness of the separator that a row is drawn with.
  func presentedSeparator(of row: ScrollStackRow) -> Int {
    animations.motions[row.id]?.separator ?? separatorThickness(of: row)
  }

  /// The drawn part of a row.
  ///
  /// With `isChanging`, the content is about to change, so its cells are kept.
  func presence(of row: ScrollStackRow, isChanging: Bool = false) -> RowPresence {
    let length = presentedLength(of: row)
    let rowMotion = animations.motions[row.id]
    var showsEnd = rowMotion?.keepsSeparator ?? true
    if !showsEnd {
      let parts = presentedParts(of: row)
      showsEnd = length >= parts.before + Int(row.content) + parts.after + parts.separator
    }
    return RowPresence(
      length: length, separator: presentedSeparator(of: row), showsEnd: showsEnd,
      keepsSeparator: rowMotion?.keepsSeparator ?? false, isBeforeView: isBeforeView(row),
      isMoving: contains(row) && length != Int(tree.nodes[Int(row.slot)].own),
      old: isChanging ? keepCells(of: row) : oldCells(of: row))
  }

  /// Whether frames are drawn from the end of the content backwards.
  var drawsFromEnd: Bool { gravity == .end && offset >= maximumOffset }

  /// Whether a row ends before the first drawn cell.
  func isBeforeView(_ row: ScrollStackRow) -> Bool {
    offset > 0 && !drawsFromEnd && contains(row) && range(of: row).upperBound <= offset
  }

  /// Records how a row is drawn whose separator is about to appear or disappear with the following
  /// row, so that both are animated together.
  func noteGap(after row: ScrollStackRow) {
    // A separator that goes and returns in the same change is still drawn as it was at first.
    guard !motion.clock.isImmediate, contains(row), !batch.gaps.contains(where: { $0.row === row })
    else { return }
    batch.gaps.append((row, presence(of: row)))
  }

  /// The parts of a row with the separator that is drawn.
  func presentedParts(of row: ScrollStackRow) -> RowParts {
    var parts = parts(of: row)
    parts.separator = presentedSeparator(of: row)
    return parts
  }

  /// The opacity of a row's separator, which fades with a following row that leaves.
  func separatorOpacity(of row: ScrollStackRow) -> Double {
    guard fadesOut, let rowMotion = animations.motions[row.id], rowMotion.isGap, contains(row),
      Int(tree.nodes[Int(row.slot)].own) < rowMotion.from
    else { return 1 }
    return max(0, 1 - 2 * rowMotion.progress)
  }

  // MARK: Rows that left

  /// The length that a row that left is drawn with.
  func presentedLength(of ghost: Ghost) -> Int {
    var progress = ghost.progress
    guard progress < 1 else { return 0 }
    if fadesOut { progress = max(0, 2 * progress - 1) }
    return ghost.length - Int((Double(ghost.length) * progress).rounded())
  }

  /// The opacity of a row that left, which fades during the first half of its animation, if at all.
  func opacity(of ghost: Ghost) -> Double {
    fadesOut && ghost.operation != nil ? max(0, 1 - 2 * ghost.progress) : 1
  }

  /// Makes ghosts, which are drawn in place of rows that are about to leave their places.
  ///
  /// A ghost is drawn right before its row and after earlier ghosts; when the row leaves, before
  /// the following row. The operation starts when all rows have left. Rows before the viewport have
  /// no ghosts, and of a row that starts there only the visible part is drawn.
  func makeGhosts(of rows: [ScrollStackRow]) -> GhostGroup? {
    let frames = motion.frameCount(of: style.rowAnimation)
    guard frames > 0 else { return nil }
    let near = rows.filter { contains($0) && (wasDrawn($0) || isNear($0) && !isBeforeView($0)) }
    let group = GhostGroup()
    for row in near {
      let length = presentedLength(of: row)
      let skipped = drawsFromEnd ? 0 : max(0, -(startBefore(of: row) ?? 0))
      guard length > skipped else { continue }
      var old = oldCells(of: row)
      old?.start += skipped
      animations.ghostCount += 1
      let ghost = Ghost(
        number: animations.ghostCount, row: row, content: row.content,
        parts: presentedParts(of: row), length: length - skipped,
        skipped: skipped,
        separator: row.separator, background: row.rowBackgroundColor, anchor: row.id, group: group,
        frames: frames, keepsSeparator: animations.motions[row.id]?.keepsSeparator ?? false,
        old: old)
      animations.ghosts.append(ghost)
    }
    return animations.ghosts.contains { $0.group === group } ? group : nil
  }

  /// Attaches the ghosts before a row to the following row, because the row is about to leave.
  func reanchorGhosts(before row: ScrollStackRow) {
    guard animations.ghosts.contains(where: { $0.anchor == row.id }) else { return }
    let next = self.row(inSlot: tree.slot(after: row.slot))?.id
    var moved: [Ghost] = []
    animations.ghosts.removeAll { ghost in
      guard ghost.anchor == row.id else { return false }
      moved.append(ghost)
      return true
    }
    for index in moved.indices { moved[index].anchor = next }
    // The ghosts before that row were already drawn after this one.
    let place = animations.ghosts.firstIndex { $0.anchor == next } ?? animations.ghosts.count
    animations.ghosts.insert(contentsOf: moved, at: place)
  }
}
