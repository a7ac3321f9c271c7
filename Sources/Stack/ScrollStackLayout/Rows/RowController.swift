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
/// Only ``measure(_:)`` and ``render(into:)`` are required. Everything else that a row can do has a
/// default that does nothing, so a stack calls a controller directly, and looks up no conformances.
/// A controller has one row in one stack at a time: remove it from its stack before you add it to
/// another one. The stack holds it strongly, and it must hold its row weakly, if at all, as
/// ``BasicRowController`` does. Drawing is a function of the controller's state: when the result of
/// ``measure(_:)`` changes, call ``ScrollStackRow/invalidate()``.
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
  ///
  /// Change the content here, not before: with animation, the first frame still shows the old content.
  func reload(animated: Bool)

  /// The row was added to its stack and has an index. The default does nothing.
  func didEnter(_ row: ScrollStackRow)

  /// The row is about to leave its stack and still has an index. The default does nothing.
  func willLeave(_ row: ScrollStackRow)

  /// The row was selected and no control inside it used the event. The default does nothing.
  func didSelect()

  // MARK: Its place

  /// The row of the controller, from ``didEnter(_:)`` to ``willLeave(_:)``. The default is nil.
  ///
  /// A stack refuses a controller that says that it has a row in another stack.
  var row: ScrollStackRow? { get }

  /// Whether the row never has a separator. The default is false; the stack asks when it adds the
  /// row.
  var hidesSeparator: Bool { get }

  /// Called when the visibility of the row has changed, before the stack's delegate. The default
  /// does nothing.
  func visibilityDidChange(to visibility: RowVisibility)

  /// The position of the content at the start of a line, which increases from line to line.
  ///
  /// It doesn't depend on the width, so that the same content is at the top of the viewport when a
  /// resize wraps lines again. The default is the line.
  func position(ofLine line: Int, measurement: RowMeasurement) -> Int

  /// The line that contains a position. The default is the position.
  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int

  // MARK: Focus and highlighting

  /// Whether the row accepts the focus now. The default is false.
  var isFocusable: Bool { get }

  /// The lines of the content with the caret or the focused control; nil for the whole row, which
  /// is the default.
  ///
  /// The range is in cells along the axis, from the start of the content. If it's empty, neither a
  /// resize nor an occluder scrolls to keep the row visible.
  var focusRange: Range<Int>? { get }

  /// Whether the row is highlighted while it's pressed or under the cursor. The default is false.
  var isHighlightable: Bool { get }

  /// The row was or is no longer highlighted; the stack draws it. The default does nothing.
  func setHighlighted(_ isHighlighted: Bool)

  // MARK: The pointer

  /// Whether the controller handles pointer events on its content itself. The default is false.
  var handlesPointer: Bool { get }

  /// Handles a pointer event, if ``handlesPointer`` is true. The default returns false.
  ///
  /// A stack passes events on the content of the row to its controller. Positions are relative to
  /// the content, as in ``render(into:)``. Nested stacks pass events on: a click in a form in a flow
  /// in a container reaches the field under it.
  ///
  /// ```swift
  /// final class Stepper: BasicRowController {
  ///   var value = 0 { didSet { invalidate() } }
  ///
  ///   override var handlesPointer: Bool { true }
  ///
  ///   override func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
  ///     guard case .pressed(let position) = event, position.row == 0 else { return false }
  ///     value += position.column < size.columns / 2 ? -1 : 1
  ///     return true
  ///   }
  /// }
  /// ```
  ///
  /// A controller that uses a press gets all following events, wherever the pointer goes, until the
  /// button is released or the press is cancelled; its row isn't selected. If it doesn't use the
  /// press, releasing the button on the row selects the row: its `didSelect` and its handler are
  /// called, but not the focused control inside it, which may be somewhere else.
  ///
  /// - Parameters:
  ///   - event: The event, at a cell of the content; after a press that was used, the cell may be
  ///     outside.
  ///   - size: The size of the drawn content.
  /// - Returns: Whether the controller used the event.
  func handle(_ event: PointerEvent, in size: CellSize) -> Bool

  // MARK: Animation

  /// The controller's own animation for hiding and showing its row; nil, which is the default, for
  /// the stack's.
  var animation: RowAnimation? { get }

  /// The controller's own animation is about to start. The default does nothing.
  func willBegin(hiding: Bool)

  /// A frame of it is about to be drawn; progress runs from 0 to 1. The default does nothing.
  func animate(hiding: Bool, progress: Double)

  /// It has ended, or was superseded by a later operation. The default does nothing.
  func didEnd(hiding: Bool, finished: Bool)

  // MARK: Other controllers

  /// The controller that this one draws in a part of itself, such as the content of a step below
  /// its title bar. The default is nil.
  var framed: (any RowController)? { get }

  /// The area of ``framed`` in a row of a size. The default is all of it.
  func framedArea(in size: CellSize) -> CellRect

  /// The controller as one that scrolls its own rows; nil, which is the default, if it doesn't.
  ///
  /// A ``ScrollingController`` has itself here. A class that inherits from ``BasicRowController``
  /// overrides it.
  var scrollingController: (any ScrollingController)? { get }
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

  /// Nil.
  public var row: ScrollStackRow? { nil }

  /// False.
  public var hidesSeparator: Bool { false }

  /// Does nothing.
  public func visibilityDidChange(to visibility: RowVisibility) {}

  /// The line.
  public func position(ofLine line: Int, measurement: RowMeasurement) -> Int { line }

  /// The position.
  public func line(ofPosition position: Int, measurement: RowMeasurement) -> Int { position }

  /// False.
  public var isFocusable: Bool { false }

  /// The whole row.
  public var focusRange: Range<Int>? { nil }

  /// False.
  public var isHighlightable: Bool { false }

  /// Does nothing.
  public func setHighlighted(_ isHighlighted: Bool) {}

  /// False.
  public var handlesPointer: Bool { false }

  /// Uses no event.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool { false }

  /// The stack's animation.
  public var animation: RowAnimation? { nil }

  /// Does nothing.
  public func willBegin(hiding: Bool) {}

  /// Does nothing.
  public func animate(hiding: Bool, progress: Double) {}

  /// Does nothing.
  public func didEnd(hiding: Bool, finished: Bool) {}

  /// Nil.
  public var framed: (any RowController)? { nil }

  /// All of the row.
  public func framedArea(in size: CellSize) -> CellRect { CellRect(size: size) }

  /// Nil.
  public var scrollingController: (any ScrollingController)? { nil }
}
