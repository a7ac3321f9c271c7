// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import ScrollStackLayout

/// The vectors V-8 to V-14 and V-19 of `Documentation/Contract.md`, chapter 8.
@Suite struct ScrollStackVectorTests {
  @Test(
    "V-8 Bulk order",
    arguments: [
      ("top", "xyzABC"), ("bottom", "ABCxyz"), ("before B", "AxyzBC"), ("index 1", "AxyzBC"),
      ("after B", "ABxyzC"),
    ])
  func v8(place: String, result: String) throws {
    let stack = try ScrollStack.bare("ABC")
    let b = stack.id("B")
    let locations: [String: InsertLocation] = [
      "top": .top, "bottom": .bottom, "before B": .before(b), "index 1": .index(1),
      "after B": .after(b),
    ]
    let location = try #require(locations[place])
    let added = try stack.addRows("xyz".map { Box(String($0)) }, at: location)
    expectEqual(stack.names, result)
    expectEqual(added.map { ($0.controller as? Box)?.name ?? "" }, ["x", "y", "z"])
    stack._checkInvariants()
  }

  @Test("V-9 Bulk removal", arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2, 2, 9]], [false, true])
  func v9(indices: [Int], animated: Bool) throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare("ABCDE", motion: Motion(clock: clock))
    let tally = Tally()
    let removed = stack.removeRows(
      indices.map { .index($0) }, animated: animated, completion: tally.completion())
    expectEqual(stack.names, "DE")
    expectEqual(removed.map { ($0.controller as? Box)?.name ?? "" }, ["A", "B", "C"])
    #expect(removed.allSatisfy { $0.index == nil })
    clock.advance(by: .seconds(1))
    stack.advance()
    expectEqual(tally.calls, [true])
    expectEqual(stack.snapshot().lines.prefix(3), ["D0", "E0", ""])
  }

  @Test("V-10 Move", arguments: [(0, 2, "BCAD"), (1, 3, "ACDB"), (3, 0, "DABC")])
  func v10(from: Int, to: Int, result: String) throws {
    let stack = try ScrollStack.bare("ABCD")
    try stack.setRowHidden(true, for: .index(from))
    let row = try #require(stack.row(at: from))
    try stack.moveRow(.index(from), to: to)
    expectEqual(stack.names, result)
    #expect(row.isHidden)
    for bad in [-1, 4] {
      #expect(throws: ScrollStackError.indexOutOfRange(bad, count: 4)) {
        try stack.moveRow(.index(0), to: bad)
      }
    }
    expectEqual(stack.names, result)
  }

  @Test("V-11 Replace", arguments: [false, true])
  func v11(animated: Bool) throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare("ABC", motion: Motion(clock: clock))
    let tally = Tally()
    let old = try stack.replaceRow(
      .index(1), with: Box("x", length: 3), animated: animated, completion: tally.completion())
    expectEqual((old as? Box)?.name, "B")
    expectEqual(stack.names, "AxC")
    clock.advance(by: .seconds(1))
    stack.advance()
    expectEqual(tally.calls, [true])
    expectEqual(stack.snapshot().lines.prefix(6), ["A0", "x0", "x1", "x2", "C0", ""])
    stack._checkInvariants()
  }

  @Test("V-12 Separators") func v12() throws {
    let stack = ScrollStack()
    stack.setViewport(CellSize(columns: 10, rows: 20))
    try stack.setStyle { $0.autoHidesLastSeparator = true }
    try stack.addRows("ABC".map { Box(String($0)) })
    func shown() -> [Bool] { stack.rows.map(\.separator.isShown) }
    expectEqual(shown(), [true, true, false])
    try stack.setRowHidden(true, for: stack.id("C"))
    expectEqual(shown(), [true, false, false])
    try stack.setRowHidden(false, for: stack.id("C"))
    expectEqual(shown(), [true, true, false])
    try stack.addRow(Box("D"))
    expectEqual(shown(), [true, true, true, false])
    stack._checkInvariants()
  }

  static let classes: [RowVisibility] = [.hidden, .offscreen, .partial(percentage: 50), .entire]

  /// Scrolls row X, of four lines, to a position class in a viewport of ten.
  static func bring(_ stack: ScrollStack, to wanted: RowVisibility) throws {
    try stack.setRowHidden(wanted == .hidden, for: stack.id("X"))
    switch wanted {
    case .hidden, .entire: stack.scroll(toOffset: 0)
    case .offscreen: stack.scroll(toOffset: 30)
    case .partial: stack.scroll(toOffset: 2)
    case .removed: try stack.removeRow(stack.id("X"))
    }
  }

  @Test("V-13 Visibility") func v13() throws {
    // The rows of the table, without those where nothing changes; `-` means no further event.
    let table: [[String?]] = [
      [nil, "-", "visible", "visible", "-"],
      ["-", nil, "visible", "visible", "-"],
      ["hidden", "hidden", nil, "visible", "hidden"],
      ["hidden", "hidden", "hidden", nil, "hidden"],
    ]
    let all = Self.classes + [.removed]
    for (i, from) in Self.classes.enumerated() {
      for (j, to) in all.enumerated() {
        let stack = try ScrollStack.bare("X", length: 4)
        try stack.addRows((0..<100).map { _ in Box("y") })
        try Self.bring(stack, to: from)
        expectEqual(stack.visibility(of: stack.id("X")), from)
        let recorder = Recorder()
        stack.delegate = recorder
        let row = try #require(stack.row(stack.id("X")))
        try stack.batch { try Self.bring(stack, to: to) }
        expectEqual(row.visibility, to)
        let events = recorder.take().filter { $0.contains(" X ") }
        var expected: [String] = []
        if let cell = table[i][j] {
          if to == .removed { expected.append("removed X 0") }
          expected.append("class X 0 \(from.word) \(to.word)")
          if cell != "-" { expected.append("\(cell) X \(to.word)") }
        }
        expectEqual(events, expected, "\(from) to \(to)")
      }
    }
  }

  @Test(
    "V-13 Visibility of new rows",
    arguments: [
      (0, "visible"), (8, "visible"), (30, nil), (-1, nil),
    ])
  func v13New(place: Int, event: String?) throws {
    let stack = try ScrollStack.bare("")
    try stack.addRows((0..<100).map { _ in Box("y") })
    let recorder = Recorder()
    stack.delegate = recorder
    let row = try stack.batch {
      let row = try stack.addRow(Box("X", length: 4), at: .index(max(0, place)))
      if place < 0 { try stack.setRowHidden(true, for: .row(row)) }
      return row
    }
    let events = recorder.take().filter { $0.contains("X") }
    var expected = [
      "inserted X \(max(0, place))", "class X \(max(0, place)) new \(row.visibility.word)",
    ]
    if let event { expected.append("\(event) X \(row.visibility.word)") }
    expectEqual(events, expected)
  }

  @Test("V-13 A new row that is removed in the same batch") func v13NewRemoved() throws {
    let stack = try ScrollStack.bare("AB")
    let recorder = Recorder()
    stack.delegate = recorder
    try stack.batch {
      let row = try stack.addRow(Box("X"))
      row.removeFromStack()
    }
    expectEqual(recorder.take().filter { $0.contains("X") }, ["inserted X 2", "removed X 2"])
  }

  @Test("V-13 Percentage and edges") func v13Edges() throws {
    let stack = try ScrollStack.bare("")
    try stack.addRow(Box("x", length: 40))
    try stack.addRow(Box("y"))
    expectEqual(stack.visibility(of: .index(0)), .partial(percentage: 25))
    expectEqual(stack.visibility(of: .index(1)), .offscreen)
    stack.scroll(toOffset: 30)
    expectEqual(stack.visibility(of: .index(1)), .offscreen)
    stack.scroll(toOffset: 31)
    expectEqual(stack.visibility(of: .index(1)), .entire)
    expectEqual(stack.visibility(of: .index(7)), .removed)
    #expect(!stack.isRowHidden(.index(7)))
  }

  @Test("V-14 Scroll to row", arguments: [LayoutAxis.vertical, .horizontal])
  func v14(axis: LayoutAxis) throws {
    let stack = try ScrollStack.bare("", viewport: CellSize(columns: 400, rows: 400))
    stack.axis = axis
    try stack.addRow(Box("a", wish: .fixed(500)))
    let row = try stack.addRow(Box("b", wish: .fixed(50)))
    try stack.addRow(Box("c", wish: .fixed(1450)))
    for (position, offset) in [(ScrollPosition.start, 500), (.middle, 325), (.end, 150)] {
      try stack.scrollToRow(.row(row), at: position)
      expectEqual(stack.offset, offset)
    }
    stack.removeRows([.index(0), .index(2)])
    try stack.addRow(Box("d", wish: .fixed(50)))
    for position in [ScrollPosition.start, .middle, .end, .automatic] {
      try stack.scrollToRow(.row(row), at: position)
      expectEqual(stack.offset, 0)
    }
  }

  @Test("V-19 Fast toggling") func v19() throws {
    let clock = ManualClock()
    let stack = try ScrollStack.bare("ABC", length: 4, motion: Motion(clock: clock))
    let tallies = (0..<4).map { _ in Tally() }
    for index in 0..<3 {
      try stack.setRowHidden(
        true, for: .index(1), animated: true, completion: tallies[index].completion())
      clock.advance(by: .milliseconds(30))
      stack.advance()
    }
    try stack.setRowHidden(
      false, for: .index(1), animated: true, completion: tallies[3].completion())
    clock.advance(by: .seconds(1))
    stack.advance()
    #expect(!stack.isRowHidden(.index(1)))
    expectEqual(tallies.map(\.calls), [[false], [true], [true], [true]])
    expectEqual(stack.snapshot().lines.filter { $0.hasPrefix("B") }.count, 4)
    #expect(!stack.isAnimating)
  }
}
