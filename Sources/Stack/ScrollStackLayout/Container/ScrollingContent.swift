// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

extension ScrollStack: ScrollingController {
  /// The row of the outer stack; nil if there's none.
  public var row: ScrollStackRow? { hostRow }

  /// The length of all rows at a cross size, for a stack that's a row of another one.
  ///
  /// The first 4,096 cells of rows are measured; other rows count with their estimates. The
  /// viewport gets the cross size, and keeps its length until the stack is drawn.
  public func measure(_ measurement: RowMeasurement) -> Int {
    guard measurement.axis == axis else { return measurement.crossExtent }
    let size = viewportSize
    if measurement.crossExtent != crossLength {
      setViewport(
        axis == .vertical
          ? CellSize(columns: measurement.crossExtent, rows: size.rows)
          : CellSize(columns: size.columns, rows: measurement.crossExtent))
    }
    let state = stateOfAllRows
    guard state != measured.all else { return contentLength }
    batch {
      var index = 0
      var position = 0
      var slot = tree.slot(at: 0)
      var version = structureVersion
      while position < 4096, let row = row(inSlot: slot) {
        measure(row)
        index += 1
        if version == structureVersion {
          position += Int(tree.nodes[Int(slot)].own)
          slot = tree.slot(after: slot)
        } else {
          // The controller has changed the stack.
          version = structureVersion
          position = range(of: row).upperBound
          slot = tree.slot(at: index)
        }
      }
    }
    measured.all = state == stateOfAllRows ? state : nil
    return contentLength
  }

  /// Draws the rows in a viewport of the canvas's size.
  public func render(into canvas: inout CellCanvas) {
    setViewport(canvas.size, insets: viewportInsets)
    draw(on: &canvas)
  }

  /// Passes an event to the focused row.
  public func handle(_ event: RowEvent) -> Bool {
    guard let focused else { return false }
    return handle(event, for: .id(focused.id))
  }

  /// Whether any row has the focus.
  public var isFocusable: Bool { focused != nil }

  /// The cells of the window where the focus is drawn, including the inset at its start, with those before and after it
  /// that stay in view.
  public var focusRange: Range<Int>? {
    let reserved =
      switch (axis, layoutDirection) {
      case (.vertical, _): viewportInsets.top
      case (.horizontal, .leftToRight): viewportInsets.left
      case (.horizontal, .rightToLeft): viewportInsets.right
      }
    return drawnFocus().map {
      let start = $0.lowerBound + reserved
      return start - min(focusLead, max(0, start))..<$0.upperBound + reserved + focusTail
    }
  }

  /// The cells of the viewport where the focus is drawn, or would be if it were visible; nil
  /// without a focus.
  ///
  /// Rows that don't fill the viewport, or that are animated, are drawn in other places than the
  /// offset implies.
  func drawnFocus() -> Range<Int>? {
    guard let settled = settledFocus else { return nil }
    if isAtRest {
      guard let (row, range, _) = rowsInView().first(where: { $0.row === focused }) else {
        return settled
      }
      return focus(of: drawn(row, at: range.lowerBound - offset + endShift, length: range.count))
    }
    return drawnRows().first { $0.row === focused && !$0.isGhost }.map(focus(of:)) ?? settled
  }

  /// The cells of the viewport where the focus is after all animations; nil without a focus.
  var settledFocus: Range<Int>? {
    guard let focused, contains(focused), !focused.isHidden else { return nil }
    let place = contentRange(of: focused)
    let shift = endShift - offset
    return focus(in: place.lowerBound + shift..<place.upperBound + shift)
  }

  /// Whether any of the focus is visible after all animations.
  var isFocusInView: Bool { settledFocus?.overlaps(0..<viewportLength) ?? false }

  /// The cells of the focused row's content that have the focus.
  private func focus(in content: Range<Int>) -> Range<Int> {
    focused?.controller.focusRange?.nearest(in: content) ?? content
  }

  /// The cells of the viewport where the focus of the focused row is drawn.
  ///
  /// In a row that's still growing, it's the drawn cell nearest to the focus.
  func focus(of drawn: DrawnRow) -> Range<Int> {
    let start = drawn.origin + drawn.parts.before
    let focus = focus(in: start..<start + max(0, drawn.contentLength))
    let seen = drawn.start..<drawn.start + drawn.body
    guard !focus.isEmpty, !focus.overlaps(seen), !seen.isEmpty else { return focus }
    return focus.lowerBound < seen.lowerBound
      ? seen.lowerBound..<seen.lowerBound + 1 : seen.upperBound - 1..<seen.upperBound
  }
}

/// The only row of a container whose content doesn't scroll itself.
final class ContentRow: RowController {
  let content: any RowController

  /// The minimum length, to which the content is stretched.
  var minimumLength = 0

  init(_ content: any RowController) { self.content = content }

  var framed: (any RowController)? { content }

  func measure(_ measurement: RowMeasurement) -> Int {
    max(minimumLength, content.measure(measurement))
  }

  func render(into canvas: inout CellCanvas) { content.render(into: &canvas) }
  func handle(_ event: RowEvent) -> Bool { content.handle(event) }
  func reload(animated: Bool) { content.reload(animated: animated) }
  func didEnter(_ row: ScrollStackRow) { content.didEnter(row) }
  func willLeave(_ row: ScrollStackRow) { content.willLeave(row) }
  func didSelect() { content.didSelect() }
  func visibilityDidChange(to visibility: RowVisibility) {
    content.visibilityDidChange(to: visibility)
  }

  var isFocusable: Bool { content.isFocusable }
  var focusRange: Range<Int>? { content.focusRange }

  func position(ofLine line: Int, measurement: RowMeasurement) -> Int {
    content.position(ofLine: line, measurement: measurement)
  }

  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int {
    content.line(ofPosition: position, measurement: measurement)
  }
}
