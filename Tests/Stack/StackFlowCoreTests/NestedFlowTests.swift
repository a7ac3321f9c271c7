// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowCore
import Testing

@Suite struct NestedFlowTests {
  struct Step: FlowHosting, CustomStringConvertible {
    var name: String
    var inner: FlowStack<Int>?
    var hostedFlow: NestedFlow? { inner.map { NestedFlow($0) } }
    var description: String { name }
  }

  struct House {
    let outer: FlowStack<Step>
    let outerRecorder: Recorder<Step>
    let inner: FlowStack<Int>
    let innerRecorder: Recorder<Int>

    init() {
      (outer, outerRecorder) = FlowStack.recorded([Step(name: "a")])
      (inner, innerRecorder) = FlowStack.recorded([1, 2])
      outer.push(Step(name: "host", inner: inner))
      outerRecorder.lines.removeAll()
      outerRecorder.onPop = { count, _, _ in .approve(.pop(count)) }
    }
  }

  @Test func theInnermostFlowDecidesFirst() throws {
    let house = House()
    house.innerRecorder.onPop = { count, _, _ in .approve(.pop(count)) }
    try expectEqual(house.outer.request(.pop(1)), .approved)
    expectEqual(Array(house.inner.items), [1])
    #expect(house.outerRecorder.lines.isEmpty)
  }

  @Test func aDenialWithoutAReasonIsPassedToTheOuterFlow() throws {
    let house = House()
    try expectEqual(house.outer.request(.pop(1)), .approved)
    expectEqual(house.innerRecorder.lines, ["pop 1? [1, 2]"], "nothing was finally denied there")
    expectEqual(Array(house.outer.items).map(\.name), ["a"])
  }

  @Test func aDenialWithAReasonIsFinal() throws {
    let house = House()
    house.innerRecorder.onPop = { _, _, _ in .deny(reason: "not yet") }
    try expectEqual(house.outer.request(.pop(1)), .denied(reason: "not yet"))
    expectEqual(house.innerRecorder.lines.last, "denied not yet [1, 2]")
    #expect(house.outerRecorder.lines.isEmpty)
  }

  @Test func aDenialByAllFlowsIsAnnouncedToTheOutermost() throws {
    let house = House()
    try expectEqual(house.outer.request(.push), .denied(reason: nil))
    expectEqual(house.innerRecorder.lines, ["push? [1, 2]"])
    expectEqual(house.outerRecorder.lines, ["push? [a, host]", "denied - [a, host]"])
  }

  @Test func aPostponementIsFinalAndAnsweredByItsFlow() throws {
    let house = House()
    house.innerRecorder.onPush = { _, _ in .later }
    let outcome = try house.outer.request(.push)
    let request = try #require(house.inner.pendingRequest)
    expectEqual(outcome, .pending(request))
    #expect(throws: FlowStackError.staleRequest(request)) {
      try house.outer.answer(request, .deny(reason: nil))
    }
    try house.inner.answer(request, .approve(.push(3)))
    expectEqual(Array(house.inner.items), [1, 2, 3])
    #expect(house.outerRecorder.lines.isEmpty)
  }

  @Test func aNewerRequestCancelsPendingRequestsOfAllFlows() throws {
    let house = House()
    house.outerRecorder.onPush = { _, _ in .later }
    try house.outer.request(.push)
    let old = try #require(house.outer.pendingRequest)
    house.innerRecorder.onPop = { count, _, _ in .approve(.pop(count)) }
    try house.outer.request(.pop(1))
    #expect(throws: FlowStackError.staleRequest(old)) {
      try house.outer.answer(old, .deny(reason: nil))
    }
  }

  @Test func aFlowWithoutADelegateLeavesTheDecisionToTheOuterFlow() throws {
    let house = House()
    house.inner.delegate = nil
    try expectEqual(house.outer.request(.pop(1)), .approved)
    expectEqual(house.outer.count, 1)
  }

  @Test func aHostWithoutAFlowIsAnOrdinaryStep() throws {
    let house = House()
    house.outer.push(Step(name: "plain"))
    try expectEqual(house.outer.request(.pop(1)), .approved)
    #expect(house.innerRecorder.lines.isEmpty)
  }

  @Test func aRequestDuringAMoveOfTheInnerFlowIsMadeAfterIt() {
    let house = House()
    var outcome: NavigationOutcome?
    house.innerRecorder.onAnnouncement = { line, _ in
      guard line == "will push 3" else { return }
      outcome = try? house.outer.request(.pop(1))
    }
    house.inner.push(3)
    expectEqual(outcome, .queued)
    expectEqual(
      house.innerRecorder.lines,
      [
        "will push 3 [1, 2]", "did push 3 [1, 2, 3]", "pop 1? [1, 2, 3]",
      ])
    expectEqual(house.outer.count, 1, "the inner flow denied, so the outer one was asked")
  }

  @Test func aRequestDuringAMoveOfTheOuterFlowIsMadeAfterIt() {
    let house = House()
    house.innerRecorder.onPop = { count, _, _ in .approve(.pop(count)) }
    var outcome: NavigationOutcome?
    let again = Step(name: "again", inner: house.inner)
    house.outerRecorder.onAnnouncement = { line, stack in
      guard line == "did push again" else { return }
      outcome = try? stack.request(.pop(1))
    }
    house.outer.push(again)
    expectEqual(outcome, .queued)
    expectEqual(Array(house.inner.items), [1])
  }

  @Test func aFlowThatHostsItselfIsAskedOnce() throws {
    final class Loop: FlowHosting {
      var stack: FlowStack<Loop>?
      var hostedFlow: NestedFlow? { stack.map { NestedFlow($0) } }
    }
    let loop = Loop()
    let stack = FlowStack<Loop>()
    let recorder = Recorder<Loop>()
    stack.delegate = recorder
    loop.stack = stack
    stack.push(loop)
    try expectEqual(stack.request(.pop(1)), .denied(reason: nil))
    expectEqual(recorder.requests.count, 1)
    stack.clean()
  }
}
