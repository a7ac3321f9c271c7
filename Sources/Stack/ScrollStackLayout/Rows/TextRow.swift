// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// A row of plain text, wrapped to the row's width.
public final class TextRow: BasicRowController {
  /// The text; changing it measures the row again.
  public var text: String { didSet { if text != oldValue { forget() } } }

  /// How the text is drawn.
  public var style: CellStyle

  /// The alignment of lines in the row's width.
  public var alignment: TextAlignment

  /// How long the row is.
  var rowExtent: RowExtent { didSet { if rowExtent != oldValue { forget() } } }

  /// The lines of a long text, kept while the row is in view.
  private var cache: (width: Int, ambiguous: AmbiguousWidth, lines: [Substring])?
  private var isInView = false

  /// Creates a row of text.
  public init(
    _ text: String, style: CellStyle = .plain, alignment: TextAlignment = .leading,
    extent: RowExtent = .natural
  ) {
    self.text = text
    self.style = style
    self.alignment = alignment
    rowExtent = extent
  }

  /// The requested length.
  public override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { rowExtent }

  /// The number of lines, or of columns on the horizontal axis.
  ///
  /// On the horizontal axis the ideal extent is the width of the longest unwrapped line. The
  /// smallest is the narrowest width at which all lines fit.
  public override func measure(_ measurement: RowMeasurement) -> Int {
    if measurement.axis == .vertical {
      return wrapped(to: measurement.crossExtent, measurement.ambiguous).count
    }
    let ideal =
      text.wrapped(to: maximumCellLength, ambiguous: measurement.ambiguous)
      .map { $0.cellWidth(ambiguous: measurement.ambiguous) }.max() ?? 0
    guard measurement.isFitting, measurement.crossExtent > 0 else { return ideal }
    var low = min(1, ideal)
    var high = ideal
    while low < high {
      let middle = (low + high) / 2
      if text.wrapped(to: middle, ambiguous: measurement.ambiguous).count <= measurement.crossExtent
      {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Draws the visible lines.
  public override func render(into canvas: inout CellCanvas) {
    let lines = wrapped(to: canvas.size.columns, canvas.ambiguous)
    for row in canvas.visible.rows.clamped(to: 0..<lines.count) {
      let width = alignment == .leading ? 0 : lines[row].cellWidth(ambiguous: canvas.ambiguous)
      let column = alignment.offset(of: width, in: canvas.size.columns)
      canvas.write(lines[row], column: column, row: row, style: style)
    }
  }

  /// Releases the wrapped lines when the row goes out of view.
  public override func visibilityDidChange(to visibility: RowVisibility) {
    isInView = visibility.isVisible
    if !isInView { cache = nil }
  }

  /// The UTF-8 offset of the line's start.
  public override func position(ofLine line: Int, measurement: RowMeasurement) -> Int {
    guard measurement.axis == .vertical else { return line }
    let lines = wrapped(to: measurement.crossExtent, measurement.ambiguous)
    let line = lines[min(max(0, line), lines.count - 1)]
    return text.utf8.distance(from: text.startIndex, to: line.startIndex)
  }

  /// The line that contains a UTF-8 offset.
  public override func line(ofPosition position: Int, measurement: RowMeasurement) -> Int {
    guard measurement.axis == .vertical else { return position }
    let lines = wrapped(to: measurement.crossExtent, measurement.ambiguous)
    let index = text.utf8.index(
      text.startIndex, offsetBy: min(max(0, position), text.utf8.count))
    return max(0, (lines.firstIndex { $0.startIndex > index } ?? lines.count) - 1)
  }

  private func forget() {
    cache = nil
    invalidate()
  }

  private func wrapped(to width: Int, _ ambiguous: AmbiguousWidth) -> [Substring] {
    if let cache, cache.width == width, cache.ambiguous == ambiguous { return cache.lines }
    let lines = text.wrapped(to: width, ambiguous: ambiguous)
    // Lines of a short text aren't worth keeping; rows out of view have no buffers.
    cache = isInView && text.utf8.count > 1024 ? (width, ambiguous, lines) : nil
    return lines
  }
}
