// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A window that shows one controller, and that a panel at the bottom of the terminal may partly
/// cover.
///
/// The panel, such as a prompt with completions, is the **occluder**. It has one height, measured
/// from the bottom edge of the terminal. The container keeps its content scrollable above the panel
/// and the focused line visible, applies a burst of changes once, and keeps the same content at the
/// top when the window changes (`Documentation/Contract.md`, chapter 5).
///
/// Content that scrolls itself (``ScrollingController``) keeps its own offset, and the container
/// sets its viewport. Other content becomes the only row of a stack.
///
/// Call ``advance()`` before you draw each frame, and again at ``nextFrameTime``.
public final class ContainerScroll {
  /// Whether short content is stretched to the viewport.
  public enum ContentMode: Hashable, Sendable {
    /// The content is at least as long as the viewport.
    case fill

    /// The content is as long as it measures.
    case hug
  }

  /// The actions of the user that dismiss the occluder.
  public enum DismissMode: Hashable, Sendable {
    /// None.
    case none

    /// Scrolling.
    case onScroll
  }

  /// The content of the window.
  ///
  /// New content keeps the offset, within bounds; content that scrolls itself keeps its own
  /// (`Documentation/Contract.md` CS-1).
  public var content: any RowController { didSet { adopt() } }

  /// Whether short content is stretched.
  public var contentMode = ContentMode.fill { didSet { if contentMode != oldValue { layOut() } } }

  /// Whether the occluder reduces the viewport.
  public var adjustsInsetsForOccluder = true {
    didSet { if adjustsInsetsForOccluder != oldValue { layOut() } }
  }

  /// Whether stretched content shrinks with the viewport that the occluder leaves.
  public var resizesContentForOccluder = false {
    didSet { if resizesContentForOccluder != oldValue { layOut() } }
  }

  /// Whether the focused line is kept visible after each change of the occluder or the viewport, also if the user has
  /// scrolled away from it.
  public var keepsFocusVisible = true

  /// The default margin around revealed ranges, in cells.
  public internal(set) var visibilityScrollMargin = 0

  /// The insets that the host reserves, besides the safe area.
  public internal(set) var additionalInsets = CellInsets.zero

  /// The actions of the user that dismiss the occluder.
  public var dismissMode = DismissMode.none

  /// The background style, which also fills the reserved margins (`Documentation/Contract.md`
  /// CS-14).
  public var background = CellStyle.plain

  /// Called when the container has dismissed the occluder, so that its owner can remove it.
  public var onDismiss: (() -> Void)?

  /// The settings of animations, and the clock of the filter.
  ///
  /// If you set another clock, pending resizes and changes of the occluder are applied at once.
  public var motion: Motion {
    didSet {
      scrollStack.motion = motion
      if motion.clock !== oldValue.clock { settle() }
    }
  }

  /// The frame of the container in the terminal.
  public private(set) var frame = CellRect(size: .zero)

  /// The number of rows of the terminal.
  private(set) var terminalRows = 0

  /// The permanently reserved sides of the container.
  private(set) var safeArea = CellInsets.zero

  /// A read-only view of the rows that the container scrolls: those of the content, or the row that
  /// contains it.
  public var layout: RowLayout { scrollStack.layout }

  /// The stack that ``layout`` reads.
  private(set) var scrollStack: ScrollStack

  /// The scrolling controller: the content, or the stack that contains it.
  var scrolling: any ScrollingController {
    contentRow == nil ? content.scrollingController ?? scrollStack : scrollStack
  }

  var filter = OccluderFilter()
  private var contentRow: ContentRow?
  var pendingReveal: (run: (Completion?) -> Void, completion: Completion?)?
  var pendingResize: (frame: CellRect, terminalRows: Int, safeArea: CellInsets)?
  var burst: (first: Duration, last: Duration)?

  /// The number of times that a height of the occluder was applied, for tests that count work.
  var adjustmentCount = 0

  /// Creates an empty window that shows a controller.
  public init(content: any RowController, motion: Motion = Motion()) {
    self.content = content
    self.motion = motion
    scrollStack = ScrollStack(motion: motion)
    adopt()
  }

  deinit { pendingReveal?.completion?(false) }

  /// How long to wait for more changes of the occluder; 0.10 s by default.
  public var debounceDelay: Duration {
    get { filter.delay }
    set { filter.delay = max(.zero, newValue) }
  }

  /// The maximum time that a change of the occluder waits; 0.50 s by default.
  public var maximumPostponement: Duration {
    get { filter.maximumPostponement }
    set { filter.maximumPostponement = max(.zero, newValue) }
  }

  // MARK: Layout

  /// Places the container in the terminal, at once.
  public func setFrame(_ frame: CellRect, terminalRows: Int, safeArea: CellInsets = .zero) {
    pendingResize = nil
    burst = nil
    place(frame, terminalRows: terminalRows, safeArea: safeArea)
  }

  /// Changes the frame after a resize of the terminal, which may come in bursts.
  ///
  /// The first resize is laid out at once. Resizes that follow within a frame of each other wait,
  /// and the filter of the occluder is suspended, until one quiet frame; then the last one is laid
  /// out.
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

  func place(_ frame: CellRect, terminalRows: Int, safeArea: CellInsets) {
    self.frame = frame
    self.terminalRows = max(0, terminalRows)
    self.safeArea = CellInsets(
      top: max(0, safeArea.top), left: max(0, safeArea.left), bottom: max(0, safeArea.bottom),
      right: max(0, safeArea.right))
    layOut()
  }

  func layOut() {
    scrollStack.batch {
      if let contentRow {
        // An occluder doesn't change the length of the content, unless the content resizes.
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
    keepFocusVisible()
  }

  func keepFocusVisible() {
    if keepsFocusVisible { scrollStack.keepFocusInView(margin: visibilityScrollMargin) }
  }

  private func adopt() {
    let offset = scrollStack.offset
    let hostRow = scrollStack.hostRow
    if scrollStack.container === self { scrollStack.container = nil }
    scrollStack.hostRow = nil
    if let scrolling = content.scrollingController {
      contentRow = nil
      let stack = scrolling.layout.stack
      if scrollStack !== stack { scrollStack = stack }
      scrollStack.motion = motion
    } else {
      let row = ContentRow(content)
      let stack = ScrollStack(motion: motion)
      stack.keepsRows = true
      contentRow = row
      scrollStack = stack
      do {
        try stack.setStyle {
          $0.rowInsets = .zero
          $0.hidesSeparators = true
        }
        try stack.addRow(row)
      } catch {
        // An empty stack accepts any first row.
      }
      if row.isFocusable { stack.focus(.index(0)) }
    }
    // New content gets the current occluder at once, as a pushed step does.
    scrollStack.container = self
    // The row that contains this container follows the new content.
    if hostRow != nil { scrollStack.hostRow = hostRow }
    if filter.flush() { adjustmentCount += 1 }
    layOut()
    // Content that scrolls itself keeps its offset.
    if contentRow != nil { scrollStack.scroll(toOffset: offset) }
    hostRow?.invalidate()
  }

  /// The length of the content at a width, for hosts that size the container to fit.
  package func measuredLength(columns: Int) -> Int {
    let width = max(0, columns - safeArea.horizontal - additionalInsets.horizontal)
    return content.measure(
      RowMeasurement(axis: scrollStack.axis, crossExtent: width, ambiguous: scrollStack.ambiguous))
  }
}
