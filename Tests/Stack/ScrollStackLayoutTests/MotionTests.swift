// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-7, SC-18 and SC-20 of `Documentation/Contract.md`: the frames of animations.
@Suite struct MotionTests {
  let clock = ManualClock()

  /// A stack with a separator after each row, whose animations take three frames.
  private func stack(_ names: String, length: Int = 2, autoHides: Bool = false) throws
    -> ScrollStack
  {
    let stack = try ScrollStack.bare(
      names, length: length, viewport: CellSize(columns: 2, rows: 20),
      motion: Motion(clock: clock, framesPerSecond: 10))
    try stack.setStyle {
      $0.hidesSeparators = false
      $0.separatorInsets = .zero
      $0.autoHidesLastSeparator = autoHides
      $0.visibilityAnimation = .milliseconds(300)
    }
    return stack
  }

  private func frames(_ stack: ScrollStack, _ count: Int = 4) -> [String] {
    (0..<count).map { _ in
      let picture = stack.snapshot().lines.filter { !$0.isEmpty }.joined(separator: " ")
      clock.advance(by: .milliseconds(100))
      stack.advance()
      return picture
    }
  }

  @Test func showingIsTheReverseOfHiding() throws {
    let stack = try stack("ABC", length: 1)
    try stack.setRowHidden(true, for: .index(1), animated: true)
    let hiding = frames(stack)
    expectEqual(
      hiding, ["A0 ── B0 ── C0 ──", "A0 ── B0 C0 ──", "A0 ── B0 C0 ──", "A0 ── C0 ──"])
    try stack.setRowHidden(false, for: .index(1), animated: true)
    expectEqual(frames(stack), hiding.reversed())
  }

  @Test func removingStartsWithTheLastFrame() throws {
    let stack = try stack("ABC", length: 1)
    try stack.removeRow(.index(1), animated: true)
    expectEqual(
      frames(stack), ["A0 ── B0 ── C0 ──", "A0 ── B0 C0 ──", "A0 ── B0 C0 ──", "A0 ── C0 ──"])
  }

  @Test func theSeparatorBeforeTheLastRowAppearsAndDisappearsWithIt() throws {
    let stack = try stack("AB", autoHides: true)
    expectEqual(frames(stack, 1), ["A0 A1 ── B0 B1"])
    try stack.setRowHidden(true, for: .index(1), animated: true)
    let hiding = ["A0 A1 ── B0 B1", "A0 A1 ── B0", "A0 A1 ── B0", "A0 A1"]
    expectEqual(frames(stack), hiding)
    try stack.setRowHidden(false, for: .index(1), animated: true)
    expectEqual(frames(stack), hiding.reversed())
    try stack.removeRow(.index(1), animated: true)
    expectEqual(frames(stack), hiding)
    try stack.addRow(Box("B", length: 2), animated: true)
    expectEqual(frames(stack), hiding.reversed())
  }

  @Test func rowsLeavingInSuccessionAreDrawnInOrder() throws {
    for order in [[3, 2, 1], [1, 1, 1], [2, 2, 1], [1, 2, 1]] {
      let stack = try stack("ABCDE", length: 1)
      let before = frames(stack, 1)
      for index in order { try stack.removeRow(.index(index), animated: true) }
      expectEqual(frames(stack, 1), before, "\(order)")
      _ = frames(stack)
      expectEqual(frames(stack, 1), ["A0 ── E0 ──"])
      stack._checkInvariants()
    }
  }

  @Test func aChangedRowKeepsItsSeparatorAfterTheDrawnPart() throws {
    let stack = try stack("AB", length: 1)
    stack.box(0)?.length = 3
    try stack.reloadRow(.index(0), animated: true)
    expectEqual(
      frames(stack), ["A0 ── B0 ──", "A0 A1 ── B0 ──", "A0 A1 ── B0 ──", "A0 A1 A2 ── B0 ──"])
    try stack.replaceRow(.index(0), with: Box("C", length: 2), animated: true)
    expectEqual(
      frames(stack), ["A0 A1 A2 ── B0 ──", "C0 C1 C2 ── B0 ──", "C0 C1 ── B0 ──", "C0 C1 ── B0 ──"])
  }

  /// The first frame of an operation is the last one before it, whatever is already moving.
  @Test(arguments: dailyPart(of: Array(0..<200), every: 4, named: "first frames"))
  func anAnimatedChangeStartsWithTheLastFrame(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let stack = try stack("ABCDEF", length: 2, autoHides: Bool.random(using: &random))
    for step in 0..<30 {
      let before = stack.snapshot().lines
      let index = Int.random(in: 0..<max(1, stack.count), using: &random)
      let operation = Int.random(in: 0..<5, using: &random)
      switch operation {
      case 0: try stack.addRow(Box("\(step % 10)", length: 2), at: .index(index), animated: true)
      case 1 where stack.count > 1: try stack.removeRow(.index(index), animated: true)
      case 2 where !stack.isEmpty: try stack.setRowHidden(true, for: .index(index), animated: true)
      case 3 where !stack.isEmpty: try stack.setRowHidden(false, for: .index(index), animated: true)
      case 4 where !stack.isEmpty:
        let row = stack.row(at: index)
        (row?.controller as? Box)?.length = Int.random(in: 0...3, using: &random)
        try stack.reloadRow(.index(index), animated: true)
      default: break
      }
      let after = stack.snapshot().lines
      if operation == 4 {
        // New content at the old length.
        expectEqual(after.count { !$0.isEmpty }, before.count { !$0.isEmpty }, "seed \(seed)")
      } else {
        expectEqual(after, before, "seed \(seed), step \(step)")
      }
      clock.advance(by: .milliseconds(Int.random(in: 0...250, using: &random)))
      stack.advance()
      stack._checkInvariants()
    }
  }

