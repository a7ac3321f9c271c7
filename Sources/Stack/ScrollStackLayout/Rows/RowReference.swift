// SPDX-License-Identifier: Apache-2.0

/// A row as long as it's in its stack, which isn't kept alive.
///
/// It's found by its id. A weak reference to the row would cost each use of the row, and its memory, more.
struct RowReference {
  private weak var stack: ScrollStack?
  private var id: RowID?

  /// The row; nil if there's none, or if it has left its stack.
  var row: ScrollStackRow? {
    get { id.flatMap { stack?.row(.id($0)) } }
    set { (stack, id) = (newValue?.stack, newValue?.id) }
  }
}
