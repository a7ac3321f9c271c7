// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-21 of `Documentation/Contract.md`: visible rows stay in place when rows before them change,
/// measured or not.
@Suite struct TopLineTests {
  /// A view in the middle of rows of three lines, which are estimated at one line until they're
  /// measured.
  private func stack() throws -> ScrollStack {
    let stack = try ScrollStack.bare(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ", length: 3, viewport: CellSize(columns: 4, rows: 5))
    try stack.scrollToRow(.index(12), at: .start)
    stack.scroll(by: 1)
    expectEqual(stack.snapshot().lines.first, "M1")
    return stack
  }

  enum Change: CaseIterable {
    case insert, insertNear, insertMany, remove, removeNear, removeSeveral, hide, show, reload
    case replace, replaceByLonger, moveAway, moveHere, swap, insets, style, separators, invalidate
    case batch
  }

  private func perform(_ change: Change, on stack: ScrollStack) throws {
    func box(_ length: Int) -> Box { Box("x", length: length) }
    switch change {
    case .insert: try stack.addRow(box(5), at: .top)
    case .insertNear: try stack.addRow(box(5), at: .index(12))
    case .insertMany: try stack.addRows((0..<40).map { _ in box(2) }, at: .index(6))
    case .remove: try stack.removeRow(.index(0))
    case .removeNear: try stack.removeRow(.index(11))
    case .removeSeveral: stack.removeRows([.index(3), .index(11), .index(13), .index(25)])
    case .hide: try stack.setRowHidden(true, for: .index(11))
    case .show:
      try stack.setRowHidden(true, for: .index(4))
      try stack.setRowHidden(false, for: .index(4))
    case .reload:
      stack.box(11)?.length = 7
      try stack.reloadRow(.index(11))
    case .replace: try stack.replaceRow(.index(11), with: box(1))
    case .replaceByLonger: try stack.replaceRow(.index(2), with: box(9))
    case .moveAway: try stack.moveRow(.index(2), to: 20)
    case .moveHere: try stack.moveRow(.index(20), to: 2)
    case .swap: try stack.addRows([box(2), try #require(stack.box(11))], at: .top)
    case .insets: try stack.setRowInsets(CellInsets(top: 2), for: [.index(11)])
    case .style: try stack.setStyle { $0.rowInsets.bottom = 2 }
    case .separators: try stack.setStyle { $0.hidesSeparators = false }
    case .invalidate:
      stack.box(10)?.length = 1
      stack.row(at: 10)?.invalidate()
    case .batch:
      try stack.batch {
        try stack.addRow(box(2), at: .top)
        try stack.setRowHidden(true, for: .index(3))
        stack.removeRows([.index(5), .index(6)])
        try stack.moveRow(.index(4), to: 15)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func visibleRowsStayWhenRowsBeforeThemChange(change: Change) throws {
    let stack = try stack()
    try perform(change, on: stack)
    expectEqual(stack.snapshot().lines.first, "M1", "\(change)")
    // It also stays when nearby rows are measured later.
    for step in [-1, 1, -4, 4, -9, 9] {
      stack.scroll(by: step)
      stack._checkInvariants()
    }
    expectEqual(stack.snapshot().lines.first, "M1", "\(change)")
  }

  @Test func newRowsAtTheStartOfTheContentAreVisible() throws {
    let stack = try ScrollStack.bare("ABCDEFGH", length: 3, viewport: CellSize(columns: 4, rows: 5))
    try stack.addRow(Box("x", length: 2), at: .top)
    expectEqual(stack.snapshot().lines, ["x0", "x1", "A0", "A1", "A2"])
    try stack.setRowHidden(true, for: .index(0))
    try stack.setRowHidden(false, for: .index(0))
    expectEqual(stack.snapshot().lines.first, "x0")
  }

  @Test func theNextRowIsAtTheTopWhenTheTopRowLeaves() throws {
    for isHidden in [false, true] {
      let stack = try stack()
      if isHidden {
        try stack.setRowHidden(true, for: .index(12))
      } else {
        try stack.removeRow(.index(12))
      }
      expectEqual(stack.snapshot().lines, ["N0", "N1", "N2", "O0", "O1"])
    }
    let stack = try stack()
    stack.removeRows((5..<15).map { .index($0) })
    expectEqual(stack.snapshot().lines, ["P0", "P1", "P2", "Q0", "Q1"])
    try stack.moveRow(.index(5), to: 0)
    expectEqual(stack.snapshot().lines, ["Q0", "Q1", "Q2", "R0", "R1"])
  }

  @Test func aReplacementOfTheTopRowIsVisible() throws {
    let stack = try stack()
    try stack.replaceRow(.index(12), with: Box("x", length: 4))
    expectEqual(stack.snapshot().lines, ["x1", "x2", "x3", "N0", "N1"])
    stack.scroll(by: -1)
    try stack.replaceRow(.index(12), with: Box("y", length: 1))
    expectEqual(stack.snapshot().lines, ["y0", "N0", "N1", "N2", "O0"])
    stack.scroll(by: 2)
    try stack.replaceRow(.index(13), with: Box("z", length: 1))
    expectEqual(stack.snapshot().lines.first, "O0")
  }

  /// Random sequence 2681686130 of ``ModelTests``: changes in a batch are successive changes.
  @Test(arguments: [false, true])
  func eachChangeOfABatchAdjustsTheTopRow(isBatch: Bool) throws {
    let stack = try stack()
    try stack.setStyle { $0.separatorThickness = 2 }
    try stack.setRowInsets(CellInsets(bottom: 2), for: [.index(12)])
    stack.scroll(by: 3)
    expectEqual(stack.snapshot().lines, ["", "N0", "N1", "N2", "O0"])
    func shorten() throws(ScrollStackError) { try stack.setRowInsets(nil, for: [.index(12)]) }
    func lengthen() throws(ScrollStackError) {
      try stack.setSeparatorVisibility(.shown, for: [.index(12)])
    }
    if isBatch {
      try stack.batch {
        try shorten()
        try lengthen()
      }
    } else {
      try shorten()
      try lengthen()
    }
    // The first change removes the row, and the next one is at the top from then on.
    expectEqual(stack.snapshot().lines, ["N0", "N1", "N2", "O0", "O1"])
  }

  /// A stack of two rows of two lines with separators of two, but none after the last.
  private func stackWithoutLastSeparator(rows: Int) throws -> ScrollStack {
    let stack = try ScrollStack.bare("AB", length: 2, viewport: CellSize(columns: 4, rows: rows))
    try stack.setStyle {
      $0.hidesSeparators = false
      $0.separatorThickness = 2
      $0.autoHidesLastSeparator = true
    }
    return stack
  }

  @Test func replacingTheLastRowKeepsASeparatorAtTheTop() throws {
    let stack = try stackWithoutLastSeparator(rows: 2)
    stack.scroll(toOffset: 3)
    try stack.replaceRow(.index(1), with: Box("x", length: 2))
    expectEqual(stack.offset, 3)
  }

  @Test func appendingOutOfViewMovesNothing() throws {
    let stack = try stackWithoutLastSeparator(rows: 0)
    stack.scrollToEnd(animated: false)
    let end = stack.contentLength
    expectEqual(stack.offset, end)
    try stack.addRow(Box("x", length: 2))
    expectEqual(stack.offset, end)
  }

  @Test func aStyleChangeKeepsTheTopLine() throws {
    let stack = try stackWithoutLastSeparator(rows: 1)
    stack.scroll(toOffset: 5)
    try stack.setStyle {
      $0.rowInsets.bottom = 2
      $0.separatorThickness = 1
      $0.autoHidesLastSeparator = false
    }
    // The second row is at its second line, as before.
    expectEqual(stack.offset, 2 + 2 + 1 + 1)
    try stack.setRowHidden(true, for: .index(0))
    expectEqual(stack.offset, 1)
  }

  /// Random sequence 1350566334 of ``ModelTests``.
  @Test func theOffsetIsFinalWhenAReplacementIsAnnounced() throws {
    let stack = try stackWithoutLastSeparator(rows: 2)
    let recorder = Recorder()
    stack.delegate = recorder
    stack.scroll(toOffset: 3)
    var offsets: [Int] = []
    recorder.onEvent = { event in
      guard event.hasPrefix("removed") || event.hasPrefix("inserted") else { return }
      offsets.append(stack.offset)
      if event.hasPrefix("removed") { try? stack.setRowHidden(true, for: .index(1)) }
    }
    try stack.replaceRow(.index(1), with: Box("x", length: 2))
    // The row after the replacement is hidden, so the first row loses its separator.
    expectEqual(offsets, [3, 2])
    expectEqual(stack.offset, 0)
  }

  @Test func aChangeInALeavingRowKeepsTheTopLine() throws {
    final class Leaver: Box {
      var onLeave: (() -> Void)?
      override func willLeave(_ row: ScrollStackRow) {
        super.willLeave(row)
        onLeave?()
      }
    }
    let stack = try stack()
    let leaver = Leaver("L", length: 3)
    try stack.replaceRow(.index(12), with: leaver)
    expectEqual(stack.snapshot().lines.first, "L1")
    leaver.onLeave = { stack.removeRows([.index(2), .index(3)]) }
    try stack.replaceRow(.controller(leaver), with: Box("x", length: 3))
    expectEqual(stack.snapshot().lines.first, "x1")
  }

  @Test func replacingAllRowsKeepsTheOffset() throws {
    let stack = try stack()
    let offset = stack.offset
    try stack.batch {
      stack.removeAllRows()
      try stack.addRows((0..<60).map { _ in Box("x") })
    }
    expectEqual(stack.offset, offset)
    try stack.setRows((0..<60).map { _ in Box("y") })
    expectEqual(stack.offset, offset)
  }

  @Test func aRunningScrollContinuesFromTheVisibleRows() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ", viewport: CellSize(columns: 4, rows: 5),
      motion: Motion(clock: clock, framesPerSecond: 20))
    stack.scroll(toOffset: 4)
    try stack.scrollToRow(.index(14), at: .start)
    func step() -> String? {
      clock.advance(by: .milliseconds(50))
      stack.advance()
      return stack.snapshot().lines.first
    }
    expectEqual(step(), "G0")
    try stack.addRow(Box("x", length: 7), at: .top)
    expectEqual(stack.snapshot().lines.first, "G0")
    expectEqual([step(), step(), step(), step()], ["I0", "K0", "M0", "O0"])
    #expect(!stack.isAnimating)
  }

  /// Rows that move before the viewport aren't drawn in it.
  @Test(arguments: Change.allCases)
  func noFrameShowsRowsMovingBeforeTheView(change: Change) throws {
    let clock = ManualClock()
    let stack = try stack()
    stack.motion = Motion(clock: clock, framesPerSecond: 10)
    switch change {
    case .remove: try stack.removeRow(.index(0), animated: true)
    case .removeNear: try stack.removeRow(.index(11), animated: true)
    case .hide: try stack.setRowHidden(true, for: .index(11), animated: true)
    case .insertNear: try stack.addRow(Box("x", length: 5), at: .index(12), animated: true)
    case .replace: try stack.replaceRow(.index(11), with: Box("x"), animated: true)
    case .moveAway: try stack.moveRow(.index(11), to: 20, animated: true)
    case .moveHere: try stack.moveRow(.index(20), to: 11, animated: true)
    case .reload:
      stack.box(11)?.length = 0
      try stack.reloadRow(.index(11), animated: true)
    default: return
    }
    for _ in 0..<5 {
      expectEqual(stack.snapshot().lines, ["M1", "M2", "N0", "N1", "N2"], "\(change)")
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
  }

  @Test func aPartlyVisibleLeavingRowShrinksFromItsVisiblePart() throws {
    let clock = ManualClock()
    let stack = try stack()
    stack.motion = Motion(clock: clock, framesPerSecond: 10)
    try stack.removeRow(.index(12), animated: true)
    var frames: [[String]] = []
    for _ in 0..<4 {
      frames.append(Array(stack.snapshot().lines.prefix(3)))
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
    expectEqual(
      frames,
      [
        ["M1", "M2", "N0"], ["M1", "N0", "N1"], ["M1", "N0", "N1"], ["N0", "N1", "N2"],
      ])
  }
}
