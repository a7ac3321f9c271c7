// SPDX-License-Identifier: Apache-2.0

/// Why an operation on a stack of rows changed nothing (`Documentation/Contract.md` C-2).
public enum ScrollStackError: Error, Hashable, Sendable {
  /// An index is not in the range that the operation takes.
  case indexOutOfRange(Int, count: Int)

  /// A row or an anchor is not, or no longer, in this stack.
  case unknownRow(RowID?)

  /// A controller was named twice, or stands in another row already.
  case duplicateRow(RowID?)

  /// An inset, a padding, an extent or a thickness is below 0.
  case negativeLength(Int)

  /// A row's controller is of another type than the call names.
  case wrongControllerType(RowID, expected: String)

  /// No cell type has this name.
  case unknownCellType(String)
}

extension ScrollStackError: CustomStringConvertible {
  /// The words: lower case, no full stop.
  public var description: String {
    switch self {
    case .indexOutOfRange(let index, let count): "index \(index) is outside 0..<\(count)"
    case .unknownRow(nil): "the row is not in this stack"
    case .unknownRow(let id?): "row \(id) is not in this stack"
    case .duplicateRow(nil): "a row is named twice"
    case .duplicateRow(let id?): "the controller stands in row \(id) already"
    case .wrongControllerType(let id, let expected):
      "the controller of row \(id) is no '\(expected)'"
    case .negativeLength(let length): "the length \(length) is below 0"
    case .unknownCellType(let name): "unknown cell type '\(name)'"
    }
  }
}
