// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A controller that scrolls its own rows; a container moves its offset instead of one of its own.
///
/// ``ScrollStack``, ``DynamicStack``, ``ContainerScroll`` and the view of a flow are such. Write one
/// around a ``ScrollStack`` of your own by returning that stack's ``ScrollStack/layout``.
public protocol ScrollingController: PlacedRow, PointerHandlingRow {
  /// The rows that are scrolled, to be read.
  var layout: RowLayout { get }

  /// Sets the size of the window, and what the container reserves at its sides; by default that is
  /// the viewport of the rows.
  func setWindow(_ size: CellSize, insets: CellInsets)

  /// Draws the rows with all of them a number of cells nearer to the start, which is no scrolling;
  /// by default as the rows draw themselves.
  func draw(on canvas: inout CellCanvas, shiftedBy cells: Int)

  /// Takes a scroll event of a person; by default ``ScrollStack/scroll(by:)``.
  func scroll(by cells: Int) -> Bool

  /// Does what is due; by default ``ScrollStack/advance()``.
  func advance()

  /// Whether anything is due later; by default ``ScrollStack/isAnimating``.
  var isAnimating: Bool { get }

  /// When something is due on the clock, nil when nothing is; by default
  /// ``ScrollStack/nextFrameTime``.
  var nextFrameTime: Duration? { get }
}

extension ScrollingController {
  /// Sets the viewport of the rows.
  public func setWindow(_ size: CellSize, insets: CellInsets) {
    layout.stack.setViewport(size, insets: insets)
  }

  /// Draws the rows.
  public func draw(on canvas: inout CellCanvas, shiftedBy cells: Int) {
    layout.stack.drawRows(on: &canvas, shiftedBy: cells)
  }

  /// Takes an event of the pointer in a window of a size; see ``ScrollStack/handle(_:in:)``.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    layout.stack.handle(event, in: size)
  }

  /// The row of the outer stack; nil in none.
  public var row: ScrollStackRow? { layout.stack.hostRow }

  /// Remembers the row of the outer stack, to have it measured again when the length changes.
  public func didEnter(_ row: ScrollStackRow) { layout.stack.hostRow = row }

  /// Forgets the row of the outer stack.
  public func willLeave(_ row: ScrollStackRow) { layout.stack.hostRow = nil }
}

// Scrolling and time, which change no row.
extension ScrollingController {
  /// Takes a scroll event of a person; see ``ScrollStack/scroll(by:)``.
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

  /// Scrolls as little as shows the content of a row and a margin around it; see
  /// ``ScrollStack/scrollRowToVisible(_:margin:animated:completion:)``.
  ///
  /// - Throws: `indexOutOfRange` or `unknownRow`, and `negativeLength` for the margin; nothing
  ///   changes.
  public func scrollRowToVisible(
    _ address: RowAddress, margin: Int = 0, animated: Bool = true, completion: Completion? = nil
  ) throws(ScrollStackError) {
    try layout.stack.scrollRowToVisible(
      address, margin: margin, animated: animated, completion: completion)
  }

  /// Scrolls to the start of the content.
  public func scrollToStart(animated: Bool = true, completion: Completion? = nil) {
    layout.stack.scrollToStart(animated: animated, completion: completion)
  }

  /// Scrolls to the end of the content.
  public func scrollToEnd(animated: Bool = true, completion: Completion? = nil) {
    layout.stack.scrollToEnd(animated: animated, completion: completion)
  }

  /// Scrolls to an offset in cells, within its bounds.
  public func scroll(toOffset offset: Int, animated: Bool = false, completion: Completion? = nil) {
    layout.stack.scroll(toOffset: offset, animated: animated, completion: completion)
  }

  /// Brings everything that moves to where it should be now.
  public func advance() { layout.stack.advance() }

  /// Has everything that moves arrive now.
  public func finishAnimations() { layout.stack.finishAnimations() }

  /// Whether anything is in motion, so that frames are due.
  public var isAnimating: Bool { layout.stack.isAnimating }

  /// When the next frame is due on the clock; nil when nothing moves.
  public var nextFrameTime: Duration? { layout.stack.nextFrameTime }
}
