// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// SC-20 of `Documentation/Contract.md`: an animated change starts with the picture before it, and ends with the layout
/// at rest.
@Suite struct FirstFrameTests {
  private let clock = ManualClock()

  /// All changes, at rest, in flight, and scrolled in flight, on both axes, in both directions, with both gravities.
  ///
  /// The first frame is compared with the picture before the change, and the last one with a layout of plain arrays.
  /// No frame shows a cell of a row twice.
  @Test(arguments: AnimatedChange.allCases)
  func everyChangeStartsWithThePictureBefore(change: AnimatedChange) throws {
    let runs = RandomRuns(long: 1000, every: 500, named: "first frames of \(change)")
    for seed in runs.seeds {
      for scene in FirstFrameStage.Scene.allCases {
        for gravity in [ScrollStack.Gravity.start, .end] {
          for (axis, direction) in Self.arrangements {
            let stage = try FirstFrameStage(
              seed: seed, axis: axis, direction: direction, gravity: gravity)
            try stage.enter(scene)
            let problem = try stage.problem(of: change) ?? stage.problemUntilRest()
            expectEqual(problem ?? "", "", "\(change), \(scene)")
            if problem != nil { return }
          }
        }
      }
    }
  }

  private static let arrangements: [(LayoutAxis, LayoutDirection)] = [
    (.vertical, .leftToRight), (.horizontal, .leftToRight), (.horizontal, .rightToLeft),
  ]

  /// Many changes of one stack, each in any frame of those before it.
  @Test func everyChangeInALongSequenceStartsWithThePictureBefore() throws {
    let runs = RandomRuns(long: 3000, every: 150, named: "sequences of animated changes")
    for seed in runs.seeds {
      let (axis, direction) = Self.arrangements[Int(seed % 3)]
      let stage = try FirstFrameStage(
        seed: seed, axis: axis, direction: direction, gravity: seed % 2 == 0 ? .start : .end)
      let problem = try stage.problem(ofChanges: 12) ?? stage.problemUntilRest()
      expectEqual(problem ?? "", "")
      if problem != nil { return }
    }
  }

  // MARK: Examples

  private func stack(
    _ lengths: [Int], axis: LayoutAxis = .vertical, direction: LayoutDirection = .leftToRight,
    gravity: ScrollStack.Gravity = .start, length: Int = 12
  ) throws -> (stack: ScrollStack, leaves: [Leaf]) {
    let stack = ScrollStack(axis: axis, motion: Motion(clock: clock, framesPerSecond: 10))
    stack.layoutDirection = direction
    stack.gravity = gravity
    try stack.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    let isVertical = axis == .vertical
    stack.setViewport(
      isVertical ? CellSize(columns: 3, rows: length) : CellSize(columns: length, rows: 3))
    let leaves = lengths.enumerated().map { index, length in
      Leaf(
        Character("\(index % 10)"), length: length, isVertical: isVertical,
        isMirrored: !isVertical && direction == .rightToLeft)
    }
    try stack.addRows(leaves)
    return (stack, leaves)
  }

  /// Performs a change, and expects the picture before it.
  private func expectSamePicture(
    _ stack: ScrollStack, _ comment: Comment? = nil, _ change: () throws -> Void
  ) rethrows {
    let before = stack.snapshot().lines
    try change()
    expectEqual(stack.snapshot().lines, before, comment)
  }

  private func nextFrame(_ stack: ScrollStack) {
    clock.advance(by: .milliseconds(100))
    stack.advance()
  }

  @Test func aRowThatIsReloadedWhileItMovesStartsAsItWasDrawn() throws {
    for frames in 0...2 {
      let (stack, leaves) = try stack([2, 2, 2, 2, 2, 2])
      (leaves[3].nextLength, leaves[4].nextLength) = (1, 1)
      stack.reloadRows([.index(3), .index(4)], animated: true)
      for _ in 0..<frames { nextFrame(stack) }
      try expectSamePicture(stack, "frame \(frames)") {
        leaves[3].nextLength = 4
        try stack.reloadRow(.index(3), animated: true)
      }
      nextFrame(stack)
      #expect(stack.snapshot().lines.contains("320"), "the next frame shows the new content")
    }
  }

