// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import TerminalCells
import Testing

@testable import StackFlowCore

#if canImport(Glibc)
import CMalloc
#endif

/// 1.3, 1.4, 2.1 and SF-3, SF-8, SF-10, SF-15 of `Documentation/Contract.md`: the state of a view
/// inside callbacks, and the lengths of its steps.
@Suite struct StackFlowViewRuleTests {
  @Test func aViewHasTheDefaultsOfTheContract() {
    let view = StackFlowView<Int> { StepPresentation(content: TextRow("\($0)")) }
    #expect(view.flow.isEmpty && view.delegate == nil && view.numberOfItems == 0)
    #expect(view.topItem == nil && view.topRow == nil && view.safeSize == .zero)
    #expect(view.isAutoresizingItems && view.isSeekingSafeArea && view.headPadding == 0)
    #expect(view.growthDirection == .down && view.growthDirection.isVertical)
    expectEqual(view.separationStyle, .line(thickness: 1, color: .dim))
    expectEqual(
      view.fadingStyle,
      .combined([
        .tint(color: .named(.black), preLastAlpha: 0.9, alphaDecrement: nil),
        .gradientMask(effectDistance: nil),
      ]))
    expectEqual(view.userNavigationOptions, [.swipe, .tap])
    expectEqual(view.transitionDuration, .milliseconds(250))
    let bar = view.topBar
    #expect(bar.backgroundColor == .named(.brightWhite) && bar.titleFont == [])
    #expect(bar.titleTextColor == .named(.brightBlack) && bar.buttonColor == .named(.blue))
    #expect(ItemAppearance().backgroundColor == .standard && ItemAppearance().topBar == nil)
  }

  /// Drawing inside a callback shows the view after the change (1.3 step 4, 1.4).
  @Test func barsAndGapsAreUpdatedBeforeAMoveIsAnnounced() throws {
    final class Looking: StackFlowDelegate {
      typealias Item = String
      var seen: [String: [String]] = [:]
      weak var view: StackFlowView<String>?
      private func look(_ name: String) {
        seen[name] = view?.snapshot().lines.filter { !$0.isEmpty } ?? []
      }
      func willPush(_ item: String, in stack: FlowStack<String>) { look("will push") }
      func didPush(_ item: String, in stack: FlowStack<String>) { look("did push") }
      func willPop(_ item: String, in stack: FlowStack<String>) { look("will pop") }
      func didPop(_ item: String, in stack: FlowStack<String>) { look("did pop") }
    }
    let show = try Show("A")
    let looking = Looking()
    looking.view = show.view
    show.view.delegate = looking
    let one = ["           Title A    next ›", "A1", "A2"]
    let rule = String(repeating: "─", count: 30)
    let two =
      ["           Title A", "A1", "A2", rule, "  ‹ prev   Title B    next ›", "B1", "B2"]
    show.view.push("B")
    expectEqual(looking.seen, ["will push": one, "did push": two])
    looking.seen = [:]
    try show.view.pop()
    expectEqual(looking.seen, ["will pop": two, "did pop": one])
  }

  /// SF-3: the original kept the exposed step locked for half the transition.
  @Test func theTopStepIsUnlockedWhenTheMoveIsAnnounced() throws {
    final class Control: BasicRowController {
      let name: Int
      var log: (Int) -> Void
      init(_ name: Int, _ log: @escaping (Int) -> Void) {
        self.name = name
        self.log = log
      }
      override func measure(_ measurement: RowMeasurement) -> Int { 1 }
      override func handle(_ event: RowEvent) -> Bool {
        if event == .toggle { log(name) }
        return true
      }
    }
    final class Toggling: StackFlowDelegate {
      typealias Item = Int
      weak var view: StackFlowView<Int>?
      func didPush(_ item: Int, in stack: FlowStack<Int>) { _ = view?.handle(.toggle) }
      func willPop(_ item: Int, in stack: FlowStack<Int>) { _ = view?.handle(.toggle) }
      func didPop(_ item: Int, in stack: FlowStack<Int>) { _ = view?.handle(.toggle) }
    }
    var heard: [Int] = []
    let clock = ManualClock()
    let view = StackFlowView<Int>(motion: Motion(clock: clock)) { number in
      StepPresentation(content: Control(number) { heard.append($0) })
    }
    view.setViewport(CellSize(columns: 9, rows: 9))
    let toggling = Toggling()
    toggling.view = view
    view.delegate = toggling
    view.push(1)
    view.push(2)
    expectEqual(heard, [1, 2])
    try view.pop()
    expectEqual(heard, [1, 2, 2, 1])
  }

