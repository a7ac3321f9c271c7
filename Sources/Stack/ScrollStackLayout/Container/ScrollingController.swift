// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A controller that scrolls its own rows.
///
/// A container uses its offset instead of one of its own.
///
/// ``ScrollStack``, ``DynamicStack``, ``ContainerScroll`` and the view of a flow conform to it. To
/// write one around a ``ScrollStack``, return that stack's ``ScrollStack/layout``.
public protocol ScrollingController: RowController {
  /// A read-only view of the rows.
  var layout: RowLayout { get }

  /// Sets the size of the window, and the insets that the container reserves. The default sets the
  /// viewport of the rows.
  func setWindow(_ size: CellSize, insets: CellInsets)

  /// Draws the rows moved towards the start by a number of cells, without scrolling. The default
  /// draws the stack.
  func draw(on canvas: inout CellCanvas, shiftedBy cells: Int)

  /// Scrolls for the user. The default is ``ScrollStack/scroll(by:)``.
  func scroll(by cells: Int) -> Bool

  /// Performs everything that's due. The default is ``ScrollStack/advance()``.
  func advance()

  /// Whether anything will be due later. The default is ``ScrollStack/isAnimating``.
  var isAnimating: Bool { get }

  /// The time of the next due change on the clock; nil if there's none. The default is
  /// ``ScrollStack/nextFrameTime``.
  var nextFrameTime: Duration? { get }
}

extension ScrollingController {
  /// Itself.
  public var scrollingController: (any ScrollingController)? { self }

  /// True: its rows may handle the pointer.
  public var handlesPointer: Bool { true }

  /// Sets the viewport of the rows.
  public func setWindow(_ size: CellSize, insets: CellInsets) {
    layout.stack.setViewport(size, insets: insets)
  }

  /// Draws the rows.
  public func draw(on canvas: inout CellCanvas, shiftedBy cells: Int) {
    layout.stack.drawRows(on: &canvas, shiftedBy: cells)
  }

  /// Handles a pointer event in a window of a size; see ``ScrollStack/handle(_:in:)``.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    layout.stack.handle(event, in: size)
  }

  /// The row of the outer stack; nil if there's none.
  public var row: ScrollStackRow? { layout.stack.hostRow }

  /// Remembers the row of the outer stack, which is measured again when the length changes.
  public func didEnter(_ row: ScrollStackRow) { layout.stack.hostRow = row }

  /// Forgets the row of the outer stack.
  public func willLeave(_ row: ScrollStackRow) { layout.stack.hostRow = nil }
}

// Scrolling and animations, which change no rows.
extension ScrollingController {
  /// Scrolls for the user; see ``ScrollStack/scroll(by:)``.
  @discardableResult
  public func scroll(by cells: Int) -> Bool { layout.stack.scroll(by: cells) }

  /// Scrolls a row to a position; see ``ScrollStack/scrollToRow(_:at:animated:completion:)``.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`; nothing changes.
  public func scrollToRow(
    _ address: RowAddress, at position: ScrollPosition = .automatic, animated: Bool = true,
    completion: Completion? = nil
  ) throws(ScrollStackError) {
    try layout.stack.scrollToRow(
      address, at: position, animated: animated, completion: completion)
  }

  /// Scrolls to the start of the content.
  public func scrollToStart(animated: Bool = true, completion: Completion? = nil) {
    layout.stack.scrollToStart(animated: animated, completion: completion)
  }

  /// Scrolls to the end of the content.
  public func scrollToEnd(animated: Bool = true, completion: Completion? = nil) {
    layout.stack.scrollToEnd(animated: animated, completion: completion)
  }

  /// Advances animations to the current time.
  public func advance() { layout.stack.advance() }

  /// Ends all animations in their end states.
  public func finishAnimations() { layout.stack.finishAnimations() }

  /// Whether an animation is running, so that frames are due.
  public var isAnimating: Bool { layout.stack.isAnimating }

  /// The time of the next frame on the clock; nil if no animation is running.
  public var nextFrameTime: Duration? { layout.stack.nextFrameTime }
}
