// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// C-3 and C-5 of `Documentation/Contract.md`: what ends animations, and how they complete.
@Suite struct ArrivalTests {
  let clock = ManualClock()

  private func stack(_ names: String = "ABCDEF") throws -> ScrollStack {
    try ScrollStack.bare(
      names, length: 2, viewport: CellSize(columns: 4, rows: 6),
      motion: Motion(clock: clock, framesPerSecond: 10))
  }

  /// A stack with all kinds of animations: an entering row, a leaving row, and a scroll.
  private func moving(_ tally: Tally) throws -> ScrollStack {
    let stack = try stack()
    stack.scrollToEnd(completion: tally.completion())
    try stack.addRow(Box("X"), at: .index(4), animated: true, completion: tally.completion())
    try stack.removeRow(.index(2), animated: true, completion: tally.completion())
    clock.advance(by: .milliseconds(100))
    stack.advance()
    #expect(stack.isAnimating && tally.calls.isEmpty)
    return stack
  }

  private func expectArrival(_ stack: ScrollStack, _ tally: Tally) {
    expectEqual(tally.calls, [true, true, true])
    #expect(!stack.isAnimating && stack.nextFrameTime == nil)
    expectEqual(stack.offset, stack.maximumOffset)
    expectEqual(stack.snapshot().lines, ["D1", "X0", "E0", "E1", "F0", "F1"])
    stack._checkInvariants()
  }

  @Test func finishingReachesTheEndStateIncludingScrolling() throws {
    let tally = Tally()
    let stack = try moving(tally)
    stack.finishAnimations()
    expectArrival(stack, tally)
    stack.finishAnimations()
    expectEqual(tally.calls.count, 3)
  }

  @Test func reducingMotionEndsAllAnimations() throws {
    let tally = Tally()
    let stack = try moving(tally)
    stack.motion.isReduced = true
    expectArrival(stack, tally)
    stack.motion.isReduced = false
    #expect(!stack.isAnimating)
  }

  @Test func anotherClockEndsAllAnimations() throws {
    for other in [ManualClock(now: .seconds(90)), ImmediateClock()] as [any LayoutClock] {
      let tally = Tally()
      let stack = try moving(tally)
      stack.motion.clock = other
      expectArrival(stack, tally)
    }
  }

  @Test func anotherFrameRateKeepsTheTimingOfRunningAnimations() throws {
    let tally = Tally()
    let stack = try moving(tally)
    stack.motion.framesPerSecond = 1000
    stack.advance()
    #expect(tally.calls.isEmpty)
    clock.advance(by: .milliseconds(200))
    stack.advance()
    expectArrival(stack, tally)
  }

  @Test func aContainerPassesReducedMotionOn() throws {
    let tally = Tally()
    let stack = try moving(tally)
    let container = ContainerScroll(content: stack, motion: stack.motion)
    container.setFrame(CellRect(column: 0, row: 0, columns: 4, rows: 6), terminalRows: 6)
    container.motion.isReduced = true
    expectArrival(stack, tally)
  }

  @Test func anotherClockAppliesPendingChangesOfAContainer() throws {
    let stack = try stack()
    let container = ContainerScroll(content: stack, motion: stack.motion)
    container.setFrame(CellRect(column: 0, row: 0, columns: 4, rows: 6), terminalRows: 6)
    for rows in [5, 4, 3] {
      container.resize(CellRect(column: 0, row: 0, columns: 4, rows: rows), terminalRows: rows)
    }
    container.occluder(height: 1)
    container.motion.clock = ManualClock(now: .seconds(90))
    #expect(container.frame.size.rows == 3 && container.bottomInset == 1)
    #expect(!container.isAnimating)
  }

  @Test func anOperationWithoutDurationEndsAllAnimations() throws {
    let stack = try stack()
    let tally = Tally()
    try stack.removeRow(.index(0), animated: true, completion: tally.completion())
    try stack.setStyle { $0.rowAnimation = .zero }
    try stack.addRow(Box("X"), at: .top, animated: true, completion: tally.completion())
    #expect(tally.calls == [true, true] && !stack.isAnimating)
    expectEqual(stack.snapshot().lines, ["X0", "B0", "B1", "C0", "C1", "D0"])
  }

