// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

// The occluder and the insets that follow from it.
extension ContainerScroll {
  // MARK: Insets

  /// The number of rows that an occluder covers at the bottom of a container
  /// (`Documentation/Contract.md` CS-5).
  ///
  /// - Parameters:
  ///   - height: The height of the occluder, from the bottom edge of the terminal.
  ///   - terminalRows: The number of rows of the terminal.
  ///   - container: The rows of the terminal that the container occupies.
  ///   - safeBottom: The rows reserved at the bottom of the container, including those of the host.
  ///   - additionalBottom: The rows that the host reserves.
  /// - Returns: `max(0, overlap − max(0, safeBottom − additionalBottom))`.
  static func occluderInset(
    height: Int, terminalRows: Int, container: Range<Int>, safeBottom: Int = 0,
    additionalBottom: Int = 0
  ) -> Int {
    let rows = max(0, terminalRows)
    let covered = rows - min(max(0, height), rows)..<rows
    let overlap = covered.overlaps(container) ? covered.clamped(to: container).count : 0
    let (reserved, overflow) = safeBottom.subtractingReportingOverflow(additionalBottom)
    return max(0, overlap - max(0, overflow ? 0 : reserved))
  }

  /// The bottom inset besides the safe area: that of the occluder or the host, whichever is larger.
  public var bottomInset: Int { bottomInset(of: filter.applied) }

  private func bottomInset(of height: Int) -> Int {
    guard adjustsInsetsForOccluder else { return additionalInsets.bottom }
    let inset = Self.occluderInset(
      height: height, terminalRows: terminalRows, container: frame.rows,
      safeBottom: safeArea.bottom + additionalInsets.bottom,
      additionalBottom: additionalInsets.bottom)
    return max(inset, additionalInsets.bottom)
  }

  func insets(of height: Int) -> CellInsets {
    CellInsets(
      top: safeArea.top + additionalInsets.top, left: safeArea.left + additionalInsets.left,
      bottom: safeArea.bottom + bottomInset(of: height),
      right: safeArea.right + additionalInsets.right)
  }

  /// Sets the insets that the host reserves, besides the safe area.
  ///
  /// Both apply on each side. At the bottom, the host's inset and the part of the occluder beyond
  /// the safe area overlap: the larger one applies (`Documentation/Contract.md` CS-6).
  ///
  /// - Throws: `negativeLength`; nothing changes.
  public func setAdditionalInsets(_ insets: CellInsets) throws(ScrollStackError) {
    if let length = insets.negativeLength { throw .negativeLength(length) }
    guard insets != additionalInsets else { return }
    additionalInsets = insets
    layOut()
  }

  /// Sets the margin around revealed ranges.
  ///
  /// - Throws: `negativeLength`; nothing changes.
  public func setVisibilityScrollMargin(_ margin: Int) throws(ScrollStackError) {
    guard margin >= 0 else { throw .negativeLength(margin) }
    visibilityScrollMargin = margin
  }

  // MARK: Occluder

  /// Changes the height of the occluder; a negative height counts as 0.
  public func occluder(height: Int) {
    filter.receive(max(0, height), at: motion.clock.now)
    if motion.clock.isImmediate { flush() }
  }

  /// Dismisses the occluder at once, whether or not the content scrolls.
  public func dismissOccluder() {
    settle { $0.force(0) }
    onDismiss?()
  }

  /// Suspends changes of the occluder until the matching ``resume()``.
  public func suspend() { filter.suspend(at: motion.clock.now) }

  /// Ends one suspension; a pending change waits for the rest of its delay.
  public func resume() {
    let now = motion.clock.now
    settle { $0.resume(at: now) }
  }

  /// Applies a pending change now or, while suspended, on resume.
  public func flush() { settle { $0.flush() } }

  /// Lays out a changed height and, unless another one is pending, performs the reveal that waited for it.
  ///
  /// The focus is visible afterwards, even if the height has only returned to what it was.
  func settle(_ change: (inout OccluderFilter) -> Bool) {
    let waited = filter.pending != nil
    if change(&filter) {
      adjustmentCount += 1
      layOut()
    } else if filter.pending != nil || filter.isSuspended {
      return
    } else if waited, scrollStack.scrolling == nil {
      keepFocusVisible()
    }
    guard let reveal = pendingReveal else { return }
    pendingReveal = nil
    reveal.run(reveal.completion)
  }
}
