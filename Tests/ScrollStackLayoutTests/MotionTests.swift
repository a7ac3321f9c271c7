// SPDX-License-Identifier: Apache-2.0

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
    try stack.hideRow(.index(1), animated: true)
    let hiding = frames(stack)
    #expect(
      hiding == ["A0 ── B0 ── C0 ──", "A0 ── B0 C0 ──", "A0 ── B0 C0 ──", "A0 ── C0 ──"])
    try stack.showRow(.index(1), animated: true)
    #expect(frames(stack) == hiding.reversed())
  }

  @Test func removingStartsWithTheLastFrame() throws {
    let stack = try stack("ABC", length: 1)
    try stack.removeRow(.index(1), animated: true)
    #expect(
      frames(stack) == ["A0 ── B0 ── C0 ──", "A0 ── B0 C0 ──", "A0 ── B0 C0 ──", "A0 ── C0 ──"])
  }

  @Test func theSeparatorBeforeTheLastRowAppearsAndDisappearsWithIt() throws {
    let stack = try stack("AB", autoHides: true)
    #expect(frames(stack, 1) == ["A0 A1 ── B0 B1"])
    try stack.hideRow(.index(1), animated: true)
    let hiding = ["A0 A1 ── B0 B1", "A0 A1 ── B0", "A0 A1 ── B0", "A0 A1"]
    #expect(frames(stack) == hiding)
    try stack.showRow(.index(1), animated: true)
    #expect(frames(stack) == hiding.reversed())
    try stack.removeRow(.index(1), animated: true)
    #expect(frames(stack) == hiding)
    try stack.addRow(Box("B", length: 2), animated: true)
    #expect(frames(stack) == hiding.reversed())
  }

  @Test func rowsLeavingInSuccessionAreDrawnInOrder() throws {
    for order in [[3, 2, 1], [1, 1, 1], [2, 2, 1], [1, 2, 1]] {
      let stack = try stack("ABCDE", length: 1)
      let before = frames(stack, 1)
      for index in order { try stack.removeRow(.index(index), animated: true) }
      #expect(frames(stack, 1) == before, "\(order)")
      _ = frames(stack)
      #expect(frames(stack, 1) == ["A0 ── E0 ──"])
      stack._checkInvariants()
    }
  }

  @Test func aChangedRowKeepsItsSeparatorAfterTheDrawnPart() throws {
    let stack = try stack("AB", length: 1)
    stack.box(0)?.length = 3
    try stack.reloadRow(.index(0), animated: true)
    #expect(
      frames(stack)
        == ["A0 ── B0 ──", "A0 A1 ── B0 ──", "A0 A1 ── B0 ──", "A0 A1 A2 ── B0 ──"])
    try stack.replaceRow(.index(0), with: Box("C", length: 2), animated: true)
    #expect(
      frames(stack)
        == ["C0 C1 C2 ── B0 ──", "C0 C1 C2 ── B0 ──", "C0 C1 ── B0 ──", "C0 C1 ── B0 ──"])
  }

  /// The first frame of an operation is the last one before it, whatever is already moving.
  @Test(arguments: 0..<200)
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
      case 2 where !stack.isEmpty: try stack.hideRow(.index(index), animated: true)
      case 3 where !stack.isEmpty: try stack.showRow(.index(index), animated: true)
      case 4 where !stack.isEmpty:
        let row = stack.row(at: index)
        (row?.controller as? Box)?.length = Int.random(in: 0...3, using: &random)
        try stack.reloadRow(.index(index), animated: true)
      default: break
      }
      let after = stack.snapshot().lines
      if operation == 4 {
        // New content at the old length.
        #expect(after.count { !$0.isEmpty } == before.count { !$0.isEmpty }, "seed \(seed)")
      } else {
        #expect(after == before, "seed \(seed), step \(step)")
      }
      clock.advance(by: .milliseconds(Int.random(in: 0...250, using: &random)))
      stack.advance()
      stack._checkInvariants()
    }
  }
}
