// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A window on one controller, of which a panel at the bottom of the terminal may cover a part.
///
/// The panel is the **occluder**: a prompt with its completions, say. It has one height, measured
/// from the bottom edge of the terminal. The container keeps its content scrollable above it and
/// the focused line in view, applies bursts of changes once, and lets the same content stand at the
/// top when the window changes (`Documentation/Contract.md`, chapter 5).
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
  /// (`Documentation/Contract.md` CS-1).
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
  public internal(set) var visibilityScrollMargin = 0

  /// What the host reserves at the sides, besides the safe area.
  public internal(set) var additionalInsets = CellInsets.zero

  /// When scrolling by a person dismisses the occluder.
  public var dismissMode = DismissMode.none

  /// What everything is drawn over: behind the content, where it draws nothing, and in reserved
  /// margins too (`Documentation/Contract.md` CS-14).
  public var background = CellStyle.plain

  /// Called when the occluder was dismissed from here, so that its owner takes it away.
  public var onDismiss: (() -> Void)?

  /// Whether and how things move, and the clock of the filter.
  ///
  /// Times of another clock mean nothing to what waits: when one takes over, changes of the occluder
  /// and resizes that are held back are applied at once.
  public var motion: Motion {
    didSet {
      scrollStack.motion = motion
      if motion.clock !== oldValue.clock { settle() }
    }
  }

  /// Where the container is in the terminal.
  public private(set) var frame = CellRect(size: .zero)

  /// The rows of the terminal.
  public private(set) var terminalRows = 0

  /// The permanently reserved sides of the container.
  public private(set) var safeArea = CellInsets.zero

  /// The rows whose offset the container moves: the content's own, or one around the content.
  public var layout: RowLayout { scrollStack.layout }

  /// The stack of ``layout``.
  package private(set) var scrollStack: ScrollStack

  /// What scrolls: the content, or the stack around it.
  var scrolling: any ScrollingController {
    contentRow == nil ? content as? any ScrollingController ?? scrollStack : scrollStack
  }

  var filter = OccluderFilter()
  private var contentRow: ContentRow?
  var pendingReveal: (run: (Completion?) -> Void, completion: Completion?)?
  var pendingResize: (frame: CellRect, terminalRows: Int, safeArea: CellInsets)?
  var burst: (first: Duration, last: Duration)?

  /// How often an occluder height was applied, for tests that count work.
  package internal(set) var adjustmentCount = 0

  /// Creates a window of no cells on a controller.
  public init(content: any RowController, motion: Motion = Motion()) {
    self.content = content
    self.motion = motion
    scrollStack = ScrollStack(motion: motion)
    adopt()
  }

  deinit { pendingReveal?.completion?(false) }

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
    if keepsFocusVisible { scrollStack.keepFocusInView(margin: visibilityScrollMargin) }
  }

  private func adopt() {
    let offset = scrollStack.offset
    let hostRow = scrollStack.hostRow
    if scrollStack.container === self { scrollStack.container = nil }
    scrollStack.hostRow = nil
    if let scrolling = content as? any ScrollingController {
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
        // An empty stack takes any first row.
      }
      if row.isFocusable { stack.focus(.index(0)) }
    }
    // A new step gets the present occluder at once, whether it is other content or pushed there.
    scrollStack.container = self
    // The row that this container stands in hears of the new content.
    if hostRow != nil { scrollStack.hostRow = hostRow }
    if filter.flush() { adjustmentCount += 1 }
    layOut()
    // Content that scrolls itself stands where it stood.
    if contentRow != nil { scrollStack.scroll(toOffset: offset) }
    hostRow?.invalidate()
  }

  /// The length of the content at a width, for a host that makes room for no more than that.
  public func measuredLength(columns: Int) -> Int {
    let width = max(0, columns - safeArea.horizontal - additionalInsets.horizontal)
    return content.measure(
      RowMeasurement(axis: scrollStack.axis, crossExtent: width, ambiguous: scrollStack.ambiguous))
  }
}
