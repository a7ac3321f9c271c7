// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ContainerScroll {
  /// Draws the content on a canvas of the container's size.
  ///
  /// While a change of the occluder is pending, its newest height applies. Under a taller one, covered
  /// rows aren't painted, and the content is moved up just far enough to show a focused line that would
  /// be covered. Above a smaller one, the rows that it uncovers are painted. That isn't scrolling: it
  /// causes no layout and no announcement.
  public func draw(on canvas: inout CellCanvas) {
    let outer = canvas.baseStyle
    canvas.baseStyle = background.over(outer)
    defer { canvas.baseStyle = outer }
    canvas.fill(CellRect(size: canvas.size))
    guard let pending = pendingView(in: canvas.size) else {
      return scrollStack.withUncovered(uncoveredLength) {
        scrolling.draw(on: &canvas, shiftedBy: 0)
      }
    }
    canvas.draw(in: pending.area) { scrolling.draw(on: &$0, shiftedBy: pending.shift) }
  }

  /// The painted cells while a taller occluder is pending, and the number of rows that the content
  /// is moved up; nil if none is pending.
  func pendingView(in size: CellSize) -> (area: CellRect, shift: Int)? {
    let newest = insets(of: filter.newest)
    let hidden = newest.bottom - insets(of: filter.applied).bottom
    guard hidden > 0 else { return nil }
    var shift = 0
    // The occluder covers no more of a focus out of view, which the user may have scrolled away from.
    if keepsFocusVisible, scrollStack.axis == .vertical,
      let focus = scrollStack.drawnFocus()?.clamped(to: 0..<scrollStack.viewportLength),
      !focus.isEmpty
    {
      // If the focus doesn't fit, its start is shown.
      let visible = max(0, scrollStack.viewportLength - hidden)
      shift = max(0, min(focus.upperBound - visible, focus.lowerBound))
    }
    let rows = max(0, size.rows - newest.bottom)
    return (CellRect(size: CellSize(columns: size.columns, rows: rows)), shift)
  }

  /// The number of rows that a smaller occluder uncovers while it's pending.
  private var uncoveredLength: Int {
    max(0, insets(of: filter.applied).bottom - insets(of: filter.newest).bottom)
  }

  /// Draws the content on a new grid of the container's size.
  public func snapshot() -> CellGrid {
    var grid = CellGrid(size: frame.size, ambiguous: scrollStack.ambiguous)
    grid.draw(in: grid.bounds) { draw(on: &$0) }
    return grid
  }
}

extension ContainerScroll: ScrollingController {
  /// The length of the content.
  public func measure(_ measurement: RowMeasurement) -> Int { content.measure(measurement) }

  /// Draws the content in a window of the canvas's size, without an occluder.
  public func render(into canvas: inout CellCanvas) {
    if frame.size != canvas.size {
      setFrame(CellRect(size: canvas.size), terminalRows: canvas.size.rows)
    }
    draw(on: &canvas)
  }

  /// Passes an event to the content.
  public func handle(_ event: RowEvent) -> Bool { content.handle(event) }

  /// Handles a pointer event in a window of a size, without an occluder.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    if event != .cancelled, frame.size != size {
      setFrame(CellRect(size: size), terminalRows: size.rows)
    }
    return handle(event)
  }
}

extension ContainerScroll {
  /// Passes a pointer event, at a cell of the container, to the content that is painted there.
  ///
  /// Covered cells get no pointer events. While a change of the occluder is pending, an event goes
  /// to the content that's painted at its cell; a smaller occluder is applied first.
  ///
  /// - Returns: Whether the content used it.
  @discardableResult
  public func handle(_ event: PointerEvent) -> Bool {
    var event = event
    if event.position != nil, uncoveredLength > 0 { flush() }
    if let position = event.position, let pending = pendingView(in: frame.size) {
      switch event {
      case .moved where !pending.area.contains(position): event = .cancelled
      case .pressed where !pending.area.contains(position): return false
      case .released where !pending.area.contains(position): event = .cancelled
      default: event = event.moved(columns: 0, rows: pending.shift)
      }
    }
    return scrolling.handle(event, in: frame.size)
  }
}
