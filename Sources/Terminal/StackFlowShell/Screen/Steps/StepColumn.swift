// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells

/// The content of a step where steps are side by side: as wide as it needs to be.
final class StepColumn: RowController {
  private let content: StepContent

  init(_ content: StepContent) { self.content = content }

  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    axis == .horizontal
      ? .fixed(content.columns(in: size.columns)) : content.stack.extent(along: axis, in: size)
  }

  func measure(_ measurement: RowMeasurement) -> Int { content.stack.measure(measurement) }
  func render(into canvas: inout CellCanvas) { content.stack.render(into: &canvas) }
  func handle(_ event: RowEvent) -> Bool { content.stack.handle(event) }
  func handle(_ event: PointerEvent, in size: CellSize) -> Bool {
    content.stack.handle(event, in: size)
  }
  func didEnter(_ row: ScrollStackRow) { content.stack.didEnter(row) }
  func willLeave(_ row: ScrollStackRow) { content.stack.willLeave(row) }
  var handlesPointer: Bool { true }
  var isFocusable: Bool { content.stack.isFocusable }

  /// The focus is a row of the content; along the axis it's the column as a whole.
  var focusRange: Range<Int>? { nil }
}

extension StepContent {
  /// The step as the view shows it.
  var presentation: StepPresentation {
    let layout = look.theme.layout
    let isColumn = layout.growth == .left || layout.growth == .right
    return StepPresentation(
      content: isColumn ? StepColumn(self) : stack,
      appearance: ItemAppearance(backgroundColor: layout.stepBackground))
  }

  /// The columns of the step where steps are side by side, in a window of a width.
  func columns(in window: Int) -> Int {
    if let answerWidth { return min(answerWidth + look.gutter + 2, max(1, window * 2 / 5)) }
    return min(window, max(Self.leastColumns, window * 3 / 5))
  }

  /// The columns that an open step needs at least.
  private static let leastColumns = 44
}
