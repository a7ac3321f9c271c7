// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

/// CS-12, G-12 and V-18 of `Documentation/Contract.md`: in a window that's resized many times, the
/// text at the top is the one before the first resize.
@Suite struct ResizePinTests {
  static let words = (0..<600).map { "w\($0)" }

  private func stack(_ gravity: ScrollStack.Gravity = .start, rows: Int = 12) throws -> ScrollStack
  {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 40, rows: 10))
    stack.gravity = gravity
    let size = Self.words.count / rows
    try stack.addRows(
      (0..<rows).map { TextRow(Self.words[$0 * size..<($0 + 1) * size].joined(separator: " ")) })
    stack.scrollToStart(animated: false)
    return stack
  }

  private func top(_ stack: ScrollStack) -> [Substring] {
    stack.snapshot().lines[0].split(separator: " ")
  }

  @Test(arguments: [
    [23, 60, 23, 60, 23, 60, 23, 60, 40], [39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 33, 37, 40],
    [40, 20, 60, 40], [1, 40], [4, 200, 7, 40], Array((11...79).reversed()) + [40],
  ])
  func aSeriesOfWidthsKeepsTheTextAtTheTop(widths: [Int]) throws {
    for gravity in [ScrollStack.Gravity.start, .end] {
      let stack = try stack(gravity)
      for offset in [3, 17, 40] {
        stack.scroll(toOffset: offset)
        let before = top(stack)
        let first = try #require(before.first)
        for width in widths {
          stack.setViewport(CellSize(columns: width, rows: 10))
          if stack.offset < stack.maximumOffset, width >= 4 {
            #expect(top(stack).contains(first), "\(widths) at \(width)")
          }
        }
        expectEqual(top(stack), before)
      }
    }
  }

  /// In a window that shows everything, nothing is pinned until it's small again.
  @Test func aWindowLargerThanItsContentShowsTheSameTextAgain() throws {
    for gravity in [ScrollStack.Gravity.start, .end] {
      let stack = try stack(gravity)
      stack.scroll(toOffset: 20)
      let before = top(stack)
      for rows in [30, 90, 900, 90, 30] {
        stack.setViewport(CellSize(columns: 40, rows: rows))
      }
      #expect(stack.offset > 0)
      stack.setViewport(CellSize(columns: 40, rows: 10))
      expectEqual(top(stack), before)
    }
  }

  @Test func scrollingEndsTheSeries() throws {
    let stack = try stack()
    stack.scroll(toOffset: 20)
    stack.setViewport(CellSize(columns: 23, rows: 10))
    stack.scroll(by: 5)
    let before = top(stack)
    stack.setViewport(CellSize(columns: 60, rows: 10))
    let first = try #require(before.first)
    #expect(top(stack).contains(first))
    stack.setViewport(CellSize(columns: 23, rows: 10))
    expectEqual(top(stack), before)
  }

  @Test func newContentAtTheTopEndsTheSeries() throws {
    let stack = try stack()
    stack.setViewport(CellSize(columns: 30, rows: 10))
    try stack.addRow(TextRow("new"), at: .top)
    expectEqual(top(stack), ["new"])
    stack.setViewport(CellSize(columns: 40, rows: 10))
    expectEqual(top(stack), ["new"])
  }

  @Test func rowsAddedOrRemovedBeforeItKeepTheTextAtTheTop() throws {
    let stack = try stack()
    stack.scroll(toOffset: 20)
    let before = top(stack)
    stack.setViewport(CellSize(columns: 23, rows: 10))
    try stack.addRow(TextRow(Self.words.joined(separator: " ")), at: .top)
    try stack.removeRow(.index(1))
    stack.setViewport(CellSize(columns: 40, rows: 10))
    expectEqual(top(stack), before)
  }

  @Test func removingTheRowEndsTheSeries() throws {
    let stack = try stack()
    stack.scroll(toOffset: 20)
    stack.setViewport(CellSize(columns: 23, rows: 10))
    let row = try #require(stack.row(atContentOffset: stack.offset))
    try stack.setRowHidden(true, for: .row(row))
    let before = top(stack)
    stack.setViewport(CellSize(columns: 40, rows: 10))
    expectEqual(top(stack).first, before.first)
    try stack.removeRow(.row(row))
    stack.setViewport(CellSize(columns: 23, rows: 10))
    expectEqual(top(stack), before)
  }

  /// Scrolling to reveal the focus doesn't count as scrolling by the user.
  @Test func revealingTheFocusDoesNotEndTheSeries() throws {
    let stack = try stack()
    let field = Box("f")
    field.acceptsFocus = true
    try stack.addRow(field, at: .index(3))
    stack.focus(.controller(field))
    let container = ContainerScroll(content: stack)
    func resize(_ columns: Int, _ rows: Int) {
      container.setFrame(
        CellRect(column: 0, row: 0, columns: columns, rows: rows), terminalRows: rows)
    }
    resize(40, 20)
    let place = try #require(stack.range(of: .controller(field))).lowerBound
    container.scroll(by: place - 15)
    let before = top(stack)
    for rows in [19, 8, 3, 1, 5, 12, 20] {
      resize(40, rows)
      #expect(container.snapshot().lines.contains("f0"), "\(rows) rows")
    }
    expectEqual(top(stack), before)
    for height in [1, 19, 4, 0] {
      container.occluder(height: height)
      container.flush()
      #expect(container.snapshot().lines.contains("f0"), "\(height) covered")
    }
    expectEqual(top(stack), before)
  }

  @Test func quickResizesFormASeries() throws {
    let clock = ManualClock()
    let stack = try stack()
    let container = ContainerScroll(content: stack, motion: Motion(clock: clock))
    container.setFrame(CellRect(column: 0, row: 0, columns: 40, rows: 10), terminalRows: 10)
    container.scroll(by: 20)
    let before = top(stack)
    for step in 0..<60 {
      let columns = step == 59 ? 40 : step % 2 == 0 ? 23 : 60
      container.resize(
        CellRect(column: 0, row: 0, columns: columns, rows: 10 + step % 3 * (step == 59 ? 0 : 1)),
        terminalRows: 12)
      clock.advance(by: .milliseconds(step % 5 == 0 ? 90 : 10))
      container.advance()
    }
    container.setFrame(CellRect(column: 0, row: 0, columns: 40, rows: 10), terminalRows: 10)
    expectEqual(top(stack), before)
  }

  @Test func aNestedStackKeepsItsTextThroughTheSeries() throws {
    let inner = try stack()
    let outer = try ScrollStack.bare("", viewport: CellSize(columns: 40, rows: 10))
    final class Window: BasicRowController {
      let stack: ScrollStack
      init(_ stack: ScrollStack) { self.stack = stack }
      override func extent(along axis: LayoutAxis, in size: CellSize) -> RowExtent { .fixed(10) }
      override func render(into canvas: inout CellCanvas) { stack.render(into: &canvas) }
    }
    try outer.addRow(Window(inner))
    inner.scroll(toOffset: 20)
    let before = outer.snapshot().lines[0]
    for columns in [23, 60, 23, 60, 31, 40] {
      outer.setViewport(CellSize(columns: columns, rows: 10))
      _ = outer.snapshot()
    }
    expectEqual(outer.snapshot().lines[0], before)
  }

  /// The rows before the view have estimated lengths, which turn out to be too short.
  @Test func aTallerWindowAtTheEndKeepsTheEndInView() throws {
    for lengths in [5, 10, 15, 30, 60, 119] {
      let stack = try ScrollStack.bare("", viewport: CellSize(columns: 10, rows: 5))
      try stack.addRows((0..<40).map { Box("\($0)-", length: 3) })
      stack.scrollToEnd(animated: false)
      stack.setViewport(CellSize(columns: 10, rows: lengths))
      expectEqual(stack.offset, stack.maximumOffset)
      expectEqual(stack.snapshot().lines.last, "39-2")
      stack.setViewport(CellSize(columns: 10, rows: 5))
      expectEqual(stack.snapshot().lines.last, "39-2")
    }
  }

  /// The same if rows after the view are removed, so that rows before it come into view.
  @Test func removingTheRowsAtTheEndShowsTheNewEnd() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 10, rows: 9))
    try stack.addRows((0..<40).map { Box("\($0)-", length: 3) })
    stack.scrollToEnd(animated: false)
    stack.removeRows((38..<40).map { .index($0) })
    expectEqual(stack.offset, stack.maximumOffset)
    expectEqual(stack.snapshot().lines.last, "37-2")
  }
}
