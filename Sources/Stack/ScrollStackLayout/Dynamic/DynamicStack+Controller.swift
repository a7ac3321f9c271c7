// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

// A stack of models as a row, as the content of a container or of a step, or on its own.
extension DynamicStack {
  /// The requested length, which is that of all rows.
  public func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    stack.extent(along: axis, in: size)
  }

  /// The length of all rows at a cross size; see ``ScrollStack/measure(_:)``.
  public func measure(_ measurement: RowMeasurement) -> Int { stack.measure(measurement) }

  /// Draws the rows in a viewport of the canvas's size.
  public func render(into canvas: inout CellCanvas) { stack.render(into: &canvas) }

  /// Passes an event to the focused row.
  public func handle(_ event: RowEvent) -> Bool { stack.handle(event) }

  /// Handles a pointer event at a cell of the viewport; see
  /// ``ScrollStack/handle(_:)-(PointerEvent)``.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool { stack.handle(event) }

  /// Whether any row has the focus.
  public var isFocusable: Bool { stack.isFocusable }

  /// The cells of the viewport where the focus is, with those before it that stay in view.
  public var focusRange: Range<Int>? {
    stack.focusRange.map { $0.lowerBound - min(focusLead, max(0, $0.lowerBound))..<$0.upperBound }
  }

  // MARK: On its own

  /// Sets the size of the viewport, and the insets that are reserved at its sides.
  ///
  /// A container, or the stack that contains the row, does this for you.
  public func setViewport(_ size: CellSize, insets: CellInsets = .zero) {
    stack.setViewport(size, insets: insets)
  }

  /// Draws the rows in view on a canvas of the viewport's size.
  public func draw(on canvas: inout CellCanvas) { stack.draw(on: &canvas) }

  /// Draws the rows in view on a new grid of the viewport's size.
  public func snapshot() -> CellGrid { stack.snapshot() }

  /// Runs several changes as one; see ``ScrollStack/batch(_:)``.
  public func batch<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    try stack.batch(body)
  }

  /// The settings of animations.
  public var motion: Motion {
    get { stack.motion }
    set { stack.motion = newValue }
  }

  /// The width of ambiguous characters in what is measured.
  public var ambiguous: AmbiguousWidth {
    get { stack.ambiguous }
    set { stack.ambiguous = newValue }
  }

  // MARK: Interaction

  /// Selects a row; see ``ScrollStack/select(_:)``.
  @discardableResult
  public func select(_ address: RowAddress) -> Bool { stack.select(address) }

  /// Passes an event to a row; see ``ScrollStack/handle(_:for:animated:)``.
  @discardableResult
  public func handle(_ event: RowEvent, for address: RowAddress, animated: Bool = false) -> Bool {
    stack.handle(event, for: address, animated: animated)
  }

  /// Highlights the row under the cursor; see ``ScrollStack/highlight(_:)``.
  @discardableResult
  public func highlight(_ address: RowAddress?) -> Bool { stack.highlight(address) }

  /// Focuses a row, and returns whether the row accepts the focus; see ``ScrollStack/focus(_:)``.
  @discardableResult
  public func focus(_ address: RowAddress) -> Bool { stack.focus(address) }

  /// Moves the focus, and returns the row that has it now; see ``ScrollStack/moveFocus(_:)``.
  @discardableResult
  public func moveFocus(_ move: FocusMove) -> ScrollStackRow? { stack.moveFocus(move) }

  /// Removes the focus from the focused row.
  public func blur() { stack.blur() }

  /// Scrolls just far enough to show the focused part of the focused row; see
  /// ``ScrollStack/revealFocus(margin:animated:completion:)``.
  public func revealFocus(margin: Int = 0, animated: Bool = true, completion: Completion? = nil) {
    stack.revealFocus(margin: margin, animated: animated, completion: completion)
  }

  /// Picks up a row for reordering; see ``ScrollStack/pickUp(_:)``.
  @discardableResult
  public func pickUp(_ address: RowAddress) -> Bool { stack.pickUp(address) }

  /// Moves the picked-up row by a number of places, and returns the index that it would have.
  @discardableResult
  public func carry(by places: Int) -> Int? { stack.carry(by: places) }

  /// Drops the picked-up row where it is, and returns whether there was one.
  @discardableResult
  public func drop(completion: Completion? = nil) -> Bool { stack.drop(completion: completion) }

  /// Cancels reordering.
  public func cancelCarrying() { stack.cancelCarrying() }
}
