// SPDX-License-Identifier: Apache-2.0

/// The size of a terminal's window, in cells.
///
/// Both are at least 1 and at most 65,535; other values are brought into that range.
public struct WindowSize: Hashable, Sendable {
  /// The cells in a row.
  public let columns: Int

  /// The rows of the window.
  public let rows: Int

  /// What a terminal that does not tell its size is taken to have.
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
