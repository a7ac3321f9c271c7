// SPDX-License-Identifier: Apache-2.0

/// The maximum length in geometry; longer ones are clamped, so that sums can't overflow.
package let maximumCellLength = Int(Int32.max)

/// A length or place within ±`maximumCellLength`.
@inline(__always)
private func clampedLength(_ length: Int) -> Int {
  min(max(-maximumCellLength, length), maximumCellLength)
}

/// A width and a height in cells.
public struct CellSize: Hashable, Sendable {
  /// The width in cells, in `0...maximumCellLength`.
  public let columns: Int

  /// The height in cells, in `0...maximumCellLength`.
  public let rows: Int

  /// Creates a size; lengths outside `0...maximumCellLength` are clamped.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), maximumCellLength)
    self.rows = min(max(0, rows), maximumCellLength)
  }

  /// No columns and no rows.
  public static let zero = CellSize(columns: 0, rows: 0)

  /// Whether it has no cells.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}

/// A position in a grid, relative to its top left corner.
public struct CellPosition: Hashable, Sendable {
  /// The column, from 0 on the left; it may be outside a grid.
  public var column: Int { didSet { column = clampedLength(column) } }

  /// The row, from 0 at the top; it may be outside a grid.
  public var row: Int { didSet { row = clampedLength(row) } }

  /// Creates a position; numbers beyond ±`maximumCellLength` are clamped.
  public init(column: Int, row: Int) {
    self.column = clampedLength(column)
    self.row = clampedLength(row)
  }

  /// The top left corner.
  public static let zero = CellPosition(column: 0, row: 0)
}

/// The blank cells between an area and what is in it.
public struct CellInsets: Hashable, Sendable {
  /// The rows above.
  public var top: Int { didSet { top = clampedLength(top) } }

  /// The columns on the left.
  public var left: Int { didSet { left = clampedLength(left) } }

  /// The rows below.
  public var bottom: Int { didSet { bottom = clampedLength(bottom) } }

  /// The columns on the right.
  public var right: Int { didSet { right = clampedLength(right) } }

  /// Creates insets; lengths beyond `maximumCellLength` are cut to it, negative ones are kept, so
  /// that methods with insets can refuse them.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = clampedLength(top)
    self.left = clampedLength(left)
    self.bottom = clampedLength(bottom)
    self.right = clampedLength(right)
  }

  /// The same number of cells on all four sides.
  public init(all length: Int) {
    self.init(top: length, left: length, bottom: length, right: length)
  }

  /// No insets.
  public static let zero = CellInsets()

  /// The sum of the columns on both sides.
  public var horizontal: Int { left + right }

  /// The sum of the rows above and below.
  public var vertical: Int { top + bottom }
}
