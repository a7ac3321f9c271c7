// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// CS-7, CS-10, and CS-11 of `Documentation/Contract.md`: what's in view after a change of the occluder.
@Suite struct OccludedFocusTests {
  private let clock = ManualClock()

  private func container(_ stack: ScrollStack, rows: Int) -> ContainerScroll {
    let container = ContainerScroll(
      content: stack, motion: Motion(clock: clock, framesPerSecond: 10))
    container.setFrame(CellRect(column: 0, row: 0, columns: 8, rows: rows), terminalRows: rows)
    return container
  }

  /// A stack of rows of one line, all of which accept the focus.
  private func stack(_ count: Int) throws -> ScrollStack {
    let stack = try ScrollStack.bare()
    try stack.addRows((0..<count).map { newBox("\($0).") })
    return stack
  }

  private func newBox(_ name: String) -> Box {
    let box = Box(name)
    box.acceptsFocus = true
    return box
  }

  private func wait(_ container: ContainerScroll, frames: Int) {
    for _ in 0..<frames {
      clock.advance(by: .milliseconds(100))
      container.advance()
    }
  }

  /// The height returns to what it was while rows change, so nothing is applied.
  @Test func theFocusIsVisibleAfterAnOccluderThatReturns() throws {
    let stack = try stack(40)
    let container = container(stack, rows: 9)
    stack.focus(.index(25))
    container.occluder(height: 9)
    try container.reveal(range: 25..<26, animated: false)
    container.occluder(height: 10)
    try stack.addRow(newBox("new"), at: .index(22))
    container.occluder(height: 0)
    wait(container, frames: 3)
    #expect(container.snapshot().lines.contains("25.0"))
    expectEqual(container.adjustmentCount, 0)
  }

  /// The target is a row, wherever it goes until the occluder has settled.
  @Test func aWaitingRevealFollowsItsRow() throws {
    let stack = try stack(40)
    let container = container(stack, rows: 9)
    container.occluder(height: 2)
    try container.reveal(range: 25..<26, animated: false)
    stack.removeRows((0..<5).map { .index($0) })
    wait(container, frames: 2)
    expectEqual(container.snapshot().lines[6], "25.0")
  }

  /// The waiting reveal is performed, and its completion called, whatever ends the wait.
  @Test(arguments: ["time", "flush", "dismissal", "resume"])
  func aWaitingRevealIsPerformedWhenTheOccluderReturns(end: String) throws {
    let stack = try stack(40)
    let container = container(stack, rows: 9)
    let tally = Tally()
    if end == "resume" { container.suspend() }
    container.occluder(height: 4)
    try container.reveal(range: 30..<31, animated: false, completion: tally.completion())
    container.occluder(height: 0)
    expectEqual(tally.calls, [])
    switch end {
    case "time": wait(container, frames: 1)
    case "flush": container.flush()
    case "dismissal": container.dismissOccluder()
    default:
      container.resume()
      container.flush()
    }
    expectEqual(tally.calls, [true])
    expectEqual(stack.offset, 22)
  }

  /// A field that the user has scrolled away from returns, too; until then it stays away.
  @Test(arguments: [0, 3])
  func aFocusThatWasScrolledAwayReturnsWithTheOccluder(height: Int) throws {
    let stack = try stack(40)
    let container = container(stack, rows: 9)
    stack.focus(.index(4))
    container.scroll(by: 20)
    container.occluder(height: 5)
    expectEqual(container.snapshot().lines[0], "20.0")
    container.occluder(height: height)
    wait(container, frames: 2)
    #expect(container.snapshot().lines.contains("4.0"))
  }

  @Test func theFocusIsVisibleAfterRandomChanges() throws {
    let runs = RandomRuns(long: 5000, every: 100, named: "focus after changes of the occluder")
    for seed in runs.seeds {
      let log = try problem(seed)
      expectEqual(log, nil, "seed \(seed)")
      if log != nil { return }
    }
  }

  /// Changes an occluder, a window, and its rows, and returns what happened if the focus isn't visible in the end.
  private func problem(_ seed: UInt64) throws -> [String]? {
    var random = SeededGenerator(seed: seed)
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let stack = try stack(pick(5...40))
    let rows = pick(4...12)
    let container = container(stack, rows: rows)
    if pick(0...1) == 0 { stack.gravity = .end }
    var log = ["\(rows) rows, \(stack.gravity)"]
    for step in 0..<pick(3...12) {
      let index = pick(0...stack.count - 1)
      let isAnimated = pick(0...1) == 0
      switch pick(0...8) {
      case 0...1:
        let height = pick(0...rows + 2)
        log.append("occluder \(height)")
        container.occluder(height: height)
      case 2:
        log.append("focus \(index)")
        stack.focus(.index(index))
      case 3:
        log.append("reveal \(index)")
        try container.reveal(range: index..<index + 1, animated: isAnimated)
      case 4:
        log.append("insert at \(index)")
        try stack.addRow(newBox("n\(step)."), at: .index(index), animated: isAnimated)
      case 5 where stack.count > 3 && stack.row(at: index) !== stack.focusedRow:
        log.append("remove \(index)")
        try stack.removeRow(.index(index), animated: isAnimated)
      case 6:
        log.append("scroll \(index)")
        container.scroll(by: index - 10)
      case 7:
        log.append("reveal the focus")
        try container.revealFocus(animated: isAnimated)
      default:
        log.append("wait")
        wait(container, frames: pick(0...4))
      }
    }
    // The requests from before have their ends.
    wait(container, frames: 10)
    let height = pick(0...rows - 1)
    log.append("at last: occluder \(height + 1), \(height)")
    container.occluder(height: height + 1)
    container.occluder(height: height)
    wait(container, frames: 3)
    guard let box = stack.focusedRow?.controller as? Box else { return nil }
    let lines = container.snapshot().lines
    return lines.prefix(rows - height).contains("\(box.name)0")
      ? nil : log + ["\(box.name) isn't visible:"] + lines
  }
}
