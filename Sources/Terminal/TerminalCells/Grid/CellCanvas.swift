// SPDX-License-Identifier: Apache-2.0

/// A part of a grid to draw on, with its own coordinates.
///
/// The canvas has the whole size of what you draw, from position zero, but only cells in
/// ``visible`` reach the grid. A long row that's partly scrolled out of view is drawn without a
/// buffer, and doesn't need to draw invisible lines.
public struct CellCanvas {
  /// The grid that is drawn on.
  var grid: CellGrid

  /// The position of the canvas in the grid.
  private let origin: CellPosition

  /// The cells of the grid that may change.
  private let clip: CellRect

  /// The whole size of what is drawn.
  public let size: CellSize

  /// The style that texts and blanks are drawn over.
  public var baseStyle: CellStyle

  /// The visible part of the canvas, in its own coordinates.
  public var visible: CellRect { clip.moved(columns: -origin.column, rows: -origin.row) }

  /// The width of ambiguous characters.
  public var ambiguous: AmbiguousWidth { grid.ambiguous }

  fileprivate init(
    grid: CellGrid, origin: CellPosition, size: CellSize, clip: CellRect, baseStyle: CellStyle
  ) {
    self.grid = grid
    self.origin = origin
    self.size = size
    self.clip = CellRect(origin: origin, size: size).intersection(clip).intersection(grid.bounds)
    self.baseStyle = baseStyle
  }

  /// Writes a text on one row, and returns its width in columns.
  ///
  /// See ``CellGrid/write(_:at:style:clip:)``.
  @discardableResult
  mutating func write(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain
  ) -> Int {
    grid.write(text, at: inGrid(position), style: style.over(baseStyle), clip: clip)
  }

  /// Writes a text at a column and a row, and returns its width in columns.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, column: Int = 0, row: Int, style: CellStyle = .plain
  ) -> Int {
    write(text, at: CellPosition(column: column, row: row), style: style)
  }

  /// Fills a rectangle with a character; one that isn't one cell wide counts as a blank.
  public mutating func fill(
    _ rect: CellRect, with character: Character = " ", style: CellStyle = .plain
  ) {
    let target = CellRect(origin: inGrid(rect.origin), size: rect.size).intersection(clip)
    grid.fill(target, with: character, style: style.over(baseStyle))
  }

  /// Changes the style of each cell of a rectangle; nil blanks the cell.
  public mutating func restyle(_ rect: CellRect, _ change: (CellStyle) -> CellStyle?) {
    let target = CellRect(origin: inGrid(rect.origin), size: rect.size).intersection(clip)
    grid.restyle(target, change)
  }

  /// Copies a rectangle of another grid, which was drawn without a base style, to a position.
  package mutating func copy(_ source: CellRect, of other: CellGrid, to position: CellPosition) {
    let place = inGrid(position)
    let target = CellRect(origin: place, size: source.size).intersection(clip)
    let part = target.moved(
      columns: source.origin.column - place.column, rows: source.origin.row - place.row)
    grid.copy(part, of: other, to: target.origin)
    if baseStyle != .plain { grid.restyle(target) { $0.over(baseStyle) } }
  }

  /// Draws on a part of this canvas, in coordinates of that part.
  @discardableResult
  public mutating func draw<Result>(
    in rect: CellRect, baseStyle: CellStyle? = nil, _ body: (inout CellCanvas) -> Result
  ) -> Result {
    grid.draw(
      in: CellRect(origin: inGrid(rect.origin), size: rect.size), clip: clip,
      baseStyle: baseStyle ?? self.baseStyle, body)
  }

  /// The position in the grid of a cell of this canvas; nil if the cell isn't visible.
  package func gridPosition(of position: CellPosition) -> CellPosition? {
    let cell = inGrid(position)
    return clip.contains(cell) ? cell : nil
  }

  fileprivate func inGrid(_ position: CellPosition) -> CellPosition {
    CellPosition(column: position.column + origin.column, row: position.row + origin.row)
  }
}

extension CellGrid {
  /// Draws on a rectangle, which may extend beyond the edges.
  ///
  /// - Parameters:
  ///   - rect: The rectangle to draw on, in this grid's coordinates.
  ///   - clip: The only cells that may change; nil for the whole grid.
  ///   - baseStyle: The style that texts and blanks are drawn over.
  ///   - body: Draws on the canvas, and must not copy it.
  /// - Returns: The result of the body.
  @discardableResult
  public mutating func draw<Result>(
    in rect: CellRect, clip: CellRect? = nil, baseStyle: CellStyle = .plain,
    _ body: (inout CellCanvas) -> Result
  ) -> Result {
    let clip = clip ?? bounds
    // The cells move into the canvas and back, so that they are never copied.
    let empty = CellGrid(size: .zero, ambiguous: ambiguous)
    var canvas = CellCanvas(
      grid: self, origin: rect.origin, size: rect.size, clip: clip, baseStyle: baseStyle)
    self = empty
    let result = body(&canvas)
    self = canvas.grid
    return result
  }
}

extension CellCanvas {
  /// Ends the text of a row with `…`, to show that there's more.
  ///
  /// The mark follows the last character, or replaces it if it's at the edge.
  package mutating func markCutLine(_ row: Int) {
    guard size.columns > 0, visible.rows.contains(row) else { return }
    var column = min(size.columns, visible.columns.upperBound)
    while column > 0,
      let cell = grid[inGrid(CellPosition(column: column - 1, row: row))],
      cell.character == " ", !cell.isContinuation
    {
      column -= 1
    }
    let last = min(column, size.columns - 1)
    let style = grid[inGrid(CellPosition(column: max(0, column - 1), row: row))]?.style
    write("…", column: last, row: row, style: style ?? .plain)
  }
}

extension CellCanvas {
  /// Writes a text at a position if the cell there is visible and blank.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  mutating func writeIfBlank(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain
  ) -> Bool {
    guard clip.contains(inGrid(position)), let cell = grid[inGrid(position)],
      cell.character == " ", !cell.isContinuation
    else { return false }
    write(text, at: position, style: style.over(cell.style))
    return true
  }

  /// Writes a mark of one column into the first visible blank cell at a side of a rectangle: from
  /// the top down on the left, then on the right.
  ///
  /// - Returns: Whether there was such a cell.
  @discardableResult
  package mutating func writeMark(_ mark: some StringProtocol, in rect: CellRect) -> Bool {
    guard !rect.isEmpty else { return false }
    let rows = rect.rows.clamped(to: visible.rows)
    for column in [rect.columns.lowerBound, rect.columns.upperBound - 1] {
      for row in rows where writeIfBlank(mark, at: CellPosition(column: column, row: row)) {
        return true
      }
    }
    return false
  }
}
