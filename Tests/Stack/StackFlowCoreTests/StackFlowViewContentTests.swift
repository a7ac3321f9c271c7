// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

@testable import StackFlowCore

/// SF-10, SF-12, SF-13 and SF-15 of `Documentation/Contract.md`: how steps show their content.
@Suite struct StackFlowViewContentTests {
  /// Returns a view with one text per step.
  private func view(
    _ growth: FlowDirection, columns: Int = 12, rows: Int = 5, clock: ManualClock? = nil
  ) -> StackFlowView<String> {
    let motion = clock.map { Motion(clock: $0) } ?? Motion()
    let view = StackFlowView<String>(motion: motion) { StepPresentation(content: TextRow($0)) }
    view.fadingStyle = .none
    view.growthDirection = growth
    view.setViewport(CellSize(columns: columns, rows: rows))
    return view
  }

  @Test(arguments: FlowDirection.allCases)
  func aStepThatGrowsAtTheHeadStaysThere(growth: FlowDirection) throws {
    let view = view(growth)
    for name in ["a1\na2", "b1\nb2", "c1\nc2"] { view.push(name) }
    func isInView(_ text: String) -> Bool { view.snapshot().lines.joined().contains(text) }
    #expect(view.isAtHead && isInView("c2"))
    for text in ["c1\nc2\nc3", "c1\nc2\nc3\nc4 and more", "c1"] {
      try view.pop()
      view.push(text)
      #expect(view.isAtHead)
    }
    let growing = TextRow("x")
    let other = StackFlowView<Int> { _ in StepPresentation(content: growing) }
    other.fadingStyle = .none
    other.growthDirection = growth
    other.setViewport(CellSize(columns: 6, rows: 4))
    other.push(0)
    for lines in 1...9 {
      growing.text = (1...lines).map { "\($0) line" }.joined(separator: "\n")
      #expect(other.isAtHead, "\(lines) lines")
      if growth == .down { expectEqual(other.snapshot().lines.last, "\(lines) line") }
      if growth == .up { expectEqual(other.snapshot().lines.first, "1 line") }
    }
  }

