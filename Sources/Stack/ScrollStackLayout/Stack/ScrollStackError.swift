// SPDX-License-Identifier: Apache-2.0

/// An error of an operation on a stack of rows, which has changed nothing
/// (`Documentation/Contract.md` C-2).
public enum ScrollStackError: Error, Hashable, Sendable {
  /// An index is out of range.
  case indexOutOfRange(Int, count: Int)

  /// A row or an anchor isn't in this stack, or isn't any more.
  case unknownRow(RowID?)

  /// A controller was passed twice, or already has another row.
  case duplicateRow(RowID?)

  /// An inset, padding, extent, or thickness is negative.
  case negativeLength(Int)

  /// A row's controller isn't of the type that the call names.
  case wrongControllerType(RowID, expected: String)

  /// No cell type has this name.
  case unknownCellType(String)
}

extension ScrollStackError: CustomStringConvertible {
  /// The message, in lower case without a full stop.
  public var description: String {
    switch self {
    case .indexOutOfRange(let index, let count): "index \(index) is outside 0..<\(count)"
    case .unknownRow(nil): "the row is not in this stack"
    case .unknownRow(let id?): "row \(id) is not in this stack"
    case .duplicateRow(nil): "a row is named twice"
    case .duplicateRow(let id?): "the controller is already in row \(id)"
    case .wrongControllerType(let id, let expected):
      "the controller of row \(id) is no '\(expected)'"
    case .negativeLength(let length): "the length \(length) is below 0"
    case .unknownCellType(let name): "unknown cell type '\(name)'"
    }
  }
}
