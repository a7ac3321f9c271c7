// SPDX-License-Identifier: Apache-2.0

import TerminalCells

// Scrolling and timers.
extension ContainerScroll {
  // MARK: Time

  /// Whether anything will be due later.
  public var isAnimating: Bool {
    scrollStack.isAnimating || filter.deadline != nil || burst != nil
  }

  /// The time of the next due change on the clock; nil if there's none.
  public var nextFrameTime: Duration? {
    [scrollStack.nextFrameTime, filter.deadline, burst.map(quietTime)].compactMap(\.self).min()
  }

  /// Performs everything that's due: a resize, a change of the occluder, and frames of animations.
  public func advance() {
    let now = motion.clock.now
    if let burst, now >= quietTime(of: burst) { endBurst() }
    if filter.deadline.map({ $0 <= now }) ?? false {
      settle { $0.fire(at: now) }
    }
    scrollStack.advance()
  }

  /// Applies the last resize of a burst.
  private func endBurst() {
    burst = nil
    if let pendingResize {
      self.pendingResize = nil
      place(
        pendingResize.frame, terminalRows: pendingResize.terminalRows,
        safeArea: pendingResize.safeArea)
    }
    resume()
  }

  /// Performs everything that's waiting.
  func settle() {
    if burst != nil { endBurst() }
    if filter.pending != nil { flush() }
  }

  private func quietTime(of burst: (first: Duration, last: Duration)) -> Duration {
    min(
      motion.time(ofFrame: 1, since: burst.last), burst.first + filter.maximumPostponement)
  }

  // MARK: Scrolling

  /// Scrolls for the user; see ``ScrollStack/scroll(by:)``.
  @discardableResult
  public func scroll(by cells: Int) -> Bool {
    if dismissMode == .onScroll, filter.newest > 0 { dismissOccluder() }
    return scrollStack.scroll(by: cells)
  }

  /// Scrolls just far enough to show a range of the content and a margin
  /// (`Documentation/Contract.md` CS-11).
  ///
  /// While a change of the occluder is pending, the last request waits for it.
  ///
  /// - Parameters:
  ///   - range: The cells along the axis, from the start of the content.
  ///   - margin: The cells around the range; nil for ``visibilityScrollMargin``.
  ///   - caret: The cell to show if the range doesn't fit.
  ///   - animated: Whether it takes time.
  ///   - completion: Called exactly once.
  /// - Throws: `negativeLength` for the margin; nothing changes.
  public func reveal(
    range: Range<Int>, margin: Int? = nil, caret: Int? = nil, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    let margin = try validMargin(margin, completion)
    let target = scrollStack.target(of: range, margin: margin, caret: caret)
    whenSettled(completion) { [weak self] completion in
      guard let self, let target else { return completion?(self != nil) ?? () }
      scrollStack.scroll(to: target, animated, completion)
    }
  }

  /// Scrolls just far enough to show a line of a row, counted from 0, and a margin.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `negativeLength` for the margin; nothing
  ///   changes.
  public func reveal(
    row address: RowAddress, line: Int = 0, margin: Int? = nil, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    let margin = try validMargin(margin, completion)
    let id: RowID
    do {
      id = try scrollStack.requireRow(address).id
    } catch {
      completion?(false)
      throw error
    }
    let line = min(max(0, line), maximumCellLength)
    whenSettled(completion) { [weak self] completion in
      guard let self else { return completion?(false) ?? () }
      do {
        try scrollStack.reveal(
          line..<line + 1, of: .id(id), margin: margin, caret: line, animated: animated,
          completion: completion)
      } catch {
        // The row is gone, and the completion has been called.
      }
    }
  }

  /// Scrolls just far enough to show the focused line.
  ///
  /// Without a focus in this container it does nothing.
  ///
  /// - Throws: `negativeLength` for the margin; nothing changes.
  public func revealFocus(
    margin: Int? = nil, animated: Bool = true, completion: Completion? = nil
  ) throws(ScrollStackError) {
    let margin = try validMargin(margin, completion)
    whenSettled(completion) { [weak self] completion in
      guard let self else { return completion?(false) ?? () }
      scrollStack.revealFocus(margin: margin, animated: animated, completion: completion)
    }
  }

  private func validMargin(
    _ margin: Int?, _ completion: Completion?
  ) throws(ScrollStackError) -> Int {
    let margin = margin ?? visibilityScrollMargin
    guard margin >= 0 else {
      completion?(false)
      throw .negativeLength(margin)
    }
    return margin
  }

  /// Runs a request now, or after the pending change of the occluder; the last one wins.
  private func whenSettled(_ completion: Completion?, _ run: @escaping (Completion?) -> Void) {
    pendingReveal?.completion?(false)
    pendingReveal = nil
    if filter.pending == nil, !filter.isSuspended {
      run(completion)
    } else {
      pendingReveal = (run, completion)
    }
  }
}
