// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Whether anything is in motion, so that frames are due.
  public var isAnimating: Bool {
    !animations.operations.isEmpty || scrolling != nil || indicatorStart != nil
  }

  /// When the next frame is due on the clock; nil when nothing moves.
  ///
  /// - Complexity: O(*k*) in the number of running operations.
  public var nextFrameTime: Duration? {
    var times = animations.operations.map { operation in
      motion.time(ofFrame: motion.frames(since: operation.start) + 1, since: operation.start)
    }
    if let scrolling {
      times.append(
        motion.time(ofFrame: motion.frames(since: scrolling.start) + 1, since: scrolling.start))
    }
    if let indicatorStart { times.append(indicatorStart + .seconds(1)) }
    return times.min()
  }

  /// Brings everything that moves to where it should be now; operations that are over complete.
  ///
  /// Whoever draws calls it once before each frame.
  public func advance() {
    guard isAnimating else { return }
    batch {
      advanceScrolling()
      if let start = indicatorStart, motion.clock.now - start >= .seconds(1) {
        indicatorStart = nil
      }
      for (id, rowMotion) in animations.motions where rowMotion.hiding != nil {
        let frame = motion.frames(since: rowMotion.operation.start)
        guard let animatable = row(.id(id))?.controller as? any AnimatableRow else { continue }
        animatable.animate(
          hiding: rowMotion.hiding ?? false, progress: rowMotion.progress(atFrame: frame))
      }
      for operation in animations.operations
      where motion.frames(since: operation.start) >= operation.frames {
        end(operation, finished: true)
      }
    }
  }

  /// Has everything that moves arrive now.
  public func finishAnimations() {
    guard isAnimating else { return }
    batch {
      if let scrolling {
        scroll(to: scrolling.target, false, nil)
      }
      indicatorStart = nil
      for operation in animations.operations { end(operation, finished: true) }
    }
  }

  /// Starts an operation whose end state is reached, or completes it if nothing moves.
  func begin(
    _ kind: MotionKind, rows: [ScrollStackRow], ghosts: GhostGroup? = nil, animated: Bool,
    duration: Duration, completion: Completion?
  ) {
    let hasGhosts = ghosts.map { group in animations.ghosts.contains { $0.group === group } }
    if !animations.operations.isEmpty { for row in rows { overtake(row) } }
    let gaps = batch.gaps
    batch.gaps = []
    batch.needsLayout = true
    var hiding: Bool?
    if case .hiding(let isHiding, _) = kind { hiding = isHiding }
    let curves = animated ? rows.map { curve(of: $0, hiding: hiding, duration: duration) } : []
    let frames =
      animated
      ? curves.reduce(hasGhosts != true && !rows.isEmpty ? 0 : motion.frameCount(of: duration)) {
        max($0, frameCount(of: $1))
      } : 0
    guard frames > 0 else {
      if let ghosts { animations.ghosts.removeAll { $0.group === ghosts } }
      if animated, let hiding {
        for case let animatable as any AnimatableRow in rows.map(\.controller) {
          animatable.willBegin(hiding: hiding)
          animatable.didEnd(hiding: hiding, finished: true)
        }
      }
      return complete(completion, finished: true)
    }
    let operation = Operation(
      start: motion.clock.now, frames: frames, completion: completion)
    animations.operations.append(operation)
    for (position, row) in rows.enumerated() {
      animations.operationOfRow[row.id] = operation
      let follows = hiding != nil && row.controller is any AnimatableRow
      guard follows || isNear(row) else { continue }
      let curve = curves[position]
      animations.motions[row.id] = RowMotion(
        operation: operation, from: kind.length(at: position),
        delayFrames: motion.frameCount(of: curve.delay),
        frames: motion.frameCount(of: curve.duration), curve: curve,
        hiding: follows ? hiding : nil, separator: kind.separator(at: position),
        keepsSeparator: kind.keepsSeparator(at: position))
      if follows, let hiding, let animatable = row.controller as? any AnimatableRow {
        animatable.willBegin(hiding: hiding)
      }
    }
    ghosts?.operation = operation
    for (row, before) in gaps where !rows.contains(where: { $0 === row }) && isNear(row) {
      let old = animations.motions[row.id]
      guard old?.hiding == nil else { continue }
      // A row that moves already goes on from where it is.
      animations.motions[row.id] = RowMotion(
        operation: operation, from: before.length, delayFrames: 0, frames: frames,
        curve: .linear(duration), hiding: nil,
        separator: max(before.separator, row.separatorThickness(in: style)),
        isGap: old?.isGap ?? true, keepsSeparator: before.showsEnd && before.separator > 0)
    }
  }

  /// Ends the operation that a row takes part in, because a later one takes over.
  func overtake(_ row: ScrollStackRow) {
    if let old = animations.motions.removeValue(forKey: row.id), let hiding = old.hiding {
      (row.controller as? any AnimatableRow)?.didEnd(hiding: hiding, finished: false)
    }
    guard let operation = animations.operationOfRow.removeValue(forKey: row.id) else { return }
    // Its other rows go on as drawn; only the operation as a whole is no longer finished.
    complete(operation.completion, finished: false)
    operation.completion = nil
  }

  private func end(_ operation: Operation, finished: Bool) {
    guard !operation.isOver else { return }
    operation.isOver = true
    animations.operations.removeAll { $0 === operation }
    animations.ghosts.removeAll { $0.operation === operation }
    for (id, other) in animations.operationOfRow where other === operation {
      animations.operationOfRow[id] = nil
    }
    for (id, rowMotion) in animations.motions where rowMotion.operation === operation {
      animations.motions[id] = nil
      if let hiding = rowMotion.hiding {
        (row(.id(id))?.controller as? any AnimatableRow)?.didEnd(hiding: hiding, finished: finished)
      }
    }
    complete(operation.completion, finished: finished)
    operation.completion = nil
    batch.needsLayout = true
  }

  private func curve(of row: ScrollStackRow, hiding: Bool?, duration: Duration) -> RowAnimation {
    guard hiding != nil, let animatable = row.controller as? any AnimatableRow else {
      return .linear(duration)
    }
    return animatable.animation
  }

  private func frameCount(of curve: RowAnimation) -> Int {
    motion.frameCount(of: curve.delay) + motion.frameCount(of: curve.duration)
  }

  /// Whether a row is within a viewport of the visible range.
  private func isNear(_ row: ScrollStackRow) -> Bool {
    guard contains(row) else { return false }
    let range = range(of: row)
    let length = viewportLength
    return range.upperBound >= offset - length && range.lowerBound <= offset + 2 * length
  }

  // MARK: Lengths as drawn

  /// The length that a row is drawn with.
  func presentedLength(of row: ScrollStackRow) -> Int {
    guard contains(row) else { return 0 }
    let own = Int(tree.nodes[Int(row.slot)].own)
    guard let rowMotion = animations.motions[row.id] else { return own }
    var progress = rowMotion.progress(atFrame: motion.frames(since: rowMotion.operation.start))
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
      keepsSeparator: rowMotion?.keepsSeparator ?? false)
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
    let frame = motion.frames(since: rowMotion.operation.start)
    return max(0, 1 - 2 * rowMotion.progress(atFrame: frame))
  }

  /// The length that a row that left is drawn with.
  func presentedLength(of ghost: Ghost) -> Int {
    guard let operation = ghost.operation else { return ghost.length }
    let frame = motion.frames(since: operation.start)
    guard frame < ghost.frames else { return 0 }
    var progress = Double(frame) / Double(max(1, ghost.frames))
    if fadesOut { progress = max(0, 2 * progress - 1) }
    return ghost.length - Int((Double(ghost.length) * progress).rounded())
  }

  /// How opaque a row that left is drawn: it fades in the first half of its time, if at all.
  func opacity(of ghost: Ghost) -> Double {
    guard fadesOut, let operation = ghost.operation else { return 1 }
    let frame = motion.frames(since: operation.start)
    return max(0, 1 - 2 * Double(frame) / Double(max(1, ghost.frames)))
  }

  /// Has rows that are about to leave their places drawn there further on.
  ///
  /// Each stands right before its row, behind what is drawn before that already; when the row leaves
  /// they go on before the row behind it. The operation begins when all have left.
  func makeGhosts(of rows: [ScrollStackRow]) -> GhostGroup? {
    let frames = motion.frameCount(of: style.rowAnimation)
    let near = rows.filter { contains($0) && isNear($0) && presentedLength(of: $0) > 0 }
    guard frames > 0, !near.isEmpty else { return nil }
    let group = GhostGroup()
    for row in near {
      let ghost = Ghost(
        row: row, parts: presentedParts(of: row), length: presentedLength(of: row),
        separator: row.separator, background: row.rowBackgroundColor, anchor: row.id, group: group,
        frames: frames, keepsSeparator: animations.motions[row.id]?.keepsSeparator ?? false)
      animations.ghosts.append(ghost)
    }
    return group
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

extension MotionKind {
  /// The length that the row at a position of the operation was drawn with before.
  fileprivate func length(at position: Int) -> Int {
    switch self {
    case .insertion, .removal, .move: 0
    case .replacement(let length): length
    case .hiding(_, let before), .reload(let before): before[position].length
    }
  }

  /// Whether the separator of the row at a position stands behind whatever is drawn.
  fileprivate func keepsSeparator(at position: Int) -> Bool {
    switch self {
    case .insertion, .removal, .move: false
    case .replacement: true
    case .hiding(_, let before): before[position].keepsSeparator
    case .reload(let before): before[position].showsEnd
    }
  }

  /// The separator that the row at a position is drawn with meanwhile, if not with its own.
  fileprivate func separator(at position: Int) -> Int? {
    switch self {
    case .hiding(true, let before): before[position].separator
    case .reload(let before): before[position].separator > 0 ? before[position].separator : nil
    case .hiding, .insertion, .removal, .move, .replacement: nil
    }
  }
}

extension ScrollStack {
  /// Has a body called when everything that moves now has arrived or was overtaken; at the end of
  /// the batch if nothing moves.
  package func afterAnimations(_ body: @escaping () -> Void) {
    batch {
      let frames =
        animations.operations.map { operation in
          operation.frames - motion.frames(since: operation.start)
        }.max() ?? 0
      guard frames > 0 else { return complete({ _ in body() }, finished: true) }
      animations.operations.append(
        Operation(start: motion.clock.now, frames: frames, completion: { _ in body() }))
    }
  }

  /// Has all rows measured again, because something that they share has changed.
  package func reloadLengths() {
    batch { remeasureAll(keepingEstimates: true) }
  }
}
