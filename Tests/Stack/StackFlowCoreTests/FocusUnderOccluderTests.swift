// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// CS-7, CS-10 and G-13 of `Documentation/Contract.md`: the prompt never covers the focused line.
@Suite struct FocusUnderOccluderTests {
  /// The focused content of the newest step.
  enum Content: CaseIterable {
    /// A text without focus; the line at the head edge counts.
    case text
    /// A control that's focused as a whole.
    case whole
    /// A control with a focused line.
    case line
    /// A control with a focused line that doesn't exist.
    case beyond
    /// The rows of a form, one of which is focused.
    case form
  }

  private final class Control: BasicRowController {
    let lines: Int
    let focused: Range<Int>?
    init(_ lines: Int, _ focused: Range<Int>?) {
      self.lines = lines
      self.focused = focused
    }
    override var isFocusable: Bool { true }
    override var focusRange: Range<Int>? { focused }
    override func measure(_ measurement: RowMeasurement) -> Int { lines }
    override func render(into canvas: inout CellCanvas) {
      for line in 0..<lines { canvas.write("f\(line)", row: line) }
    }
  }

  private func make(_ content: Content, lines: Int, growth: FlowDirection) throws -> (
    any RowController, focused: String
  ) {
    let last = "f\(lines - 1)"
    switch content {
    case .text:
      let text = (0..<lines).map { "f\($0)" }.joined(separator: "\n")
      return (TextRow(text), growth == .up ? "f0" : last)
    case .whole: return (Control(lines, nil), lines == 1 ? "f0" : "f")
    case .line: return (Control(lines, lines / 2..<lines / 2 + 1), "f\(lines / 2)")
    case .beyond: return (Control(lines, 90..<95), last)
    case .form:
      let form = ScrollStack()
      try form.setStyle {
        $0.rowInsets = .zero
        $0.hidesSeparators = true
      }
      let field = Control(1, nil)
      for index in 0..<lines {
        try form.addRow(index == lines / 2 ? field : TextRow("row \(index)"))
      }
      form.focus(.controller(field))
      return (form, "f0")
    }
  }

  @Test(
    arguments: dailyPart(of: Content.allCases, every: 5, named: "focused content"),
    [FlowDirection.down, .up])
  func theFocusedLineOfAFlowIsVisibleInEveryFrame(content: Content, growth: FlowDirection) throws {
    for older in [0, 1, 4] {
      for (lines, isTitled) in [(1, false), (1, true), (3, false), (2, true)] {
        for rows in [3, 6, 11] {
          for height in 1..<rows {
            let clock = ManualClock()
            let (controller, focused) = try make(content, lines: lines, growth: growth)
            let view = StackFlowView<Int>(motion: Motion(clock: clock, framesPerSecond: 10)) {
              StepPresentation(
                content: $0 < 0 ? controller : TextRow("step \($0)"),
                title: $0 < 0 && isTitled ? "title" : nil)
            }
            view.fadingStyle = .none
            view.growthDirection = growth
            view.transitionDuration = .milliseconds(300)
            let container = ContainerScroll(content: view, motion: view.motion)
            container.setFrame(
              CellRect(column: 0, row: 0, columns: 30, rows: rows), terminalRows: rows)
            for number in 0..<older { view.push(number) }
            view.push(-1)
            view.scrollStack.finishAnimations()
            let name = "\(older) older, \(lines) lines, titled \(isTitled), \(height) of \(rows)"
            // If a control doesn't fit, its start or its end must be visible. In a view that grows
            // upward, the title bar is the head line.
            func isSeen() -> Bool {
              let shown = container.snapshot().lines
              if growth == .up, isTitled, content == .text || content == .whole {
                return shown.contains { $0.contains("title") || $0.hasPrefix(focused) }
              }
              if content == .whole, isTitled, rows - height == 1 {
                return shown.contains { $0.contains("title") || $0.hasPrefix(focused) }
              }
              return shown.contains { $0.hasPrefix(focused) }
            }
            #expect(isSeen(), "\(name), before")
            container.occluder(height: height)
            #expect(isSeen(), "\(name), pending")
            #expect(container.snapshot().lines.suffix(height).allSatisfy { $0.isEmpty }, "\(name)")
            container.flush()
            #expect(isSeen(), "\(name), applied")
            container.occluder(height: 0)
            #expect(isSeen(), "\(name), going")
            container.flush()
            #expect(isSeen(), "\(name), gone")
          }
        }
      }
    }
  }