  @Test func aGrowingStepDoesNotMoveAScrolledView() {
    let texts = (0..<6).map { TextRow("\($0).0\n\($0).1") }
    let view = StackFlowView<Int> { StepPresentation(content: texts[$0]) }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 6, rows: 5))
    for index in texts.indices { view.push(index) }
    view.scrollStack.scroll(by: -6)
    let before = view.snapshot().lines
    texts[5].text += "\nmore\nand more"
    #expect(view.snapshot().lines == before && !view.isAtHead)
  }

  @Test func aCollapsibleStepIsCollapsedUntilItIsToggled() throws {
    let clock = ManualClock()
    let view = StackFlowView<Int>(motion: Motion(clock: clock, isReduced: true)) { number in
      StepPresentation(
        content: TextRow(
          "\(number).0\n\(number).1\n\(number).2",
          extent: .collapsible(collapsed: 2, expanded: .fit, isExpanded: number > 1)),
        title: number == 0 ? nil : "T")
    }
    view.fadingStyle = .none
    view.colorDepth = .ansi16
    view.setViewport(CellSize(columns: 24, rows: 8))
    view.push(0)
    let blank = Array(repeating: "", count: 6)
    expectEqual(view.snapshot().lines, blank + ["0.0", "0.1…"])
    #expect(view.handle(.toggle))
    expectEqual(view.snapshot().lines.suffix(3), ["0.0", "0.1", "0.2"])
    view.push(1)
    expectEqual(view.snapshot().lines.suffix(3), ["  ‹ prev   T    next ›", "1.0", "1.1…"])
    // The step below gets no input and stays the same.
    #expect(view.handle(.toggle))
    expectEqual(view.snapshot().lines.suffix(2), ["1.1", "1.2"])
    expectEqual(view.snapshot().lines[0...2], ["0.0", "0.1", "0.2"])
    view.push(2)
    expectEqual(view.snapshot().lines.suffix(3), ["2.0", "2.1", "2.2"])
  }

  @Test func aFixedStepHasItsLinesAndItsBar() {
    let view = StackFlowView<Int> { _ in
      StepPresentation(content: TextRow("a\nb\nc\nd", extent: .fixed(2)), title: "T")
    }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 30, rows: 4))
    view.push(0)
    expectEqual(view.snapshot().lines[1...].map { $0.suffix(6) }, ["next ›", "a", "b"])
  }

  @Test func aCoveredStepIsAsWideAsBefore() throws {
    let view = StackFlowView<String> { StepPresentation(content: TextRow($0), title: $0) }
    view.fadingStyle = .none
    view.growthDirection = .right
    view.setViewport(CellSize(columns: 60, rows: 3))
    view.push("one")
    view.push("two")
    let before = view.snapshot().lines
    // Everything is measured again if the cross length changes.
    view.setViewport(CellSize(columns: 60, rows: 4))
    expectEqual(view.snapshot().lines.dropLast(), before[...])
  }

  @Test func theBarOfAColumnShrinksInANarrowView() {
    let view = StackFlowView<String> { StepPresentation(content: TextRow("abc"), title: $0) }
    view.fadingStyle = .none
    view.growthDirection = .right
    view.setViewport(CellSize(columns: 14, rows: 2))
    view.push("zero")
    view.push("one")
    expectEqual(view.snapshot().lines, ["  ‹  one   ›", "abc"])
    view.setViewport(CellSize(columns: 23, rows: 2))
    expectEqual(view.snapshot().lines, ["  ‹ prev  one  next ›", "abc"])
    view.setViewport(CellSize(columns: 60, rows: 2))
    expectEqual(
      view.snapshot().lines,
      [
        "                      zero          │  ‹ prev  one  next ›",
        "            abc                     │abc",
      ])
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func headPaddingIsAtTheHeadOfColumnsToo(direction: LayoutDirection) throws {
    for growth in [FlowDirection.left, .right] {
      let view = view(growth, columns: 6, rows: 1)
      view.scrollStack.layoutDirection = direction
      try view.setHeadPadding(2)
      view.push("ab")
      let isLeft = (growth == .left) == (direction == .leftToRight)
      expectEqual(view.snapshot().lines, ["  ab"])
      expectEqual(view.safeSize, CellSize(columns: 4, rows: 1))
      view.push("cdef")
      expectEqual(view.snapshot().lines, [isLeft ? "  cdef" : "cdef"], "\(growth) \(direction)")
    }
  }

  @Test func columnsSlideInFromTheirSide() throws {
    for (growth, frames) in [
      (FlowDirection.right, ["    ab", "  ab│c", "ab│cde", "b│cdef"]),
      (.left, ["ab", "f│ab", "ef│ab", "cdef│a"]),
    ] {
      let clock = ManualClock()
      let view = view(growth, columns: 6, rows: 1, clock: clock)
      view.transitionDuration = .milliseconds(67)
      view.push("ab")
      clock.advance(by: .seconds(1))
      view.scrollStack.advance()
      view.push("cdef")
      var seen: [String] = []
      for _ in frames {
        seen.append(view.snapshot().lines[0])
        clock.advance(by: .microseconds(33_334))
        view.scrollStack.advance()
      }
      expectEqual(seen, frames, "\(growth)")
    }
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, -1, 0, 2, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ])
  func everyOpacityIsDrawn(number: Double) throws {
    let view = view(.down)
    for step in "abcde" { view.push("\(step)") }
    for distance in [Int.min, -1, 0, 1, .max] {
      view.fadingStyle = .combined([
        .tint(color: .rgb(9, 9, 9), preLastAlpha: number, alphaDecrement: number),
        .gradientMask(effectDistance: distance),
      ])
      for depth in [ColorDepth.truecolor, .indexed256, .ansi16, .none] {
        view.colorDepth = depth
        expectEqual(view.snapshot().lines.last?.hasSuffix("e"), true)
      }
      for index in 0..<5 {
        #expect((0...1).contains(view.fadingStyle.itemAlpha(index, of: 5)))
        #expect((0...1).contains(view.fadingStyle.maskAlpha(cell: index, length: 5, head: 1)))
      }
    }
  }

  @Test func aControllerMayOutliveItsView() {
    var view: StackFlowView<String>? = view(.down)
    view?.push("a\nb")
    let controller = view?.scrollStack.lastRow?.controller
    view = nil
    expectEqual(controller?.measure(RowMeasurement(axis: .vertical, crossExtent: 9)), 2)
  }
}
