// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack {
  /// Draws the rows in view on a canvas of the viewport's size.
  ///
  /// Each row is drawn straight on the canvas; the reserved insets of the viewport aren't changed.
  ///
  /// - Complexity: O(log *n*) and what the rows in view take to draw themselves.
  public func draw(on canvas: inout CellCanvas) { drawRows(on: &canvas, shiftedBy: 0) }

  /// Draws the rows moved towards the start by a number of cells, without scrolling.
  package func drawRows(on canvas: inout CellCanvas, shiftedBy shift: Int) {
    let area = CellRect(size: viewportSize).inset(by: viewportInsets)
    if !wasPainted, !area.isEmpty {
      wasPainted = true
      if automaticallyFlashScrollIndicators { flashScrollIndicators() }
    }
    canvas.draw(in: area) { canvas in
      keptRows.beginFrame()
      drawInView(shiftedBy: shift, on: &canvas)
      if let start = indicatorStart, motion.clock.now - start < .seconds(1) {
        let text = positionText
        canvas.write(
          text, column: max(0, canvas.size.columns - text.cellWidth), row: canvas.size.rows - 1,
          style: .reversed)
      }
    }
  }

  /// Runs a body that draws with a longer viewport, as a smaller occluder will leave it, without a layout.
  func withUncovered(_ rows: Int, _ draw: () -> Void) {
    guard rows > 0, axis == .vertical else { return draw() }
    let old = (insets: viewportInsets, offset: offset)
    defer { (viewportInsets, offset) = old }
    viewportInsets.bottom = max(0, viewportInsets.bottom - rows)
    offset = min(offset, maximumOffset)
    draw()
  }

  /// Draws the rows in view on a new grid of the viewport's size.
  public func snapshot() -> CellGrid {
    var grid = CellGrid(size: viewportSize, ambiguous: ambiguous)
    grid.draw(in: grid.bounds) { draw(on: &$0) }
    return grid
  }

  /// Shows the scroll position on the last row of the viewport for a second.
  public func flashScrollIndicators() {
    indicatorStart = motion.clock.isImmediate ? nil : motion.clock.now
  }

  /// How far the content is scrolled: `42%`.
  public var positionText: String {
    maximumOffset == 0 ? "100%" : "\(100 * offset / maximumOffset)%"
  }

  /// The row at a cell of the viewport, as it is drawn; nil if there's none.
  public func row(at position: CellPosition) -> ScrollStackRow? {
    let area = CellRect(size: viewportSize).inset(by: viewportInsets)
    guard area.contains(position) else { return nil }
    let place = mainPlace(
      of: CellPosition(
        column: position.column - area.origin.column, row: position.row - area.origin.row))
    return drawnRows().first { drawn in
      place >= drawn.start && place < drawn.start + drawn.body && contains(drawn.row)
    }?.row
  }

  /// The cells of a row's content within the viewport, as it is drawn, part of which may be
  /// outside; nil for a row out of view.
  ///
  /// The content of a step is what the step shows, without its title bar.
  public func contentRect(of address: RowAddress) -> CellRect? {
    guard let rect = controllerRect(of: address) else { return nil }
    guard let controller = row(address)?.controller else { return rect }
    return controller.framedArea(in: rect.size)
      .moved(columns: rect.origin.column, rows: rect.origin.row)
  }

  /// The cells that a row's controller draws, including the title bar of a step; see
  /// ``contentRect(of:)``.
  package func controllerRect(of address: RowAddress) -> CellRect? {
    guard let row = row(address),
      let drawn = drawnRows().first(where: { $0.row === row && !$0.isGhost })
    else {
      return nil
    }
    return contentRect(of: drawn).moved(
      columns: viewportInsets.left, rows: viewportInsets.top)
  }

  /// A row as it's drawn: its cells in the viewport, and its opacity while it leaves.
  ///
  /// A separator that leaves has a picture of its own.
  package struct Picture {
    /// The row, which isn't in the stack any more if it leaves; nil for a separator that leaves.
    package let row: ScrollStackRow?
    /// The cells, from the corner of the viewport.
    package let rect: CellRect
    /// The opacity, below 1 only for a row that leaves.
    package let opacity: Double
  }

  /// The rows in view as they are drawn, in order.
  package func pictures(shiftedBy shift: Int) -> [Picture] {
    drawnRows().flatMap { drawn -> [Picture] in
      func picture(_ row: ScrollStackRow?, _ cells: Range<Int>, _ opacity: Double) -> Picture {
        let rect = rect(
          start: drawn.start - shift + cells.lowerBound, length: cells.count, crossStart: 0,
          cross: crossLength)
        return Picture(
          row: row, rect: rect.moved(columns: viewportInsets.left, rows: viewportInsets.top),
          opacity: opacity)
      }
      guard contains(drawn.row) else { return [picture(drawn.row, 0..<drawn.drawn, drawn.opacity)] }
      let body = drawn.body
      let opacity = separatorOpacity(of: drawn.row)
      let row = picture(drawn.row, 0..<body, drawn.opacity)
      return opacity < 1 ? [row, picture(nil, body..<drawn.drawn, opacity)] : [row]
    }
  }

  // MARK: Places

  private func mainPlace(of position: CellPosition) -> Int {
    switch (axis, layoutDirection) {
    case (.vertical, _): position.row
    case (.horizontal, .leftToRight): position.column
    case (.horizontal, .rightToLeft): viewportLength - 1 - position.column
    }
  }

  /// The rectangle for ranges along and across the axis, within the insets of the viewport.
  private func rect(start: Int, length: Int, crossStart: Int, cross: Int) -> CellRect {
    switch (axis, layoutDirection) {
    case (.vertical, _):
      CellRect(column: crossStart, row: start, columns: cross, rows: length)
    case (.horizontal, .leftToRight):
      CellRect(column: start, row: crossStart, columns: length, rows: cross)
    case (.horizontal, .rightToLeft):
      CellRect(
        column: viewportLength - start - length, row: crossStart, columns: length, rows: cross)
    }
  }

  private func contentRect(of drawn: DrawnRow) -> CellRect {
    rect(
      start: drawn.origin + drawn.parts.before, length: max(0, drawn.contentLength),
      crossStart: drawn.parts.crossBefore, cross: drawn.parts.cross)
  }

  // MARK: One row

  /// Draws the rows in view, which at rest are where they are.
  private func drawInView(shiftedBy shift: Int, on canvas: inout CellCanvas) {
    guard isAtRest else {
      for var drawn in drawnRows() {
        drawn.start -= shift
        draw(drawn, on: &canvas)
      }
      return
    }
    let move = endShift - offset - shift
    for (row, range, _) in rowsInView() {
      let start = range.lowerBound + move
      let isKept = drawKept(row, at: start, length: range.count, on: &canvas)
      if !isKept || separatorThickness(of: row) > 0 {
        draw(drawn(row, at: start, length: range.count), hasBody: isKept, on: &canvas)
      }
    }
  }

  /// Draws a row, whose body may be on the canvas already.
  func draw(_ drawn: DrawnRow, hasBody: Bool = false, on canvas: inout CellCanvas) {
    let end = drawn.keepsSeparator ? drawn.body : drawn.drawn
    let visible = rect(start: drawn.start, length: end, crossStart: 0, cross: crossLength)
    let all = rect(start: drawn.start, length: drawn.drawn, crossStart: 0, cross: crossLength)
    if !hasBody { canvas.draw(in: visible) { drawBody(of: drawn, in: visible, on: &$0) } }
    if drawn.parts.separator > 0 {
      canvas.draw(in: all) { drawSeparator(of: drawn, in: all, on: &$0) }
    }
    guard let old = drawn.shownCells else { return }
    let source = rect(start: old.start, length: drawn.drawn, crossStart: 0, cross: crossLength)
    canvas.copy(source, of: old.picture, to: all.origin)
  }

  /// Copies the cells of a row with a version, which is drawn first if they aren't there.
  ///
  /// - Returns: Whether it has a version, fits the viewport, and looks as usual.
  private func drawKept(
    _ row: ScrollStackRow, at start: Int, length: Int, on canvas: inout CellCanvas
  ) -> Bool {
    guard let drawingVersion, canvas.baseStyle == .plain, length <= viewportLength,
      !row.isHighlighted, row.overrides?.chrome == nil, let version = drawingVersion(row)
    else { return false }
    let parts = parts(of: row)
    let visible = rect(start: start, length: length, crossStart: 0, cross: crossLength)
    let drawing = KeptRows.Drawing(
      version: version, size: visible.size, start: parts.before, crossStart: parts.crossBefore,
      cross: parts.cross, background: row.rowBackgroundColor(in: style),
      ambiguous: canvas.ambiguous)
    if let picture = keptRows.picture(of: row.id, drawnAs: drawing) {
      canvas.copy(picture.bounds, of: picture, to: visible.origin)
      return true
    }
    var picture = CellGrid(size: visible.size, ambiguous: canvas.ambiguous)
    let drawn = drawn(row, at: start, length: length)
    picture.draw(in: picture.bounds) { drawBody(of: drawn, in: visible, on: &$0) }
    keptRows.keep(picture, of: row.id, drawnAs: drawing)
    canvas.copy(picture.bounds, of: picture, to: visible.origin)
    return true
  }

  /// Draws a row without its separator on a canvas of its visible part.
  private func drawBody(of drawn: DrawnRow, in visible: CellRect, on canvas: inout CellCanvas) {
    let body = rect(
      start: drawn.origin, length: drawn.whole - drawn.parts.separator, crossStart: 0,
      cross: crossLength)
    let content = contentRect(of: drawn).moved(
      columns: -body.origin.column, rows: -body.origin.row)
    let base = CellStyle(background: drawn.background).over(canvas.baseStyle)
    canvas.draw(
      in: body.moved(columns: -visible.origin.column, rows: -visible.origin.row), baseStyle: base
    ) { canvas in
      if drawn.background != .standard { canvas.fill(CellRect(size: canvas.size)) }
      drawn.row.overrides?.chrome?.draw(into: &canvas, row: drawn.row, content: content)
      canvas.draw(in: content) { canvas in
        drawCount += 1
        drawn.row.controller.render(into: &canvas)
        markCut(of: drawn, on: &canvas)
      }
      if drawn.row.isHighlighted {
        let highlight = drawn.row.rowHighlightColor
        canvas.restyle(CellRect(size: canvas.size)) { highlight.over($0) }
        if let highlightMark { canvas.writeMark(highlightMark, in: CellRect(size: canvas.size)) }
      }
    }
  }

  private func drawSeparator(
    of drawn: DrawnRow, in visible: CellRect, on canvas: inout CellCanvas
  ) {
    guard drawn.parts.separator > 0, !style.hasBlankSeparators else { return }
    let insets = drawn.separator.insets
    let (before, after) =
      axis == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
    let start =
      drawn.keepsSeparator
      ? drawn.start + drawn.body : drawn.origin + drawn.whole - drawn.parts.separator
    let rect = rect(
      start: start, length: drawn.parts.separator, crossStart: before,
      cross: crossLength - before - after)
    canvas.fill(
      rect.moved(columns: -visible.origin.column, rows: -visible.origin.row),
      with: axis == .vertical ? "─" : "│", style: drawn.separator.color)
  }

  /// Ends the last line of a collapsed row in an ellipsis if lines are cut (SC-11).
  private func markCut(of drawn: DrawnRow, on canvas: inout CellCanvas) {
    guard axis == .vertical,
      case .collapsible(let collapsed, _, let isExpanded) = drawn.row.controller.extent(
        along: axis, in: viewportSize),
      !drawn.row.isExpanded(isExpanded), canvas.size.rows == max(0, collapsed),
      canvas.size.rows > 0, canvas.size.columns > 0,
      drawn.row.controller.measure(measurement(cross: drawn.parts.cross, isFitting: true))
        > canvas.size.rows
    else { return }
    canvas.markCutLine(canvas.size.rows - 1)
  }
}