  /// In a window of six rows, two of which are covered, a step of one line is in the line above the
  /// occluder.
  @Test func aShortStepWaitsAboveThePrompt() throws {
    let clock = ManualClock()
    let view = StackFlowView<String>(motion: Motion(clock: clock)) {
      StepPresentation(content: TextRow($0))
    }
    let container = ContainerScroll(content: view, motion: view.motion)
    container.setFrame(CellRect(column: 0, row: 0, columns: 9, rows: 6), terminalRows: 6)
    view.push("only")
    view.scrollStack.finishAnimations()
    container.occluder(height: 2)
    expectEqual(container.snapshot().lines, ["", "", "", "only", "", ""])
    expectEqual(view.focusRange, 5..<6)
    container.flush()
    expectEqual(container.snapshot().lines, ["", "", "", "only", "", ""])
    expectEqual(view.focusRange, 3..<4)
  }

  /// A change of the steps, after which `name` is focused.
  enum Move: CaseIterable {
    case push, pop, popSeveral, replace, refill

    /// Whether the focused step is new.
    var pushes: Bool { self == .push || self == .replace || self == .refill }

    func perform(in view: StackFlowView<String>) throws -> String {
      switch self {
      case .push:
        view.push("n")
        return "n"
      case .pop:
        try view.pop()
        return "c"
      case .popSeveral:
        try view.pop(3)
        return "a"
      case .replace:
        try view.pop()
        view.push("n")
        return "n"
      case .refill:
        view.clean()
        view.push("n")
        return "n"
      }
    }
  }

  /// The occluder may change and be applied in any frame, and leaves at least one row.
  ///
  /// A pushed step has no cells in the first frames. As soon as it has one, its line is visible.
  @Test(
    arguments: dailyPart(of: Move.allCases, every: 2, named: "moves under a prompt"),
    [FlowDirection.down, .up])
  func theFocusedLineIsVisibleInEveryFrameOfATransition(move: Move, growth: FlowDirection) throws {
    let frames = 5
    // If the flow grows upward, the separator of a new step precedes the step.
    let (headLine, firstCell) = growth == .down ? ("2", 1) : ("1", 2)
    for rows in [1, 5] {
      for height in 0..<rows {
        for (first, applied) in (0..<frames).flatMap({ first in
          (first..<frames).map { (first, $0) }
        }) {
          let clock = ManualClock()
          let view = StackFlowView<String>(motion: Motion(clock: clock, framesPerSecond: 10)) {
            StepPresentation(content: TextRow("\($0)1\n\($0)2"))
          }
          view.fadingStyle = .none
          view.growthDirection = growth
          view.transitionDuration = .milliseconds(400)
          let container = ContainerScroll(content: view, motion: view.motion)
          container.debounceDelay = .seconds(9)
          container.maximumPostponement = .seconds(9)
          container.setFrame(
            CellRect(column: 0, row: 0, columns: 9, rows: rows), terminalRows: rows)
          for name in ["a", "b", "c", "d"] { view.push(name) }
          view.scrollStack.finishAnimations()
          let focused = try move.perform(in: view)
          for frame in 0...frames {
            if frame == first { container.occluder(height: height) }
            if frame == applied { container.flush() }
            let lines = container.snapshot().lines
            let covered = frame < first ? 0 : height
            let name = "\(height) of \(rows) from \(first), applied at \(applied), frame \(frame)"
            #expect(lines.suffix(covered).allSatisfy { $0.isEmpty }, "\(name): \(lines)")
            if !move.pushes || frame == frames {
              #expect(lines.contains(focused + headLine), "\(name): \(lines)")
            } else if frame >= firstCell {
              #expect(lines.contains { $0.hasPrefix(focused) }, "\(name): \(lines)")
            }
            clock.advance(by: .milliseconds(100))
            container.advance()
          }
        }
      }
    }
  }
}
