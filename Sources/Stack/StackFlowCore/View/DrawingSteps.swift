// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

extension StackFlowView {
  /// Draws the steps in view on a canvas of the view's size, with their fading.
  public func draw(on canvas: inout CellCanvas) {
    draw(on: &canvas, shiftedBy: 0)
  }

  /// Draws the steps moved towards the start by a number of cells, without scrolling.
  public func draw(on canvas: inout CellCanvas, shiftedBy cells: Int) {
    scrollStack.drawRows(on: &canvas, shiftedBy: cells)
    fade(&canvas, shiftedBy: cells)
  }

  /// Draws the steps in view on a new grid of the view's size.
  public func snapshot() -> CellGrid {
    var grid = CellGrid(size: size, ambiguous: scrollStack.ambiguous)
    grid.draw(in: grid.bounds) { draw(on: &$0) }
    return grid
  }

  private func fade(_ canvas: inout CellCanvas, shiftedBy cells: Int) {
    // At rest, nothing is fading out.
    guard colorDepth == .none || !fadingStyle.isNone || !scrollStack.isAtRest else { return }
    let pictures = scrollStack.pictures(shiftedBy: cells)
    guard colorDepth != .none else { return mark(pictures, on: &canvas) }
    guard !fadingStyle.isNone || pictures.contains(where: { $0.opacity < 1 }) else { return }
    let fading = Fading(
      depth: colorDepth, tint: fadingStyle.tintColor,
      standardForeground: standardColors.foreground,
      standardBackground: standardColors.background)
    let area = CellRect(size: canvas.size).inset(by: scrollStack.viewportInsets)
    let length = scrollStack.viewportLength
    let head =
      stepRow(flow.count - 1).flatMap { row in pictures.first { $0.row === row } }
      .map { growthDirection.isVertical ? $0.rect.size.rows : $0.rect.size.columns } ?? 0
    for cell in 0..<length {
      // An empty stack has no fading; steps that leave it fade out.
      let mask =
        flow.isEmpty ? 1 : fadingStyle.maskAlpha(cell: cell, length: length, head: head)
      let strip = strip(cell, of: length, in: area)
      var covered: [(rect: CellRect, alpha: Double, least: Double)] = []
      for picture in pictures {
        let part = picture.rect.intersection(strip)
        if !part.isEmpty { covered.append((part, alpha(of: picture), picture.opacity)) }
      }
      if let only = covered.first {
        let alpha = max(only.alpha * mask, min(only.least, minimumAlpha))
        if alpha < 1 { canvas.restyle(only.rect) { fading.style($0, alpha: alpha) } }
      } else if mask < 1 {
        canvas.restyle(strip) { fading.style($0, alpha: mask) }
      }
    }
  }

  private func alpha(of picture: ScrollStack.Picture) -> Double {
    guard let index = picture.row.flatMap(item(of:)) else { return picture.opacity }
    return picture.opacity * fadingStyle.itemAlpha(index, of: flow.count)
  }

  /// The strip of cells at a distance from the head edge.
  private func strip(_ cell: Int, of length: Int, in area: CellRect) -> CellRect {
    let isMirrored = scrollStack.layoutDirection == .rightToLeft
    switch growthDirection {
    case .down:
      return CellRect(
        column: area.origin.column, row: area.origin.row + length - 1 - cell,
        columns: area.size.columns, rows: 1)
    case .up:
      return CellRect(
        column: area.origin.column, row: area.origin.row + cell, columns: area.size.columns,
        rows: 1)
    case .left where !isMirrored, .right where isMirrored:
      return CellRect(
        column: area.origin.column + cell, row: area.origin.row, columns: 1,
        rows: area.size.rows)
    case .left, .right:
      return CellRect(
        column: area.origin.column + length - 1 - cell, row: area.origin.row, columns: 1,
        rows: area.size.rows)
    }
  }

  /// Without colors, marks the first visible line of steps that don't accept input.
  ///
  /// Content leaves columns for the mark. In a step that's clipped on both sides, or that has only
  /// one or two columns, the mark is in the first line with a blank cell at a side, because it
  /// never covers text.
  private func mark(_ pictures: [ScrollStack.Picture], on canvas: inout CellCanvas) {
    let area = CellRect(size: canvas.size).inset(by: scrollStack.viewportInsets)
    let mark = usesPlainText ? "." : "·"
    for picture in pictures {
      guard let index = picture.row.flatMap(item(of:)), index < flow.count - 1 else { continue }
      canvas.writeMark(mark, in: picture.rect.intersection(area))
    }
  }
}

extension StackFlowView: ScrollingController {
  /// Sets the size, and the insets that the container reserves.
  public func setWindow(_ size: CellSize, insets: CellInsets) {
    setViewport(size, safeArea: safeArea, occlusion: insets)
  }

  /// The length of all steps.
  public func measure(_ measurement: RowMeasurement) -> Int { scrollStack.measure(measurement) }

  /// Draws the steps in a view of the canvas's size.
  public func render(into canvas: inout CellCanvas) {
    if canvas.size != size { setViewport(canvas.size, safeArea: safeArea) }
    draw(on: &canvas)
  }

  /// Passes an event to the top step, and to no other step (`Documentation/Contract.md` SF-3).
  public func handle(_ event: RowEvent) -> Bool {
    guard let row = stepRow(flow.count - 1) else { return false }
    return scrollStack.handle(event, for: .id(row.id))
  }

  /// Handles a pointer event in a view of a size; see ``StackFlowView/handle(_:)-(PointerEvent)``.
  public func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    if event != .cancelled, size != self.size { setViewport(size, safeArea: safeArea) }
    return handle(event)
  }

  /// Whether a step accepts input.
  public var isFocusable: Bool { topRow != nil }

  /// The cells of the view where the focus is.
  public var focusRange: Range<Int>? { scrollStack.focusRange }
}
