// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// C-3, C-4, SC-14 and SC-16 of `Documentation/Contract.md`: what listeners can rely on when
/// they're called.
@Suite struct EventTests {
  /// C-3: the completion is called after the announcements of its operation, at the end of the
  /// batch.
  @Test func aCompletionComesAfterTheEventsOfItsOperation() throws {
    let stack = try ScrollStack.bare("AB")
    let recorder = Recorder()
    stack.delegate = recorder
    var told: [Int] = []
    try stack.batch {
      try stack.addRow(Box("x")) { _ in told.append(recorder.events.count) }
      #expect(told.isEmpty)
      try stack.moveRow(.index(0), to: 1) { _ in told.append(recorder.events.count) }
    }
    expectEqual(told, [recorder.events.count, recorder.events.count])
    expectEqual(recorder.take().suffix(2), ["layout", "size 2 3"])
    try stack.removeRow(.index(0)) { _ in told.append(recorder.events.count) }
    #expect(told.last == recorder.events.count && recorder.take().last == "size 3 2")
  }

  /// The original announced a row before it was in the stack.
  @Test func aRowIsInTheStackWhenItsInsertionIsAnnounced() throws {
    let stack = try ScrollStack.bare("AB")
    let recorder = Recorder()
    stack.delegate = recorder
    var places: [[String?]] = []
    recorder.onEvent = { [weak stack] event in
      guard event.hasPrefix("inserted") || event.hasPrefix("removed") else { return }
      places.append([event, stack?.names])
    }
    try stack.addRows([Box("x"), Box("y")], at: .index(1))
    stack.removeRows([.index(0), .index(3)])
    // A bulk change is performed first, and then announced row by row.
    expectEqual(
      places,
      [
        ["inserted x 1", "AxyB"], ["inserted y 2", "AxyB"], ["removed A 0", "xy"],
        ["removed B 2", "xy"],
      ])
  }

  /// The length is tracked without a delegate too.
  @Test func theContentSizeIsKnownWithoutADelegate() throws {
    let stack = try ScrollStack.bare("AB")
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.addRow(Box("C", length: 3))
    expectEqual(recorder.take().filter { $0.hasPrefix("size") }, ["size 2 5"])
  }

  @Test func theDelegateIsHeldWeakly() throws {
    let stack = try ScrollStack.bare("A")
    func attach() {
      let recorder = Recorder()
      stack.delegate = recorder
    }
    attach()
    #expect(stack.delegate == nil)
    try stack.addRow(Box("B"))
  }

  /// Rows under the prompt aren't visible, which is announced (SC-14, F89).
  @Test func aRowUnderTheOccluderIsOutOfView() throws {
    let stack = try ScrollStack.bare("ABCDEFGHIJ")
    let container = ContainerScroll(content: stack)
    container.setFrame(CellRect(column: 0, row: 0, columns: 9, rows: 10), terminalRows: 10)
    expectEqual(stack.visibility(of: stack.id("H")), .entire)
    let recorder = Recorder()
    stack.delegate = recorder
    container.occluder(height: 3)
    container.flush()
    expectEqual(stack.visibility(of: stack.id("G")), .entire)
    expectEqual(stack.visibility(of: stack.id("H")), .offscreen)
    expectEqual(stack.visibleRows.count, 7)
    expectEqual(
      recorder.take().filter { $0.hasPrefix("hidden") },
      ["hidden H offscreen", "hidden I offscreen", "hidden J offscreen"])
    container.dismissOccluder()
    expectEqual(recorder.take().filter { $0.hasPrefix("visible") }.count, 3)
  }

  /// In the original, this left separators, indices, and listeners unchanged.
  @Test func aRowCanRemoveItself() throws {
    let stack = try ScrollStack.bare("ABC")
    try stack.setStyle {
      $0.hidesSeparators = false
      $0.autoHidesLastSeparator = true
    }
    let recorder = Recorder()
    stack.delegate = recorder
    let last = try #require(stack.lastRow)
    let tally = Tally()
    last.removeFromStack(completion: tally.completion())
    #expect(stack.names == "AB" && last.index == nil && tally.calls == [true])
    expectEqual(stack.rows.map(\.separator.isShown), [true, false])
    expectEqual(
      recorder.take(),
      [
        "removed C 2", "class C 2 entire removed", "hidden C removed", "layout", "size 5 3",
      ])
    stack._checkInvariants()
  }

