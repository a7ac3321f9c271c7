// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// The rules of chapter 3 of `Documentation/Contract.md` without vectors.
@Suite struct ScrollStackRuleTests {
  @Test func anUnknownAnchorOrIndexChangesNothingAndCompletesWithFalse() throws {
    let stack = try ScrollStack.bare("ABC")
    let other = try ScrollStack.bare("X")
    let foreign = try #require(other.firstRow)
    let recorder = Recorder()
    stack.delegate = recorder
    let tally = Tally()
    let places: [InsertLocation] = [
      .index(-1), .index(4), .before(.index(3)), .after(.row(foreign)), .index(.max), .index(.min),
    ]
    for place in places {
      #expect(throws: ScrollStackError.self) {
        try stack.addRow(Box("y"), at: place, completion: tally.completion())
      }
    }
    #expect(throws: ScrollStackError.unknownRow(foreign.id)) {
      try stack.removeRow(.row(foreign), completion: tally.completion())
    }
    let twice = Box("t")
    #expect(throws: ScrollStackError.duplicateRow(nil)) {
      try stack.addRows([twice, twice], completion: tally.completion())
    }
    #expect(throws: ScrollStackError.negativeLength(-1)) {
      try stack.setRowInsets(CellInsets(top: -1), for: [.index(0)])
    }
    #expect(throws: ScrollStackError.negativeLength(-2)) {
      try stack.setStyle { $0.separatorThickness = -2 }
    }
    #expect(throws: ScrollStackError.negativeLength(-3)) {
      try stack.scrollRowToVisible(.index(0), margin: -3, completion: tally.completion())
    }
    expectEqual(tally.calls, Array(repeating: false, count: places.count + 3))
    expectEqual(stack.names, "ABC")
    #expect(recorder.events.isEmpty)
  }

  @Test func addingAPresentRowMovesItWithItsOverrides() throws {
    let stack = try ScrollStack.bare("ABCD")
    let b = try #require(stack.row(at: 1))
    let box = try #require(stack.box(1))
    try stack.setRowInsets(CellInsets(top: 3), for: [.row(b)])
    try stack.setRowHidden(true, for: .row(b))
    let again = try stack.addRow(box, at: .bottom)
    #expect(again === b && b.isHidden && b.rowInsets.top == 3)
    expectEqual(stack.names, "ACDB")
    try stack.addRow(box, at: .after(.row(b)))
    expectEqual(stack.names, "ACDB")
    let all = stack.rows.map(\.controller)
    try stack.addRows([all[3], Box("x"), all[0]], at: .index(1))
    expectEqual(stack.names, "CBxAD")
    try stack.addRows([all[0], all[3]], at: .before(stack.id("B")))
    expectEqual(stack.names, "CABxD")
    expectEqual(box.log.filter { $0.hasPrefix("enter") }.count, 1)
    stack._checkInvariants()
  }

  @Test func settingRowsKeepsPresentRows() throws {
    let stack = try ScrollStack.bare("ABCDE")
    let recorder = Recorder()
    stack.delegate = recorder
    let boxes = stack.rows.map(\.controller)
    let ids = stack.rows.map(\.id)
    try stack.setRows([Box("x"), boxes[1], boxes[2], boxes[4], boxes[0], Box("y")])
    expectEqual(stack.names, "xBCEAy")
    expectEqual(stack.rows[4].id, ids[0])
    expectEqual(recorder.events.filter { $0.hasPrefix("moved") }.count, 1)
    expectEqual(recorder.events.filter { $0.hasPrefix("removed") }, ["removed D 3"])
    stack._checkInvariants()
  }

  @Test func controllersLearnTheirIndexWhenAddedAndRemoved() throws {
    let stack = try ScrollStack.bare("AB")
    let box = Box("x")
    try stack.addRow(box, at: .index(1))
    expectEqual(box.row?.index, 1)
    try stack.removeRow(.controller(box))
    expectEqual(box.log, ["enter 1", "leave 1"])
    #expect(box.row == nil)
  }

  @Test func stackStylesApplyToEveryRowWithoutOverrides() throws {
    let stack = try ScrollStack.bare("ABC")
    try stack.setBackgroundColor(.named(.red), for: [.index(0)])
    try stack.setRowInsets(CellInsets(top: 2), for: [.index(1)])
    try stack.setStyle {
      $0.rowInsets = CellInsets(bottom: 1)
      $0.rowBackgroundColor = .named(.blue)
    }
    try stack.addRow(Box("D"))
    expectEqual(stack.rows.map(\.rowInsets.bottom), [1, 0, 1, 1])
    expectEqual(stack.rows.map(\.rowInsets.top), [0, 2, 0, 0])
    expectEqual(
      stack.rows.map(\.rowBackgroundColor),
      [.named(.red)]
        + Array(repeating: .named(.blue), count: 3))
    stack.toggleAxis()
    try stack.moveRow(.index(1), to: 3)
    try stack.setRowHidden(true, for: .index(3))
    try stack.setRowHidden(false, for: .index(3))
    expectEqual(stack.rows[3].rowInsets.top, 2)
    try stack.setRowInsets(nil, for: [.index(3)])
    expectEqual(stack.rows[3].rowInsets.top, 0)
    stack._checkInvariants()
  }

  @Test func paddingAndInsetsShrinkTheContentOnAllSides() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 12, rows: 8))
    try stack.setStyle {
      $0.rowInsets = CellInsets(top: 1, left: 2, bottom: 1, right: 3)
      $0.rowPadding = CellInsets(all: 1)
      $0.hidesSeparators = false
      $0.separatorInsets = CellInsets(left: 2, right: 1)
    }
    try stack.addRow(TextRow("abcdefgh"))
    expectEqual(stack.snapshot().lines, ["", "", "   abcde", "   fgh", "", "", "  ─────────", ""])
    stack.toggleAxis()
    try stack.setStyle { $0.separatorInsets = CellInsets(top: 1) }
    try stack.addRow(TextRow("x"))
    stack.setViewport(CellSize(columns: 30, rows: 6))
    let gap = "               │        │"
    expectEqual(stack.snapshot().lines, ["", gap, "   abcdefgh    │   x    │", gap, gap, gap])
    stack.layoutDirection = .rightToLeft
    expectEqual(stack.snapshot().lines[2], "     │   x    │   abcdefgh")
  }

  @Test func aCollapsedRowIndicatesHiddenContent() throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 8, rows: 6))
    let text = TextRow(
      "one\ntwo\nthree", extent: .collapsible(collapsed: 2, expanded: .fit, isExpanded: false))
    try stack.addRow(text)
    try stack.addRow(TextRow("end"))
    expectEqual(stack.snapshot().lines, ["one", "two…", "end", "", "", ""])
    let recorder = Recorder()
    stack.delegate = recorder
    #expect(stack.handle(.toggle, for: .index(0)))
    expectEqual(recorder.take().filter { $0 == "layout" }.count, 1)
    expectEqual(stack.snapshot().lines, ["one", "two", "three", "end", "", ""])
    #expect(stack.handle(.toggle, for: .index(0)))
    expectEqual(stack.snapshot().lines, ["one", "two…", "end", "", "", ""])
    text.text = "one\ntwo"
    expectEqual(stack.snapshot().lines, ["one", "two", "end", "", "", ""])
  }

  /// SC-11: the latest change counts, whether it's a toggle or by the controller.
  @Test func aChangeByAControllerAfterAToggleWins() throws {
    for expanded in [RowExtent.ExpandedExtent.fit, .fixed(3)] {
      func wish(_ isExpanded: Bool) -> RowExtent {
        .collapsible(collapsed: 1, expanded: expanded, isExpanded: isExpanded)
      }
      let stack = try ScrollStack.bare("", viewport: CellSize(columns: 8, rows: 4))
      let text = TextRow("one\ntwo\nthree", extent: wish(false))
      try stack.addRow(text)
      func length() -> Int? { stack.range(of: .index(0))?.count }
      stack.handle(.toggle, for: .index(0))
      expectEqual(length(), 3)
      text.text += "!"
      expectEqual(length(), 3, "another text is no other wish")
      text.rowExtent = wish(true)
      expectEqual(length(), 3)
      text.rowExtent = wish(false)
      expectEqual(length(), 1)
      stack.handle(.toggle, for: .index(0))
      stack.handle(.toggle, for: .index(0))
      expectEqual(length(), 1)
      text.rowExtent = wish(true)
      expectEqual(length(), 3)
      stack.handle(.toggle, for: .index(0))
      #expect(length() == 1 && stack.snapshot().lines[0] == "one…")
    }
  }

  /// SC-1: a controller has one row in one stack; a call that violates this changes nothing.
  @Test func aControllerOfAnotherStackIsRejected() throws {
    let first = try ScrollStack.bare("AB")
    let second = try ScrollStack.bare("CD")
    let box = try #require(first.box(0))
    let inner = try ScrollStack.bare("XY")
    let innerRow = try first.addRow(inner)
    let tally = Tally()
    for (controller, row) in [(box, first.row(at: 0)), (inner, innerRow)]
      as [(any RowController, ScrollStackRow?)]
    {
      let error = ScrollStackError.duplicateRow(row?.id)
      #expect(throws: error) {
        try second.addRow(controller, completion: tally.completion())
      }
      #expect(throws: error) {
        try second.addRows([Box("E"), controller], at: .top, completion: tally.completion())
      }
      #expect(throws: error) { try second.setRows([controller], completion: tally.completion()) }
      #expect(throws: error) {
        try second.replaceRow(.index(0), with: controller, completion: tally.completion())
      }
    }
    expectEqual(tally.calls, Array(repeating: false, count: 8))
    #expect(second.names == "CD" && box.log == ["enter 0"])
    box.length = 4
    box.invalidate()
    expectEqual(first.range(of: .index(1)), 4..<5, "the first stack still hears of its row")
    // A row that leaves a stack can be added to another, even during the announcement.
    try first.removeRow(.index(0))
    try second.addRow(box)
    #expect(second.names == "CDA" && box.row === second.lastRow)
    second._checkInvariants()
  }

  @Test func aFirstLayoutNeverReloadsAndAReloadIsMeasuredAfterwards() throws {
    let stack = try ScrollStack.bare("AB")
    let box = try #require(stack.box(0))
    expectEqual(box.log, ["enter 0"])
    box.onReload = { box.length = 5 }
    let tally = Tally()
    stack.reloadRows([.index(0), .index(9), .index(0)], completion: tally.completion())
    expectEqual(stack.range(of: .index(1)), 5..<6)
    stack.reloadRows([], completion: tally.completion())
    expectEqual(tally.calls, [true, true])
  }

  @Test func aSeparatorFollowsTheThreeConditions() throws {
    final class Marked: BasicRowController {
      override var hidesSeparator: Bool { true }
      override func measure(_ measurement: RowMeasurement) -> Int { 1 }
    }
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 10, rows: 20))
    try stack.addRow(Marked())
    try stack.addRows("AB".map { Box(String($0)) })
    try stack.setSeparatorVisibility(.shown, for: [.index(0)])
    expectEqual(stack.rows.map(\.separator.isShown), [false, true, true])
    try stack.setStyle { $0.hidesSeparators = true }
    expectEqual(stack.rows.map(\.separator.isShown), [false, false, false])
    try stack.setSeparatorVisibility(.shown, for: [.index(1)])
    expectEqual(stack.rows.map(\.separator.isShown), [false, true, false])
    try stack.setRowHidden(true, for: .index(1))
    #expect(!stack.rows[1].separator.isShown)
    try stack.setRowHidden(false, for: .index(1))
    try stack.setSeparatorVisibility(.hidden, for: [.index(1)])
    #expect(!stack.rows[1].separator.isShown)
  }

  @Test func eventsOfABatchAreInOrder() throws {
    let stack = try ScrollStack.bare("ABCDEFGH", length: 2)
    stack.scroll(toOffset: 6)
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.batch {
      stack.removeRows([.index(3), .index(4), .index(5)])
      try stack.addRow(Box("x"), at: .top)
    }
    expectEqual(
      recorder.take(),
      [
        "removed D 3", "removed E 3", "removed F 3", "inserted x 0", "scroll 1",
        "class x 0 new offscreen", "class A 1 offscreen entire", "visible A entire",
        "class B 2 offscreen entire", "visible B entire", "class D 3 entire removed",
        "hidden D removed", "class C 3 offscreen entire", "visible C entire",
        "class E 4 entire removed", "hidden E removed", "class F 5 entire removed",
        "hidden F removed", "layout", "size 16 11", "settled 1",
      ])
    stack.scroll(by: -1)
    expectEqual(
      recorder.take(),
      [
        "scroll 0", "class x 0 offscreen entire", "visible x entire",
        "class H 5 entire partial50", "hidden H partial50", "settled 0",
      ])
  }

  @Test func theFirstContentSizeIsReportedFromZero() throws {
    let stack = ScrollStack()
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.addRow(Box("x", length: 3))
    stack.setViewport(CellSize(columns: 10, rows: 10))
    let sizes = recorder.take().filter { $0.hasPrefix("size") }
    #expect(sizes.first == "size 0 2" && sizes.last == "size 2 4")
  }

  @Test func percentagesAreReportedOnlyOnRequest() throws {
    let stack = try ScrollStack.bare("AB", length: 10)
    let recorder = Recorder()
    stack.delegate = recorder
    stack.scroll(by: 1)
    _ = recorder.take()
    stack.scroll(by: 1)
    expectEqual(recorder.take(), ["scroll 2", "settled 2"])
    stack.reportsPercentage = true
    stack.scroll(by: 1)
    expectEqual(
      recorder.take(), ["scroll 3", "percentage A 80 70", "percentage B 20 30", "settled 3"])
  }

  @Test func selectionIsOfferedToControlThenControllerThenHandler() throws {
    let stack = try ScrollStack.bare("AB")
    let box = try #require(stack.box(0))
    var tapped: [String] = []
    try stack.setTapHandler(for: .index(0), as: Box.self) { tapped.append($0.name) }
    #expect(stack.select(.index(0)))
    #expect(box.log.last == "select" && tapped == ["A"])
    box.usesSelect = true
    #expect(stack.select(.index(0)))
    expectEqual(tapped, ["A"])
    box.usesSelect = false
    stack.row(at: 0)?.isEnabled = false
    #expect(!stack.select(.index(0)))
    stack.row(at: 0)?.isEnabled = true
    try stack.setRowHidden(true, for: .index(0))
    #expect(!stack.select(.index(0)) && !stack.select(.index(5)))
    try stack.setRowHidden(false, for: .index(0))
    try stack.setTapHandler(for: .index(0), as: Box.self, nil)
    #expect(stack.select(.index(0)) && tapped == ["A"])
    // A handler that could never be called is rejected; clearing one doesn't need a type.
    let id = try #require(stack.row(at: 0)?.id)
    #expect(throws: ScrollStackError.wrongControllerType(id, expected: "TextRow")) {
      try stack.setTapHandler(for: .index(0), as: TextRow.self) { tapped.append($0.text) }
    }
    #expect(stack.row(at: 0)?.onTap == nil)
    try stack.setTapHandler(for: .index(0), as: TextRow.self, nil)
  }

  @Test func theHighlightFollowsThePointer() throws {
    let stack = try ScrollStack.bare("AB", length: 2)
    let box = try #require(stack.box(0))
    func at(_ row: Int) -> CellPosition { CellPosition(column: 0, row: row) }
    #expect(stack.handle(.pressed(at(0))))
    expectEqual(stack.row(at: 0)?.isHighlighted, true)
    expectEqual(stack.snapshot()[at(0)]?.style.attributes, .reverse)
    stack.handle(.dragged(at(2)))
    #expect(stack.row(at: 0)?.isHighlighted == false && stack.row(at: 1)?.isHighlighted == false)
    stack.handle(.dragged(at(1)))
    expectEqual(stack.row(at: 0)?.isHighlighted, true)
    #expect(stack.handle(.released(at(1))))
    expectEqual(box.log.suffix(5), ["lit", "unlit", "lit", "unlit", "select"])
    #expect(!stack.handle(.pressed(at(9))) && !stack.handle(.released(at(0))))
    stack.handle(.moved(at(3)))
    expectEqual(stack.row(at: 1)?.isHighlighted, true)
    stack.handle(.cancelled)
    expectEqual(stack.row(at: 1)?.isHighlighted, false)
  }

  @Test func theFocusMovesThroughRowsThatAcceptIt() throws {
    let stack = try ScrollStack.bare("ABCDE")
    for index in [1, 2, 4] { stack.box(index)?.acceptsFocus = true }
    try stack.setRowHidden(true, for: .index(2))
    expectEqual(stack.moveFocus(.next)?.index, 1)
    expectEqual(stack.moveFocus(.next)?.index, 4)
    #expect(stack.moveFocus(.next) == nil && stack.focusedRow?.index == 4)
    expectEqual(stack.moveFocus(.previous)?.index, 1)
    #expect(!stack.focus(.index(0)) && !stack.focus(.index(2)))
    #expect(stack.moveFocus(.last)?.index == 4 && stack.moveFocus(.first)?.index == 1)
    try stack.removeRow(.index(1))
    #expect(stack.focusedRow == nil)
  }

  @Test func draggingMovesARowOnce() throws {
    let stack = try ScrollStack.bare("ABCD")
    #expect(!stack.pickUp(.index(0)))
    stack.row(at: 0)?.isReorderable = true
    #expect(stack.pickUp(.index(0)))
    let recorder = Recorder()
    stack.delegate = recorder
    expectEqual(stack.carry(by: 2), 2)
    expectEqual(stack.names, "ABCD")
    expectEqual(stack.snapshot().lines.prefix(4), ["B0", "C0", "A0", "D0"])
    stack.cancelCarrying()
    expectEqual(stack.snapshot().lines.prefix(4), ["A0", "B0", "C0", "D0"])
    #expect(recorder.take().isEmpty)
    #expect(stack.pickUp(.index(0)))
    expectEqual(stack.carry(by: .max), 3)
    expectEqual(stack.carry(by: -2), 1)
    #expect(stack.drop())
    expectEqual(recorder.take().filter { $0.hasPrefix("moved") }, ["moved A 0 1"])
    expectEqual(stack.names, "BACD")
  }

  @Test func chromeGetsDefaultsBeforeItIsConfigured() throws {
    final class Rail: RowChrome {
      override func draw(into canvas: inout CellCanvas, row: ScrollStackRow, content: CellRect) {
        for line in 0..<canvas.size.rows { canvas.write("│", row: line) }
        canvas.write("◆", column: 0, row: content.origin.row)
      }
    }
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 8, rows: 4))
    var log: [String] = []
    stack.makeChrome = { _ in
      log.append("make")
      let rail = Rail(insets: CellInsets(top: 1, left: 2))
      rail.background = .named(.green)
      return rail
    }
    stack.configureChrome = { chrome, _ in
      log.append("configure \(chrome.background == .standard)")
      chrome.background = .named(.red)
    }
    let row = try stack.addRow(TextRow("hello you"))
    expectEqual(log, ["make", "configure true"])
    expectEqual(row.rowBackgroundColor, .named(.red))
    expectEqual(stack.snapshot().lines, ["│", "◆ hello", "│ you", ""])
  }

  @Test func insertingAndRemovingAreSymmetric() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare("AC", motion: Motion(clock: clock, framesPerSecond: 10))
    let tally = Tally()
    func picture() -> String {
      stack.snapshot().lines.filter { !$0.isEmpty }.joined(separator: " ")
    }
    try stack.addRow(
      Box("b", length: 3), at: .index(1), animated: true, completion: tally.completion())
    expectEqual(stack.names, "AbC")
    var growing: [String] = []
    for _ in 0..<4 {
      growing.append(picture())
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
    expectEqual(growing, ["A0 C0", "A0 b0 C0", "A0 b0 b1 C0", "A0 b0 b1 b2 C0"])
    #expect(tally.calls == [true] && !stack.isAnimating)
    try stack.removeRow(.index(1), animated: true, completion: tally.completion())
    expectEqual(stack.names, "AC")
    var shrinking: [String] = []
    for _ in 0..<4 {
      shrinking.append(picture())
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
    expectEqual(shrinking, growing.reversed())
    expectEqual(tally.calls, [true, true])
  }

  @Test func aRowsOwnAnimationIsUsedWithItsDelay() throws {
    final class Fading: Box {
      override var animation: RowAnimation? {
        RowAnimation(duration: .milliseconds(200), delay: .milliseconds(300))
      }
      override func willBegin(hiding: Bool) { log.append("will \(hiding)") }
      override func animate(hiding: Bool, progress: Double) { log.append("at \(progress > 0)") }
      override func didEnd(hiding: Bool, finished: Bool) { log.append("did \(finished)") }
    }
    let clock = ManualClock()
    let stack = try ScrollStack.bare("", motion: Motion(clock: clock, framesPerSecond: 10))
    let row = Fading("x", length: 4)
    try stack.addRow(row)
    let tally = Tally()
    try stack.setRowHidden(true, for: .index(0), animated: true, completion: tally.completion())
    row.log = []
    for _ in 0..<5 {
      #expect(tally.calls.isEmpty)
      clock.advance(by: .milliseconds(100))
      stack.advance()
    }
    expectEqual(row.log, ["at false", "at false", "at false", "at true", "at true", "did true"])
    expectEqual(tally.calls, [true])
  }

  @Test func programmaticScrollingIsReplacedByALaterOne() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare(
      String(repeating: "x", count: 40), motion: Motion(clock: clock, framesPerSecond: 20))
    let recorder = Recorder()
    stack.delegate = recorder
    let tally = Tally()
    try stack.scrollToRow(.index(20), at: .start, completion: tally.completion())
    var offsets: [Int] = []
    for _ in 0..<5 {
      offsets.append(stack.offset)
      clock.advance(by: .milliseconds(50))
      stack.advance()
    }
    expectEqual(offsets + [stack.offset], [0, 4, 8, 12, 16, 20])
    expectEqual(recorder.take().filter { $0.hasPrefix("settled") }, ["settled 20"])
    stack.scrollToEnd(completion: tally.completion())
    clock.advance(by: .milliseconds(50))
    stack.advance()
    #expect(stack.scroll(by: -1))
    expectEqual(tally.calls, [true, false])
    #expect(!stack.isAnimating)
  }

  @Test func thePositionIsShownForASecondAfterTheFirstFrame() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare(
      String(repeating: "x", count: 40), motion: Motion(clock: clock))
    stack.automaticallyFlashScrollIndicators = true
    stack.scroll(toOffset: 15)
    expectEqual(stack.snapshot().lines.last?.hasSuffix("50%"), true)
    clock.advance(by: .seconds(1))
    stack.advance()
    expectEqual(stack.snapshot().lines.last?.hasSuffix("50%"), false)
    #expect(!stack.isAnimating)
  }

  @Test func scrollEventsAreHandledIfThereIsSomethingToScroll() throws {
    let stack = try ScrollStack.bare("AB")
    #expect(!stack.scroll(by: 1))
    stack.alwaysScrolls = true
    #expect(stack.scroll(by: 1) && stack.offset == 0)
    try stack.addRows((0..<20).map { _ in Box("x") })
    #expect(stack.scroll(by: .max) && stack.offset == 12)
    #expect(stack.scroll(by: .min) && stack.offset == 0)
  }

  @Test(arguments: [
    CellSize.zero, CellSize(columns: 1, rows: 1), CellSize(columns: 3, rows: 2),
    CellSize(columns: .max, rows: .max),
  ])
  func everySizeIsLaidOut(size: CellSize) throws {
    let stack = ScrollStack()
    stack.setViewport(size)
    try stack.addRows((0..<5).map { TextRow("some text \($0)") })
    try stack.setStyle { $0.rowInsets = CellInsets(all: .max) }
    stack.toggleAxis()
    stack.scrollToEnd()
    try stack.setStyle { $0.rowInsets = CellInsets(left: 2, right: 2) }
    stack.toggleAxis()
    stack._checkInvariants()
    if size.columns < 10 { expectEqual(stack.snapshot().size, size) }
    if size.columns == 1 { #expect(!stack.snapshot().lines[0].isEmpty) }
  }

  @Test func removedRowsAreFreed() throws {
    final class Counted: BasicRowController {
      nonisolated(unsafe) static var alive = 0
      override init() {
        super.init()
        Self.alive += 1
      }
      deinit { Self.alive -= 1 }
    }
    let stack = try ScrollStack.bare("A")
    weak var first: ScrollStackRow?
    for round in 0..<1000 {
      let row = try stack.addRow(Counted())
      row.onTap = { _ in }
      if round == 0 { first = row }
      try stack.removeRow(.row(row))
    }
    #expect(Counted.alive == 0 && first == nil && stack.count == 1)
  }
}
