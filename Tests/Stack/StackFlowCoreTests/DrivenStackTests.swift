// SPDX-License-Identifier: Apache-2.0

import Expectations
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// A driven stack is read-only: only its driver moves it and answers requests.
@Suite struct DrivenStackTests {
  /// A driven stack with the steps 1 and 2.
  private func driven() -> (FlowStack<Int>, Recorder<Int>) {
    var steps = StepStack<Int>()
    steps.push(1)
    steps.push(2)
    let driver = Recorder<Int>()
    return (FlowStack(steps, drivenBy: driver), driver)
  }

  @Test func onlyTheDriverMovesADrivenStack() throws {
    let (stack, driver) = driven()
    stack.push(3)
    try stack.pop()
    stack.clean()
    #expect(throws: FlowStackError.negativeCount(-1)) { try stack.pop(-1) }
    #expect(Array(stack.items) == [1, 2] && driver.lines.isEmpty)
    stack.drive(.push(3))
    stack.drive(.pop(2))
    expectEqual(Array(stack.items), [1])
    expectEqual(
      driver.lines,
      [
        "will push 3 [1, 2]", "did push 3 [1, 2, 3]", "will pop 3 [1, 2, 3]", "did pop 3 [1, 2]",
        "will pop 2 [1, 2]", "did pop 2 [1]",
      ])
  }

  @Test func theDelegateOfADrivenStackCannotChange() throws {
    let (stack, driver) = driven()
    let other = Recorder<Int>()
    other.onPop = { count, _, _ in .approve(.pop(count)) }
    stack.delegate = other
    #expect(stack.delegate === driver)
    try expectEqual(stack.request(.pop(1)), .denied(reason: nil))
    #expect(other.lines.isEmpty && stack.count == 2)
  }

  @Test func onlyTheDriverAnswersRequests() throws {
    let (stack, driver) = driven()
    driver.onPop = { _, _, _ in .later }
    guard case .pending(let request) = try stack.request(.pop(1)) else {
      Issue.record("the request must be put off")
      return
    }
    #expect(throws: FlowStackError.staleRequest(request)) {
      try stack.answer(request, .approve(.pop(1)))
    }
    #expect(stack.count == 2 && stack.pendingRequest == request)
    stack.drive(.pop(1))
    #expect(stack.count == 1 && stack.pendingRequest == nil)
  }

  @Test func aStackWithoutItsDriverDeniesRequestsAndStaysTheSame() throws {
    let stack = driven().0
    #expect(stack.delegate == nil)
    try expectEqual(stack.request(.push), .denied(reason: nil))
    stack.push(3)
    expectEqual(Array(stack.items), [1, 2])
  }

  /// C-3: a completion is called once, with false if the operation isn't performed.
  @Test func aViewFollowsADrivenStackWithoutMovingIt() throws {
    let (stack, driver) = driven()
    let view = StackFlowView(flow: stack, motion: Motion(isReduced: true)) { number in
      StepPresentation(content: TextRow("step \(number)"))
    }
    view.setViewport(CellSize(columns: 20, rows: 9))
    var completions: [Bool] = []
    view.push(3) { completions.append($0) }
    try view.pop { completions.append($0) }
    view.clean { completions.append($0) }
    expectEqual(completions, [false, false, false])
    #expect(view.numberOfItems == 2 && driver.lines.isEmpty)
    expectEqual(view.pressBack(), .requested(.denied(reason: nil)))
    expectEqual(view.numberOfItems, 2)
    stack.drive(.push(3))
    #expect(view.snapshot().lines.contains { $0.contains("step 3") })
    stack.drive(.pop(2))
    expectEqual(view.layout.rows.count, 1)
  }
}
