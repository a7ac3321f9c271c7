// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// An event of a row, independent of keys.
public enum RowEvent: Hashable, Sendable {
  /// The row was chosen (Enter, its number, a click).
  case select

  /// The row should collapse or expand, or change its state.
  case toggle

  /// The row got the focus.
  case focus

  /// The row lost the focus.
  case blur

  /// An event with a name that only the controller knows.
  case custom(String)
}

/// The content and behavior of a row of a scroll stack.
///
/// Only ``measure(_:)`` and ``render(into:)`` are required. A controller has one row in one stack
/// at a time: remove it from its stack before you add it to another one. The stack holds it
/// strongly, and it must hold its row weakly, if at all, as ``BasicRowController`` does. Drawing is
/// a function of the controller's state: when the result of ``measure(_:)`` changes, call
/// ``ScrollStackRow/invalidate()``.
///
/// An implementation is correct if a canvas of the measured extent shows all of its content, if
/// equal measurements have equal results until it's invalidated, and if neither method changes the
/// stack.
public protocol RowController: AnyObject {
  /// The extent of the row along an axis, in a viewport of a size. The default is `.natural`.
  ///
  /// The stack calls this method when it adds the row, on layout, on reload, and when the axis
  /// changes.
  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent

  /// The length of the content along the axis, in cells; a negative result counts as 0.
  func measure(_ measurement: RowMeasurement) -> Int

  /// Draws the content on a canvas of the measured size.
  func render(into canvas: inout CellCanvas)

  /// Handles an event, and returns whether a control inside the row used it. The default returns
  /// false.
  func handle(_ event: RowEvent) -> Bool

  /// Rebuilds the content before it's measured again. The default does nothing.
  func reload(animated: Bool)

  /// The row was added to its stack and has an index. The default does nothing.
  func didEnter(_ row: ScrollStackRow)

  /// The row is about to leave its stack and still has an index. The default does nothing.
  func willLeave(_ row: ScrollStackRow)

  /// The row was selected and no control inside it used the event. The default does nothing.
  func didSelect()
}

extension RowController {
  /// The ideal length of the content.
  public func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .natural }

  /// Uses no event.
  public func handle(_ event: RowEvent) -> Bool { false }

  /// Does nothing.
  public func reload(animated: Bool) {}

  /// Does nothing.
  public func didEnter(_ row: ScrollStackRow) {}

  /// Does nothing.
  public func willLeave(_ row: ScrollStackRow) {}

  /// Does nothing.
  public func didSelect() {}
}

/// A controller whose row is highlighted while it is pressed or under the cursor.
public protocol HighlightableRow: RowController {
  /// Whether the row is highlighted at all. The default is true.
  var isHighlightable: Bool { get }

  /// The row was or is no longer highlighted; the stack draws it. The default does nothing.
  func setHighlighted(_ isHighlighted: Bool)
}

extension HighlightableRow {
  /// True.
  public var isHighlightable: Bool { true }

  /// Does nothing.
  public func setHighlighted(_ isHighlighted: Bool) {}
}

/// A controller with its own animation for hiding and showing its row.
public protocol AnimatableRow: RowController {
  /// The animation. The default takes 0.25 s without delay, with a damping of 0.8.
  var animation: RowAnimation { get }

  /// The animation is about to start.
  func willBegin(hiding: Bool)

  /// A frame is about to be drawn; progress runs from 0 to 1.
  func animate(hiding: Bool, progress: Double)

  /// The animation has ended, or was superseded by a later operation.
  func didEnd(hiding: Bool, finished: Bool)
}

extension AnimatableRow {
  /// 0.25 s, no delay, damping 0.8.
  public var animation: RowAnimation { RowAnimation() }

  /// Does nothing.
  public func willBegin(hiding: Bool) {}

  /// Does nothing.
  public func animate(hiding: Bool, progress: Double) {}

  /// Does nothing.
  public func didEnd(hiding: Bool, finished: Bool) {}
}

/// A controller whose row never has a separator.
public protocol SeparatorHidingRow: RowController {}

/// A controller whose row can be focused.
public protocol FocusableRow: RowController {
  /// Whether the row accepts the focus now. The default is true.
  var isFocusable: Bool { get }

  /// The lines of the content with the caret or the focused control; nil for the whole row.
  ///
  /// The range is in cells along the axis, from the start of the content. If it's empty, neither a
  /// resize nor an occluder scrolls to keep the row visible.
  var focusRange: Range<Int>? { get }
}

extension FocusableRow {
  /// True.
  public var isFocusable: Bool { true }

  /// The whole row.
  public var focusRange: Range<Int>? { nil }
}

/// A controller that maps lines to positions in its content, independent of the width.
///
/// It keeps the same content at the top of the viewport when a resize wraps lines again.
public protocol LineAnchoringRow: RowController {
  /// The position of the content at the start of a line, which increases from line to line.
  func position(ofLine line: Int, measurement: RowMeasurement) -> Int

  /// The line that contains a position.
  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int
}

/// A controller that knows its row.
///
/// A stack refuses such a controller while it has a row in another stack. Adopt this protocol if
/// your controller keeps a reference to its row; ``BasicRowController`` does it for you.
public protocol PlacedRow: RowController {
  /// The row of the controller, from ``RowController/didEnter(_:)`` to
  /// ``RowController/willLeave(_:)``; otherwise nil.
  var row: ScrollStackRow? { get }
}

/// A base class for controllers, which keeps a weak reference to the row.
open class BasicRowController: PlacedRow {
  /// The row of the controller; nil if it has none.
  public private(set) weak var row: ScrollStackRow?

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
  open func didEnter(_ row: ScrollStackRow) { self.row = row }

  /// Forgets the row; an override must call it.
  open func willLeave(_ row: ScrollStackRow) { self.row = nil }

  /// The row was selected; does nothing unless overridden.
  open func didSelect() {}
}
