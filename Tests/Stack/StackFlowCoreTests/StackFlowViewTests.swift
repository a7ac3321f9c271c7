// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

@testable import StackFlowCore

/// The vectors V-1 to V-7 of `Documentation/Contract.md`, for what concerns the view.
@Suite struct StackFlowViewVectorTests {
  @Test("V-1 Pop clamp") func v1() throws {
    let show = try Show("ab")
    try show.view.pop(5)
    expectEqual(
      show.wizard.take(),
      [
        "will pop b 2", "did pop b a 1", "will pop a 1", "did pop a - 0", "end pop(2) true",
      ])
    try show.view.pop(0)
    #expect(throws: FlowStackError.negativeCount(-1)) { try show.view.pop(-1) }
    #expect(show.wizard.take().isEmpty && show.view.numberOfItems == 0)
  }

  @Test("V-2 Push order") func v2() throws {
    let show = try Show("a")
    show.view.push("b")
    expectEqual(
      show.wizard.take(), ["will push b 1 a 1", "did push b 2 b 2", "end push true"])
  }

  @Test("V-3 Tap index") func v3() throws {
    let show = try Show("abcde", rows: 14)
    expectEqual(show.view.goto(0), .requested(.denied(reason: nil)))
    expectEqual(show.view.goto(2), .requested(.denied(reason: nil)))
    expectEqual(show.view.goto(4), .activeItemTapped)
    #expect(show.view.goto(5) == .ignored && show.view.goto(-1) == .ignored)
    expectEqual(show.wizard.take(), ["pop 4?", "pop 2?", "tapped e"])
    // In cells: two lines, a gap, two lines, and so on.
    func tap(_ row: Int) -> GestureOutcome {
      show.view.tap(at: CellPosition(column: 3, row: row))
    }
    expectEqual(show.lines[0...3], ["a1", "a2", String(repeating: "─", count: 30), "b1"])
    expectEqual(tap(2), .ignored)
    _ = (tap(1), tap(3), tap(13))
    expectEqual(show.wizard.take(), ["pop 4?", "pop 3?", "tapped e"])
    show.view.userNavigationOptions = [.swipe]
    #expect(tap(1) == .ignored && show.view.goto(4) == .ignored && tap(13) == .ignored)
    #expect(show.wizard.take().isEmpty)
  }

  @Test("V-4 Swipe table") func v4() throws {
    let table: [FlowDirection: [FlowDirection: String]] = [
      .down: [.up: "push?", .down: "pop 1?"], .up: [.up: "pop 1?", .down: "push?"],
      .left: [.left: "pop 1?", .right: "push?"], .right: [.left: "push?", .right: "pop 1?"],
    ]
    let show = try Show("ab")
    var silent = 0
    for growth in FlowDirection.allCases {
      show.view.growthDirection = growth
      for swipe in FlowDirection.allCases {
        show.view.userNavigationOptions = [.swipe, .tap]
        show.view.swipe(swipe)
        let expected = table[growth]?[swipe]
        if expected == nil { silent += 1 }
        expectEqual(show.wizard.take(), [expected].compactMap { $0 })
        show.view.userNavigationOptions = [.tap]
        expectEqual(show.view.swipe(swipe), .ignored)
      }
      show.view.userNavigationOptions = [.swipe]
      show.view.next()
      show.view.back()
      expectEqual(show.wizard.take(), ["push?", "pop 1?"])
      show.view.userNavigationOptions = []
      #expect(show.view.next() == .ignored && show.view.back() == .ignored)
    }
    expectEqual(silent, 8)
  }

  @Test("V-5 Nil delegate") func v5() throws {
    let show = try Show("abc")
    show.view.delegate = nil
    let before = show.lines
    for direction in FlowDirection.allCases { show.view.swipe(direction) }
    for index in 0..<3 { show.view.goto(index) }
    show.view.pressBack()
    show.view.pressNext()
    #expect(show.lines == before && show.view.numberOfItems == 3)
    show.view.push("d")
    try show.view.pop(2)
    expectEqual(show.view.numberOfItems, 2)
  }