  /// 1.3 step 1: the step is measured at the current width before its push is announced.
  @Test func aStepIsMeasuredBeforeItsPushIsAnnounced() throws {
    final class Measured: BasicRowController {
      var widths: [Int] = []
      override func measure(_ measurement: RowMeasurement) -> Int {
        widths.append(measurement.crossExtent)
        return 1
      }
    }
    let measured = [Measured(), Measured()]
    let recorder = Recorder<Int>()
    let view = StackFlowView<Int> { StepPresentation(content: measured[$0]) }
    view.setViewport(CellSize(columns: 17, rows: 9))
    view.delegate = recorder
    var atWillPush: [Int] = []
    recorder.onAnnouncement = { line, _ in
      if line.hasPrefix("will push 0") { atWillPush = measured[0].widths }
    }
    view.push(0)
    #expect(atWillPush == [17] && measured[0].widths == [17])
    // Neither covering a step nor exposing it measures it again.
    view.push(1)
    try view.pop()
    _ = view.snapshot()
    expectEqual(measured[0].widths, [17])
  }

  @Test func theEndOfATransitionIsAnnouncedBeforeItsCompletion() throws {
    let show = try Show("", moves: true)
    func rest() {
      show.clock.advance(by: .seconds(1))
      show.view.scrollStack.advance()
    }
    show.view.push("a") { show.wizard.events.append("done \($0)") }
    rest()
    expectEqual(show.wizard.take().suffix(2), ["end push true", "done true"])
    try show.view.pop { show.wizard.events.append("done \($0)") }
    show.view.push("b")
    #expect(show.wizard.take().filter { $0 != "x" }.contains("done false"))
    show.view.clean { show.wizard.events.append("done \($0)") }
    rest()
    expectEqual(show.wizard.take().suffix(2), ["end pop(1) true", "done true"])
  }

  /// SF-8: the commands need neither a title nor enabled swipes.
  @Test func commandsWorkWithoutTitlesAndButtons() throws {
    let show = try Show("ab")
    show.view.userNavigationOptions = []
    expectEqual(show.view.pressNext(), .requested(.denied(reason: nil)))
    expectEqual(show.view.pressBack(), .requested(.denied(reason: nil)))
    expectEqual(show.wizard.take(), ["push?", "pop 1?"])
    try show.view.pop()
    _ = show.wizard.take()
    #expect(show.view.pressBack() == .nothingBelow && show.wizard.take().isEmpty)
    show.view.clean()
    expectEqual(show.view.pressBack(), .nothingBelow)
  }

  /// SF-15: a step that's longer than the view extends beyond the edge away from the head.
  @Test func overflowExtendsAwayFromTheHeadAndCanBeScrolledTo() throws {
    let text = (1...9).map { "\($0)" }.joined(separator: "\n")
    let view = StackFlowView<Int> { _ in StepPresentation(content: TextRow(text)) }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 4, rows: 4))
    view.push(0)
    expectEqual(view.snapshot().lines, ["6", "7", "8", "9"])
    #expect(view.scrollStack.scroll(by: -9))
    #expect(view.snapshot().lines == ["1", "2", "3", "4"] && !view.isAtHead)
    view.growthDirection = .up
    #expect(view.snapshot().lines == ["1", "2", "3", "4"] && view.isAtHead)
  }

  /// SF-15: the length of a step is its lines at the current width, plus the bar.
  @Test func stepsAreReflowedWhenTheWidthChanges() throws {
    let view = StackFlowView<String> { text in
      StepPresentation(content: TextRow(text), title: text.hasPrefix("T") ? "T" : nil)
    }
    view.fadingStyle = .none
    view.setViewport(CellSize(columns: 12, rows: 9))
    view.push("Two or three")
    view.push("four five")
    func lengths() -> [Int] {
      view.scrollStack.rows.map { (view.scrollStack.range(of: .row($0))?.count ?? 0) }
    }
    // The gap belongs to the row before it.
    expectEqual(lengths(), [1 + 1 + 1, 1])
    view.setViewport(CellSize(columns: 6, rows: 9))
    expectEqual(lengths(), [1 + 2 + 1, 2])
    view.isAutoresizingItems = false
    expectEqual(lengths(), [1 + 1 + 1, 1])
  }

  #if canImport(Glibc)
  /// G-2: the memory of a pushed step without its content.
  @Test func aPushedStepTakesAtMostAKibibyte() async {
    await #expect(processExitsWith: .success) {
      let count = 10_000
      let contents = (0..<count).map { _ in TextRow("x") }
      let view = StackFlowView<Int> { StepPresentation(content: contents[$0], title: "Step") }
      view.setViewport(CellSize(columns: 120, rows: 40))
      let before = mallinfo2()
      for step in 0..<count { view.push(step) }
      _ = view.snapshot()
      let after = mallinfo2()
      let bytes = Int(after.uordblks + after.hblkhd) - Int(before.uordblks + before.hblkhd)
      print("\(bytes / count) bytes a step")
      precondition(bytes <= 1024 * count)
      withExtendedLifetime(contents) {}
    }
  }
  #endif
}
