// SPDX-License-Identifier: Apache-2.0

/// The part of a grid that something draws itself on, in coordinates of its own.
///
/// Whoever draws sees its whole size, from position zero; only what lies in ``visible`` reaches the
/// grid. A long row that is scrolled half out of view can so be drawn without a buffer, and need
/// not draw the lines that nobody sees.
public struct CellCanvas {
  /// The grid that is drawn on.
  var grid: CellGrid

  /// The position of the canvas's corner in the grid.
  private let origin: CellPosition

  /// The cells of the grid that may change.
  private let clip: CellRect

  /// The whole size of what is drawn.
  public let size: CellSize

  /// The style that texts and blanks are drawn over.
  public var baseStyle: CellStyle

  /// The part of the canvas that can be seen, in its own coordinates.
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

  /// Writes a text on one row, and returns the columns that it takes.
  ///
  /// See ``CellGrid/write(_:at:style:clip:)``.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain
  ) -> Int {
    grid.write(text, at: inGrid(position), style: style.over(baseStyle), clip: clip)
  }

  /// Writes a text at a column and a row, and returns the columns that it takes.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, column: Int = 0, row: Int, style: CellStyle = .plain
  ) -> Int {
    write(text, at: CellPosition(column: column, row: row), style: style)
  }

  /// Fills a rectangle with a character; one that is not one cell wide counts as a blank.
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

  /// Lets something draw itself on a part of this canvas, in coordinates of that part.
  @discardableResult
  public mutating func draw<Result>(
    in rect: CellRect, baseStyle: CellStyle? = nil, _ body: (inout CellCanvas) -> Result
  ) -> Result {
    grid.draw(
      in: CellRect(origin: inGrid(rect.origin), size: rect.size), clip: clip,
      baseStyle: baseStyle ?? self.baseStyle, body)
  }

  fileprivate func inGrid(_ position: CellPosition) -> CellPosition {
    CellPosition(column: position.column + origin.column, row: position.row + origin.row)
  }
}

extension CellGrid {
  /// Lets something draw itself on a rectangle, which may reach over the edges.
  ///
  /// - Parameters:
  ///   - rect: the place and size of what is drawn, in this grid's coordinates.
  ///   - clip: the only cells that may change; nil for the whole grid.
  ///   - baseStyle: the style that texts and blanks are drawn over.
  ///   - body: draws on the canvas; it must not copy it.
  /// - Returns: what the body returns.
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
  /// Ends the text of a row in `…`, to say that there is more.
  ///
  /// The mark stands behind the last character, or in its place if it reaches to the edge.
  public mutating func markCutLine(_ row: Int) {
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
  /// Writes a text at a position if the cell there can be seen and is blank.
  ///
  /// - Returns: whether it was written.
  @discardableResult
  public mutating func writeIfBlank(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain
  ) -> Bool {
    guard clip.contains(inGrid(position)), let cell = grid[inGrid(position)],
      cell.character == " ", !cell.isContinuation
    else { return false }
    write(text, at: position, style: style.over(cell.style))
    return true
  }

  /// Writes a mark of one column into the first cell at a side of a rectangle that can be seen and
  /// is blank: from the top down at the left, then at the right.
  ///
  /// - Returns: whether there was such a cell.
  @discardableResult
  public mutating func writeMark(_ mark: some StringProtocol, in rect: CellRect) -> Bool {
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
