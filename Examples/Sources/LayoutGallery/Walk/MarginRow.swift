// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells

/// A text with a margin of two columns.
///
/// As a column it's no wider than it needs and than the view, and at most 38 columns.
final class MarginRow: RowController {
  private static let margin = 2
  private static let widest = 38
  private let text: TextRow

  init(_ text: String) { self.text = TextRow(text) }

  private func inner(_ measurement: RowMeasurement) -> RowMeasurement {
    guard measurement.axis == .vertical else { return measurement }
    return RowMeasurement(
      axis: .vertical, crossExtent: measurement.crossExtent - 2 * Self.margin,
      isFitting: measurement.isFitting, ambiguous: measurement.ambiguous)
  }

  func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent {
    guard axis == .horizontal else { return .natural }
    let length = text.measure(RowMeasurement(axis: axis, crossExtent: size.rows))
    return .fixed(min(length + 2 * Self.margin, Self.widest, size.columns))
  }

  func measure(_ measurement: RowMeasurement) -> Int {
    text.measure(inner(measurement))
  }

  func render(into canvas: inout CellCanvas) {
    let rect = CellRect(size: canvas.size)
      .inset(by: CellInsets(left: Self.margin, right: Self.margin))
    canvas.draw(in: rect) { text.render(into: &$0) }
  }

  func position(ofLine line: Int, measurement: RowMeasurement) -> Int {
    text.position(ofLine: line, measurement: inner(measurement))
  }

  func line(ofPosition position: Int, measurement: RowMeasurement) -> Int {
    text.line(ofPosition: position, measurement: inner(measurement))
  }
}
