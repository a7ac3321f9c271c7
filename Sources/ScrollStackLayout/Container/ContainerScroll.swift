// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A window on one controller, of which a panel at the bottom of the terminal may cover a part.
///
/// The panel is the **occluder**: a prompt with its completions, say. It has one height, measured
/// from the bottom edge of the terminal. The container keeps its content scrollable above it and
/// the focused line in view, applies bursts of changes once, and lets the same content stand at the
/// top when the window changes (`contract/seeds.md`, chapter 5).
///
/// Content that scrolls itself (``ScrollingController``) keeps its own offset; the container hands
/// it the viewport. Other content becomes the only row of a stack.
///
/// Whoever draws calls ``advance()`` before each frame, and again when ``nextFrameTime`` has come.
public final class ContainerScroll {
  /// Whether short content is stretched to the viewport.
  public enum ContentMode: Hashable, Sendable {
    /// The content is at least as long as the viewport.
    case fill

    /// The content is as long as it measures.
    case hug
  }

  /// When a person dismisses the occluder without asking for it.
  public enum DismissMode: Hashable, Sendable {
    /// Never.
    case none

    /// By scrolling.
    case onScroll
  }

  /// What the window shows.
  ///
  /// Another content keeps the offset, within its bounds; one that scrolls itself keeps its own
  /// (`contract/seeds.md` CS-1).
  public var content: any RowController { didSet { adopt() } }

  /// Whether short content is stretched.
  public var contentMode = ContentMode.fill { didSet { if contentMode != oldValue { layOut() } } }

  /// Whether the occluder takes from the viewport.
  public var adjustsInsetsForOccluder = true {
    didSet { if adjustsInsetsForOccluder != oldValue { layOut() } }
  }

  /// Whether stretched content shrinks with the viewport that the occluder leaves.
  public var resizesContentForOccluder = false {
    didSet { if resizesContentForOccluder != oldValue { layOut() } }
  }

  /// Whether the focused line is brought into view after each change of occluder or viewport.
  public var keepsFocusVisible = true

  /// The cells around what is revealed, unless a call says otherwise.
  public private(set) var visibilityScrollMargin = 0

  /// What the host reserves at the sides, besides the safe area.
  public private(set) var additionalInsets = CellInsets.zero

  /// When scrolling by a person dismisses the occluder.
  public var dismissMode = DismissMode.none

  /// What everything is drawn over: behind the content, where it draws nothing, and in reserved
  /// margins too (`contract/seeds.md` CS-14).
  public var background = CellStyle.plain

  /// Called when the occluder was dismissed from here, so that its owner takes it away.
  public var onDismiss: (() -> Void)?

  /// Whether and how things move, and the clock of the filter.
  public var motion: Motion { didSet { scrollStack.motion = motion } }

  /// Where the container is in the terminal.
  public private(set) var frame = CellRect(size: .zero)

  /// The rows of the terminal.
  public private(set) var terminalRows = 0

  /// The permanently reserved sides of the container.
  public private(set) var safeArea = CellInsets.zero

  /// The stack whose offset the container moves: the content's own, or one around the content.
  public private(set) var scrollStack: ScrollStack

  /// What scrolls: the content, or the stack around it.
  private var scrolling: any ScrollingController {
    contentRow == nil ? content as? any ScrollingController ?? scrollStack : scrollStack
  }

  var filter = OccluderFilter()
  private var contentRow: ContentRow?
  private var pendingReveal: (run: (Completion?) -> Void, completion: Completion?)?
  private var pendingResize: (frame: CellRect, terminalRows: Int, safeArea: CellInsets)?
  private var burst: (first: Duration, last: Duration)?

  /// How often an occluder height was applied, for tests that count work.
  package private(set) var adjustmentCount = 0

  /// Creates a window of no cells on a controller.
  public init(content: any RowController, motion: Motion = Motion()) {
    self.content = content
    self.motion = motion
    scrollStack = ScrollStack(motion: motion)
    adopt()
  }

  /// How long changes of the occluder are gathered; 0.10 s unless set.
  public var debounceDelay: Duration {
    get { filter.delay }
    set { filter.delay = max(.zero, newValue) }
  }

  /// How long a change of the occluder may wait altogether; 0.50 s unless set.
  public var maximumPostponement: Duration {
    get { filter.maximumPostponement }
    set { filter.maximumPostponement = max(.zero, newValue) }
  }

  // MARK: Insets

