// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// AL-6, SC-7 and SC-8 of `Documentation/Contract.md`: overrides of rows, and extreme integers and
/// times.
@Suite struct StyleTests {
  private func stack() throws -> ScrollStack {
    let stack = try ScrollStack.bare("ABC", viewport: CellSize(columns: 8, rows: 9))
    try stack.setStyle { $0.hidesSeparators = false }
    return stack
  }

  @Test func stylesOfSeveralRowsAreOverriddenAndRestored() throws {
    let stack = try stack()
    let b = try #require(stack.row(at: 1))
    let plain = stack.snapshot()
    try stack.setRowPadding(CellInsets(top: 1, left: 3), for: [.index(0), .row(b)])
    try stack.setSeparatorInsets(CellInsets(left: 4, right: 2), for: [.index(0), .row(b)])
    try stack.setSeparator(color: .plain, thickness: 2, for: [.row(b)])
    try stack.setBackgroundColor(.named(.red), for: [.index(0), .row(b)])
    let line = "    ──"
    expectEqual(
      stack.snapshot().lines, ["", "   A0", line, "", "   B0", line, line, "C0", "  ──────"])
    expectEqual(stack.snapshot()[CellPosition(column: 0, row: 3)]?.style.background, .named(.red))
    expectEqual(stack.snapshot()[CellPosition(column: 5, row: 5)]?.style.attributes, [])
    #expect(b.separator.thickness == 2 && b.separator.insets == CellInsets(left: 4, right: 2))
    // If one address is invalid, nothing changes.
    #expect(throws: ScrollStackError.indexOutOfRange(3, count: 3)) {
      try stack.setRowPadding(.zero, for: [.row(b), .index(3)])
    }
    expectEqual(b.rowPadding.left, 3)
    try stack.setRowPadding(nil, for: [.index(0), .index(1)])
    try stack.setSeparatorInsets(nil, for: [.index(0), .index(1)])
    try stack.setSeparator(color: nil, thickness: nil, for: [.index(1)])
    try stack.setBackgroundColor(nil, for: [.index(0), .index(1)])
    expectEqual(stack.snapshot(), plain)
  }

  @Test func severalRowsAreStyledAsAList() throws {
    let stack = try ScrollStack.bare("ABC")
    try stack.setStyle { $0.hidesSeparators = false }
    let some = [stack.id("A"), stack.id("C")]
    try stack.setRowInsets(CellInsets(top: 1), for: some)
    try stack.setRowPadding(CellInsets(left: 1), for: some)
    try stack.setBackgroundColor(.named(.red), for: some)
    try stack.setHighlightColor(.dim, for: some)
    try stack.setSeparatorInsets(CellInsets(left: 4), for: some)
    try stack.setSeparator(color: .plain, thickness: 2, for: some)
    try stack.setSeparatorVisibility(.hidden, for: some)
    for (row, isStyled) in zip(stack.rows, [true, false, true]) {
      #expect((row.rowInsets.top == 1) == isStyled && (row.rowPadding.left == 1) == isStyled)
      expectEqual((row.rowBackgroundColor == .named(.red)), isStyled)
      expectEqual((row.rowHighlightColor == .dim), isStyled)
      expectEqual((row.separator.insets.left == 4), isStyled)
      #expect((row.separator.thickness == 2) == isStyled && row.separator.isShown == !isStyled)
    }
    try stack.setSeparatorVisibility(.shown, for: some)
    #expect(stack.rows.allSatisfy { $0.separator.isShown })
    #expect(throws: ScrollStackError.indexOutOfRange(5, count: 3)) {
      try stack.setSeparatorVisibility(.hidden, for: some + [.index(5)])
    }
    #expect(stack.rows.allSatisfy { $0.separator.isShown })
  }

  @Test func anOverriddenHighlightAppliesToTheRow() throws {
    let stack = try stack()
    try stack.setHighlightColor(CellStyle(background: .named(.blue)), for: [.index(1)])
    func style(_ row: Int) -> CellStyle? {
      stack.snapshot()[CellPosition(column: 0, row: row)]?.style
    }
    #expect(stack.highlight(.index(1)) && style(2)?.background == .named(.blue))
    #expect(stack.highlight(.index(0)) && style(0) == .reversed && style(2) == .plain)
    #expect(!stack.highlight(nil) && style(0) == .plain)
    expectEqual(stack.row(at: 0)?.rowHighlightColor, .reversed)
  }

  @Test func rowsAreFoundByTheirProperties() throws {
    let stack = try ScrollStack.bare("ABCD", length: 4)
    let text = TextRow("text")
    let row = try stack.addRow(text)
    #expect(stack.firstRow(ofType: TextRow.self) === row && stack.lastRow === row)
    #expect(stack.firstRow(ofType: ScrollStack.self) == nil)
    #expect(stack.row(.controller(text)) === row && stack.row(.controller(TextRow("text"))) == nil)
    #expect(stack.index(of: row) == 4 && stack.contains(row))
    stack.scroll(toOffset: 2)
    func names(_ rows: [ScrollStackRow]) -> String {
      rows.compactMap { ($0.controller as? Box)?.name }.joined()
    }
    #expect(names(stack.visibleRows) == "ABC" && names(stack.entirelyVisibleRows) == "BC")
    expectEqual(names(stack.setRowsHidden(true, for: [.index(1), .index(9), .index(1)])), "B")
    #expect(names(stack.visibleRows) == "ACD" && stack.isRowHidden(.index(1)))
    expectEqual(names(stack.setRowsHidden(false, for: [.index(0), .index(1)])), "B")
    stack.reloadRows()
    expectEqual(stack.box(3)?.log.last, "reload")
    #expect(names([try stack.removeRow(.row(row))]) == "" && !stack.contains(row))
    #expect(row.index == nil && row.visibility == .removed && !row.isHidden)
    row.removeFromStack { #expect($0) }
  }

  @Test func eachAxisHasItsOwnCrossLengthAndDirection() throws {
    let stack = try ScrollStack.bare("ABC", viewport: CellSize(columns: 9, rows: 2))
    stack.axis = .horizontal
    try stack.setStyle {
      $0.hidesSeparators = false
      $0.separatorInsets = CellInsets(top: 1)
    }
    try stack.replaceRow(.index(0), with: TextRow("abc"))
    expectEqual(stack.snapshot().lines, ["abc B C", "   │B│C│"])
    stack.layoutDirection = .rightToLeft
    expectEqual(stack.snapshot().lines, ["  C B abc", " │C│B│"])
    #expect(stack.crossLength == 2 && stack.viewportLength == 9)
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 40])
  func extremeLengthsAreAccepted(length: Int) throws {
    let stack = try stack()
    try stack.setStyle {
      $0.separatorThickness = length
      $0.estimatedRowExtent = length
      $0.rowInsets = CellInsets(all: length)
      $0.rowPadding.left = length
      $0.rowPadding.bottom = length
      $0.separatorInsets = CellInsets(all: length)
    }
    try stack.setSeparator(color: nil, thickness: length, for: [.index(0)])
    try stack.addRow(Box("X", length: length))
    try stack.addRow(Box("Y", wish: .fixed(length)))
    try stack.addRow(
      Box("Z", wish: .collapsible(collapsed: length, expanded: .fixed(length), isExpanded: true)))
    for axis in [LayoutAxis.horizontal, .vertical] {
      stack.axis = axis
      stack.scrollToEnd()
      _ = stack.snapshot()
      try stack.scrollToRow(.index(4), at: .middle)
      try stack.reveal(.min..<(.max), of: .index(3), margin: length, caret: length)
      _ = stack.snapshot()
    }
    stack._checkInvariants()
  }

  @Test(arguments: [
    Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min),
  ])
  func extremeDurationsAreAccepted(duration: Duration) throws {
    for frames in [Int.min, -1, 0, 1, 30, .max] {
      let clock = ManualClock()
      let stack = try ScrollStack.bare(
        "ABC", length: 9, motion: Motion(clock: clock, framesPerSecond: frames))
      try stack.setStyle {
        $0.rowAnimation = duration
        $0.visibilityAnimation = duration
        $0.scrollAnimation = duration
      }
      let tally = Tally()
      try stack.addRow(Box("x"), at: .top, animated: true, completion: tally.completion())
      try stack.setRowHidden(true, for: .index(1), animated: true, completion: tally.completion())
      stack.scrollToEnd(completion: tally.completion())
      clock.advance(by: .seconds(1))
      stack.advance()
      _ = (stack.snapshot(), stack.nextFrameTime)
      stack.finishAnimations()
      #expect(tally.calls.count == 3 && !stack.isAnimating)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 0.3, 1, 5])
  func everyDampingCurveEndsAtItsTarget(damping: Double) throws {
    final class Springy: Box {
      var curve = RowAnimation()
      override var animation: RowAnimation? { curve }
    }
    let clock = ManualClock()
    let stack = try ScrollStack.bare("", motion: Motion(clock: clock))
    let row = Springy("x", length: 8)
    row.curve = RowAnimation(duration: .milliseconds(300), damping: damping)
    try stack.addRow(row)
    try stack.setRowHidden(true, for: .index(0), animated: true)
    var lengths: [Int] = []
    for _ in 0...9 {
      lengths.append(stack.snapshot().lines.count { !$0.isEmpty })
      clock.advance(by: .microseconds(33_334))
      stack.advance()
    }
    #expect(lengths == lengths.sorted(by: >) && lengths.first == 8 && lengths.last == 0)
    #expect(!stack.isAnimating)
  }
}
