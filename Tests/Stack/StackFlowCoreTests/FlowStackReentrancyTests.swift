// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowCore
import Testing

@Suite struct FlowStackReentrancyTests {
  /// Runs a closure once, at the first announcement of a text.
  private func once(
    _ announcement: String, in recorder: Recorder<Int>,
    _ body: @escaping (FlowStack<Int>) throws -> Void
  ) {
    var done = false
    recorder.onAnnouncement = { line, stack in
      guard line == announcement, !done else { return }
      done = true
      #expect(throws: Never.self) { try body(stack) }
    }
  }

  @Test func aPushInsideWillPushWaitsForDidPush() {
    let (stack, recorder) = FlowStack.recorded([1])
    once("will push 2", in: recorder) {
      $0.push(3)
      expectEqual(Array($0.items), [1])
    }
    stack.push(2)
    expectEqual(
      recorder.lines,
      [
        "will push 2 [1]", "did push 2 [1, 2]", "will push 3 [1, 2]", "did push 3 [1, 2, 3]",
      ])
  }

  @Test func aPopOfThreeAlwaysPopsItsThree() throws {
    let (stack, recorder) = FlowStack.recorded([1, 2, 3, 4])
    once("did pop 4", in: recorder) {
      $0.push(9)
      try $0.pop()
    }
    try stack.pop(3)
    expectEqual(
      recorder.lines,
      [
        "will pop 4 [1, 2, 3, 4]", "did pop 4 [1, 2, 3]",
        "will pop 3 [1, 2, 3]", "did pop 3 [1, 2]",
        "will pop 2 [1, 2]", "did pop 2 [1]",
        "will push 9 [1]", "did push 9 [1, 9]",
        "will pop 9 [1, 9]", "did pop 9 [1]",
      ])
  }

  @Test func waitingCallsRunInOrder() {
    let (stack, recorder) = FlowStack<Int>.recorded([])
    recorder.onAnnouncement = { line, stack in
      switch line {
      case "will push 1":
        stack.push(2)
        stack.push(3)
      case "did push 2": stack.push(4)
      default: break
      }
    }
    stack.push(1)
    expectEqual(Array(stack.items), [1, 2, 3, 4])
  }

  @Test func cleanPopsTheStepsThatArePresentWhenItRuns() {
    let (stack, recorder) = FlowStack.recorded([1])
    once("will push 2", in: recorder) {
      $0.push(3)
      $0.clean()
    }
    stack.push(2)
    #expect(stack.isEmpty)
  }

  @Test func aNegativeCountIsRejectedImmediatelyInACallback() {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onAnnouncement = { _, stack in
      #expect(throws: FlowStackError.negativeCount(-1)) { try stack.pop(-1) }
    }
    stack.push(2)
    expectEqual(Array(stack.items), [1, 2])
  }

  @Test func aRequestInsideAnAnnouncementIsAskedAfterIt() {
    let (stack, recorder) = FlowStack<Int>.recorded([])
    recorder.onPush = { _, _ in .approve(.push(2)) }
    once("will push 1", in: recorder) {
      let outcome = try $0.request(.push)
      expectEqual(outcome, .queued)
      $0.push(3)
    }
    stack.push(1)
    expectEqual(
      recorder.lines,
      [
        "will push 1 []", "did push 1 [1]", "push? [1]", "will push 2 [1]", "did push 2 [1, 2]",
        "will push 3 [1, 2]", "did push 3 [1, 2, 3]",
      ])
  }

  @Test func aRequestInsideARequestIsAskedAfterIt() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPush = { _, stack in
      let outcome = try? stack.request(.pop(1))
      expectEqual(outcome, .queued)
      return .approve(.push(2))
    }
    recorder.onPop = { count, _, _ in .approve(.pop(count)) }
    try expectEqual(stack.request(.push), .approved)
    expectEqual(
      recorder.lines,
      [
        "push? [1]", "will push 2 [1]", "did push 2 [1, 2]", "pop 1? [1, 2]",
        "will pop 2 [1, 2]", "did pop 2 [1]",
      ])
  }

  @Test func anInvalidApprovalOfAWaitingRequestIsReported() {
    let (stack, recorder) = FlowStack<Int>.recorded([])
    recorder.onPop = { _, _, _ in .approve(.pop(-1)) }
    once("will push 1", in: recorder) { _ = try $0.request(.pop(1)) }
    stack.push(1)
    expectEqual(
      recorder.lines,
      [
        "will push 1 []", "did push 1 [1]", "pop 1? [1]",
        "denied found the count -1, expected 0 or more [1]",
      ])
  }

  @Test func aMoveInsideADenialComesAfterIt() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    once("denied -", in: recorder) {
      $0.push(2)
      expectEqual(Array($0.items), [1])
    }
    try expectEqual(stack.request(.push), .denied(reason: nil))
    expectEqual(Array(stack.items), [1, 2])
  }

  @Test func callsInsideAnAnsweringMoveWaitOnlyForThatMove() throws {
    let (stack, recorder) = FlowStack<Int>.recorded([])
    recorder.onPush = { _, stack in
      stack.push(1)
      expectEqual(Array(stack.items), [1, 2], "what waited behind the push has run")
      return .later
    }
    once("will push 1", in: recorder) { $0.push(2) }
    try expectEqual(stack.request(.push), .approved)
  }

  @Test func anAnswerInsideAnAnnouncementIsStale() throws {
    let (stack, recorder) = FlowStack<Int>.recorded([])
    recorder.onPush = { _, _ in .later }
    try stack.request(.push)
    let request = try #require(stack.pendingRequest)
    once("will push 1", in: recorder) { stack in
      #expect(throws: FlowStackError.staleRequest(request)) {
        try stack.answer(request, .approve(.push(5)))
      }
    }
    stack.push(1)
    expectEqual(Array(stack.items), [1])
  }

  @Test func theDelegateMayChangeBetweenTwoAnnouncements() {
    let (stack, first) = FlowStack<Int>.recorded([])
    let second = Recorder<Int>()
    once("will push 1", in: first) { $0.delegate = second }
    stack.push(1)
    expectEqual(first.lines, ["will push 1 []"])
    expectEqual(second.lines, ["did push 1 [1]"])
  }

  @Test func repeatedPushesInADelegateAreNotNested() {
    final class Runner: StackFlowDelegate {
      typealias Item = Int
      func didPush(_ item: Int, in stack: FlowStack<Int>) {
        if item < 100_000 { stack.push(item + 1) }
      }
    }
    let stack = FlowStack<Int>()
    let runner = Runner()
    stack.delegate = runner
    stack.push(1)
    expectEqual(stack.count, 100_000)
  }

  @Test func aStepMayMoveTheStackInItsDeinitializer() throws {
    final class Step {
      var onEnd: () -> Void = {}
      deinit { onEnd() }
    }
    let stack = FlowStack<Step>()
    let last = Step()
    func fill() {
      let step = Step()
      step.onEnd = { stack.push(last) }
      stack.push(step)
    }
    fill()
    try stack.pop()
    #expect(stack.top === last)
  }
}
