// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowCore
import Testing

@Suite struct FlowStackRequestTests {
  @Test func anApprovedPushPushesTheDelegatesItem() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPush = { request, _ in
      expectEqual(request.move, .push)
      expectEqual(request.source, .program)
      return .approve(.push(2))
    }
    try expectEqual(stack.request(.push, source: .program), .approved)
    expectEqual(recorder.lines, ["push? [1]", "will push 2 [1]", "did push 2 [1, 2]"])
  }

  @Test func requestsAreMadeByTheUserByDefault() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    try stack.request(.push)
    expectEqual(recorder.requests.map(\.source), [.user])
  }

  @Test func aPopMayBeApprovedWithAnotherCount() throws {
    let (stack, recorder) = FlowStack.recorded([1, 2, 3])
    recorder.onPop = { count, _, _ in .approve(.pop(count + 1)) }
    try expectEqual(stack.request(.pop(1)), .approved)
    expectEqual(Array(stack.items), [1])
  }

  @Test func anApprovalMayDifferFromTheRequest() throws {
    let (stack, recorder) = FlowStack.recorded([1, 2])
    recorder.onPush = { _, _ in .approve(.pop(1)) }
    try expectEqual(stack.request(.push), .approved)
    expectEqual(Array(stack.items), [1])
  }

  @Test func aDenialChangesNothingAndSaysWhy() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPop = { _, _, _ in .deny(reason: "paid already") }
    let before = stack.steps
    try expectEqual(stack.request(.pop(1)), .denied(reason: "paid already"))
    expectEqual(stack.steps, before)
    expectEqual(recorder.lines, ["pop 1? [1]", "denied paid already [1]"])
  }

  @Test func noAnswerIsADenialWithoutAReason() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    try expectEqual(stack.request(.push), .denied(reason: nil))
    expectEqual(recorder.lines, ["push? [1]", "denied - [1]"])
  }

  @Test func aMoveInsideARequestRunsImmediatelyAndAnswersIt() throws {
    let (stack, recorder) = FlowStack.recorded([1, 2])
    recorder.onPop = { _, _, stack in
      stack.push(3)
      expectEqual(Array(stack.items), [1, 2, 3])
      return .deny(reason: "never said")
    }
    try expectEqual(stack.request(.pop(1)), .approved)
    expectEqual(recorder.lines, ["pop 1? [1, 2]", "will push 3 [1, 2]", "did push 3 [1, 2, 3]"])
  }

  @Test func aMoveInsideARequestOverridesItsDecision() throws {
    for decision: StackDecision<Int> in [.approve(.push(9)), .later] {
      let (stack, recorder) = FlowStack.recorded([1])
      recorder.onPush = { _, stack in
        stack.push(2)
        return decision
      }
      try expectEqual(stack.request(.push), .approved)
      expectEqual(Array(stack.items), [1, 2])
      #expect(stack.pendingRequest == nil)
    }
  }

  /// If a call inside a request changes nothing, the method's return value is the answer.
  @Test(arguments: [("pop(0)", [1]), ("pop(2)", []), ("clean", []), ("request pop(0)", [1])])
  func aCallThatChangesNothingIsNotAnAnswer(name: String, items: [Int]) throws {
    func call(_ stack: FlowStack<Int>) throws {
      switch name {
      case "pop(0)": try stack.pop(0)
      case "pop(2)": try stack.pop(2)
      case "clean": stack.clean()
      default: try stack.request(.pop(0))
      }
    }
    let (stack, recorder) = FlowStack.recorded(items)
    var decision = StackDecision<Int>.deny(reason: "not yet")
    recorder.onPush = { _, stack in
      #expect(throws: Never.self) { try call(stack) }
      return decision
    }
    try expectEqual(stack.request(.push), .denied(reason: "not yet"))
    expectEqual(recorder.lines, ["push? \(items)", "denied not yet \(items)"])
    decision = .later
    guard case .pending(let request) = try stack.request(.push) else {
      Issue.record("the request is not put off after \(name)")
      return
    }
    expectEqual(stack.pendingRequest, request)
    decision = .approve(.push(9))
    try expectEqual(stack.request(.push), .approved)
    expectEqual(Array(stack.items), items + [9])
  }

  @Test func anExplicitApprovalCountsEvenIfItPopsNothing() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPush = { request, stack in
      #expect(throws: Never.self) { try stack.answer(request, .approve(.pop(0))) }
      return .deny(reason: "never said")
    }
    try expectEqual(stack.request(.push), .approved)
    recorder.onPush = { _, _ in .approve(.pop(0)) }
    try expectEqual(stack.request(.push), .approved)
    expectEqual(Array(stack.items), [1])
  }

  @Test func poppingNothingMakesNoRequest() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    try expectEqual(stack.request(.pop(0)), .approved)
    #expect(recorder.lines.isEmpty)
  }

  @Test func negativeCountsAreAlwaysErrors() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    #expect(throws: FlowStackError.negativeCount(-2)) { try stack.request(.pop(-2)) }
    #expect(recorder.lines.isEmpty)
    recorder.onPop = { _, _, _ in .approve(.pop(-3)) }
    #expect(throws: FlowStackError.negativeCount(-3)) { try stack.request(.pop(1)) }
    expectEqual(Array(stack.items), [1])
    expectEqual(recorder.lines, ["pop 1? [1]"])
  }
}

// MARK: - Later answers

