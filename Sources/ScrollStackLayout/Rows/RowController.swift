// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// What happens to a row, in words that say nothing of keys.
public enum RowEvent: Hashable, Sendable {
  /// The row was chosen (Enter, its number, a click).
  case select

  /// The row was asked to collapse or expand, or to change its state.
  case toggle

  /// The focus came to the row.
  case focus

  /// The focus left the row.
  case blur

  /// Something that only the controller knows, by name.
  case custom(String)
}

/// What a row of a scroll stack is, does and looks like.
///
/// Only ``measure(_:)`` and ``render(into:)`` are required. A controller stands in one row of one
/// stack at a time: remove it from its stack before you add it to another one. The stack holds it
/// strongly, and it must hold its row weakly, if at all (``BasicRowController`` does so). Drawing is a function of the controller's state: after a change
/// of what ``measure(_:)`` would say, call ``ScrollStackRow/invalidate()``.
///
/// An implementation is right when a canvas of the measured extent shows all of its content, when
/// equal questions get equal answers until it is invalidated, and when neither changes the stack.
public protocol RowController: AnyObject {
  /// How long the row is along an axis, in a viewport of a size; by default `.natural`.
  ///
  /// Asked when the row joins, on layout, on reload and when the axis changes.
  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent

  /// The length of the content along the axis in cells; a result below 0 counts as 0.
  func measure(_ measurement: RowMeasurement) -> Int

  /// Draws the content on a canvas of the measured size.
  func render(into canvas: inout CellCanvas)

  /// Takes an event; returns whether a control inside the row used it. By default false.
  func handle(_ event: RowEvent) -> Bool

  /// Builds the content anew, before it is measured again. By default nothing.
  func reload(animated: Bool)

  /// The row has joined its stack and has an index. By default nothing.
  func didEnter(_ row: ScrollStackRow)

  /// The row is about to leave its stack and still has an index. By default nothing.
  func willLeave(_ row: ScrollStackRow)

  /// The row was selected and no control inside it used the event. By default nothing.
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
  /// Whether it is highlighted at all; by default true.
  var isHighlightable: Bool { get }

  /// The highlight came or went; the stack draws it. By default nothing.
  func setHighlighted(_ isHighlighted: Bool)
}

extension HighlightableRow {
  /// True.
  public var isHighlightable: Bool { true }

  /// Does nothing.
  public func setHighlighted(_ isHighlighted: Bool) {}
}

/// A controller that chooses how its row is hidden and shown, and follows it.
public protocol AnimatableRow: RowController {
  /// The length and course of the animation; by default 0.25 s, no delay, damping 0.8.
  var animation: RowAnimation { get }

  /// The animation is about to begin.
  func willBegin(hiding: Bool)

  /// A frame is about to be drawn; progress runs from 0 to 1.
  func animate(hiding: Bool, progress: Double)

  /// The animation has ended, or was overtaken by a later operation.
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

/// A controller whose row has no separator; nothing overrules it.
public protocol SeparatorHidingRow: RowController {}

/// A controller whose row can have the focus.
public protocol FocusableRow: RowController {
  /// Whether the row takes the focus now; by default true.
  var isFocusable: Bool { get }

  /// The lines of the content where the caret or the focused control is, nil for the whole row.
  ///
  /// Counted in cells along the axis from the start of the content. An empty range means that
  /// nothing must stay in view: neither a resize nor an occluder scrolls for it.
  var focusRange: Range<Int>? { get }
}

extension FocusableRow {
  /// True.
  public var isFocusable: Bool { true }

  /// The whole row.
  public var focusRange: Range<Int>? { nil }
}

/// A controller that knows which part of its content a line shows, whatever the width.
///
/// It lets the same content stay at the top of the viewport when a resize wraps lines anew.
public protocol LineAnchoringRow: RowController {
  /// A number for the content at the start of a line, rising from line to line.
  func position(ofLine line: Int, measurement: RowMeasurement) -> Int

  /// The line that holds a position.
  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int
}

/// A controller that knows the row that it stands in.
///
/// A stack refuses such a controller while it stands in a row of another stack. Adopt it if you
/// write a controller that keeps its row; ``BasicRowController`` does so for you.
public protocol PlacedRow: RowController {
  /// The row that the controller stands in, from ``RowController/didEnter(_:)`` to
  /// ``RowController/willLeave(_:)``; nil in none.
  var row: ScrollStackRow? { get }
}

/// A controller that keeps its row at hand, to invalidate it.
open class BasicRowController: PlacedRow {
  /// The row that the controller stands in, nil in none.
  public private(set) weak var row: ScrollStackRow?

  /// Creates a controller in no row.
  public init() {}

  /// Has the row measured and drawn again.
  public final func invalidate() { row?.invalidate() }

  /// The length of the content; 0 unless overridden.
  open func measure(_ measurement: RowMeasurement) -> Int { 0 }

  /// Draws the content; nothing unless overridden.
  open func render(into canvas: inout CellCanvas) {}

  /// The wished length; natural unless overridden.
  open func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .natural }

  /// Takes an event; uses none unless overridden.
  open func handle(_ event: RowEvent) -> Bool { false }

  /// Builds the content anew; nothing unless overridden.
  open func reload(animated: Bool) {}

  /// Keeps the row; an override must call it.
  open func didEnter(_ row: ScrollStackRow) { self.row = row }

  /// Forgets the row; an override must call it.
  open func willLeave(_ row: ScrollStackRow) { self.row = nil }

  /// The row was selected; nothing unless overridden.
  open func didSelect() {}
}
