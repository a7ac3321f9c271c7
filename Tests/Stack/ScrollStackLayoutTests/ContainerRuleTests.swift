// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// The rules of chapter 5 of `Documentation/Contract.md` without vectors.
@Suite struct ContainerRuleTests {
  private let clock = ManualClock()

  private func container(_ content: any RowController, rows: Int = 10) -> ContainerScroll {
    let container = ContainerScroll(content: content, motion: Motion(clock: clock))
    container.setFrame(
      CellRect(column: 0, row: 0, columns: 8, rows: rows), terminalRows: rows)
    return container
  }

  private func text(_ count: Int) -> String {
    (0..<count).map { "l\($0)" }.joined(separator: "\n")
  }

  /// CS-3: longer content needs no announcement.
  @Test func contentThatGrowsIsScrolledWithoutBeingAnnounced() {
    let content = TextRow(text(3))
    let container = container(content)
    #expect(!container.scroll(by: 4))
    content.text = text(30)
    expectEqual(container.scrollStack.contentLength, 30)
    #expect(container.scroll(by: 4) && container.snapshot().lines[0] == "l4")
    content.text = text(2)
    #expect(container.scrollStack.offset == 0 && container.snapshot().lines[0] == "l0")
  }

  /// CS-6: the original kept a residual inset after the keyboard was dismissed.
  @Test(arguments: [false, true])
  func aDismissedOccluderLeavesNoInset(resizes: Bool) {
    let container = container(TextRow(text(4)))
    container.resizesContentForOccluder = resizes
    let before = (container.scrollStack.contentLength, container.snapshot())
    for _ in 0..<3 {
      container.occluder(height: 7)
      container.flush()
      expectEqual(container.scrollStack.contentLength, (resizes ? 4 : 10))
      container.scroll(by: 9)
      container.occluder(height: 0)
      container.flush()
      #expect(container.bottomInset == 0 && container.scrollStack.offset == 0)
      #expect(container.scrollStack.contentLength == before.0 && container.snapshot() == before.1)
    }
  }

  /// CS-6: without the adjustment the occluder takes nothing from the viewport.
  @Test func anOccluderWithoutAdjustmentReservesNoRows() {
    let container = container(TextRow(text(40)))
    container.adjustsInsetsForOccluder = false
    container.occluder(height: 6)
    container.flush()
    #expect(container.bottomInset == 0 && container.scrollStack.viewportLength == 10)
  }

  /// CS-10: a focus that isn't in this container scrolls nothing here.
  @Test func aFocusElsewhereScrollsNothing() throws {
    let here = try ScrollStack.bare(String(repeating: "x", count: 30))
    let there = try ScrollStack.bare("f")
    there.box(0)?.acceptsFocus = true
    #expect(there.focus(.index(0)))
    let container = container(here)
    here.scroll(toOffset: 12)
    for height in [6, 9, 2, 0] {
      container.occluder(height: height)
      container.flush()
      expectEqual(here.offset, 12)
    }
    let tally = Tally()
    try container.revealFocus(animated: false, completion: tally.completion())
    #expect(here.offset == 12 && tally.calls == [true])
  }

  /// CS-8, CS-13: the occluder is dismissed whether or not anything scrolls.
  @Test func theOccluderIsDismissedEvenIfNothingScrolls() {
    let container = container(TextRow(text(2)))
    container.dismissMode = .onScroll
    var dismissed = 0
    container.onDismiss = { dismissed += 1 }
    container.occluder(height: 3)
    #expect(!container.scroll(by: 1))
    #expect(dismissed == 1 && container.bottomInset == 0 && container.nextFrameTime == nil)
    container.occluder(height: 3)
    container.flush()
    container.dismissOccluder()
    #expect(dismissed == 2 && container.bottomInset == 0)
  }

  /// CS-14: the background fills everything, including reserved margins.
  @Test func theBackgroundFillsReservedMargins() throws {
    let container = ContainerScroll(content: TextRow("x"))
    container.background = CellStyle(background: .named(.blue))
    container.setFrame(
      CellRect(column: 0, row: 0, columns: 6, rows: 5), terminalRows: 5,
      safeArea: CellInsets(top: 1, left: 1, bottom: 1, right: 1))
    try container.setAdditionalInsets(CellInsets(left: 1))
    let grid = container.snapshot()
    expectEqual(grid.lines, ["", "  x", "", "", ""])
    #expect(grid.styles.allSatisfy { $0.background == .named(.blue) })
  }

  /// CS-6: the host's insets are added to the safe area, on each side separately and together.
  @Test func theHostsInsetsAddToTheSafeArea() throws {
    for (safe, host) in [(0, 3), (3, 0), (2, 3), (3, 2), (2, 2)] {
      let stack = try ScrollStack.bare(String(repeating: "x", count: 60))
      let container = container(stack)
      container.setFrame(
        CellRect(column: 0, row: 0, columns: 20, rows: 20), terminalRows: 20,
        safeArea: CellInsets(top: safe, left: safe, bottom: safe, right: safe))
      try container.setAdditionalInsets(
        CellInsets(top: host, left: host, bottom: host, right: host))
      let both = safe + host
      expectEqual(
        stack.viewportInsets, CellInsets(top: both, left: both, bottom: both, right: both))
      expectEqual(container.bottomInset, host)
      // The occluder covers the safe area first; of the remaining insets, the larger one counts.
      for height in [0, safe, safe + host, safe + host + 4] {
        container.occluder(height: height)
        container.flush()
        expectEqual(stack.viewportInsets.bottom, safe + max(host, height - safe), "\(height) rows")
      }
    }
  }

  /// CS-11: the line of a row is revealed wherever it is at that time.
  @Test func aLineOfARowIsRevealedAfterThePendingOccluder() throws {
    let stack = try ScrollStack.bare("ABC", length: 8)
    let container = container(stack)
    container.occluder(height: 4)
    let tally = Tally()
    try container.reveal(
      row: stack.id("C"), line: 2, animated: false, completion: tally.completion())
    stack.box(0)?.length = 11
    stack.row(at: 0)?.invalidate()
    clock.advance(by: .milliseconds(100))
    container.advance()
    // Line 2 of C is at 11 + 8 + 2, and six lines are visible.
    #expect(stack.offset == 22 - 6 && tally.calls == [true])
    #expect(throws: ScrollStackError.indexOutOfRange(3, count: 3)) {
      try container.reveal(row: .index(3), completion: tally.completion())
    }
    expectEqual(tally.calls, [true, false])
  }
}
