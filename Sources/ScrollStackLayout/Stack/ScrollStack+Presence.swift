// SPDX-License-Identifier: Apache-2.0

// What is drawn of rows while they are on their way.
extension ScrollStack {
  /// The length that a row is drawn with.
  func presentedLength(of row: ScrollStackRow) -> Int {
    guard contains(row) else { return 0 }
    let own = Int(tree.nodes[Int(row.slot)].own)
    guard let rowMotion = animations.motions[row.id] else { return own }
    var progress = rowMotion.progress
    guard rowMotion.isGap else {
      return rowMotion.from + Int((Double(own - rowMotion.from) * progress).rounded())
    }
    if own < rowMotion.from, fadesOut { progress = max(0, 2 * progress - 1) }
    // Of what comes and what goes the longer of two possible lengths.
    return rowMotion.from + Int((Double(own - rowMotion.from) * progress).rounded(.up))
  }

  /// The thickness of the separator that a row is drawn with.
  func presentedSeparator(of row: ScrollStackRow) -> Int {
    animations.motions[row.id]?.separator ?? row.separatorThickness(in: style)
  }

  /// What of a row is drawn now.
  func presence(of row: ScrollStackRow) -> RowPresence {
    let length = presentedLength(of: row)
    let rowMotion = animations.motions[row.id]
    var showsEnd = rowMotion?.keepsSeparator ?? true
    if !showsEnd {
      let parts = presentedParts(of: row)
      showsEnd = length >= parts.before + Int(row.content) + parts.after + parts.separator
    }
    return RowPresence(
      length: length, separator: presentedSeparator(of: row), showsEnd: showsEnd,
      keepsSeparator: rowMotion?.keepsSeparator ?? false, isBeforeView: isBeforeView(row))
  }

  /// Whether frames are drawn from the end of the content backwards.
  var drawsFromEnd: Bool { gravity == .end && offset >= maximumOffset }

  /// Whether all of a row is before the first cell that is drawn.
  func isBeforeView(_ row: ScrollStackRow) -> Bool {
    offset > 0 && !drawsFromEnd && contains(row) && range(of: row).upperBound <= offset
  }

  /// Notes what is drawn of a row whose separator is about to come or go with the row behind it, so
  /// that it moves with that.
  func noteGap(behind row: ScrollStackRow) {
    guard !motion.clock.isImmediate, contains(row) else { return }
    batch.gaps.append((row, presence(of: row)))
  }

  /// The parts of a row with the separator that is drawn.
  func presentedParts(of row: ScrollStackRow) -> RowParts {
    var parts = parts(of: row)
    parts.separator = presentedSeparator(of: row)
    return parts
  }

  /// How opaque the separator of a row is drawn: it fades with the row behind it that leaves.
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

  /// How opaque a row that left is drawn: it fades in the first half of its time, if at all.
  func opacity(of ghost: Ghost) -> Double {
    fadesOut && ghost.operation != nil ? max(0, 1 - 2 * ghost.progress) : 1
  }

  /// Has rows that are about to leave their places drawn there further on.
  ///
  /// Each stands right before its row, behind what is drawn before that already; when the row leaves
  /// they go on before the row behind it. The operation begins when all have left. Rows before the
  /// viewport aren't drawn, and of one that begins there only the part in view.
  func makeGhosts(of rows: [ScrollStackRow]) -> GhostGroup? {
    let frames = motion.frameCount(of: style.rowAnimation)
    guard frames > 0 else { return nil }
    let near = rows.filter { contains($0) && isNear($0) && !isBeforeView($0) }
    let group = GhostGroup()
    for row in near {
      let length = presentedLength(of: row)
      let skipped = drawsFromEnd ? 0 : max(0, offset - range(of: row).lowerBound)
      guard length > skipped else { continue }
      let ghost = Ghost(
        row: row, parts: presentedParts(of: row), length: length - skipped, skipped: skipped,
        separator: row.separator, background: row.rowBackgroundColor, anchor: row.id, group: group,
        frames: frames, keepsSeparator: animations.motions[row.id]?.keepsSeparator ?? false)
      animations.ghosts.append(ghost)
    }
    return animations.ghosts.contains { $0.group === group } ? group : nil
  }

  /// Ties what is drawn before a row to the row behind it, because the row is about to leave.
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
    // What was drawn before that row already stood behind this one.
    let place = animations.ghosts.firstIndex { $0.anchor == next } ?? animations.ghosts.count
    animations.ghosts.insert(contentsOf: moved, at: place)
  }
}
