// SPDX-License-Identifier: Apache-2.0

/// What a batch has changed of the places and lengths of rows.
///
/// It tells whether anything of that is left at the end: rows that came and went again, or that have
/// their old lengths and places, have changed nothing. It keeps up to ``limit`` rows; what changes
/// more is taken to have changed.
struct GeometryNotes {
  /// The number of rows that are kept.
  static let limit = 64

  /// Whether something has changed, whatever else happens.
  private(set) var hasChanged = false

  /// New rows.
  private var added: Set<RowID> = []

  /// The lengths that rows had before.
  private var lengths: [RowID: Int] = [:]

  /// The indices that rows had before which have moved.
  private var moved: [RowID: Int] = [:]

  /// Notes that something has changed that isn't a row's.
  mutating func noteChange() {
    hasChanged = true
    added = []
    lengths = [:]
    moved = [:]
  }

  /// Notes that rows came.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - isHeard: whether anyone wants to know.
  mutating func noteInserted(_ rows: [ScrollStackRow], isHeard: Bool) {
    guard !hasChanged else { return }
    guard isHeard, added.count + rows.count <= Self.limit else { return noteChange() }
    for row in rows { added.insert(row.id) }
  }

  /// Notes that a row left.
  mutating func noteRemoved(_ row: ScrollStackRow) {
    guard !hasChanged, added.remove(row.id) == nil else { return }
    noteChange()
  }

  /// Notes the length that a row had before it gets another.
  mutating func noteLength(_ length: Int, of row: ScrollStackRow, isHeard: Bool) {
    guard !hasChanged, !added.contains(row.id), lengths[row.id] == nil else { return }
    guard isHeard, lengths.count < Self.limit else { return noteChange() }
    lengths[row.id] = length
  }

  /// Notes that a row is about to move.
  mutating func noteMoving(_ row: ScrollStackRow, in stack: ScrollStack) {
    guard !hasChanged, !added.contains(row.id), moved[row.id] == nil else { return }
    guard stack.delegate != nil, moved.count < Self.limit, let index = stack.index(of: row) else {
      return noteChange()
    }
    // Rows that haven't moved keep their order: their former places follow from those of the others.
    let others = Array(moved.keys) + added
    var former = index - others.count { stack.row(.id($0))?.index ?? .max < index }
    for place in moved.values.sorted() where place <= former { former += 1 }
    moved[row.id] = former
  }

  /// Whether any row of a stack has another place or length than before; the notes begin anew.
  mutating func take(in stack: ScrollStack) -> Bool {
    defer { self = GeometryNotes() }
    return hasChanged || !added.isEmpty
      || lengths.contains { id, length in
        stack.row(.id(id)).map { stack.range(of: $0).count != length } ?? false
      }
      || moved.contains { id, index in stack.row(.id(id))?.index != index }
  }
}
