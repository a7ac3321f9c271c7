// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TerminalCells

/// What is called when an operation has ended: with true when its end state was reached, with false
/// when a later operation overtook it, it threw, or its stack went away
/// (`Documentation/Contract.md` C-3).
public typealias Completion = (_ finished: Bool) -> Void

/// Rows of different lengths, seen through a viewport.
///
/// ```swift
/// let stack = ScrollStack()
/// stack.setViewport(CellSize(columns: 80, rows: 24))
/// let row = try stack.addRow(TextRow("hello"))
/// try stack.hideRow(.row(row))
/// ```
///
/// Rows are named by identity or by index; both are found in O(log *n*), as is the place of a row
/// and the row at a place. Only rows near the viewport are measured, and only rows in it are drawn,
/// straight on the grid: a row elsewhere counts with an estimate and holds no buffer. When an
/// estimate before the viewport turns out wrong, what is in view does not move.
///
/// What cannot be refused is a property to be set; what can be refused for its value, or names rows, is
/// a method that begins with `set`, takes the value first and the rows behind `for:`, and throws.
///
/// A change is visible to reads at once. Layout and its events run at the end of a batch; a mutator
/// outside ``batch(_:)`` is a batch of its own. Listeners may change the stack from within their
/// calls: their events follow in the order of the changes.
///
/// The stack is not `Sendable`: it belongs to whoever draws.
public final class ScrollStack {
  /// Who listens.
  public weak var delegate: (any ScrollStackDelegate)?

  /// Where rows go; ``axis``, ``layoutDirection`` and ``gravity`` change it.
  var placement: (axis: LayoutAxis, direction: LayoutDirection, gravity: Gravity)

  /// What rows look like; ``setStyle(_:)`` changes it.
  public internal(set) var style = Style.default

  /// Whether and how things move.
  ///
  /// When nothing moves any more, because motion is reduced or the clock is an immediate one, and when
  /// another clock takes over, everything that moves arrives at once and completes with true.
  public var motion: Motion { didSet { motionChanged(from: oldValue) } }

  /// The width and height of the window on the rows, in cells.
  public internal(set) var viewportSize = CellSize.zero

  /// What is reserved at the sides of the window, as the part under an occluder.
  public internal(set) var viewportInsets = CellInsets.zero

  /// The cells of content before the first one in view.
  public internal(set) var offset = 0

  /// The width of ambiguous characters in what is measured.
  public var ambiguous = AmbiguousWidth.narrow {
    didSet { if ambiguous != oldValue { batch { remeasureAll(keepingEstimates: true) } } }
  }

  /// Whether scroll events are accepted, and clamped, even when everything is in view.
  public var alwaysScrolls = false

  /// Whether changes of the percentage of a partly visible row are reported.
  public var reportsPercentage = false

  /// Whether a mark with the position shows for a second on the first painting.
  public var automaticallyFlashScrollIndicators = false

  /// What stands beside a highlighted row where the terminal shows no styles, such as `›`: in the
  /// first blank cell at a side of the row; nil, unless set, for the highlight's style alone.
  public var highlightMark: String?

  /// What happens when a row is selected that has no handler of its own.
  public var onSelect: ((ScrollStackRow) -> Void)?

  /// Whether the content of a row takes the pointer; nil for all rows.
  package var takesPointer: ((ScrollStackRow) -> Bool)?

  /// What a click does that the content of a row doesn't use, instead of selecting the row.
  package var onClick: ((ScrollStackRow, CellPosition) -> Void)?

  /// What is told of each row that has joined, before its controller and the listeners.
  var onJoin: ((ScrollStackRow) -> Void)?

  /// What is told of each row that has left, before the listeners.
  var onLeave: ((ScrollStackRow) -> Void)?

  /// Makes what is drawn around a row's content; nil for nothing.
  public var makeChrome: ((ScrollStackRow) -> RowChrome)?

