// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TerminalCells

/// A closure called exactly once when an operation ends: with true if its end state was reached,
/// and with false if a later operation superseded it, it threw, or its stack was released
/// (`Documentation/Contract.md` C-3).
public typealias Completion = (_ finished: Bool) -> Void

/// A list of rows of different lengths, shown in a viewport.
///
/// ```swift
/// let stack = ScrollStack()
/// stack.setViewport(CellSize(columns: 80, rows: 24))
/// let row = try stack.addRow(TextRow("hello"))
/// try stack.setRowHidden(true, for: .row(row))
/// ```
///
/// You address rows by identity or by index. Finding a row, its place, or the row at a place takes
/// O(log *n*). Only rows near the viewport are measured, and only visible rows are drawn, directly
/// on the grid; other rows have an estimated length and no buffer. When an estimate before the
/// viewport is replaced, the visible rows don't move.
///
/// A setting that accepts every value is a property. A setting that can be refused, or that applies
/// to rows, is a throwing method: its name starts with `set`, the value comes first, and the rows
/// follow `for:`.
///
/// Reads see a change at once. Layout and its announcements run at the end of a batch; a change
/// outside ``batch(_:)`` is a batch of its own. Listeners may change the stack; those changes are
/// announced afterwards, in order.
///
/// A stack isn't `Sendable`. Use it on the thread that draws.
public class ScrollStack {
  /// The delegate, which receives announcements.
  public final weak var delegate: (any ScrollStackDelegate)?

  /// The placement of rows; see ``axis``, ``layoutDirection``, and ``gravity``.
  var placement: (axis: LayoutAxis, direction: LayoutDirection, gravity: Gravity)

  /// The style of rows; change it with ``setStyle(_:)``.
  public final internal(set) var style = Style.default

  /// The settings of animations.
  ///
  /// If you reduce motion, or set another clock, running animations end at once and complete with
  /// true.
  public final var motion: Motion { didSet { motionChanged(from: oldValue) } }

  /// The size of the viewport, in cells.
  public final internal(set) var viewportSize = CellSize.zero

  /// The insets reserved at the sides of the viewport, such as the part under an occluder.
  package final internal(set) var viewportInsets = CellInsets.zero

  /// The cells of content before the first one in view.
  public final internal(set) var offset = 0

  /// The width of ambiguous characters in what is measured.
  public final var ambiguous = AmbiguousWidth.narrow {
    didSet { if ambiguous != oldValue { batch { remeasureAll(keepingEstimates: true) } } }
  }

  /// Whether scroll events are accepted even if everything is in view.
  public final var alwaysScrolls = false

  /// Whether changes in the percentage of a partly visible row are announced.
  public final var reportsPercentage = false

  /// Whether the first frame shows the scroll position for a second.
  public final var automaticallyFlashScrollIndicators = false

  /// The mark beside a highlighted row on terminals that show no styles, such as `›`.
  ///
  /// It's drawn in the first blank cell at a side of the row; nil, the default, draws no mark.
  public final var highlightMark: String?

  /// Called when a row without a handler of its own is selected.
  public final var onSelect: ((ScrollStackRow) -> Void)?

  /// Whether the content of a row receives pointer events; nil if that of all rows does.
  package final var takesPointer: ((ScrollStackRow) -> Bool)?

  /// Called for a click that the content of a row doesn't use, instead of selecting the row.
  package final var onClick: ((ScrollStackRow, CellPosition) -> Void)?

  /// The version of what a row's controller draws; nil for one that's drawn each time.
  ///
  /// A row is drawn once for a version and a size, and its cells are copied as long as it stays in view. So drawing it
  /// changes nothing else, and the cells below it are blank.
  package final var drawingVersion: ((ScrollStackRow) -> Int?)?

  /// Makes the chrome of a row; nil for none.
  public final var makeChrome: ((ScrollStackRow) -> RowChrome)?

  /// Configures the chrome of a row after the stack's defaults were applied.
  public final var configureChrome: ((RowChrome, ScrollStackRow) -> Void)?

  /// The container that moves the offset.
  ///
  /// It applies its occluder before the view of a flow shows another step
  /// (`Documentation/Contract.md` CS-8).
  package final weak var container: ContainerScroll?

  /// Whether rows can't remove themselves, because another object decides which rows exist.
  package final var keepsRows = false

  /// The number of cells before the focus that stay in view with it, for a stack that's a row of another one.
  ///
  /// - Precondition: Together with the focus they fit into the viewport.
  package final var focusLead = 0

  /// The same of the cells after the focus.
  ///
  /// - Precondition: Together with the focus and ``focusLead`` they fit into the viewport.
  package final var focusTail = 0

  /// Whether removed rows fade before they shrink.
  package final var fadesOut = false

  /// Whether a growing or shrinking row shows its last cells, not its first, as if it slid in from
  /// the start.
  package final var slidesIn = false

  /// The row of another stack whose controller is this stack.
  var hostRow: ScrollStackRow? {
    get { host.row }
    set { host.row = newValue }
  }

  private var host = RowReference()

  /// The ends of the axis.
  public enum Gravity: Hashable, Sendable {
    /// The first row is at the start of the viewport.
    case start

    /// The last row is at the end of the viewport.
    case end
  }

