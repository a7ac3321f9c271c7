// SPDX-License-Identifier: Apache-2.0

/// The size of a terminal's window, in cells.
///
/// Both dimensions are from 1 to 65,535; other values are clamped.
public struct WindowSize: Hashable, Sendable {
  /// The number of cells in a row.
  public let columns: Int

  /// The number of rows.
  public let rows: Int

  /// The size assumed of a terminal that doesn't report one.
  public static let fallback = WindowSize(columns: 80, rows: 24)

  /// Creates a size, in cells.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 65_535)
    self.rows = min(max(rows, 1), 65_535)
  }
}

extension WindowSize: CustomStringConvertible {
  /// The size as `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}