  @Test(arguments: [ScrollStack.Gravity.start, .end])
  func aRowThatIsRemovedWhileOthersGrowStartsAsItWasDrawn(gravity: ScrollStack.Gravity) throws {
    for (frames, offset, length) in [(0, 0, 6), (1, 2, 5), (1, 0, 8), (2, 3, 6), (2, 6, 7)] {
      for removed in 0..<9 {
        let (stack, _) = try stack([2, 2, 2, 2, 2, 2], gravity: gravity, length: length)
        stack.scroll(toOffset: offset)
        let new = ["a", "b", "c"].map { Leaf($0, length: 2) }
        try stack.addRows(new, at: .index(1), animated: true)
        for _ in 0..<frames { nextFrame(stack) }
        try expectSamePicture(stack, "frame \(frames) at \(offset) of \(length), row \(removed)") {
          try stack.removeRow(.index(removed), animated: true)
        }
      }
    }
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func aColumnThatIsReloadedStartsWithItsOldContent(direction: LayoutDirection) throws {
    for gravity in [ScrollStack.Gravity.start, .end] {
      for (old, new) in [(2, 4), (4, 2), (3, 3), (1, 9)] {
        let (stack, leaves) = try stack(
          [old, 1, 1], axis: .horizontal, direction: direction, gravity: gravity, length: 8)
        try expectSamePicture(stack, "\(old) to \(new), \(gravity)") {
          leaves[0].nextLength = new
          try stack.reloadRow(.index(0), animated: true)
        }
      }
    }
  }

  @Test func aRowThatIsReplacedStartsWithItsOldContent() throws {
    let (stack, _) = try stack([3, 2])
    try expectSamePicture(stack) {
      try stack.replaceRow(.index(0), with: Leaf("a", length: 1), animated: true)
    }
    nextFrame(stack)
    expectEqual(stack.snapshot().lines[0], "a00")
  }

  @Test func rowsAtTheEndThatNoLongerFillTheViewportStartWhereTheyWere() throws {
    for offset in 0...6 {
      for change in [AnimatedChange.remove, .hide, .setRows] {
        let (stack, leaves) = try stack([2, 2, 2, 2, 2, 2], gravity: .end, length: 6)
        stack.scroll(toOffset: offset)
        try expectSamePicture(stack, "\(change) at \(offset)") {
          let several: [RowAddress] = [.index(1), .index(2), .index(3), .index(4)]
          switch change {
          case .remove: stack.removeRows(several, animated: true)
          case .hide: stack.setRowsHidden(true, for: several, animated: true)
          default: try stack.setRows([leaves[0], leaves[5]], animated: true)
          }
        }
        for _ in 0..<4 { nextFrame(stack) }
        expectEqual(stack.snapshot().lines, ["", "", "000", "001", "500", "501"])
      }
    }
  }

  @Test func rowsAtTheEndThatFillTheViewportStartWhereTheyWere() throws {
    for index in 0...2 {
      let (stack, _) = try stack([1, 1], gravity: .end, length: 6)
      let new = ["a", "b", "c"].map { Leaf($0, length: 3) }
      try expectSamePicture(stack, "at \(index)") {
        try stack.addRows(new, at: .index(index), animated: true)
      }
    }
  }

  @Test func aRowThatMovesTwiceShowsEachCellOnce() throws {
    let (stack, _) = try stack([4, 1, 1], length: 8)
    try stack.moveRow(.index(0), to: 2, animated: true)
    nextFrame(stack)
    expectEqual(stack.snapshot().lines, ["001", "002", "003", "100", "200", "000", "", ""])
    try expectSamePicture(stack) { try stack.moveRow(.index(2), to: 1, animated: true) }
    while stack.isAnimating {
      let lines = stack.snapshot().lines.filter { !$0.isEmpty }
      expectEqual(Set(lines).count, lines.count, "\(lines)")
      nextFrame(stack)
    }
  }

  @Test func aCollapsedRowThatLeavesKeepsItsEllipsis() throws {
    let (stack, _) = try stack([1])
    let long = Leaf("a", length: 5, collapsed: 2)
    try stack.addRow(long, at: .top)
    stack.handle(.toggle, for: .index(0))
    expectEqual(stack.snapshot().lines[1], "a0…")
    try expectSamePicture(stack) { try stack.removeRow(.index(0), animated: true) }
  }

  @Test func aRowOutOfViewThatComesIntoViewGrows() throws {
    let (stack, _) = try stack([3, 3, 3], length: 4)
    stack.scrollToEnd(animated: false)
    // The content gets too short for the offset.
    try expectSamePicture(stack) { try stack.removeRow(.index(2), animated: true) }
    for _ in 0..<4 { nextFrame(stack) }
    expectEqual(stack.snapshot().lines, ["002", "100", "101", "102"])
  }

  /// Rows that are added far from the viewport don't grow, so they're drawn whole if the user scrolls to them at once.
  @Test func rowsAddedOutOfViewThatLeaveTogetherStartAsTheyWereDrawn() throws {
    for change in [AnimatedChange.setRows, .addAgain, .remove, .several] {
      let (stack, leaves) = try stack(Array(repeating: 1, count: 100), length: 6)
      let new = ["a", "b", "c"].map { Leaf($0, length: 2) }
      try stack.addRows(new, animated: true)
      stack.scrollToEnd(animated: false)
      expectEqual(stack.snapshot().lines, ["a00", "a01", "b00", "b01", "c00", "c01"])
      try expectSamePicture(stack, "\(change)") {
        switch change {
        case .setRows: try stack.setRows(new.reversed() + leaves, animated: true)
        case .addAgain: try stack.addRows(new.reversed(), at: .top, animated: true)
        case .remove: stack.removeRows([.index(100), .index(101), .index(102)], animated: true)
        default:
          try stack.batch {
            try stack.removeRow(.index(100), animated: true)
            try stack.removeRow(.index(101), animated: true)
          }
        }
      }
    }
  }

  /// A scroll at the same time isn't animated, so its picture comes first.
  @Test func aChangeThatAlsoScrollsStartsAtTheNewOffset() throws {
    let (stack, _) = try stack([3, 3, 3], length: 4)
    try stack.batch {
      try stack.addRow(Leaf("a", length: 2), animated: true)
      stack.scroll(toOffset: 2)
    }
    expectEqual(stack.snapshot().lines, ["002", "100", "101", "102"])
  }

  /// The first frame is computed from the rows around the viewport, however many there are.
  @Test func theCostOfAnAnimatedChangeDependsOnVisibleRows() throws {
    var work: [Int] = []
    for count in [1000, 8000] {
      let (stack, _) = try stack(Array(repeating: 1, count: 10), length: 10)
      try stack.addRows((10..<count).map { _ in Leaf("a", length: 1) })
      stack.scroll(toOffset: count / 2)
      let before = stack.indexSteps + stack.measureCount
      for step in 0..<20 {
        try stack.removeRow(.index(count / 2 + step % 5), animated: true)
        _ = stack.snapshot()
      }
      work.append(stack.indexSteps + stack.measureCount - before)
    }
    #expect(Double(work[1]) < 1.5 * Double(work[0]), "\(work)")
  }
}