  @Test("V-6 Title bar") func v6() throws {
    let show = try Show("A")
    expectEqual(show.lines[9], "           Title A    next ›")
    show.view.push("B")
    let bars = show.lines.filter { $0.contains("Title") }
    expectEqual(bars, ["           Title A", "  ‹ prev   Title B    next ›"])
    try show.view.pop()
    expectEqual(show.lines[9], "           Title A    next ›")
    show.view.push("c")
    expectEqual(show.lines.filter { $0.contains("Title") }, ["           Title A"])
    #expect(!show.lines.contains { $0.contains("next") })
    show.view.clean()
    show.view.push("B", title: "A title that is far too long to fit")
    show.view.push("C")
    #expect(show.lines.contains("  ‹ prev   Title C    next ›"))
    try show.view.pop()
    #expect(show.lines.contains("          A title t…  next ›"))
  }

  @Test("V-6 Buttons ask, whatever the options") func v6Buttons() throws {
    let show = try Show("AB")
    show.view.userNavigationOptions = []
    let bar = try #require(show.lines.firstIndex { $0.contains("‹ prev") })
    func tap(_ column: Int) { show.view.tap(at: CellPosition(column: column, row: bar)) }
    tap(3)
    tap(27)
    tap(12)
    expectEqual(show.wizard.take(), ["pop 1?", "push?"])
    try show.view.pop()
    _ = show.wizard.take()
    expectEqual(show.view.pressBack(), .nothingBelow)
    expectEqual(show.view.pressNext(), .requested(.denied(reason: nil)))
    expectEqual(show.wizard.take(), ["push?"])
  }