  /// The same in a small window, with rows of all lengths that come and go in groups.
  @Test(arguments: dailyPart(of: Array(0..<200), every: 4, named: "first frames of many"))
  func anAnimatedChangeOfManyRowsStartsWithTheLastFrame(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let stack = try ScrollStack.bare(
      "", viewport: CellSize(columns: 3, rows: 5), motion: Motion(clock: clock, framesPerSecond: 10)
    )
    try stack.setStyle {
      $0.hidesSeparators = Bool.random(using: &random)
      $0.separatorInsets = .zero
      $0.autoHidesLastSeparator = Bool.random(using: &random)
    }
    var made = 0
    func boxes() -> [Box] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        made += 1
        return Box("\(made % 10)", length: Int.random(in: 0...12, using: &random))
      }
    }
    for step in 0..<12 {
      let before = stack.snapshot().lines
      let place = Int.random(in: 0...stack.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try stack.addRows(boxes(), at: .index(place), animated: true)
      case 1: stack.removeRows([.index(place), .index(place + 1)], animated: true)
      case 2:
        let kept = stack.rows.compactMap { $0.controller as? Box }
          .filter { _ in Bool.random(using: &random) }
        try stack.setRows(kept + boxes(), animated: true)
      default:
        try stack.setRows(stack.rows.map(\.controller).shuffled(using: &random), animated: true)
      }
      expectEqual(stack.snapshot().lines, before, "seed \(seed), step \(step)")
      stack.finishAnimations()
      stack.scrollToStart(animated: false)
      stack._checkInvariants()
    }
  }

  @Test func rowsThatWillBeOutOfViewAreNotInTheFirstFrame() throws {
    let stack = try ScrollStack.bare(
      "A", length: 2, viewport: CellSize(columns: 2, rows: 4),
      motion: Motion(clock: clock, framesPerSecond: 10))
    let lengths = [9, 1] + Array(repeating: 30, count: 20)
    try stack.addRows(lengths.map { Box("B", length: $0) }, at: .top, animated: true)
    expectEqual(frames(stack).map { $0.prefix(2) }, ["A0", "B0", "B0", "B0"])
  }

  @Test func theFirstRowsGrowFromTheEnd() throws {
    let stack = try ScrollStack.bare(
      "", viewport: CellSize(columns: 3, rows: 4), motion: Motion(clock: clock, framesPerSecond: 10)
    )
    stack.gravity = .end
    try stack.addRows(
      [Box("A", length: 8), Box("B", length: 6), Box("C", length: 2)], animated: true)
    expectEqual(frames(stack), ["", "A2 B0 B1 C0", "B1 B2 B3 C0", "B4 B5 C0 C1"])
  }

  /// It's the separator between a last row and its successor, whichever that is.
  @Test func replacingTheLastRowKeepsTheSeparatorBeforeIt() throws {
    let stack = try stack("AB", length: 1, autoHides: true)
    let first = try #require(stack.box(0))
    try stack.setRows([first, Box("C")], animated: true)
    for frame in frames(stack) { #expect(frame.hasPrefix("A0 ──"), "\(frame)") }
  }

  /// A row that moves and is then reloaded has a new content, which its old place doesn't show.
  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func aRowReloadedWhileItMovesIsDrawnOnce(direction: LayoutDirection) throws {
    let stack = ScrollStack(axis: .horizontal, motion: Motion(clock: clock, framesPerSecond: 30))
    stack.layoutDirection = direction
    try stack.setStyle {
      $0.rowInsets = CellInsets(top: 0, left: 0, bottom: 0, right: 1)
      $0.hidesSeparators = true
    }
    stack.setViewport(CellSize(columns: 20, rows: 1))
    try stack.addRows([Box("a", length: 3), Box("b", length: 2), Box("c", length: 3)])
    try stack.moveRow(.index(2), to: 0, animated: true)
    stack.box(0)?.length = 1
    try stack.reloadRow(.index(0), animated: true)
    for frame in 0..<12 {
      let line = stack.snapshot().lines[0]
      #expect(line.count { $0 == "c" } <= 1, "frame \(frame): \(line)")
      clock.advance(by: .milliseconds(34))
      stack.advance()
    }
    #expect(!stack.isAnimating)
  }
}
