// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

#if canImport(Glibc)
import CMalloc
#endif

/// The content of a step, which counts its live instances.
private final class Counted: BasicRowController {
  nonisolated(unsafe) static var alive = 0

  override init() {
    super.init()
    Self.alive += 1
  }

  deinit { Self.alive -= 1 }

  override func measure(_ measurement: RowMeasurement) -> Int { 2 }
  override func render(into canvas: inout CellCanvas) { canvas.write("step", row: 0) }
}

/// A view with running transitions, a delegate, and a container.
private struct Walk {
  let clock = ManualClock()
  let view: StackFlowView<Int>
  let container: ContainerScroll

  init() {
    view = StackFlowView<Int>(motion: Motion(clock: clock)) { number in
      StepPresentation(content: Counted(), title: "Step \(number)")
    }
    container = ContainerScroll(content: view, motion: Motion(clock: clock))
    container.setFrame(CellRect(column: 0, row: 0, columns: 40, rows: 12), terminalRows: 12)
    for number in 0..<5 { view.push(number) }
    rest()
  }

  func rest() {
    clock.advance(by: .seconds(1))
    container.advance()
    _ = container.snapshot()
  }

  func pushAndPop(_ count: Int) throws {
    for number in 0..<count {
      view.push(number) { _ in }
      if number % 3 == 0 { rest() }
      try view.pop { _ in }
      if number % 100 == 0 { rest() }
    }
    rest()
  }
}

/// G-14: neither the view nor anything connected to it leaks.
@Suite(.serialized) struct StackFlowViewLeakTests {
  @Test func pushesAndPopsLeaveTheSameLiveObjects() throws {
    let walk = Walk()
    let before = Counted.alive
    let titled = walk.view.scrollStack.rows.count
    try walk.pushAndPop(isLongRun ? 10_000 : 1_000)
    #expect(Counted.alive == before && before == 5)
    #expect(walk.view.scrollStack.rows.count == titled && !walk.container.isAnimating)
    walk.view.scrollStack._checkInvariants()
  }

  @Test func poppedStepsAndUnusedViewsAreFreed() throws {
    var walk: Walk? = Walk()
    walk?.view.push(9)
    weak let row = walk?.view.scrollStack.lastRow
    weak let content = walk?.view.scrollStack.lastRow?.controller
    #expect(row != nil && content != nil)
    try walk?.view.pop()
    walk?.rest()
    #expect(row == nil && content == nil)
    weak let view = walk?.view
    weak let stack = walk?.view.scrollStack
    weak let flow = walk?.view.flow
    walk = nil
    #expect(view == nil && stack == nil && flow == nil && Counted.alive == 0)
  }

  #if canImport(Glibc)
  /// Runs in a separate process, where nothing else allocates memory.
  ///
  /// After a warm-up, the heap grows by less than 64 KiB, less than seven bytes a push in a long run.
  @Test func theHeapDoesNotGrow() async {
    await #expect(processExitsWith: .success) {
      let walk = Walk()
      let count = isLongRun ? 10_000 : 1_000
      try walk.pushAndPop(count)
      let before = mallinfo2().uordblks
      try walk.pushAndPop(count)
      let after = mallinfo2().uordblks
      precondition(after < before + (64 << 10))
    }
  }
  #endif
}
