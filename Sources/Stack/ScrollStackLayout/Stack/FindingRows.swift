// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// The number of rows, including hidden ones.
  public var count: Int { tree.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { tree.count == 0 }

  /// All rows in order, including hidden ones.
  ///
  /// - Complexity: O(*n*).
  public var rows: [ScrollStackRow] { tree.slots.compactMap { rowsBySlot[Int($0)] } }

  /// The first row, hidden or not.
  public var firstRow: ScrollStackRow? { row(at: 0) }

  /// The last row, hidden or not.
  public var lastRow: ScrollStackRow? { row(at: count - 1) }

  /// The row at an index; nil outside.
  ///
  /// - Complexity: O(log *n*).
  public func row(at index: Int) -> ScrollStackRow? { row(inSlot: tree.slot(at: index)) }

  /// The row of an address; nil if this stack has none.
  ///
  /// - Complexity: O(log *n*) by index, otherwise O(1).
  public func row(_ address: RowAddress) -> ScrollStackRow? {
    switch address {
    case .index(let index): row(at: index)
    case .controller(let controller): slot(ofController: controller).flatMap { row(inSlot: $0) }
    case .id(let id):
      id.stack == number && rowsBySlot.indices.contains(Int(id.slot))
        ? rowsBySlot[Int(id.slot)].flatMap { $0.id == id ? $0 : nil } : nil
    }
  }

  /// The first row whose controller has a type.
  ///
  /// - Complexity: O(*n*).
  public func firstRow<Controller>(ofType type: Controller.Type) -> ScrollStackRow? {
    var slot = tree.slot(at: 0)
    while slot >= 0 {
      if let row = row(inSlot: slot), row.controller is Controller { return row }
      slot = tree.slot(after: slot)
    }
    return nil
  }

  /// The index of a row; nil for one of another stack.
  ///
  /// - Complexity: O(log *n*).
  public func index(of row: ScrollStackRow) -> Int? {
    contains(row) ? tree.index(of: row.slot) : nil
  }

  /// Whether a row is in this stack.
  public func contains(_ row: ScrollStackRow) -> Bool {
    row.id.stack == number && Int(row.slot) < rowsBySlot.count && rowsBySlot[Int(row.slot)] === row
  }

  /// Whether a row is hidden; false for one that isn't in the stack.
  public func isRowHidden(_ address: RowAddress) -> Bool { row(address)?.isHidden ?? false }

  /// The cells of a row along the axis, from the start of the content; nil for an unknown row.
  ///
  /// - Complexity: O(log *n*).
  public func range(of address: RowAddress) -> Range<Int>? {
    row(address).map(range(of:))
  }

  /// The row at a place of the content, and its cells; nil outside.
  ///
  /// - Complexity: O(log *n*).
  public func row(atContentOffset offset: Int) -> ScrollStackRow? {
    row(inSlot: tree.slot(atOffset: offset))
  }

  func range(of row: ScrollStackRow) -> Range<Int> {
    let start = tree.start(of: row.slot)
    return start..<start + Int(tree.nodes[Int(row.slot)].own)
  }

  func row(inSlot slot: ExtentTree.Slot) -> ScrollStackRow? {
    slot >= 0 ? rowsBySlot[Int(slot)] : nil
  }

  func requireRow(_ address: RowAddress) throws(ScrollStackError) -> ScrollStackRow {
    if let row = row(address) { return row }
    switch address {
    case .index(let index): throw .indexOutOfRange(index, count: count)
    case .id(let id): throw .unknownRow(id)
    case .controller: throw .unknownRow(nil)
    }
  }
}
