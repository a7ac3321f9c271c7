// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// Chapter 5 of `Documentation/Contract.md`, with the vectors V-15 to V-18.
@Suite struct ContainerScrollTests {
  let clock = ManualClock()

  func container(
    _ content: any RowController, columns: Int = 20, rows: Int = 40
  ) -> ContainerScroll {
    let container = ContainerScroll(content: content, motion: Motion(clock: clock))
    container.setFrame(
      CellRect(column: 0, row: 0, columns: columns, rows: rows), terminalRows: rows)
    return container
  }

  static func lines(_ count: Int) -> TextRow {
    TextRow((0..<count).map { "line \($0)" }.joined(separator: "\n"))
  }

  func wait(_ milliseconds: Int, _ container: ContainerScroll) {
    clock.advance(by: .milliseconds(milliseconds))
    container.advance()
  }

  @Test("V-15 Reveal") func v15() throws {
    let container = container(Self.lines(50), rows: 10)
    try container.reveal(range: 12..<14, margin: 1, animated: false)
    expectEqual(container.scrollStack.offset, 5)
    try container.reveal(range: 12..<14, margin: 1, animated: false)
    expectEqual(container.scrollStack.offset, 5)
    // Clamped to the ends of the content.
    try container.reveal(range: 0..<1, margin: 3, animated: false)
    expectEqual(container.scrollStack.offset, 0)
    try container.reveal(range: 49..<50, margin: 3, animated: false)
    expectEqual(container.scrollStack.offset, 40)
    // A margin that doesn't fit is ignored; if a range doesn't fit, its start is shown.
    try container.reveal(range: 20..<29, margin: 4, animated: false)
    expectEqual(container.scrollStack.offset, 20)
    try container.reveal(range: 20..<40, margin: 4, animated: false)
    expectEqual(container.scrollStack.offset, 20)
    try container.reveal(range: 20..<40, caret: 33, animated: false)
    expectEqual(container.scrollStack.offset, 24)
    #expect(throws: ScrollStackError.negativeLength(-1)) {
      try container.reveal(range: 0..<1, margin: -1)
    }
    try container.reveal(range: .min..<(.max), animated: false)
    expectEqual(container.scrollStack.offset, 0)
  }

  @Test("V-16 Occluder inset", arguments: [(0..<40, 8), (0..<36, 4), (0..<30, 0)])
  func v16(container: Range<Int>, inset: Int) {
    expectEqual(
      ContainerScroll.occluderInset(
        height: 10, terminalRows: 40, container: container, safeBottom: 2), inset)
  }

  @Test("V-16 The host's own inset comes back") func v16Host() throws {
    let container = container(Self.lines(100))
    try container.setAdditionalInsets(CellInsets(bottom: 3))
    container.flush()
    container.occluder(height: 2)
    container.flush()
    expectEqual(container.bottomInset, 3)
    container.occluder(height: 12)
    container.flush()
    #expect(container.bottomInset == 12 && container.scrollStack.viewportLength == 28)
    container.occluder(height: 0)
    container.flush()
    #expect(container.bottomInset == 3 && container.scrollStack.viewportLength == 37)
    expectEqual(container.scrollStack.contentLength, 100)
  }

  @Test("V-17 Debounce", arguments: [(100, 190), (150, 240)])
  func v17(delay: Int, applied: Int) {
    let container = container(Self.lines(100))
    container.debounceDelay = .milliseconds(delay)
    container.occluder(height: 10)
    wait(50, container)
    container.occluder(height: 0)
    wait(40, container)
    container.occluder(height: 12)
    wait(applied - 90 - 1, container)
    expectEqual(container.adjustmentCount, 0)
    expectEqual(container.nextFrameTime, .milliseconds(applied))
    wait(1, container)
    #expect(container.adjustmentCount == 1 && container.bottomInset == 12)
    wait(1000, container)
    #expect(container.adjustmentCount == 1 && !container.isAnimating)
  }

  @Test("V-17 Suspension and nesting") func v17Suspended() {
    let container = container(Self.lines(100))
    container.occluder(height: 10)
    wait(60, container)
    container.suspend()
    container.suspend()
    wait(500, container)
    container.resume()
    wait(500, container)
    expectEqual(container.adjustmentCount, 0)
    container.resume()
    wait(39, container)
    expectEqual(container.adjustmentCount, 0)
    wait(1, container)
    expectEqual(container.adjustmentCount, 1)
    // A height that arrives during a suspension waits for the full delay.
    container.suspend()
    container.occluder(height: 5)
    wait(300, container)
    container.resume()
    wait(99, container)
    expectEqual(container.adjustmentCount, 1)
    wait(1, container)
    #expect(container.adjustmentCount == 2 && container.bottomInset == 5)
    // A flush during a suspension fires on resume.
    container.suspend()
    container.occluder(height: 7)
    container.flush()
    expectEqual(container.adjustmentCount, 2)
    container.resume()
    #expect(container.adjustmentCount == 3 && container.bottomInset == 7)
  }

  @Test("V-17 Bound and dismissal") func v17Bound() {
    let container = container(Self.lines(100))
    for step in 0...8 {
      container.occluder(height: step + 1)
      if step < 8 { wait(60, container) }
    }
    expectEqual(container.adjustmentCount, 0)
    wait(19, container)
    expectEqual(container.adjustmentCount, 0)
    wait(1, container)
    #expect(container.adjustmentCount == 1 && container.bottomInset == 9)
    container.occluder(height: 3)
    var dismissed = 0
    container.onDismiss = { dismissed += 1 }
    container.dismissOccluder()
    #expect(container.bottomInset == 0 && dismissed == 1)
    // A height that equals the applied one changes nothing.
    container.occluder(height: 4)
    container.occluder(height: 0)
    wait(1000, container)
    expectEqual(container.adjustmentCount, 2)
    container.dismissMode = .onScroll
    container.occluder(height: 4)
    container.flush()
    #expect(container.scroll(by: 1))
    #expect(container.bottomInset == 0 && dismissed == 2)
  }

  @Test("V-18 Resize pin") func v18() {
    let text = TextRow((0..<400).map { "w\($0)" }.joined(separator: " "))
    let container = container(text, columns: 40, rows: 10)
    container.scroll(by: 8)
    let before = container.snapshot().lines[0].split(separator: " ")[0]
    for columns in [30, 17, 60, 40] {
      container.setFrame(
        CellRect(column: 0, row: 0, columns: columns, rows: 10), terminalRows: 10)
      #expect(container.snapshot().lines[0].split(separator: " ").contains(before))
    }
    container.setFrame(CellRect(column: 0, row: 0, columns: 40, rows: 900), terminalRows: 900)
    expectEqual(container.scrollStack.offset, 0)
  }

  @Test func manyResizesCauseTwoLayouts() {
    let container = container(Self.lines(100), rows: 40)
    let layouts = container.scrollStack.layoutCount
    for step in 0..<100 {
      container.resize(
        CellRect(column: 0, row: 0, columns: 20 + step % 7, rows: 20 + step % 5),
        terminalRows: 20 + step % 5)
      wait(1, container)
    }
    wait(40, container)
    expectEqual(container.scrollStack.layoutCount - layouts, 2)
    expectEqual(container.frame.size, CellSize(columns: 20 + 99 % 7, rows: 20 + 99 % 5))
    #expect(!container.isAnimating)
  }

  @Test func contentFillsOrHugs() {
    let container = container(Self.lines(3), rows: 10)
    expectEqual(container.scrollStack.contentLength, 10)
    expectEqual(container.measuredLength(columns: 20), 3)
    container.occluder(height: 4)
    container.flush()
    // Frozen during occlusion, so it merely scrolls.
    #expect(container.scrollStack.contentLength == 10 && container.scroll(by: 2))
    container.resizesContentForOccluder = true
    #expect(container.scrollStack.contentLength == 6 && container.scrollStack.offset == 0)
    container.contentMode = .hug
    expectEqual(container.scrollStack.contentLength, 3)
    container.dismissOccluder()
    container.contentMode = .fill
    expectEqual(container.scrollStack.contentLength, 10)
  }

  /// A stack of focusable rows, for the prompt to cover.
  func form(_ container: inout ContainerScroll?) throws -> ScrollStack {
    let stack = try ScrollStack.bare("", motion: Motion(clock: clock))
    for index in 0..<30 {
      let box = Box("\(index)")
      box.acceptsFocus = true
      try stack.addRow(box)
    }
    container = self.container(stack, rows: 20)
    return stack
  }

  @Test func theFocusedLineIsNeverBelowThePrompt() throws {
    var made: ContainerScroll?
    let stack = try form(&made)
    let container = try #require(made)
    stack.focus(.index(17))
    let recorder = Recorder()
    stack.delegate = recorder
    container.occluder(height: 10)
    // Not applied yet: drawn higher, without an event.
    let lines = container.snapshot().lines
    #expect(lines[9] == "170" && lines[10...].allSatisfy(\.isEmpty))
    #expect(recorder.take().isEmpty && stack.offset == 0)
    wait(100, container)
    expectEqual(stack.offset, 8)
    expectEqual(container.snapshot().lines[9], "170")
    stack.focus(.index(29))
    container.setFrame(CellRect(column: 0, row: 0, columns: 9, rows: 15), terminalRows: 15)
    expectEqual(container.snapshot().lines[4], "290")
    expectEqual(stack.visibility(of: .index(29)), .entire)
    container.keepsFocusVisible = false
    stack.scroll(toOffset: 0)
    container.setFrame(CellRect(column: 0, row: 0, columns: 9, rows: 16), terminalRows: 16)
    expectEqual(stack.offset, 0)
  }

  /// A focus out of view isn't covered, so a pending occluder moves nothing to show it.
  @Test func aPendingOccluderDoesNotMoveAFocusOutOfView() throws {
    var made: ContainerScroll?
    let stack = try form(&made)
    let container = try #require(made)
    container.setFrame(CellRect(column: 0, row: 0, columns: 12, rows: 6), terminalRows: 6)
    stack.focus(.index(20))
    container.occluder(height: 2)
    expectEqual(container.snapshot().lines, ["00", "10", "20", "30", "", ""])
    wait(100, container)
    expectEqual(container.snapshot().lines, ["170", "180", "190", "200", "", ""])
    // The user scrolls away from the focus.
    stack.scroll(toOffset: 3)
    container.occluder(height: 3)
    expectEqual(container.snapshot().lines, ["30", "40", "50", "", "", ""])
    // A focus that is partly below the window doesn't move more of it into view than there was.
    container.dismissOccluder()
    let tall = Box("T", length: 4)
    tall.acceptsFocus = true
    try stack.replaceRow(.index(4), with: tall)
    stack.scroll(toOffset: 0)
    stack.focus(.index(4))
    container.occluder(height: 2)
    expectEqual(container.snapshot().lines, ["20", "30", "T0", "T1", "", ""])
  }

  @Test func rowsThatASmallerOccluderUncoversAreDrawnAtOnce() throws {
    var made: ContainerScroll?
    let stack = try form(&made)
    let container = try #require(made)
    container.setFrame(CellRect(column: 0, row: 0, columns: 12, rows: 6), terminalRows: 6)
    container.occluder(height: 4)
    wait(100, container)
    let recorder = Recorder()
    stack.delegate = recorder
    container.occluder(height: 1)
    expectEqual(container.snapshot().lines, ["00", "10", "20", "30", "40", ""])
    #expect(recorder.take().isEmpty && stack.viewportLength == 2)
    wait(100, container)
    expectEqual(container.snapshot().lines, ["00", "10", "20", "30", "40", ""])
    // At the end, rows before come into view, as they will when the occluder is applied.
    container.occluder(height: 4)
    wait(100, container)
    stack.scrollToEnd(animated: false)
    expectEqual(container.snapshot().lines, ["280", "290", "", "", "", ""])
    container.occluder(height: 0)
    let lines = ["240", "250", "260", "270", "280", "290"]
    #expect(container.snapshot().lines == lines && stack.offset == 28)
    // A click is for what is drawn.
    container.handle(.pressed(CellPosition(column: 0, row: 5)))
    #expect(container.scrollStack.visibleRows.map(\.controller).last === stack.box(29))
    #expect(container.snapshot().lines == lines && stack.offset == 24)
  }

  @Test func aRevealWaitsForTheOccluderAndTheLastWins() throws {
    let container = container(Self.lines(100), rows: 20)
    container.occluder(height: 10)
    let tallies = [Tally(), Tally()]
    try container.reveal(range: 50..<51, animated: false, completion: tallies[0].completion())
    try container.reveal(range: 15..<16, animated: false, completion: tallies[1].completion())
    #expect(tallies.map(\.calls) == [[false], []] && container.scrollStack.offset == 0)
    wait(100, container)
    #expect(tallies.map(\.calls) == [[false], [true]] && container.scrollStack.offset == 6)
  }

  @Test func newContentKeepsTheOffsetAndGetsTheOccluderImmediately() {
    let container = container(Self.lines(100), rows: 20)
    container.scroll(by: 30)
    container.occluder(height: 5)
    container.content = Self.lines(40)
    #expect(container.bottomInset == 5 && container.scrollStack.offset == 25)
    container.content = Self.lines(2)
    // Stretched to 20 lines, of which 15 are above the occluder.
    expectEqual(container.scrollStack.offset, 5)
  }

  @Test func aContainerWorksInsideARow() throws {
    let stack = try ScrollStack.bare("A", viewport: CellSize(columns: 10, rows: 6))
    let inner = ContainerScroll(content: Self.lines(20))
    final class Window: BasicRowController {
      let inner: ContainerScroll
      init(_ inner: ContainerScroll) { self.inner = inner }
      override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .fixed(3) }
      override func render(into canvas: inout CellCanvas) { inner.render(into: &canvas) }
    }
    try stack.addRow(Window(inner))
    try stack.addRow(Box("B"))
    expectEqual(stack.snapshot().lines, ["A0", "line 0", "line 1", "line 2", "B0", ""])
    inner.scroll(by: 4)
    expectEqual(stack.snapshot().lines, ["A0", "line 4", "line 5", "line 6", "B0", ""])
  }

  @Test(arguments: [0, 1, 2, -4, Int.max, Int.min])
  func everySizeAndHeightIsLaidOut(length: Int) throws {
    let container = container(Self.lines(10), columns: length, rows: min(length, 100))
    container.occluder(height: length)
    container.flush()
    container.scroll(by: length)
    try container.reveal(range: 3..<5)
    try container.reveal(row: .index(0), line: length)
    try container.revealFocus()
    if length < 100 { _ = container.snapshot() }
    container.scrollStack._checkInvariants()
  }
}
