// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout
@testable import StackFlowCore

/// A view in a container with a prompt: SF-10, CS-1, CS-8, CS-10, CS-12, G-12 and G-13.
@Suite struct StackFlowViewInContainerTests {
  private func window(_ show: Show, columns: Int, rows: Int) -> ContainerScroll {
    let container = ContainerScroll(content: show.view, motion: Motion(clock: show.clock))
    resize(container, columns, rows)
    return container
  }

  private func resize(_ container: ContainerScroll, _ columns: Int, _ rows: Int) {
    container.setFrame(
      CellRect(column: 0, row: 0, columns: columns, rows: rows), terminalRows: rows)
  }

  @Test func aContainerKeepsTheTopStepAboveThePrompt() throws {
    let show = try Show("abc", columns: 6, rows: 8)
    let container = ContainerScroll(content: show.view)
    container.setFrame(CellRect(column: 0, row: 0, columns: 6, rows: 8), terminalRows: 8)
    expectEqual(container.snapshot().lines.last, "c2")
    container.occluder(height: 3)
    container.flush()
    expectEqual(container.snapshot().lines[3...4], ["c1", "c2"])
    show.view.push("d")
    expectEqual(container.snapshot().lines[3...4], ["d1", "d2"])
  }

  /// CS-8: when a step is pushed or exposed, the current occluder is applied and nothing is
  /// pending.
  @Test func aPushOrPopAppliesTheOccluderAtOnce() throws {
    let show = try Show("abc", columns: 6, rows: 8)
    let container = window(show, columns: 6, rows: 8)
    container.occluder(height: 3)
    expectEqual(container.bottomInset, 0)
    show.view.push("d")
    #expect(container.bottomInset == 3 && show.view.scrollStack.viewportLength == 5)
    show.view.scrollStack.finishAnimations()
    #expect(container.nextFrameTime == nil && container.snapshot().lines[3...4] == ["d1", "d2"])
    container.occluder(height: 1)
    try show.view.pop()
    #expect(container.bottomInset == 1 && container.adjustmentCount == 2)
    show.view.scrollStack.finishAnimations()
    expectEqual(container.snapshot().lines[5...6], ["c1", "c2"])
    // If nothing is popped, nothing is applied.
    container.occluder(height: 4)
    try show.view.pop(0)
    expectEqual(container.bottomInset, 1)
    // A container with other content gets no more calls.
    container.content = TextRow("other")
    container.occluder(height: 2)
    show.view.push("e")
    expectEqual(container.bottomInset, 4)
  }

  @Test func aViewKeepsItsOffsetInAContainer() throws {
    let show = try Show("abcdefgh", columns: 6, rows: 8)
    show.view.scrollStack.scroll(by: -7)
    let before = show.lines
    let container = window(show, columns: 6, rows: 8)
    expectEqual(container.snapshot().lines, before)
    // Another host replaces it, and then it returns with the same offset.
    container.content = TextRow("something else")
    container.content = show.view
    expectEqual(container.snapshot().lines, before)
  }

  @Test func aScrolledViewKeepsItsStepsThroughResizes() throws {
    let show = try Show("abcdefgh", columns: 6, rows: 8)
    let container = window(show, columns: 6, rows: 8)
    container.scroll(by: -9)
    let first = container.snapshot().lines[0]
    for (columns, rows) in [(5, 6), (9, 7), (3, 5), (6, 8)] {
      resize(container, columns, rows)
      expectEqual(container.snapshot().lines[0].prefix(2), first.prefix(2))
    }
    // Showing and hiding a prompt doesn't scroll either.
    container.occluder(height: 3)
    expectEqual(container.snapshot().lines[0], first)
    container.flush()
    #expect(container.snapshot().lines[0] == first && !show.view.isAtHead)
    show.view.push("i")
    show.view.scrollStack.finishAnimations()
    expectEqual(container.snapshot().lines[4], "i2")
  }

  @Test func aFocusedFieldIsInViewAfterEveryChange() throws {
    let show = try Show("abc", columns: 9, rows: 12)
    let field = Field()
    let form = ScrollStack()
    try form.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    for index in 0..<9 { try form.addRow(index == 6 ? field : TextRow("row \(index)")) }
    form.focus(.controller(field))
    let view = StackFlowView<Int> { number in
      StepPresentation(content: number == 3 ? form : TextRow("step \(number)"))
    }
    let container = ContainerScroll(
      content: view, motion: Motion(clock: show.clock, isReduced: true))
    resize(container, 9, 12)
    for number in 0...3 { view.push(number) }
    container.scroll(by: -3)
    for rows in [12, 8, 5, 3, 11] {
      resize(container, 9, rows)
      #expect(container.snapshot().lines.contains("field"), "\(rows) rows")
      for height in [2, rows - 1, 1, 0] {
        container.occluder(height: height)
        #expect(container.snapshot().lines.contains("field"), "\(rows) rows, \(height) covered")
        container.flush()
        #expect(container.snapshot().lines.contains("field"), "\(rows) rows, \(height) covered")
      }
    }
  }

  private final class Field: BasicRowController {
    override var isFocusable: Bool { true }
    override func measure(_ measurement: RowMeasurement) -> Int { 1 }
    override func render(into canvas: inout CellCanvas) { canvas.write("field", row: 0) }
  }
}