  static func tint(_ decrement: Double?, _ ramp: FadingStyle.Ramp) -> FadingStyle {
    .tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: decrement, ramp: ramp)
  }

  @Test(
    "V-7 Tint",
    arguments: [
      (5, tint(0.1, .preLast), [0.6, 0.7, 0.8, 0.9, 1]),
      (5, tint(nil, .preLast), [0.9, 0.9, 0.9, 0.9, 1]),
      (12, tint(0.1, .preLast), [0, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
      (5, tint(0.1, .original), [0.5, 0.6, 0.7, 0.8, 1]),
      (5, tint(nil, .original), [0.9, 0.9, 0.9, 0.9, 1]),
      (12, tint(0.1, .original), [0, 0, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1]),
    ])
  func v7(count: Int, style: FadingStyle, alphas: [Double]) {
    for (index, alpha) in alphas.enumerated() {
      #expect(abs(style.itemAlpha(index, of: count) - alpha) < 1e-9)
    }
  }

  @Test("V-7 Mask") func v7Mask() {
    let style = FadingStyle.gradientMask(effectDistance: 12)
    let alphas = (0..<24).map { style.maskAlpha(cell: $0, length: 24, head: 6) }
    let expected =
      Array(repeating: 1.0, count: 6) + stride(from: 23, to: 0, by: -2).map { $0 / 24.0 }
      + Array(repeating: 0, count: 6)
    #expect(zip(alphas, expected).allSatisfy { abs($0 - $1) < 1e-9 })
    expectEqual(
      FadingStyle.gradientMask(effectDistance: nil).maskAlpha(cell: 0, length: 0, head: 0), 1)
    let hard = FadingStyle.gradientMask(effectDistance: 0)
    expectEqual((0..<4).map { hard.maskAlpha(cell: $0, length: 4, head: 2) }, [1, 1, 0, 0])
  }

  @Test("V-7 Combined") func v7Combined() {
    let first = Self.tint(nil, .preLast)
    let second = Self.tint(0.1, .preLast)
    let style = FadingStyle.combined([
      .none, first, .combined([.gradientMask(effectDistance: 3), second]),
      .gradientMask(effectDistance: 12), .none,
    ])
    #expect(abs(style.itemAlpha(0, of: 5) - 0.6) < 1e-9)
    expectEqual(style.maskAlpha(cell: 6, length: 24, head: 6), 23.0 / 24)
    expectEqual(FadingStyle.combined([]).itemAlpha(0, of: 5), 1)
  }
}

/// The rules of chapter 2 without vectors.
@Suite struct StackFlowViewTests {
  @Test func theNewestStepIsAtTheHeadInFourDirections() throws {
    let show = try Show("abc", columns: 9, rows: 9)
    let rule = String(repeating: "─", count: 9)
    expectEqual(
      show.lines, ["", "a1", "a2", rule, "b1", "b2", rule, "c1", "c2"])
    show.view.growthDirection = .up
    expectEqual(show.lines, ["c1", "c2", rule, "b1", "b2", rule, "a1", "a2", ""])
    show.view.growthDirection = .right
    expectEqual(show.lines.prefix(3), [" a1│b1│c1", " a2│b2│c2", "   │  │"])
    show.view.growthDirection = .left
    expectEqual(show.lines.prefix(3), ["c1│b1│a1", "c2│b2│a2", "  │  │"])
    show.view.growthDirection = .down
    expectEqual(show.lines.suffix(2), ["c1", "c2"])
    show.view.scrollStack._checkInvariants()
  }

  @Test func headPaddingIsAtTheHeadEdgeWithAndWithoutSafeArea() throws {
    let show = try Show("a", columns: 6, rows: 6)
    #expect(throws: ScrollStackError.negativeLength(-1)) { try show.view.setHeadPadding(-1) }
    try show.view.setHeadPadding(1)
    let safe = CellInsets(top: 1, bottom: 2)
    for (isSeeking, down, up) in [
      (true, ["", "a1", "a2", "", "", ""], ["", "", "a1", "a2", "", ""]),
      (false, ["", "", "", "a1", "a2", ""], ["", "a1", "a2", "", "", ""]),
    ] {
      show.view.isSeekingSafeArea = isSeeking
      show.view.growthDirection = .down
      show.view.setViewport(CellSize(columns: 6, rows: 6), safeArea: safe)
      expectEqual(show.lines, down)
      expectEqual(show.view.safeSize, CellSize(columns: 6, rows: isSeeking ? 2 : 5))
      show.view.growthDirection = .up
      expectEqual(show.lines, up)
    }
  }

  @Test func separationIsLiveAndOneLessThanTheSteps() throws {
    let show = try Show("ab", columns: 4, rows: 8)
    try show.view.setSeparationStyle(.padding(size: 2))
    expectEqual(show.lines, ["", "", "a1", "a2", "", "", "b1", "b2"])
    try show.view.setSeparationStyle(.none)
    expectEqual(show.lines, ["", "", "", "", "a1", "a2", "b1", "b2"])
    try show.view.setSeparationStyle(.line(thickness: 3, color: .plain))
    expectEqual(show.lines.filter { $0 == "────" }.count, 3)
    try show.view.pop()
    #expect(!show.lines.contains("────"))
    #expect(throws: ScrollStackError.negativeLength(-1)) {
      try show.view.setSeparationStyle(.padding(size: -1))
    }
  }

  @Test func onlyTheTopStepGetsEvents() throws {
    final class Control: BasicRowController {
      var heard: [RowEvent] = []
      override func measure(_ measurement: RowMeasurement) -> Int { 1 }
      override func handle(_ event: RowEvent) -> Bool {
        heard.append(event)
        return true
      }
    }
    var controls: [Control] = []
    let view = StackFlowView<Int> { _ in
      let control = Control()
      controls.append(control)
      return StepPresentation(content: control)
    }
    view.setViewport(CellSize(columns: 9, rows: 9))
    view.push(0)
    view.push(1)
    #expect(view.handle(.toggle))
    expectEqual(controls.map { $0.heard.count }, [0, 1])
    try view.pop()
    #expect(view.handle(.toggle))
    expectEqual(controls.map { $0.heard.count }, [1, 1])
    view.clean()
    #expect(!view.handle(.toggle))
  }

  @Test func aViewAtTheHeadStaysThereAndOneScrolledAwayComesBack() throws {
    let show = try Show("abcdef", columns: 6, rows: 5)
    expectEqual(show.lines.last, "f2")
    show.view.setViewport(CellSize(columns: 6, rows: 8))
    expectEqual(show.lines.last, "f2")
    show.view.scrollStack.scroll(by: -4)
    let first = show.lines[0]
    show.view.setViewport(CellSize(columns: 6, rows: 6))
    expectEqual(show.lines[0], first)
    try show.view.pop()
    #expect(show.lines.last == "e2" && show.view.isAtHead)
    show.view.scrollStack.scroll(by: -4)
    show.view.push("g")
    expectEqual(show.lines.last, "g2")
  }

  @Test func pushSlidesInAndPopFadesThenShrinks() throws {
    let show = try Show("a", columns: 4, rows: 4, moves: true)
    show.clock.advance(by: .seconds(1))
    show.view.scrollStack.advance()
    _ = show.wizard.take()
    try show.view.setSeparationStyle(.none)
    show.view.transitionDuration = .milliseconds(133)
    func frames(_ count: Int) -> [String] {
      (0..<count).map { _ in
        let picture = show.lines.filter { !$0.isEmpty }.joined(separator: " ")
        show.clock.advance(by: .microseconds(33_334))
        show.view.scrollStack.advance()
        return picture
      }
    }
    show.view.push("b")
    expectEqual(show.wizard.take(), ["will push b 1 a 1", "did push b 2 b 2"])
    expectEqual(frames(4), ["a1 a2", "a1 a2 b1", "a1 a2 b1", "a1 a2 b1 b2"])
    expectEqual(show.wizard.take(), ["end push true"])
    show.view.colorDepth = .ansi16
    try show.view.pop()
    expectEqual(frames(4), ["a1 a2 b1 b2", "a1 a2 b1 b2", "a1 a2", "a1 a2"])
    expectEqual(show.wizard.take(), ["will pop b 2", "did pop b a 1", "end pop(1) true"])
  }

  @Test func aLaterTransitionSupersedesTheEarlierOne() throws {
    let show = try Show("", moves: true)
    var ends: [String] = []
    show.view.push("a") { ends.append("a \($0)") }
    show.clock.advance(by: .milliseconds(100))
    show.view.scrollStack.advance()
    show.view.push("b") { ends.append("b \($0)") }
    expectEqual(ends, ["a false"])
    try show.view.pop(0) { ends.append("none \($0)") }
    show.clock.advance(by: .seconds(1))
    show.view.scrollStack.advance()
    expectEqual(ends, ["a false", "none true", "b true"])
    expectEqual(
      show.wizard.take().filter { $0.hasPrefix("end") }, ["end push false", "end push true"])
    #expect(throws: FlowStackError.negativeCount(-1)) {
      try show.view.pop(-1, completion: { ends.append("neg \($0)") })
    }
    expectEqual(ends.last, "neg false")
  }

  @Test func callsFromInsideCallbacksKeepTheirTitlesAndCompletions() throws {
    let show = try Show("")
    var ends: [String] = []
    show.wizard.onDidPush = { [weak view = show.view, weak wizard = show.wizard] in
      wizard?.onDidPush = nil
      view?.push("b", title: "Second") { ends.append("b \($0)") }
      view?.push("c") { ends.append("c \($0)") }
    }
    show.view.push("a", title: "First") { ends.append("a \($0)") }
    expectEqual(ends, ["a true", "b true", "c true"])
    expectEqual(show.lines.filter { $0.contains("First") || $0.contains("Second") }.count, 2)
  }

  @Test func fadingFollowsTheHeadAndTheColorDepth() throws {
    let show = try Show("abc", columns: 4, rows: 8)
    show.view.colorDepth = .ansi16
    show.view.fadingStyle = .gradientMask(effectDistance: 4)
    // Two lines of the head, then a gap, b2, b1, and nothing.
    expectEqual(show.lines, ["", "", "────", "b1", "b2", "────", "c1", "c2"])
    let styles = (3..<8).map { show.view.snapshot()[CellPosition(column: 0, row: $0)]?.style }
    expectEqual(styles, [.dim, .dim, .dim, .plain, .plain])
    show.view.fadingStyle = .tint(
      color: .rgb(0, 0, 0), preLastAlpha: 0.5, alphaDecrement: nil)
    show.view.colorDepth = .truecolor
    let style = show.view.snapshot()[CellPosition(column: 0, row: 4)]?.style
    expectEqual(style?.foreground, .rgb(115, 115, 115))
    show.view.fadingStyle = .none
    expectEqual(show.view.snapshot()[CellPosition(column: 0, row: 4)]?.style, .plain)
    show.view.colorDepth = .none
    show.view.clean()
    #expect(!show.lines.contains { !$0.isEmpty })
  }

  @Test func withoutColorsInactiveStepsCarryAMark() throws {
    let show = try Show("aBc", columns: 12, rows: 9)
    show.view.colorDepth = .none
    let rule = String(repeating: "─", count: 12)
    expectEqual(
      show.lines, ["· a1", "  a2", rule, "·   Tit…", "  B1", "  B2", rule, "  c1", "  c2"])
    // The mark is in the first visible line.
    show.view.setViewport(CellSize(columns: 12, rows: 4))
    expectEqual(show.lines, ["· B2", rule, "  c1", "  c2"])
    show.view.usesPlainText = true
    expectEqual(show.lines[0], ". B2")
    try show.view.pop(2)
    expectEqual(show.lines, ["", "", "  a1", "  a2"])
    show.view.colorDepth = .ansi16
    expectEqual(show.lines[2], "a1")
  }

  @Test(arguments: FlowDirection.allCases, 3...14)
  func withoutColorsEveryVisibleInactiveStepIsMarkedOnce(growth: FlowDirection, columns: Int) throws
  {
    let show = try Show("ab", columns: growth.isVertical ? columns : 20, rows: 9)
    show.view.growthDirection = growth
    show.view.colorDepth = .none
    let text = show.lines.joined()
    expectEqual(text.count { $0 == "·" }, 1, "\(show.lines)")
    for part in ["a", "1", "2", "b"] { #expect(text.contains(part)) }
    show.view.isAutoresizingItems = false
    show.view.setViewport(CellSize(columns: 4, rows: 9))
    if growth.isVertical { expectEqual(show.lines.joined().count { $0 == "·" }, 1) }
  }

  @Test func aStepIsMeasuredOnceForItsPush() throws {
    final class Counted: BasicRowController {
      var measures = 0
      override func measure(_ measurement: RowMeasurement) -> Int {
        measures += 1
        return 2
      }
    }
    let counted = Counted()
    let view = StackFlowView<Int> { _ in StepPresentation(content: counted, title: "x") }
    view.setViewport(CellSize(columns: 20, rows: 9))
    view.push(1)
    expectEqual(counted.measures, 1)
    _ = view.snapshot()
    expectEqual(counted.measures, 1)
    counted.invalidate()
    expectEqual(counted.measures, 2)
  }

  @Test func stepsThatAreNotReflowedAreCenteredAndClipped() throws {
    let show = try Show("", columns: 8, rows: 4)
    show.view.isAutoresizingItems = false
    show.view.push("a")
    show.view.setViewport(CellSize(columns: 12, rows: 4))
    expectEqual(show.lines[2], "  a1")
    show.view.isAutoresizingItems = true
    expectEqual(show.lines[2], "a1")
  }

  /// Returns a view of steps of one line.
  private func deepView(_ depth: Int) -> StackFlowView<Int> {
    let view = StackFlowView<Int> { _ in StepPresentation(content: TextRow("x")) }
    view.setViewport(CellSize(columns: 20, rows: 9))
    view.scrollStack.batch { for index in 0..<depth { view.push(index) } }
    return view
  }

  @Test func theCostOfPushAndPopDoesNotDependOnTheDepth() throws {
    func work(depth: Int) throws -> Int {
      let view = deepView(depth)
      let before = view.scrollStack.indexSteps + view.scrollStack.measureCount
      for index in 0..<200 {
        view.push(index)
        try view.pop()
      }
      return view.scrollStack.indexSteps + view.scrollStack.measureCount - before
    }
    // The position of the newest step in the index varies, but the work is at most logarithmic in
    // the depth.
    for (depth, logarithm) in [(500, 9), (2000, 11), (8000, 13)] {
      #expect(try work(depth: depth) <= 400 * 100 * logarithm, "\(depth) steps")
    }
  }

  /// A long run uses a million steps.
  @Test func aDeepFlowIsFast() throws {
    let depth = getenv("STACKFLOW_LONG") != nil ? 1_000_000 : 5000
    let view = deepView(depth)
    #expect(view.numberOfItems == depth && view.isAtHead)
    let before = view.scrollStack.indexSteps
    expectEqual(view.goto(depth - 1), .activeItemTapped)
    expectEqual(view.goto(0), .requested(.denied(reason: nil)))
    view.scrollStack.scrollToStart(animated: false)
    expectEqual(view.snapshot().lines[0], "x")
    view.push(depth)
    #expect(view.isAtHead && view.topItem == depth)
    try view.pop(1000)
    expectEqual(view.numberOfItems, depth + 1 - 1000)
    // Popping a thousand steps counts as a thousand pops.
    #expect(view.scrollStack.indexSteps - before < 1000 * 1000)
    #expect(view.scrollStack.measureCount < depth + 2000)
  }

  @Test(arguments: [CellSize.zero, CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 5)])
  func everySizeIsLaidOut(size: CellSize) throws {
    let show = try Show("ABc", columns: 10, rows: 4)
    for direction in FlowDirection.allCases {
      show.view.growthDirection = direction
      show.view.setViewport(size)
      show.view.fadingStyle = .preset
      expectEqual(show.view.snapshot().size, size)
    }
    show.view.scrollStack._checkInvariants()
  }
}
