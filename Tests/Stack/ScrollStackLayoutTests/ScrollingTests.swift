// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-17, SC-19, AL-10 and CS-11 of `Documentation/Contract.md`: scrolling to rows, selection, and
/// highlighting.
@Suite struct ScrollingTests {
  @Test func revealingARowExcludesItsInsetsAndSeparator() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 9, rows: 6))
    try stack.setStyle {
      $0.rowInsets = CellInsets(top: 2, bottom: 2)
      $0.hidesSeparators = false
    }
    // Each row is 2 + 1 + 2 and a separator; the content of row i is at 6i + 2.
    try stack.addRows((0..<9).map { Box("\($0)") })
    try stack.scrollRowToVisible(.index(1), animated: false)
    expectEqual(stack.offset, 3)
    try stack.scrollRowToVisible(.index(1), animated: false)
    expectEqual(stack.offset, 3)
    try stack.scrollRowToVisible(.index(2), margin: 2, animated: false)
    expectEqual(stack.offset, 11)
    try stack.scrollRowToVisible(.index(1), margin: 1, animated: false)
    expectEqual(stack.offset, 7)
    let tally = Tally()
    #expect(throws: ScrollStackError.indexOutOfRange(9, count: 9)) {
      try stack.scrollRowToVisible(.index(9), completion: tally.completion())
    }
    #expect(stack.offset == 7 && tally.calls == [false])
  }

  @Test func theEndsAreThoseOfTheAxis() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 10, rows: 4))
    stack.axis = .horizontal
    try stack.addRows((0..<6).map { Box("\($0)", wish: .fixed(4)) })
    stack.scrollToEnd(animated: false)
    #expect(stack.offset == 14 && stack.visibility(of: .index(5)) == .entire)
    stack.scrollToStart(animated: false)
    expectEqual(stack.offset, 0)
  }

  /// Margins apply to lines only.
  @Test func aMarginAppliesToTheVerticalAxisOnly() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 10, rows: 10))
    try stack.addRows((0..<9).map { Box("\($0)", wish: .fixed(4)) })
    try stack.scrollRowToVisible(.index(3), margin: 2, animated: false)
    expectEqual(stack.offset, 8)
    stack.scrollToStart(animated: false)
    stack.axis = .horizontal
    try stack.scrollRowToVisible(.index(3), margin: 2, animated: false)
    expectEqual(stack.offset, 6)
  }

  /// A scroll target is stored as a row and a line, not as an offset.
  @Test func aScrollTargetMovedByALayoutIsStillReached() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare(
      String(repeating: "x", count: 60), motion: Motion(clock: clock))
    let target = try #require(stack.row(at: 40))
    let tally = Tally()
    try stack.reveal(0..<1, of: .row(target), completion: tally.completion())
    clock.advance(by: .milliseconds(100))
    stack.advance()
    try stack.addRows((0..<7).map { Box("y\($0)") }, at: .top)
    clock.advance(by: .seconds(1))
    stack.advance()
    #expect(target.index == 47 && stack.visibility(of: .row(target)) == .entire)
    #expect(stack.offset == 47 + 1 - 10 && tally.calls == [true])
  }

  @Test func withoutStylesTheHighlightIsACharacter() throws {
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 8, rows: 5))
    try stack.addRows([Box("a", length: 2), Box("b")])
    stack.highlightMark = "›"
    stack.highlight(.index(0))
    expectEqual(stack.snapshot().lines, ["› a0", "  a1", "  ──────", "  b0", "  ──────"])
    stack.highlight(.index(1))
    #expect(stack.snapshot().lines[3] == "› b0" && stack.snapshot().lines[0] == "  a0")
    // It covers no text.
    try stack.setStyle { $0.rowInsets = .zero }
    expectEqual(stack.snapshot().lines[3], "b0     ›")
    stack.highlight(nil)
    expectEqual(stack.snapshot().lines[3], "b0")
  }

  @Test func aControllerMayRefuseTheHighlight() throws {
    final class Still: BasicRowController {
      override var isHighlightable: Bool { false }
      override func measure(_ measurement: RowMeasurement) -> Int { 1 }
    }
    let stack = try ScrollStack.bare("")
    try stack.addRow(Still())
    try stack.addRow(TextRow("x"))
    #expect(!stack.highlight(.index(0)) && !stack.highlight(.index(1)))
    #expect(stack.rows.allSatisfy { !$0.isHighlighted })
    #expect(stack.snapshot().styles.allSatisfy { $0 == .plain })
  }
}
