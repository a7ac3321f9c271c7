// SPDX-License-Identifier: Apache-2.0

// When things move, and until when.
extension ScrollStack {
  /// Whether anything is in motion, so that frames are due.
  public var isAnimating: Bool {
    !animations.operations.isEmpty || scrolling != nil || indicatorStart != nil
  }

  /// When the next frame is due on the clock; nil when nothing moves.
  ///
  /// - Complexity: O(*k*) in the number of running operations.
  public var nextFrameTime: Duration? {
    var times = animations.operations.map(\.nextFrameTime)
    if let scrolling { times.append(scrolling.nextFrameTime) }
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
        guard let animatable = row(.id(id))?.controller as? any AnimatableRow else { continue }
        animatable.animate(hiding: rowMotion.hiding ?? false, progress: rowMotion.progress)
      }
      end(animations.operations.filter { $0.frame >= $0.frames }, finished: true)
    }
  }

  /// Has everything that moves arrive now.
  ///
  /// Running operations and scrolling reach their end states and complete with true.
  public func finishAnimations() {
    guard isAnimating else { return }
    batch {
      finishScrolling()
      indicatorStart = nil
      arrive()
    }
  }

  /// Has all rows arrive where they belong.
  ///
  /// Every operation that is drawn at once does this: when its completion is called with true, what
  /// is drawn are the rows as they are (`Documentation/Contract.md` C-3, C-5). Scrolling goes on.
  func arrive() { end(animations.operations, finished: true) }

  /// Has all rows arrive if some of them are in motion, because a call asks for what they are on
  /// their way to, at once.
  func arrive(ifMoving rows: [ScrollStackRow]) {
    guard !animations.operations.isEmpty,
      rows.contains(where: {
        animations.operationOfRow[$0.id] != nil || animations.motions[$0.id] != nil
      })
    else { return }
    arrive()
  }

  /// Follows a change of the motion: where nothing moves any more, everything arrives.
  func motionChanged(from old: Motion) {
    // The times of another clock mean nothing to what has begun.
    guard motion.movesNothing || motion.clock !== old.clock else { return }
    finishAnimations()
  }

  /// Has a body called when everything that moves now has arrived or was overtaken; at the end of
  /// the batch if nothing moves.
  package func afterAnimations(_ body: @escaping () -> Void) {
    batch {
      let frames = animations.operations.map { $0.frames - $0.frame }.max() ?? 0
      guard frames > 0 else { return complete({ _ in body() }, finished: true) }
      animations.operations.append(
        Operation(motion: motion, frames: frames, completion: { _ in body() }))
    }
  }

  /// Calls what is still to be called when the stack goes away, so that each completion is called.
  func completeAll() {
    let operations = animations.operations
    animations = AnimationState()
    for operation in operations { operation.completion?(false) }
    let old = scrolling
    scrolling = nil
    old?.completion?(false)
    let completions = batch.completions
    batch.completions = []
    for (call, finished) in completions { call(finished) }
  }
}
