// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// SF-23: several flows side by side, and flows inside steps.
@Suite struct StackFlowViewNestingTests {
  private struct Step: FlowHosting {
    let name: String
    var inner: StackFlowView<String>?
    var hostedFlow: NestedFlow? { inner.map { NestedFlow($0.flow) } }
  }

  private final class Guide<Item>: StackFlowDelegate {
    var asked: [String] = []
    var decide: (NavigationRequest.Move) -> StackDecision<Item> = { _ in .deny(reason: nil) }

    func didRequestPush(_ request: NavigationRequest, in stack: FlowStack<Item>)
      -> StackDecision<Item>
    {
      asked.append("push")
      return decide(.push)
    }

    func didRequestPop(_ count: Int, _ request: NavigationRequest, in stack: FlowStack<Item>)
      -> StackDecision<Item>
    {
      asked.append("pop \(count)")
      return decide(.pop(count))
    }
  }

  /// A container of a fixed height around a flow.
  private final class Pane: BasicRowController {
    let view: StackFlowView<String>
    init(_ view: StackFlowView<String>) { self.view = view }
    override func measure(_ measurement: RowMeasurement) -> Int { 3 }
    override func render(into canvas: inout CellCanvas) { view.render(into: &canvas) }
  }

  private func view(_ growth: FlowDirection, _ steps: String...) -> StackFlowView<String> {
    let view = StackFlowView<String> { StepPresentation(content: TextRow($0)) }
    view.fadingStyle = .none
    view.growthDirection = growth
    for step in steps { view.push(step) }
    return view
  }

  @Test func flowsSideBySideAreIndependent() throws {
    let stack = ScrollStack(axis: .horizontal)
    try stack.setStyle {
      $0.rowInsets = .zero
      $0.hidesSeparators = true
    }
    stack.setViewport(CellSize(columns: 9, rows: 3))
    let flows = [view(.down, "a", "b"), view(.up, "c", "d"), view(.down, "e")]
    try stack.addRows(flows.map(Pane.init))
    expectEqual(stack.snapshot().lines, ["a  d", "──────", "b  c  e"])
    let others = flows[1].scrollStack.indexSteps + flows[2].scrollStack.indexSteps
    flows[0].push("x")
    try flows[0].pop(2)
    expectEqual(flows.map(\.numberOfItems), [1, 2, 1])
    expectEqual(flows[1].scrollStack.indexSteps + flows[2].scrollStack.indexSteps, others)
    expectEqual(stack.snapshot().lines, ["   d", "   ───", "a  c  e"])
  }

  @Test func aGestureGoesToTheFlowInsideTheTopStepFirst() throws {
    let inner = view(.down, "one", "two")
    let innerGuide = Guide<String>()
    inner.delegate = innerGuide
    let outerGuide = Guide<Step>()
    outerGuide.decide = { if case .pop(let count) = $0 { .approve(.pop(count)) } else { .later } }
    let outer = StackFlowView<Step> { step in
      StepPresentation(content: step.inner.map(Pane.init) ?? TextRow(step.name), title: step.name)
    }
    outer.fadingStyle = .none
    outer.delegate = outerGuide
    outer.setViewport(CellSize(columns: 28, rows: 8))
    outer.push(Step(name: "first"))
    outer.push(Step(name: "host", inner: inner))
    let rule = String(repeating: "─", count: 28)
    expectEqual(
      outer.snapshot().lines,
      [
        "", "           first", "first", rule, "  ‹ prev    host    next ›", "one", rule, "two",
      ])

    // The inner flow approves: only it moves.
    innerGuide.decide = { if case .pop(let count) = $0 { .approve(.pop(count)) } else { .later } }
    expectEqual(outer.back(), .requested(.approved))
    #expect(inner.numberOfItems == 1 && outer.numberOfItems == 2 && outerGuide.asked.isEmpty)
    expectEqual(outer.snapshot().lines.suffix(1), ["one"])

    // It denies with a reason: that's final.
    innerGuide.decide = { _ in .deny(reason: "not yet") }
    expectEqual(outer.swipe(.down), .requested(.denied(reason: "not yet")))
    #expect(outerGuide.asked.isEmpty && outer.numberOfItems == 2)

    // It denies without a reason: the outer flow is asked.
    innerGuide.decide = { _ in .deny(reason: nil) }
    expectEqual(outer.pressBack(), .requested(.approved))
    #expect(outerGuide.asked == ["pop 1"] && outer.numberOfItems == 1)
    expectEqual(innerGuide.asked, ["pop 1", "pop 1", "pop 1"])

    // The top step no longer contains a flow.
    outerGuide.decide = { _ in .deny(reason: "the end") }
    expectEqual(outer.next(), .requested(.denied(reason: "the end")))
    expectEqual(innerGuide.asked.count, 3)
  }
}
