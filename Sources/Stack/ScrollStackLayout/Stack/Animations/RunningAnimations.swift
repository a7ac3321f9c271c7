// SPDX-License-Identifier: Apache-2.0

// Running and ending animations.
extension ScrollStack {
  /// Whether an animation is running, so that frames are due.
  public var isAnimating: Bool {
    !animations.operations.isEmpty || scrolling != nil || indicatorStart != nil
  }

  /// The time of the next frame on the clock; nil if no animation is running.
  ///
  /// - Complexity: O(*k*) in the number of running operations.
  public var nextFrameTime: Duration? {
    var times = animations.operations.map(\.nextFrameTime)
    if let scrolling { times.append(scrolling.nextFrameTime) }
    if let indicatorStart { times.append(indicatorStart + .seconds(1)) }
    return times.min()
  }

  /// Advances animations to the current time, and completes those that have ended.
  ///
  /// Call this method once before you draw each frame.
  public func advance() {
    guard isAnimating else { return }
    batch {
      advanceScrolling()
      if let start = indicatorStart, motion.clock.now - start >= .seconds(1) {
        indicatorStart = nil
      }
      for (id, rowMotion) in animations.motions where rowMotion.hiding != nil {
        row(.id(id))?.controller.animate(
          hiding: rowMotion.hiding ?? false, progress: rowMotion.progress)
      }
      end(animations.operations.filter { $0.frame >= $0.frames }, finished: true)
    }
  }

  /// Ends all animations in their end states.
  ///
  /// Operations and scrolling complete with true.
  public func finishAnimations() {
    guard isAnimating else { return }
    batch {
      finishScrolling()
      indicatorStart = nil
      endRowAnimations()
    }
  }

  /// Ends the animations of rows in their end states.
  ///
  /// Every operation without animation does this: when its completion is called with true, the rows
  /// are drawn in their places (`Documentation/Contract.md` C-3, C-5). Scrolling continues.
  func endRowAnimations() { end(animations.operations, finished: true) }

  /// Ends the animations of rows if some of the rows are animated, because a call without animation
  /// asks for their end state.
  func endRowAnimations(ifAnimating rows: [ScrollStackRow]) {
    guard !animations.operations.isEmpty,
      rows.contains(where: {
        animations.operationOfRow[$0.id] != nil || animations.motions[$0.id] != nil
      })
    else { return }
    endRowAnimations()
  }

  /// Ends all animations if the settings turn animations off, or replace the clock.
  func motionChanged(from old: Motion) {
    // The times of another clock mean nothing to running animations.
    guard motion.isOff || motion.clock !== old.clock else { return }
    finishAnimations()
  }

  /// Calls a closure when all running operations have ended or were superseded, or at the end of
  /// the batch if there are none.
  package func afterAnimations(_ body: @escaping () -> Void) {
    batch {
      let frames = animations.operations.map { $0.frames - $0.frame }.max() ?? 0
      guard frames > 0 else { return complete({ _ in body() }, finished: true) }
      animations.operations.append(
        Operation(motion: motion, frames: frames, completion: { _ in body() }))
    }
  }

  /// Calls the remaining completions when the stack is released.
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