  // MARK: Rows

  var tree = ExtentTree()

  var rowsBySlot: [ScrollStackRow?] = []

  /// The number of uses of each slot, so that ids are never reused.
  var uses: [UInt32] = []

  /// The number of uses with which a new slot starts.
  var firstUse: UInt32 = 0

  /// The slots of rows, by their controllers.
  var controllers = SlotTable()
  let number: UInt32

  /// The row without a separator because it's the last one shown.
  var lastShown: ScrollStackRow?

  /// Incremented when all measurements become stale.
  var generation: UInt32 = 1

  /// Incremented when the measurement of a row becomes stale.
  var staleCount = 0

  /// Where the last look for rows to measure near the viewport, and among all rows, found none.
  var measured: (near: LayoutState?, all: LayoutState?)

  /// Where the visibility of rows was compared last.
  var compared: LayoutState?

  /// Incremented when rows are added, removed, or moved.
  var structureVersion = 0

  /// The number of measured rows, for tests that count work.
  package final internal(set) var measureCount = 0

  /// The number of layouts, for tests that count work.
  package final internal(set) var layoutCount = 0

  /// The number of rows that their controllers have drawn, for tests that count work.
  final var drawCount = 0

  /// The number of visited nodes of the index, for tests that count work.
  package final var indexSteps: Int { tree.steps }

  // MARK: Batches and events

  var batch = BatchState()
  var visible: [ScrollStackRow] = []
  var reportedOffset = 0

  /// Whether the offset has changed since `scrollSettled` was last announced.
  var isUnsettled = false

  /// The content at the start of the viewport before a series of resizes.
  var pin: ResizePin?
  var reportedContentLength = 0

  // MARK: Motion

  var animations = AnimationState()
  var scrolling: ScrollAnimation?
  var indicatorStart: Duration?

  /// The cells of the rows with a version that were drawn last.
  var keptRows = KeptRows()
  var wasPainted = false

  // MARK: Interaction

  var pointer = PointerState()
  var hovered: ScrollStackRow?
  var focused: ScrollStackRow?
  var carried: (row: ScrollStackRow, index: Int)?

  private static let stackCount = Atomic<UInt32>(0)

  /// Creates an empty stack, with a viewport of no cells.
  public init(axis: LayoutAxis = .vertical, motion: Motion = Motion()) {
    placement = (axis, .leftToRight, .start)
    self.motion = motion
    number = Self.stackCount.wrappingAdd(1, ordering: .relaxed).newValue
  }

  deinit { completeAll() }

  /// Called for new rows, before their controllers and the delegate.
  func didJoin(_ rows: [ScrollStackRow]) {}

  /// Called for removed rows, before the delegate.
  func didLeave(_ rows: [ScrollStackRow]) {}

  // MARK: Lengths along the axis

  /// The cells of the viewport along the axis, without the reserved insets.
  public final var viewportLength: Int {
    let whole = axis == .vertical ? viewportSize.rows : viewportSize.columns
    let reserved = axis == .vertical ? viewportInsets.vertical : viewportInsets.horizontal
    return max(0, whole - reserved)
  }

  /// The cells of the viewport across the axis, without the reserved insets.
  package final var crossLength: Int {
    let whole = axis == .vertical ? viewportSize.columns : viewportSize.rows
    let reserved = axis == .vertical ? viewportInsets.horizontal : viewportInsets.vertical
    return max(0, whole - reserved)
  }

  /// The length of all rows together in cells, including estimates.
  public final var contentLength: Int { tree.total }

  /// The maximum offset: content minus viewport, at least 0 (`Documentation/Contract.md` C-1).
  public final var maximumOffset: Int { max(0, tree.total - viewportLength) }

  /// Checks that all parts of the stack agree, in O(*n*); does nothing in optimized builds.
  package func _checkInvariants() {
    #if DEBUG || CHECKS_INVARIANTS
    tree.checkInvariants()
    let rows = rows
    precondition(rows.count == count && controllers.count == count)
    precondition(batch.depth > 0 || batch.journal.isEmpty)
    var lastShown: ScrollStackRow?
    for (index, row) in rows.enumerated() {
      precondition(row.stack === self && row.id.stack == number)
      precondition(rowsBySlot[Int(row.slot)] === row)
      precondition(row.index == index)
      precondition(slot(ofController: ObjectIdentifier(row.controller)) == row.slot)
      let node = tree.nodes[Int(row.slot)]
      precondition(node.isShown != row.flags.contains(.hidden))
      precondition(Int(node.own) == Int(Int32(clamping: extent(of: row))), "a stale extent")
      if node.isShown { lastShown = row }
    }
    guard batch.depth == 0, !batch.isEnding, !batch.needsLayout else { return }
    precondition(offset >= 0 && offset <= maximumOffset)
    for row in rows {
      let expected = style.autoHidesLastSeparator && row === lastShown
      precondition(row.flags.contains(.lastShown) == expected)
      let reported = ReportedVisibility(visibility(of: .id(row.id)))
      precondition(row.reported == reported, "a visibility that was not reported")
    }
    for row in visible { precondition(contains(row)) }
    for ghost in animations.ghosts { precondition(ghost.operation != nil) }
    #endif
  }
}
