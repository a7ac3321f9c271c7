// SPDX-License-Identifier: Apache-2.0

// Starting, superseding, and ending operations.
extension ScrollStack {
  /// Starts the animation of an operation, or ends all animations of rows if the operation isn't
  /// animated.
  ///
  /// - Parameters:
  ///   - kind: The reason for an animation of rows.
  ///   - rows: The rows to animate.
  ///   - ghosts: The rows that have left their places.
  ///   - hasChanged: Whether anything has changed; nil if that means whether there are rows.
  ///   - animated: Whether it takes time.
  ///   - duration: The duration, unless a row has its own animation.
  ///   - completion: Called exactly once.
  func begin(
    _ kind: MotionKind, rows: [ScrollStackRow], ghosts: GhostGroup? = nil,
    hasChanged: Bool? = nil, animated: Bool, duration: Duration, completion: Completion?
  ) {
    let hasGhosts = ghosts.map { group in animations.ghosts.contains { $0.group === group } }
    if !animations.operations.isEmpty { for row in rows { supersede(row) } }
    let gaps = batch.gaps
    batch.gaps = []
    batch.needsLayout = true
    let hasChanged = hasChanged ?? !rows.isEmpty
    let animated = animated && hasChanged
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
        for controller in rows.map(\.controller) where controller.animation != nil {
          controller.willBegin(hiding: hiding)
          controller.didEnd(hiding: hiding, finished: true)
        }
      }
      if hasChanged { endRowAnimations() }
      return complete(completion, finished: true)
    }
    let operation = Operation(motion: motion, frames: frames, completion: completion)
    batch.before?.operation = operation
    operation.rows.reserveCapacity(rows.count)
    operation.growsFromNothing = kind.growsFromNothing
    animations.operations.append(operation)
    for (position, row) in rows.enumerated() {
      animations.operationOfRow[row.id] = operation
      operation.rows.append(row.id)
      let follows = hiding != nil && row.controller.animation != nil
      let before = kind.presence(at: position)
      let length = before?.length ?? 0
      // Rows that grow from nothing leave room for many others in the first frames.
      let isSeen = isNear(row, reach: length == 0 ? frames : 1) && before?.isBeforeView != true
      guard follows || isSeen || wasDrawn(row) || before?.isMoving ?? false else { continue }
      let curve = curves[position]
      animations.motions[row.id] = RowMotion(
        operation: operation, from: length,
        delayFrames: motion.frameCount(of: curve.delay),
        frames: motion.frameCount(of: curve.duration), curve: curve,
        hiding: follows ? hiding : nil, separator: kind.separator(before),
        keepsSeparator: kind.keepsSeparator(before), old: before?.old)
      if follows, let hiding { row.controller.willBegin(hiding: hiding) }
    }
    ghosts?.operation = operation
    moveGaps(gaps, in: operation, with: rows, duration: duration)
  }

  /// Animates separators that appear or disappear with the following row.
  private func moveGaps(
    _ gaps: [(row: ScrollStackRow, before: RowPresence)], in operation: Operation,
    with rows: [ScrollStackRow], duration: Duration
  ) {
    for (row, before) in gaps
    where !rows.contains(where: { $0 === row }) && isNear(row, reach: operation.frames) {
      let old = animations.motions[row.id]
      guard old?.hiding == nil, !before.isBeforeView else { continue }
      // A row with more room than it needs would show the separator in it.
      let separator = separatorThickness(of: row)
      let hasRoom = before.length > extent(of: row) - separator
      // An animated row continues from its current length.
      animations.motions[row.id] = RowMotion(
        operation: operation, from: before.length, delayFrames: 0, frames: operation.frames,
        curve: .linear(duration), hiding: nil,
        separator: hasRoom ? before.separator : max(before.separator, separator),
        isGap: old?.isGap ?? true, keepsSeparator: before.showsEnd && before.separator > 0,
        old: oldCells(of: row))
      operation.rows.append(row.id)
    }
  }

  /// Supersedes the operation that animates a row, because a later one takes over.
  ///
  /// The animation of its other rows continues; only the operation completes with false.
  func supersede(_ row: ScrollStackRow) {
    let old = animations.motions.removeValue(forKey: row.id)
    if let operation = animations.operationOfRow.removeValue(forKey: row.id) {
      supersede(operation)
    }
    if let hiding = old?.hiding {
      row.controller.didEnd(hiding: hiding, finished: false)
    }
  }

  /// Completes an operation with false, because a later one takes over a row of it.
  func supersede(_ operation: Operation) {
    complete(operation.completion, finished: false)
    operation.completion = nil
    operation.isSuperseded = true
    animations.hasSuperseded = true
  }

  /// Supersedes the operations that remove controllers which are about to be added again.
  func supersedeGhosts(of controllers: [any RowController]) {
    guard !animations.ghosts.isEmpty else { return }
    let coming = Set(controllers.map(ObjectIdentifier.init))
    for ghost in animations.ghosts where coming.contains(ObjectIdentifier(ghost.row.controller)) {
      // A row in this stack has only moved, and continues unless it changes itself.
      if let operation = ghost.operation, !contains(ghost.row) { supersede(operation) }
    }
  }

  /// Ends superseded operations that have nothing left to draw.
  func dropSuperseded() {
    guard animations.hasSuperseded else { return }
    animations.hasSuperseded = false
    var drawn = Set(animations.motions.values.map { ObjectIdentifier($0.operation) })
    if let slide = animations.slide { drawn.insert(ObjectIdentifier(slide.operation)) }
    for ghost in animations.ghosts {
      if let operation = ghost.operation { drawn.insert(ObjectIdentifier(operation)) }
    }
    end(
      animations.operations.filter { $0.isSuperseded && !drawn.contains(ObjectIdentifier($0)) },
      finished: false)
  }

  /// Ends the animations of operations, and completes them.
  func end(_ operations: [Operation], finished: Bool) {
    let ending = operations.filter { !$0.isOver }
    guard !ending.isEmpty else { return }
    for operation in ending { operation.isOver = true }
    animations.operations.removeAll(where: \.isOver)
    animations.ghosts.removeAll { $0.operation?.isOver ?? false }
    if animations.slide?.operation.isOver ?? false { animations.slide = nil }
    var ended: [(controller: any RowController, hiding: Bool)] = []
    for operation in ending {
      for id in operation.rows {
        if animations.operationOfRow[id] === operation { animations.operationOfRow[id] = nil }
        guard let rowMotion = animations.motions[id], rowMotion.operation === operation else {
          continue
        }
        animations.motions[id] = nil
        if let hiding = rowMotion.hiding, let controller = row(.id(id))?.controller {
          ended.append((controller, hiding))
        }
      }
      complete(operation.completion, finished: finished)
      operation.completion = nil
    }
    batch.needsLayout = true
    // These callbacks may change the stack, which is consistent by now.
    for (controller, hiding) in ended {
      controller.didEnd(hiding: hiding, finished: finished)
    }
  }

  private func curve(of row: ScrollStackRow, hiding: Bool?, duration: Duration) -> RowAnimation {
    guard hiding != nil else { return .linear(duration) }
    return row.controller.animation ?? .linear(duration)
  }

  private func frameCount(of curve: RowAnimation) -> Int {
    motion.frameCount(of: curve.delay) + motion.frameCount(of: curve.duration)
  }

  /// Whether a row is within some viewports of the visible range, by default one.
  func isNear(_ row: ScrollStackRow, reach: Int = 1) -> Bool {
    guard contains(row) else { return false }
    let range = range(of: row)
    let start = batch.sticksToEnd && scrolling == nil ? maximumOffset : offset
    let length = viewportLength * min(reach, 1000)
    return range.upperBound >= start - length
      && range.lowerBound <= start + viewportLength + length
  }
}

extension MotionKind {
  /// How the row at a position of the operation was drawn; nil if it grows from nothing.
  fileprivate func presence(at position: Int) -> RowPresence? {
    switch self {
    case .insertion, .removal, .move: nil
    case .replacement(let before): before
    case .hiding(_, let before), .reload(let before): before[position]
    }
  }

  /// Whether no row of the operation was drawn before.
  fileprivate var growsFromNothing: Bool {
    switch self {
    case .insertion, .move: true
    case .hiding(let isHiding, _): !isHiding
    case .removal, .replacement, .reload: false
    }
  }

  /// Whether the separator of a row follows its drawn part.
  fileprivate func keepsSeparator(_ before: RowPresence?) -> Bool {
    switch self {
    case .insertion, .removal, .move: false
    case .replacement: true
    case .hiding: before?.keepsSeparator ?? false
    case .reload: before?.showsEnd ?? false
    }
  }

  /// The separator that a row is drawn with, if not its own.
  fileprivate func separator(_ before: RowPresence?) -> Int? {
    switch self {
    case .hiding(true, _): before?.separator
    case .hiding, .reload: before.flatMap { $0.separator > 0 ? $0.separator : nil }
    case .insertion, .removal, .move, .replacement: nil
    }
  }
}
