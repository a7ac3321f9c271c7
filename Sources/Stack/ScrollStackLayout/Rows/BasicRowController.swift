// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A base class for controllers, which keeps a weak reference to the row.
///
/// A subclass overrides what its rows do; what each member means is told by ``RowController``.
open class BasicRowController: RowController {
  /// The row of the controller; nil if it has none.
  public var row: ScrollStackRow? { reference.row }

  private var reference = RowReference()

  /// Creates a controller without a row.
  public init() {}

  /// Measures and draws the row again.
  public final func invalidate() { row?.invalidate() }

  /// The length of the content; 0 unless overridden.
  open func measure(_ measurement: RowMeasurement) -> Int { 0 }

  /// Draws the content; does nothing unless overridden.
  open func render(into canvas: inout CellCanvas) {}

  /// The requested extent; natural unless overridden.
  open func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .natural }

  /// Handles an event; returns false unless overridden.
  open func handle(_ event: RowEvent) -> Bool { false }

  /// Rebuilds the content; does nothing unless overridden.
  open func reload(animated: Bool) {}

  /// Keeps the row; an override must call it.
  open func didEnter(_ row: ScrollStackRow) { reference.row = row }

  /// Forgets the row; an override must call it.
  open func willLeave(_ row: ScrollStackRow) { reference.row = nil }

  /// The row was selected; does nothing unless overridden.
  open func didSelect() {}

  /// Whether the row never has a separator; false unless overridden.
  open var hidesSeparator: Bool { false }

  /// The visibility has changed; does nothing unless overridden.
  open func visibilityDidChange(to visibility: RowVisibility) {}

  /// The position at the start of a line; the line unless overridden.
  open func position(ofLine line: Int, measurement: RowMeasurement) -> Int { line }

  /// The line that contains a position; the position unless overridden.
  open func line(ofPosition position: Int, measurement: RowMeasurement) -> Int { position }

  /// Whether the row accepts the focus now; false unless overridden.
  open var isFocusable: Bool { false }

  /// The focused lines of the content; nil, for the whole row, unless overridden.
  open var focusRange: Range<Int>? { nil }

  /// Whether the row is highlighted; false unless overridden.
  open var isHighlightable: Bool { false }

  /// The row was or is no longer highlighted; does nothing unless overridden.
  open func setHighlighted(_ isHighlighted: Bool) {}

  /// Whether the controller handles pointer events; false unless overridden.
  open var handlesPointer: Bool { false }

  /// Handles a pointer event; returns false unless overridden.
  open func handle(_ event: PointerEvent, in size: CellSize) -> Bool { false }

  /// The controller's own animation; nil, for the stack's, unless overridden.
  open var animation: RowAnimation? { nil }

  /// The animation is about to start; does nothing unless overridden.
  open func willBegin(hiding: Bool) {}

  /// A frame is about to be drawn; does nothing unless overridden.
  open func animate(hiding: Bool, progress: Double) {}

  /// The animation has ended; does nothing unless overridden.
  open func didEnd(hiding: Bool, finished: Bool) {}

  /// The controller that this one draws in a part of itself; nil unless overridden.
  open var framed: (any RowController)? { nil }

  /// The area of the framed controller; all of the row unless overridden.
  open func framedArea(in size: CellSize) -> CellRect { CellRect(size: size) }

  /// The controller as one that scrolls its own rows; nil unless overridden.
  open var scrollingController: (any ScrollingController)? { nil }
}