  @Test func scrollingContinuesWhenRowAnimationsEnd() throws {
    let stack = try stack()
    let tally = Tally()
    stack.scrollToEnd(completion: tally.completion())
    try stack.setRowHidden(true, for: .index(0))
    #expect(stack.isAnimating && tally.calls.isEmpty)
    clock.advance(by: .seconds(1))
    stack.advance()
    #expect(tally.calls == [true] && stack.offset == stack.maximumOffset)
  }

  @Test func scrollingToALeavingRowDoesNotFinish() throws {
    let stack = try stack()
    let tally = Tally()
    try stack.scrollToRow(.index(5), at: .start, completion: tally.completion())
    try stack.replaceRow(.index(5), with: Box("X"))
    #expect(tally.calls == [false] && !stack.isAnimating)
    try stack.scrollToRow(.index(5), at: .start, completion: tally.completion())
    try stack.removeRow(.index(5))
    #expect(tally.calls == [false, false] && !stack.isAnimating)
  }

  @Test func aCallThatChangesNothingLeavesAnimationsRunning() throws {
    let stack = try stack()
    let tally = Tally()
    try stack.removeRow(.index(0), animated: true, completion: tally.completion())
    stack.removeRows([.index(99)], completion: tally.completion())
    stack.reloadRows([], completion: tally.completion())
    try stack.addRows([], completion: tally.completion())
    try stack.setRowHidden(false, for: .index(1), completion: tally.completion())
    try stack.moveRow(.index(1), to: 1, completion: tally.completion())
    try stack.addRows([], animated: true, completion: tally.completion())
    try stack.setRows(
      stack.rows.map(\.controller), animated: true, completion: tally.completion())
    #expect(tally.calls == [true, true, true, true, true, true, true] && stack.isAnimating)
    clock.advance(by: .seconds(1))
    stack.advance()
    #expect(tally.calls.count == 8 && !stack.isAnimating)
  }

  @Test func hidingWithoutAnimationEndsARunningHiding() throws {
    let stack = try stack("ABC")
    let tally = Tally()
    try stack.setRowHidden(true, for: .index(1), animated: true, completion: tally.completion())
    try stack.setRowHidden(true, for: .index(1), completion: tally.completion())
    #expect(tally.calls == [true, true] && !stack.isAnimating)
    expectEqual(stack.snapshot().lines, ["A0", "A1", "C0", "C1", "", ""])
  }

  @Test func aMovingRowShowsEachLineOnce() throws {
    let stack = try stack("ABC")
    try stack.moveRow(.index(0), to: 2, animated: true)
    var frames: [String] = []
    for _ in 0..<4 {
      frames.append(stack.snapshot().lines.joined(separator: " "))
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
    expectEqual(
      frames,
      [
        "A0 A1 B0 B1 C0 C1", "A1 B0 B1 C0 C1 A0", "A1 B0 B1 C0 C1 A0", "B0 B1 C0 C1 A0 A1",
      ])
  }

  @Test func addingAPresentRowDrawsItOnce() throws {
    let stack = try stack("ABC")
    let tally = Tally()
    let box = try #require(stack.box(0))
    try stack.removeRow(.index(0), animated: true, completion: tally.completion())
    try stack.addRow(box, animated: true, completion: tally.completion())
    expectEqual(stack.snapshot().lines, ["A0", "A1", "B0", "B1", "C0", "C1"])
    clock.advance(by: .milliseconds(100))
    stack.advance()
    expectEqual(stack.snapshot().lines, ["A1", "B0", "B1", "C0", "C1", "A0"])
    clock.advance(by: .seconds(1))
    stack.advance()
    expectEqual(tally.calls, [false, true])
  }

  /// C-3: completions are called when their object is released.
  @Test func completionsAreCalledWhenTheStackIsReleased() throws {
    let tally = Tally()
    func use() throws { _ = try moving(tally) }
    try use()
    expectEqual(tally.calls, [false, false, false])
  }

  @Test func aWaitingRevealCompletesWhenTheContainerIsReleased() throws {
    let tally = Tally()
    let stack = try stack()
    func use() throws {
      let container = ContainerScroll(content: stack, motion: stack.motion)
      container.setFrame(CellRect(column: 0, row: 0, columns: 4, rows: 6), terminalRows: 6)
      container.occluder(height: 2)
      try container.reveal(range: 8..<9, completion: tally.completion())
      #expect(tally.calls.isEmpty)
    }
    try use()
    expectEqual(tally.calls, [false])
  }
}
