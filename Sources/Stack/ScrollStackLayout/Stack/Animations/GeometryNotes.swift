// SPDX-License-Identifier: Apache-2.0

/// The changes of a batch to the places and lengths of rows.
///
/// It determines whether any change remains at the end of the batch: rows that were added and
/// removed again, or have their old lengths and places, don't count. It records up to ``limit``
/// rows; more rows always count as a change.
struct GeometryNotes {
  /// The maximum number of rows to record.
  static let limit = 64

  /// Whether something has changed for certain.
  private(set) var hasChanged = false

  /// New rows.
  private var added: Set<RowID> = []

  /// The former lengths of rows.
  private var lengths: [RowID: Int] = [:]

  /// The former indices of rows that have moved.
  private var moved: [RowID: Int] = [:]

  /// Records a change that isn't one of a row.
  mutating func noteChange() {
    hasChanged = true
    added = []
    lengths = [:]
    moved = [:]
  }

  /// Records new rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - hasDelegate: Whether there's a delegate.
  mutating func noteInserted(_ rows: [ScrollStackRow], hasDelegate: Bool) {
    guard !hasChanged else { return }
    guard hasDelegate, added.count + rows.count <= Self.limit else { return noteChange() }
    for row in rows { added.insert(row.id) }
  }

  /// Records that a row was removed.
  mutating func noteRemoved(_ row: ScrollStackRow) {
    guard !hasChanged, added.remove(row.id) == nil else { return }
    noteChange()
  }

  /// Records the length of a row before it changes.
  mutating func noteLength(_ length: Int, of row: ScrollStackRow, hasDelegate: Bool) {
    guard !hasChanged, !added.contains(row.id), lengths[row.id] == nil else { return }
    guard hasDelegate, lengths.count < Self.limit else { return noteChange() }
    lengths[row.id] = length
  }

  /// Records the place of a row before it moves.
  mutating func noteMoving(_ row: ScrollStackRow, in stack: ScrollStack) {
    guard !hasChanged, !added.contains(row.id), moved[row.id] == nil else { return }
    guard stack.delegate != nil, moved.count < Self.limit, let index = stack.index(of: row) else {
      return noteChange()
    }
    // Rows that haven't moved keep their order, so their former places follow from those of the
    // others.
    let others = Array(moved.keys) + added
    var former = index - others.count { stack.row(.id($0))?.index ?? .max < index }
    for place in moved.values.sorted() where place <= former { former += 1 }
    moved[row.id] = former
  }

  /// Returns whether any row has another place or length than before, and resets the record.
  mutating func take(in stack: ScrollStack) -> Bool {
    defer { self = GeometryNotes() }
    return hasChanged || !added.isEmpty
      || lengths.contains { id, length in
        stack.row(.id(id)).map { stack.range(of: $0).count != length } ?? false
      }
      || moved.contains { id, index in stack.row(.id(id))?.index != index }
  }
}
