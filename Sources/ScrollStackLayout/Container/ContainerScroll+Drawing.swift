// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ContainerScroll {
  /// Draws the content on a canvas of the container's size.
  ///
  /// While a change of the occluder is pending, its newest height counts: what it covers is not
  /// painted, and the content is painted as much higher as shows the focused line. That is no
  /// scrolling: no layout and no event comes of it.
  public func draw(on canvas: inout CellCanvas) {
    let outer = canvas.baseStyle
    canvas.baseStyle = background.over(outer)
    defer { canvas.baseStyle = outer }
    canvas.fill(CellRect(size: canvas.size))
    let newest = insets(of: filter.newest)
    let applied = insets(of: filter.applied)
    let hidden = max(0, newest.bottom - applied.bottom)
    guard hidden > 0 else { return scrolling.draw(on: &canvas, shiftedBy: 0) }
    var shift = 0
    if keepsFocusVisible, scrollStack.axis == .vertical, let focus = scrollStack.drawnFocus(),
      !focus.isEmpty
    {
      // Of what doesn't fit, the start shows.
      let visible = max(0, scrollStack.viewportLength - hidden)
      shift = max(0, min(focus.upperBound - visible, focus.lowerBound))
    }
    let rows = max(0, canvas.size.rows - newest.bottom)
    let area = CellRect(size: CellSize(columns: canvas.size.columns, rows: rows))
    canvas.draw(in: area) { scrolling.draw(on: &$0, shiftedBy: shift) }
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
}
