// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

// What stands before the window's lower end, and the insets that follow from it.
extension ContainerScroll {
  // MARK: Insets

  /// The rows that an occluder takes from a container at its bottom (`Documentation/Contract.md`
  /// CS-5).
  ///
  /// - Parameters:
  ///   - height: the height of the occluder, from the bottom edge of the terminal.
  ///   - terminalRows: the rows of the terminal.
  ///   - container: the rows of the terminal that the container has.
  ///   - safeBottom: all that is reserved at the container's bottom, the host's part included.
  ///   - additionalBottom: the host's part of that.
  /// - Returns: `max(0, overlap − max(0, safeBottom − additionalBottom))`.
  public static func occluderInset(
    height: Int, terminalRows: Int, container: Range<Int>, safeBottom: Int = 0,
    additionalBottom: Int = 0
  ) -> Int {
    let rows = max(0, terminalRows)
    let covered = rows - min(max(0, height), rows)..<rows
    let overlap = covered.overlaps(container) ? covered.clamped(to: container).count : 0
    let (reserved, overflow) = safeBottom.subtractingReportingOverflow(additionalBottom)
    return max(0, overlap - max(0, overflow ? 0 : reserved))
  }

  /// The inset at the bottom besides the safe area: the occluder's or the host's, whichever is more.
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

  /// Sets what the host reserves at the sides, besides the safe area.
  ///
  /// On each side both are reserved, the safe area and the host's part. At the bottom the host's
  /// part and what the occluder covers beyond the safe area overlap: the greater one counts
  /// (`Documentation/Contract.md` CS-6).
  ///
  /// - Throws: `negativeLength`; nothing changes.
  public func setAdditionalInsets(_ insets: CellInsets) throws(ScrollStackError) {
    if let length = insets.negativeLength { throw .negativeLength(length) }
    guard insets != additionalInsets else { return }
    additionalInsets = insets
    layOut()
  }

  /// Sets the cells around what is revealed.
  ///
  /// - Throws: `negativeLength`; nothing changes.
  public func setVisibilityScrollMargin(_ margin: Int) throws(ScrollStackError) {
    guard margin >= 0 else { throw .negativeLength(margin) }
    visibilityScrollMargin = margin
  }

  // MARK: Occluder

  /// Takes the height of the occluder; below 0 counts as 0.
  public func occluder(height: Int) {
    filter.receive(max(0, height), at: motion.clock.now)
    if motion.clock.isImmediate, filter.flush() { adjust() }
  }

  /// Dismisses the occluder, at once, whether or not anything scrolls.
  public func dismissOccluder() {
    if filter.force(0) { adjust() }
    onDismiss?()
  }

  /// Holds back changes of the occluder until as many ``resume()``.
  public func suspend() { filter.suspend(at: motion.clock.now) }

  /// Ends one suspension; what was pending waits for the rest of its delay.
  public func resume() {
    if filter.resume(at: motion.clock.now) {
      adjust()
    } else if filter.pending == nil, !filter.isSuspended {
      runPendingReveal()
    }
  }

  /// Applies what is pending now; while suspended, on resume.
  public func flush() { if filter.flush() { adjust() } }

  func adjust() {
    adjustmentCount += 1
    layOut()
    runPendingReveal()
  }

  func runPendingReveal() {
    guard let reveal = pendingReveal else { return }
    pendingReveal = nil
    reveal.run(reveal.completion)
  }
}
