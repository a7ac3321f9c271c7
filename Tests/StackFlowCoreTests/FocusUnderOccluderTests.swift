// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// CS-7, CS-10 and G-13 of `Documentation/Contract.md`: no frame shows the focused line under the prompt.
@Suite struct FocusUnderOccluderTests {
  /// What has the focus in the newest step.
  enum Content: CaseIterable {
    /// A text that takes no focus: the line at the head edge counts.
    case text
    /// A control that has it as a whole.
    case whole
    /// One that names a line.
    case line
    /// One that names a line that it has not.
    case beyond
    /// The rows of a form, one of which has it.
    case form
  }

  private final class Control: BasicRowController, FocusableRow {
    let lines: Int
    let focusRange: Range<Int>?
    init(_ lines: Int, _ focusRange: Range<Int>?) {
      self.lines = lines
      self.focusRange = focusRange
    }
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

  @Test(arguments: Content.allCases, [FlowDirection.down, .up])
  func theFocusedLineOfAFlowIsInEveryFrame(content: Content, growth: FlowDirection) throws {
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
            // A whole control counts if its start or its end is seen where not all of it fits, and
            // a title bar is the head line of a view that grows upwards.
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

  /// One line in a window of six, of which a panel takes two, waits in the line above the panel.
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
    #expect(container.snapshot().lines == ["", "", "", "only", "", ""])
    #expect(view.focusRange == 5..<6)
    container.flush()
    #expect(container.snapshot().lines == ["", "", "", "only", "", ""])
    #expect(view.focusRange == 3..<4)
  }

  /// The panel comes while steps come and go.
  @Test func theFocusedLineIsInEveryFrameOfATransition() throws {
    for (rows, height) in [(6, 2), (9, 4)] {
      for first in [0, 1, 2, 3] {
        let clock = ManualClock()
        let view = StackFlowView<Int>(motion: Motion(clock: clock, framesPerSecond: 10)) {
          StepPresentation(content: TextRow("s\($0)"))
        }
        view.fadingStyle = .none
        view.transitionDuration = .milliseconds(400)
        let container = ContainerScroll(content: view, motion: view.motion)
        container.setFrame(CellRect(column: 0, row: 0, columns: 9, rows: rows), terminalRows: rows)
        for number in 0..<3 { view.push(number) }
        view.scrollStack.finishAnimations()
        try view.pop()
        for frame in 0..<9 {
          if frame == first { container.occluder(height: height) }
          let lines = container.snapshot().lines
          let covered = frame < first ? 0 : height
          // What is left of the popped step may be before the prompt; the newest is never under it.
          #expect(lines.suffix(covered).allSatisfy { $0.isEmpty })
          #expect(lines.contains("s1"), "\(rows) rows, frame \(frame): \(lines)")
          clock.advance(by: .milliseconds(100))
          container.advance()
        }
      }
    }
  }
}