extension FlowStackRequestTests {
  private func postponed() throws -> (FlowStack<Int>, Recorder<Int>, NavigationRequest) {
    let (stack, recorder) = FlowStack.recorded([1, 2])
    recorder.onPush = { _, _ in .later }
    recorder.onPop = { _, _, _ in .later }
    let outcome = try stack.request(.push)
    let request = try #require(stack.pendingRequest)
    expectEqual(outcome, .pending(request))
    recorder.lines.removeAll()
    return (stack, recorder, request)
  }

  @Test func aLateApprovalMovesTheStackOnce() throws {
    let (stack, recorder, request) = try postponed()
    try stack.answer(request, .approve(.push(3)))
    expectEqual(recorder.lines, ["will push 3 [1, 2]", "did push 3 [1, 2, 3]"])
    #expect(stack.pendingRequest == nil)
    #expect(throws: FlowStackError.staleRequest(request)) {
      try stack.answer(request, .approve(.push(4)))
    }
    expectEqual(Array(stack.items), [1, 2, 3])
  }

  @Test func aLateDenialSaysWhy() throws {
    let (stack, recorder, request) = try postponed()
    try stack.answer(request, .deny(reason: "closed"))
    expectEqual(recorder.lines, ["denied closed [1, 2]"])
    #expect(throws: FlowStackError.staleRequest(request)) { try stack.answer(request, .later) }
  }

  @Test func answeringWithLaterLeavesTheRequestOpen() throws {
    let (stack, recorder, request) = try postponed()
    try stack.answer(request, .later)
    expectEqual(stack.pendingRequest, request)
    #expect(recorder.lines.isEmpty)
  }

  @Test func anApprovalOfANegativeCountLeavesTheRequestOpen() throws {
    let (stack, _, request) = try postponed()
    #expect(throws: FlowStackError.negativeCount(-1)) {
      try stack.answer(request, .approve(.pop(-1)))
    }
    expectEqual(stack.pendingRequest, request)
  }

  @Test func aNewerRequestCancelsThePendingOne() throws {
    let (stack, recorder, old) = try postponed()
    let outcome = try stack.request(.pop(1))
    let new = try #require(stack.pendingRequest)
    expectEqual(outcome, .pending(new))
    #expect(new.id != old.id)
    #expect(throws: FlowStackError.staleRequest(old)) {
      try stack.answer(old, .approve(.push(3)))
    }
    try stack.answer(new, .approve(.pop(1)))
    expectEqual(Array(stack.items), [1])
    expectEqual(recorder.lines, ["pop 1? [1, 2]", "will pop 2 [1, 2]", "did pop 2 [1]"])
  }

  @Test func anyNavigationCancelsThePendingRequest() throws {
    for move: (FlowStack<Int>) throws -> Void in [
      { $0.push(3) }, { try $0.pop() }, { $0.clean() },
    ] {
      let (stack, recorder, request) = try postponed()
      var openWhileAnnounced = false
      recorder.onAnnouncement = { _, stack in
        openWhileAnnounced = openWhileAnnounced || stack.pendingRequest != nil
      }
      try move(stack)
      #expect(!openWhileAnnounced)
      #expect(throws: FlowStackError.staleRequest(request)) {
        try stack.answer(request, .approve(.push(4)))
      }
    }
  }

  @Test func callsThatChangeNothingCancelNothing() throws {
    let (stack, _, request) = try postponed()
    try stack.pop(0)
    try stack.request(.pop(0))
    #expect(throws: FlowStackError.negativeCount(-1)) { try stack.pop(-1) }
    #expect(throws: FlowStackError.negativeCount(-1)) { try stack.request(.pop(-1)) }
    expectEqual(stack.pendingRequest, request)
  }

  @Test func theRequestOfAnotherStackIsStale() throws {
    let (stack, _, own) = try postponed()
    let (_, _, foreign) = try postponed()
    expectEqual(own.description, foreign.description)
    #expect(own != foreign)
    #expect(throws: FlowStackError.staleRequest(foreign)) {
      try stack.answer(foreign, .approve(.push(3)))
    }
    expectEqual(stack.pendingRequest, own)
  }

  @Test func aRequestMayBeAnsweredFromInsideItsOwnCallback() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPush = { request, stack in
      do {
        try stack.answer(request, .later)
        try stack.answer(request, .approve(.push(2)))
      } catch {
        Issue.record(error)
      }
      #expect(throws: FlowStackError.staleRequest(request)) { try stack.answer(request, .later) }
      return .later
    }
    try expectEqual(stack.request(.push), .approved)
    expectEqual(Array(stack.items), [1, 2])
    #expect(stack.pendingRequest == nil)
  }

  @Test func aRequestMayBeDeniedFromInsideItsOwnCallback() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    recorder.onPush = { request, stack in
      #expect(throws: Never.self) { try stack.answer(request, .deny(reason: "full")) }
      return .approve(.push(2))
    }
    try expectEqual(stack.request(.push), .denied(reason: "full"))
    expectEqual(recorder.lines, ["push? [1]", "denied full [1]"])
  }

  @Test func errorsDescribeTheInvalidValue() throws {
    let (_, _, request) = try postponed()
    expectEqual("\(FlowStackError.negativeCount(-4))", "found the count -4, expected 0 or more")
    expectEqual(
      "\(FlowStackError.indexOutOfRange(index: 3, count: 3))",
      "found the index 3, expected one of 3 steps, counted from 0")
    expectEqual(
      "\(FlowStackError.staleRequest(request))", "the request 'push (request 1)' is no longer open")
  }
}