  @Test func aBatchCausesOneLayout() throws {
    let stack = try ScrollStack.bare("ABCDEFGH", length: 3)
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.batch {
      for _ in 0..<3 { try stack.removeRow(.index(0)) }
      try stack.addRows("xyz".map { Box(String($0)) }, at: .top)
      try stack.setRowHidden(true, for: .index(1))
      stack.reloadRows()
      stack.scroll(by: 2)
    }
    let events = recorder.take()
    expectEqual(events.count { $0 == "layout" }, 1)
    expectEqual(events.count { $0.hasPrefix("scroll ") }, 1)
    expectEqual(events.count { $0.hasPrefix("size") }, 1)
  }

  /// SC-16: geometry that's the same after a batch isn't announced.
  @Test func aBatchThatUndoesItsChangesAnnouncesNoGeometry() throws {
    typealias Change = (ScrollStack) throws -> Void
    let nothing: [(String, Change)] = [
      ("add and remove", { try $0.removeRow(.row($0.addRow(Box("x", length: 3)))) }),
      (
        "add, move and remove",
        {
          let row = try $0.addRow(Box("x"), at: .top)
          try $0.moveRow(.row(row), to: 3)
          try $0.moveRow(.index(0), to: 4)
          try $0.moveRow(.index(4), to: 0)
          try $0.removeRow(.row(row))
        }
      ),
      (
        "move to and fro",
        {
          try $0.moveRow(.index(0), to: 3)
          try $0.moveRow(.index(0), to: 2)
          try $0.moveRow(.index(2), to: 0)
          try $0.moveRow(.index(3), to: 0)
        }
      ),
      (
        "hide and show",
        {
          try $0.setRowHidden(true, for: .index(1))
          try $0.setRowHidden(false, for: .index(1))
        }
      ),
      ("the same length", { $0.row(at: 1)?.invalidate() }),
      ("the same rows", { try $0.setRows($0.rows.map(\.controller)) }),
      ("nothing", { _ in }),
      ("a scroll", { $0.scroll(by: 1) }),
    ]
    let something: [(String, Change)] = [
      ("add", { try $0.addRow(Box("x")) }),
      ("remove", { try $0.removeRow(.index(5)) }),
      ("replace by a like one", { try $0.replaceRow(.index(1), with: Box("x", length: 2)) }),
      ("swap", { try $0.moveRow(.index(0), to: 1) }),
      (
        "turn three around",
        {
          try $0.moveRow(.index(0), to: 2)
          try $0.moveRow(.index(0), to: 2)
        }
      ),
      ("hide", { try $0.setRowHidden(true, for: .index(2)) }),
      (
        "a length for another",
        {
          try $0.setRowHidden(true, for: .index(2))
          try $0.addRow(Box("x", length: 2), at: .index(2))
        }
      ),
      ("many", { try $0.addRows((0..<200).map { _ in Box("x") }) }),
      ("a smaller window", { $0.setViewport(CellSize(columns: 9, rows: 9)) }),
    ]
    for (changes, isHeard) in [(nothing, false), (something, true)] {
      for (name, change) in changes {
        let stack = try ScrollStack.bare("ABCDEF", length: 2)
        try stack.setStyle { $0.autoHidesLastSeparator = true }
        try stack.setStyle { $0.hidesSeparators = false }
        let recorder = Recorder()
        stack.delegate = recorder
        try stack.batch { try change(stack) }
        expectEqual(recorder.take().contains("layout"), isHeard, "\(name)")
      }
    }
  }

  /// SC-16: a scroll that didn't move doesn't announce its end.
  @Test func onlyAScrollThatMovesAnnouncesItsEnd() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare(
      "ABCDEFGHIJ", length: 3, motion: Motion(clock: clock, framesPerSecond: 20))
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.scrollRowToVisible(.index(1), animated: false)
    try stack.scrollRowToVisible(.index(1))
    try stack.scrollToRow(.index(0), at: .start)
    stack.scrollToStart(animated: false)
    stack.scroll(toOffset: 0)
    stack.scroll(by: -1)
    #expect(recorder.take().isEmpty)
    // Scrolling away and back counts as moving.
    stack.scrollToEnd()
    clock.advance(by: .milliseconds(50))
    stack.advance()
    #expect(recorder.take().contains("scroll 4"))
    stack.scrollToStart(animated: false)
    expectEqual(recorder.take().last, "settled 0")
    clock.advance(by: .seconds(1))
    stack.advance()
    #expect(recorder.take().isEmpty)
  }
}
