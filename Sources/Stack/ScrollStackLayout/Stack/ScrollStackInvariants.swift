// SPDX-License-Identifier: Apache-2.0

extension ScrollStack {
  /// Checks that all parts of the stack agree, in O(*n*); does nothing in optimized builds.
  public func _checkInvariants() {
    #if DEBUG || CHECKS_INVARIANTS
    tree.checkInvariants()
    let rows = rows
    precondition(rows.count == count && controllers.count == count)
    precondition(batch.depth > 0 || batch.journal.isEmpty)
    var lastShown: ScrollStackRow?
    for (index, row) in rows.enumerated() {
      precondition(row.stack === self && row.id.stack == number)
      precondition(rowsBySlot[Int(row.slot)] === row)
      precondition(row.index == index)
      precondition(slot(ofController: ObjectIdentifier(row.controller)) == row.slot)
      let node = tree.nodes[Int(row.slot)]
      precondition(node.isShown != row.flags.contains(.hidden))
      precondition(Int(node.own) == Int(Int32(clamping: extent(of: row))), "a stale extent")
      if node.isShown { lastShown = row }
    }
    guard batch.depth == 0, !batch.isEnding, !batch.needsLayout else { return }
    precondition(offset >= 0 && offset <= maximumOffset)
    for row in rows {
      let expected = style.autoHidesLastSeparator && row === lastShown
      precondition(row.flags.contains(.lastShown) == expected)
      let reported = ReportedVisibility(visibility(of: .id(row.id)))
      precondition(row.reported == reported, "a visibility that was not reported")
    }
    for row in visible { precondition(contains(row)) }
    for ghost in animations.ghosts { precondition(ghost.operation != nil) }
    #endif
  }
}