  /// Changes what was made, after it got the stack's defaults.
  public var configureChrome: ((RowChrome, ScrollStackRow) -> Void)?

  /// The container that moves the offset, which applies its occluder before another step of a flow
  /// is shown here (`Documentation/Contract.md` CS-8).
  package weak var container: ContainerScroll?

  /// Whether rows cannot take themselves out, because something else decides which there are.
  package var keepsRows = false

  /// Whether rows that leave fade before they shrink.
  package var fadesOut = false

  /// Whether the last cells of a growing or shrinking row are drawn instead of the first, as if it
  /// slid in from the start.
  package var slidesIn = false

  /// The row of another stack that this one is the controller of.
  weak var hostRow: ScrollStackRow?

  /// The ends of the axis.
  public enum Gravity: Hashable, Sendable {
    /// The first row is at the start of the viewport.
    case start

    /// The last row is at the end of the viewport.
    case end
  }

  // MARK: Rows

  var tree = ExtentTree()

  /// The rows by their slot.
  var rowsBySlot: [ScrollStackRow?] = []

  /// How often each slot was used, so that ids are never used again.
  var uses: [UInt32] = []

  /// The number that the uses of a new slot are counted from.
  var firstUse: UInt32 = 0

  /// The slots of rows, by their controllers.
  var controllers = SlotTable()
  let number: UInt32

  /// The row that has no separator for being the last one shown.
  var lastShown: ScrollStackRow?

  /// Counts up whenever all measurements become stale.
  var generation: UInt32 = 1

  /// Counts the changes of the sequence of rows.
  var structureVersion = 0

  /// How many rows were measured since the stack was made, for tests that count work.
  package internal(set) var measureCount = 0

  /// How many layouts ran since the stack was made, for tests that count work.
  package internal(set) var layoutCount = 0

  /// How many nodes of the index were visited since the stack was made.
  package var indexSteps: Int { tree.steps }

  // MARK: Batches and events

  var batch = BatchState()
  var visible: [ScrollStackRow] = []
  var reportedOffset = 0

  /// Whether the offset has changed since it was last said to have come to rest.
  var isUnsettled = false

  /// What stood at the start of the viewport before a series of resizes.
  var pin: ResizePin?
  var reportedContentLength = 0

  // MARK: Motion

  var animations = AnimationState()
  var scrolling: ScrollAnimation?
  var indicatorStart: Duration?
  var wasPainted = false

  // MARK: Interaction

  var pointer = PointerState()
  var hovered: ScrollStackRow?
  var focused: ScrollStackRow?
  var carried: CarriedRow?

  private static let stackCount = Atomic<UInt32>(0)

  /// Creates an empty stack, with a viewport of no cells.
  public init(axis: LayoutAxis = .vertical, motion: Motion = Motion()) {
    placement = (axis, .leftToRight, .start)
    self.motion = motion
    number = Self.stackCount.wrappingAdd(1, ordering: .relaxed).newValue
  }

  deinit { completeAll() }

  // MARK: Lengths along the axis

  /// The cells of the viewport along the axis, without what is reserved.
  public var viewportLength: Int {
    let whole = axis == .vertical ? viewportSize.rows : viewportSize.columns
    let reserved = axis == .vertical ? viewportInsets.vertical : viewportInsets.horizontal
    return max(0, whole - reserved)
  }

  /// The cells of the viewport across the axis, without what is reserved.
  public var crossLength: Int {
    let whole = axis == .vertical ? viewportSize.columns : viewportSize.rows
    let reserved = axis == .vertical ? viewportInsets.horizontal : viewportInsets.vertical
    return max(0, whole - reserved)
  }

  /// The length of all rows together in cells, estimates included.
  public var contentLength: Int { tree.total }

  /// The greatest offset: content less viewport, at least 0 (`Documentation/Contract.md` C-1).
  public var maximumOffset: Int { max(0, tree.total - viewportLength) }
}
