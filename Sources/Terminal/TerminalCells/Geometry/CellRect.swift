// SPDX-License-Identifier: Apache-2.0

/// A rectangle of cells.
public struct CellRect: Hashable, Sendable {
  /// The top left cell.
  public var origin: CellPosition

  /// The width and height.
  public var size: CellSize

  /// Creates a rectangle from its corner and size.
  public init(origin: CellPosition = .zero, size: CellSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its left column, top row, width and height.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = CellPosition(column: column, row: row)
    size = CellSize(columns: columns, rows: rows)
  }

  /// The columns in it.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// The rows in it.
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }

  /// Whether it has no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether it contains a position.
  public func contains(_ position: CellPosition) -> Bool {
    columns.contains(position.column) && rows.contains(position.row)
  }

  /// The intersection of both rectangles, which may be empty.
  package func intersection(_ other: CellRect) -> CellRect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return CellRect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// The rectangle inside insets; it's empty if sides would cross.
  public func inset(by insets: CellInsets) -> CellRect {
    CellRect(
      column: origin.column + insets.left, row: origin.row + insets.top,
      columns: size.columns - insets.horizontal, rows: size.rows - insets.vertical)
  }

  /// The rectangle moved by a number of columns and rows.
  public func moved(columns: Int, rows: Int) -> CellRect {
    CellRect(
      origin: CellPosition(column: origin.column + columns, row: origin.row + rows), size: size)
  }
}
