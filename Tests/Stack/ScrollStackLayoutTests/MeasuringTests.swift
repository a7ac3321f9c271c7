// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// SC-21 and G-1: rows are measured when they come close to the viewport, without moving visible
/// rows.
@Suite struct MeasuringTests {
  static func long(_ count: Int, length: (Int) -> Int) throws -> ScrollStack {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 120, rows: 40))
    try stack.addRows((0..<count).map { Box("r\($0).", length: length($0)) })
    return stack
  }

  @Test func aFirstFrameMeasuresAtMostThreeViewports() throws {
    let stack = try Self.long(10_000) { _ in 1 }
    _ = stack.snapshot()
    #expect(stack.measureCount <= 120)
    let count = stack.measureCount
    stack.scroll(by: 1)
    #expect(stack.measureCount <= count + 2)
    let layouts = stack.layoutCount
    stack.batch {
      for _ in 0..<10 { stack.scroll(by: 3) }
    }
    expectEqual(stack.layoutCount, layouts + 1)
  }

  @Test func aLayoutAfterWhichNothingChangedLooksAtNoRows() throws {
    let stack = try Self.long(100) { _ in 1 }
    func work(_ change: () throws -> Void) rethrows -> Int {
      let before = stack.indexSteps
      try change()
      return stack.indexSteps - before
    }
    func layOutAgain() { stack.batch { stack.complete({ _ in }, finished: true) } }
    layOutAgain()
    let layouts = stack.layoutCount
    expectEqual(work { layOutAgain() }, 0)
    expectEqual(stack.layoutCount, layouts + 1)
    // Whatever could change something is looked at again.
    let measured = stack.measureCount
    stack.row(at: 3)?.invalidate()
    expectEqual(stack.measureCount, measured + 1)
    #expect(work { stack.scroll(by: 1) } > 0)
    stack.reloadLengths()
    #expect(stack.measureCount > measured + 40)
    stack._checkInvariants()
  }

  @Test(arguments: dailyPart(of: Array(0..<10), every: 5, named: "estimates"))
  func visibleRowsDoNotMoveWhenEstimatesAreReplaced(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let stack = try Self.long(3000) { ($0 * 7) % 11 }
    try stack.scrollToRow(.index(Int.random(in: 1000..<2000, using: &random)), at: .middle)
    for _ in 0..<(isLongRun ? 200 : 70) {
      let before = stack.snapshot().lines
      let step = Int.random(in: -30...30, using: &random)
      stack.scroll(by: step)
      let after = stack.snapshot().lines
      if step >= 0 {
        expectEqual(Array(before.dropFirst(step)), Array(after.dropLast(step)), "seed \(seed)")
      } else {
        expectEqual(Array(before.dropLast(-step)), Array(after.dropFirst(-step)), "seed \(seed)")
      }
    }
    stack._checkInvariants()
  }

  @Test(arguments: [ScrollPosition.start, .middle, .end, .automatic])
  func aTargetIsMeasuredBeforeItsOffset(position: ScrollPosition) throws {
    for index in [0, 1, 50, 1500, 2998, 2999] {
      let stack = try Self.long(3000) { 1 + ($0 * 7) % 11 }
      try stack.scrollToRow(.index(index), at: position)
      let range = try #require(stack.range(of: .index(index)))
      let wanted =
        switch position {
        case .start: range.lowerBound
        case .middle: (2 * range.lowerBound + range.count - 40) >> 1
        case .end: range.upperBound - 40
        case .automatic: max(0, range.upperBound - 40)
        }
      expectEqual(stack.offset, min(max(0, wanted), stack.maximumOffset), "row \(index)")
      expectEqual(stack.visibility(of: .index(index)), .entire)
    }
  }

  @Test func scrollingToTheEndShowsTheLastRow() throws {
    let stack = try Self.long(3000) { 1 + ($0 * 7) % 11 }
    stack.scrollToEnd()
    expectEqual(stack.visibility(of: .index(2999)), .entire)
    expectEqual(stack.offset, stack.maximumOffset)
    stack.scrollToStart()
    expectEqual(stack.offset, 0)
  }

  @Test func withEndGravityAViewAtTheEndStaysThere() throws {
    let stack = try ScrollStack.bare("ABC", viewport: CellSize(columns: 9, rows: 4))
    stack.gravity = .end
    expectEqual(stack.snapshot().lines, ["", "A0", "B0", "C0"])
    try stack.addRows("DE".map { Box(String($0), length: 2) })
    expectEqual(stack.snapshot().lines, ["D0", "D1", "E0", "E1"])
    try stack.batch {
      stack.box(0)?.length = 9
      stack.row(at: 0)?.invalidate()
      try stack.addRow(Box("F"))
      try stack.setStyle { $0.rowInsets = CellInsets(top: 1) }
    }
    expectEqual(stack.snapshot().lines, ["E0", "E1", "", "F0"])
    // A view that was scrolled away stays there, and returns by scrolling.
    stack.scroll(by: -1)
    try stack.addRow(Box("G"))
    expectEqual(stack.snapshot().lines, ["", "E0", "E1", ""])
    stack.scroll(by: 3)
    try stack.batch {
      stack.scroll(by: -2)
      try stack.addRow(Box("H"))
    }
    expectEqual(stack.snapshot().lines, ["E0", "E1", "", "F0"])
    stack.scrollToEnd()
    try stack.addRow(Box("I"))
    expectEqual(stack.snapshot().lines, ["", "H0", "", "I0"])
  }

  @Test func aChangedRowIsMeasuredAloneAndShiftsTheRowsAfterIt() throws {
    let stack = try Self.long(100) { _ in 2 }
    let count = stack.measureCount
    stack.box(3)?.length = 5
    stack.row(at: 3)?.invalidate()
    expectEqual(stack.measureCount, count + 1)
    expectEqual(stack.range(of: .index(4)), 11..<13)
  }

  @Test func rowsOffScreenAreNotDrawn() throws {
    let stack = try Self.long(1000) { _ in 2 }
    _ = stack.snapshot()
    expectEqual(stack.rows.filter { ($0.controller as? Box)?.renders ?? 0 > 0 }.count, 20)
  }

  @Test func theSameTextStaysAtTheTopWhenTheWidthChanges() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 40, rows: 10))
    let words = (0..<400).map { "w\($0)" }
    for part in 0..<20 {
      try stack.addRow(TextRow(words[part * 20..<part * 20 + 20].joined(separator: " ")))
    }
    stack.scroll(toOffset: 7)
    func firstWord() -> Substring? { stack.snapshot().lines[0].split(separator: " ").first }
    let before = try #require(firstWord())
    for columns in [39, 25, 20, 60, 11, 40, 80, 40] {
      stack.setViewport(CellSize(columns: columns, rows: 10))
      // The word is in the top line if the content is long enough.
      if stack.offset < stack.maximumOffset {
        #expect(stack.snapshot().lines[0].split(separator: " ").contains(before))
      }
      stack._checkInvariants()
    }
    stack.setViewport(CellSize(columns: 40, rows: 4000))
    expectEqual(stack.offset, 0)
  }

  /// Each kind of operation takes a few dozen steps.
  ///
  /// A long run uses a million rows.
  @Test func manyRowsAreFast() throws {
    let count = isLongRun ? 1_000_000 : 30_000
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 80, rows: 24))
    let shared = (0..<count).map { _ in TextRow("row") }
    try stack.addRows(shared)
    #expect(stack.count == count && stack.contentLength == count)
    let steps = stack.indexSteps
    let row = try stack.addRow(TextRow("new"), at: .index(count / 2))
    try stack.moveRow(.row(row), to: count - 1)
    try stack.setRowHidden(true, for: .index(count / 4))
    try stack.scrollToRow(.row(row), at: .end)
    expectEqual(row.index, count - 1)
    expectEqual(stack.visibility(of: .row(row)), .entire)
    try stack.removeRow(.row(row))
    stack.scroll(by: -count / 2)
    #expect(stack.indexSteps - steps < 60_000)
    #expect(stack.measureCount < 500)
  }
}