  /// The rows that an occluder takes from a container at its bottom (`contract/seeds.md` CS-5).
  ///
  /// - Parameters:
  ///   - height: the height of the occluder, from the bottom edge of the terminal.
  ///   - terminalRows: the rows of the terminal.
  ///   - container: the rows of the terminal that the container has.
  ///   - safeBottom: what is reserved at the container's bottom, the host's part included.
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
      safeBottom: safeArea.bottom, additionalBottom: additionalInsets.bottom)
    return max(inset, additionalInsets.bottom)
  }

  private func insets(of height: Int) -> CellInsets {
    let base = max(0, safeArea.bottom - additionalInsets.bottom)
    return CellInsets(
      top: safeArea.top + additionalInsets.top, left: safeArea.left + additionalInsets.left,
      bottom: base + bottomInset(of: height), right: safeArea.right + additionalInsets.right)
  }

  /// Sets what the host reserves at the sides, besides the safe area.
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

  // MARK: Layout

  /// Places the container in the terminal, at once.
  public func setFrame(_ frame: CellRect, terminalRows: Int, safeArea: CellInsets = .zero) {
    pendingResize = nil
    burst = nil
    place(frame, terminalRows: terminalRows, safeArea: safeArea)
  }

  /// Takes a change of the terminal's size, many of which may come in a burst.
  ///
  /// The first is laid out at once. Those that follow within a frame of each other are gathered, and
  /// the filter of the occluder is suspended, until one quiet frame; the last is laid out then.
  public func resize(_ frame: CellRect, terminalRows: Int, safeArea: CellInsets = .zero) {
    let now = motion.clock.now
    guard !motion.clock.isImmediate else {
      return setFrame(frame, terminalRows: terminalRows, safeArea: safeArea)
    }
    if burst == nil {
      burst = (now, now)
      suspend()
      place(frame, terminalRows: terminalRows, safeArea: safeArea)
    } else {
      burst?.last = now
      pendingResize = (frame, terminalRows, safeArea)
    }
  }

  private func place(_ frame: CellRect, terminalRows: Int, safeArea: CellInsets) {
    self.frame = frame
    self.terminalRows = max(0, terminalRows)
    self.safeArea = CellInsets(
      top: max(0, safeArea.top), left: max(0, safeArea.left), bottom: max(0, safeArea.bottom),
      right: max(0, safeArea.right))
    layOut()
  }

  private func layOut() {
    scrollStack.batch {
      if let contentRow {
        // The content is not longer for an occluder that comes, nor shorter unless it resizes.
        let height = resizesContentForOccluder ? filter.applied : 0
        let viewport = frame.inset(by: insets(of: height)).size
        let length = contentMode == .fill ? viewport.rows : 0
        if contentRow.minimumLength != length {
          contentRow.minimumLength = length
          scrollStack.firstRow?.invalidate()
        }
      }
      scrolling.setWindow(frame.size, insets: insets(of: filter.applied))
    }
    if keepsFocusVisible, scrollStack.focusedRow != nil {
      scrollStack.revealFocus(margin: visibilityScrollMargin, animated: false)
    }
  }

  private func adopt() {
    let offset = scrollStack.offset
    if scrollStack.container === self { scrollStack.container = nil }
    if let scrolling = content as? any ScrollingController {
      contentRow = nil
      if scrollStack !== scrolling.scrollStack { scrollStack = scrolling.scrollStack }
      scrollStack.motion = motion
    } else {
      let row = ContentRow(content)
      let stack = ScrollStack(motion: motion)
      contentRow = row
      scrollStack = stack
      do {
        try stack.setStyle {
          $0.rowInsets = .zero
          $0.hidesSeparators = true
        }
        try stack.addRow(row)
      } catch {
        // An empty stack takes any first row.
      }
      if row.isFocusable { stack.focus(.index(0)) }
    }
    // A new step gets the present occluder at once, whether it is other content or pushed there.
    scrollStack.container = self
    if filter.flush() { adjustmentCount += 1 }
    layOut()
    // Content that scrolls itself stands where it stood.
    if contentRow != nil { scrollStack.scroll(toOffset: offset) }
  }

  /// The length of the content at a width, for a host that makes room for no more than that.
  public func measuredLength(columns: Int) -> Int {
    let width = max(0, columns - safeArea.horizontal - additionalInsets.horizontal)
    return content.measure(
      RowMeasurement(axis: scrollStack.axis, crossExtent: width, ambiguous: scrollStack.ambiguous))
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

  private func adjust() {
    adjustmentCount += 1
    layOut()
    runPendingReveal()
  }

  private func runPendingReveal() {
    guard let reveal = pendingReveal else { return }
    pendingReveal = nil
    reveal.run(reveal.completion)
  }

  // MARK: Time

  /// Whether anything is due later.
  public var isAnimating: Bool {
    scrollStack.isAnimating || filter.deadline != nil || burst != nil
  }

  /// When something is due on the clock; nil when nothing is.
  public var nextFrameTime: Duration? {
    [scrollStack.nextFrameTime, filter.deadline, burst.map(quietTime)].compactMap(\.self).min()
  }

  /// Does what is due: the end of a burst of resizes, the occluder, and what moves.
  public func advance() {
    let now = motion.clock.now
    if let burst, now >= quietTime(of: burst) {
      self.burst = nil
      if let pendingResize {
        self.pendingResize = nil
        place(
          pendingResize.frame, terminalRows: pendingResize.terminalRows,
          safeArea: pendingResize.safeArea)
      }
      resume()
    }
    if filter.deadline.map({ $0 <= now }) ?? false {
      if filter.fire(at: now) { adjust() } else { runPendingReveal() }
    }
    scrollStack.advance()
  }

  private func quietTime(of burst: (first: Duration, last: Duration)) -> Duration {
    min(
      motion.time(ofFrame: 1, since: burst.last), burst.first + filter.maximumPostponement)
  }

  // MARK: Scrolling

  /// Takes a scroll event of a person; see ``ScrollStack/scroll(by:)``.
  @discardableResult
  public func scroll(by cells: Int) -> Bool {
    if dismissMode == .onScroll, filter.newest > 0 { dismissOccluder() }
    return scrollStack.scroll(by: cells)
  }

  /// Scrolls as little as shows some cells of the content and a margin (`contract/seeds.md` CS-11).
  ///
  /// While a change of the occluder is pending, the last request waits for it.
  ///
  /// - Parameters:
  ///   - range: the cells along the axis, from the start of all content.
  ///   - margin: the cells around; nil for ``visibilityScrollMargin``.
  ///   - caret: the cell that must be seen if not all fits.
  ///   - animated: whether it takes time.
  ///   - completion: called once.
  /// - Throws: `negativeLength` for the margin; nothing changes.
  public func reveal(
    range: Range<Int>, margin: Int? = nil, caret: Int? = nil, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    let margin = try validMargin(margin, completion)
    whenSettled(completion) { [weak self] completion in
      guard let self else { return completion?(false) ?? () }
      do {
        try scrollStack.reveal(
          contentRange: range, margin: margin, caret: caret, animated: animated,
          completion: completion)
      } catch {
        // The margin was checked.
      }
    }
  }

  /// Scrolls as little as shows a line of a row, counted from 0, and a margin.
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

  /// Scrolls as little as shows the focused line; nothing without a focus in this container.
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

  /// Runs a request now, or behind the change of the occluder that is pending; the last one wins.
  private func whenSettled(_ completion: Completion?, _ run: @escaping (Completion?) -> Void) {
    pendingReveal?.completion?(false)
    pendingReveal = nil
    if filter.pending == nil, !filter.isSuspended {
      run(completion)
    } else {
      pendingReveal = (run, completion)
    }
  }

  // MARK: Drawing

  /// Draws the content on a canvas of the container's size.
  ///
  /// While a change of the occluder is pending, its newest height counts: what it covers is not
  /// painted, and the content is painted as much higher as shows the focused line. That is no
  /// scrolling: no layout and no event comes of it.
  public func draw(on canvas: inout CellCanvas) {
    let outer = canvas.baseStyle
    canvas.baseStyle = background.over(outer)
    defer { canvas.baseStyle = outer }
    canvas.fill(CellRect(size: canvas.size))
    let newest = insets(of: filter.newest)
    let applied = insets(of: filter.applied)
    let hidden = max(0, newest.bottom - applied.bottom)
    guard hidden > 0, scrollStack.axis == .vertical else {
      return scrolling.draw(on: &canvas, shiftedBy: 0)
    }
    let visible = max(0, scrollStack.viewportLength - hidden)
    var shift = 0
    if keepsFocusVisible, let focus = scrollStack.focusedCells(), !focus.isEmpty {
      let end = focus.upperBound - scrollStack.offset
      let start = focus.lowerBound - scrollStack.offset
      if start >= 0, end > visible { shift = max(0, min(end - visible, max(start, 0))) }
    }
    let rows = max(0, canvas.size.rows - newest.bottom)
    let area = CellRect(size: CellSize(columns: canvas.size.columns, rows: rows))
    canvas.draw(in: area) { scrolling.draw(on: &$0, shiftedBy: shift) }
  }

  /// Draws the content on a new grid of the container's size.
  public func snapshot() -> CellGrid {
    var grid = CellGrid(size: frame.size, ambiguous: scrollStack.ambiguous)
    grid.draw(in: grid.bounds) { draw(on: &$0) }
    return grid
  }
}

extension ContainerScroll: ScrollingController {
  /// The length of the content.
  public func measure(_ measurement: RowMeasurement) -> Int { content.measure(measurement) }

  /// Draws the content in a window of the canvas's size, without an occluder.
  public func render(into canvas: inout CellCanvas) {
    if frame.size != canvas.size {
      setFrame(CellRect(size: canvas.size), terminalRows: canvas.size.rows)
    }
    draw(on: &canvas)
  }

  /// Passes an event to the content.
  public func handle(_ event: RowEvent) -> Bool { content.handle(event) }
}
