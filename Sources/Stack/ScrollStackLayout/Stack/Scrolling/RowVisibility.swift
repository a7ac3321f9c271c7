// SPDX-License-Identifier: Apache-2.0

/// A change of a row's visibility.
struct VisibilityChange {
  let row: ScrollStackRow
  let index: Int
  let from: RowVisibility?
  let to: RowVisibility
}

extension ScrollStack {
  /// The visibility of a row; `.removed` if the row isn't in this stack.
  ///
  /// Cells under the reserved insets of the viewport aren't visible (`Documentation/Contract.md`
  /// SC-14).
  ///
  /// - Complexity: O(log *n*).
  public func visibility(of address: RowAddress) -> RowVisibility {
    guard let row = row(address) else { return .removed }
    if row.flags.contains(.hidden) { return .hidden }
    return visibility(of: range(of: row))
  }

  /// The rows that are at least partly visible, in order.
  ///
  /// - Complexity: O(log *n*) for each of them.
  public var visibleRows: [ScrollStackRow] { rowsInView().map(\.row) }

  /// The rows that are entirely visible, in order.
  ///
  /// - Complexity: O(log *n*) for each visible row.
  public var entirelyVisibleRows: [ScrollStackRow] {
    rowsInView().filter { $0.visibility == .entire }.map(\.row)
  }

  /// The visibility of a range of cells of the content.
  func visibility(of range: Range<Int>) -> RowVisibility {
    let window = offset..<offset + viewportLength
    if range.isEmpty { return window.contains(range.lowerBound) ? .entire : .offscreen }
    let seen = range.clamped(to: window).count
    if seen == 0 { return .offscreen }
    return seen == range.count ? .entire : .partial(percentage: 100 * seen / range.count)
  }

  /// The rows in view with their cells and visibility, in order.
  func rowsInView() -> [(row: ScrollStackRow, range: Range<Int>, visibility: RowVisibility)] {
    var result: [(row: ScrollStackRow, range: Range<Int>, visibility: RowVisibility)] = []
    // Mostly, as many rows are in view as before.
    result.reserveCapacity(visible.count + 1)
    let end = offset + viewportLength
    guard end > offset else { return [] }
    var slot = firstSlot(at: offset)
    guard slot >= 0 else { return [] }
    var position = tree.start(of: slot)
    while slot >= 0, position < end, let row = row(inSlot: slot) {
      let range = position..<position + Int(tree.nodes[Int(slot)].own)
      let visibility = visibility(of: range)
      if visibility.isVisible { result.append((row, range, visibility)) }
      position = range.upperBound
      slot = tree.shownSlot(after: slot)
    }
    return result
  }

  /// Whether a row of this stack is at least partly visible.
  private func isInView(_ row: ScrollStackRow) -> Bool {
    !row.flags.contains(.hidden) && visibility(of: range(of: row)).isVisible
  }

  /// Compares the visibility of rows with what was last reported, and records it.
  func visibilityChanges() -> [VisibilityChange] {
    let state = layoutState
    if state == compared, batch.removed.isEmpty, batch.touched.isEmpty { return [] }
    compared = state
    var changes: [VisibilityChange] = []
    for (row, index, from) in batch.removed {
      changes.append(VisibilityChange(row: row, index: index, from: from, to: .removed))
    }
    batch.removed = []
    let inView = rowsInView()
    func note(_ row: ScrollStackRow, _ visibility: RowVisibility) {
      let reported = ReportedVisibility(visibility)
      guard contains(row), row.reported != reported else { return }
      changes.append(
        VisibilityChange(
          row: row, index: tree.index(of: row.slot), from: row.reported.visibility, to: visibility))
      row.reported = reported
    }
    for (row, _, visibility) in inView { note(row, visibility) }
    // Mostly the same rows stay in view.
    let stays = visible.elementsEqual(inView.lazy.map(\.row), by: ===)
    if !stays || !batch.touched.isEmpty {
      func noteIfUnseen(_ row: ScrollStackRow) {
        guard contains(row), !isInView(row) else { return }
        note(row, row.flags.contains(.hidden) ? .hidden : .offscreen)
      }
      for row in visible { noteIfUnseen(row) }
      for row in batch.touched { noteIfUnseen(row) }
      batch.touched = []
      if !stays { visible = inView.map(\.row) }
    }
    guard changes.count > 1 else { return changes }
    // Of two rows with equal indices, the removed one comes first.
    return changes.enumerated()
      .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }.map(\.element)
  }

  /// Announces changes as in the table of SC-15.
  func announce(_ changes: [VisibilityChange]) {
    for change in changes where !(change.from?.isSameClass(as: change.to) ?? false) {
      change.row.controller.visibilityDidChange(to: change.to)
    }
    guard let delegate else { return }
    for change in changes {
      let (row, index) = (change.row, change.index)
      if let from = change.from, from.isSameClass(as: change.to) {
        if reportsPercentage, case .partial(let old) = from, case .partial(let new) = change.to {
          delegate.percentageChanged(row, at: index, from: old, to: new, in: self)
        }
        continue
      }
      delegate.visibilityChanged(row, at: index, from: change.from, to: change.to, in: self)
      let wasVisible = change.from?.isVisible ?? false
      if change.to == .entire || (change.to.isVisible && !wasVisible) {
        delegate.rowDidBecomeVisible(row, at: index, visibility: change.to, in: self)
      } else if wasVisible {
        delegate.rowDidBecomeHidden(row, at: index, visibility: change.to, in: self)
      }
    }
  }
}
