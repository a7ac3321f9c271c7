// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowCore
import Testing

@Suite struct FlowStackTests {
  @Test func v1PopIsClampedAndStartsAtTheTop() throws {
    let (stack, recorder) = FlowStack.recorded(["A", "B"])
    try stack.pop(0)
    #expect(throws: FlowStackError.negativeCount(-1)) { try stack.pop(-1) }
    #expect(recorder.lines.isEmpty)
    try stack.pop(5)
    expectEqual(
      recorder.lines,
      [
        #"will pop B ["A", "B"]"#, #"did pop B ["A"]"#, #"will pop A ["A"]"#, "did pop A []",
      ])
    try stack.pop()
    stack.clean()
    expectEqual(recorder.lines.count, 4, "an empty stack has nothing to announce")
  }

  @Test func v2PushIsAnnouncedBeforeAndAfterTheChange() {
    let (stack, recorder) = FlowStack.recorded(["A"])
    var seen: [(count: Int, top: String?)] = []
    recorder.onAnnouncement = { seen.append(($1.count, $1.top)) }
    stack.push("B")
    expectEqual(recorder.lines, [#"will push B ["A"]"#, #"did push B ["A", "B"]"#])
    expectEqual(seen.map(\.count), [1, 2])
    expectEqual(seen.map(\.top), ["A", "B"])
  }

  @Test func v5WithoutADelegateOnlyRequestsAreDenied() throws {
    let stack = FlowStack<String>()
    stack.push("A")
    stack.push("B")
    let before = stack.steps
    try expectEqual(stack.request(.push), .denied(reason: nil))
    try expectEqual(stack.request(.pop(1), source: .program), .denied(reason: nil))
    expectEqual(stack.steps, before)
    try stack.pop()
    expectEqual(Array(stack.items), ["A"])
  }

  @Test func theDelegateIsHeldWeakly() {
    let stack = FlowStack<Int>()
    func attach() {
      let recorder = Recorder<Int>()
      stack.delegate = recorder
    }
    attach()
    #expect(stack.delegate == nil)
    stack.push(1)
    expectEqual(stack.count, 1)
  }

  @Test func aDelegateWithoutADecisionDenies() throws {
    final class Silent: StackFlowDelegate {
      typealias Item = Int
    }
    let stack = FlowStack<Int>()
    let silent = Silent()
    stack.delegate = silent
    try expectEqual(stack.request(.push), .denied(reason: nil))
    try expectEqual(stack.request(.pop(1)), .denied(reason: nil))
    stack.push(1)
    try stack.pop()
    #expect(stack.isEmpty)
  }

  @Test func theFirstStepMayBePopped() throws {
    let (stack, recorder) = FlowStack.recorded([1])
    try stack.pop()
    #expect(stack.isEmpty)
    #expect(stack.top == nil)
    expectEqual(recorder.lines, ["will pop 1 [1]", "did pop 1 []"])
    stack.push(2)
    expectEqual(stack.topEntry?.id.rawValue, 2, "an id is not given out again")
  }

  @Test func cleanPopsEveryStep() {
    let (stack, recorder) = FlowStack.recorded([1, 2])
    stack.clean()
    expectEqual(
      recorder.lines,
      [
        "will pop 2 [1, 2]", "did pop 2 [1]", "will pop 1 [1]", "did pop 1 []",
      ])
  }

  @Test func aRestoredStackAnnouncesNothingAndKeepsItsIds() {
    var steps = StepStack<String>()
    steps.push("A")
    steps.pop()
    steps.push("B")
    let stack = FlowStack(steps)
    expectEqual(stack.steps, steps)
    expectEqual(stack.topEntry?.id.rawValue, 2)
  }

  @Test func aCopyOfTheStepsDoesNotFollowTheStack() {
    let (stack, _) = FlowStack.recorded([1, 2])
    let copy = stack.steps
    stack.clean()
    expectEqual(Array(copy.items), [1, 2])
  }

  @Test func stacksAreIndependent() {
    let (one, first) = FlowStack.recorded([1])
    let (other, second) = FlowStack.recorded([1])
    one.push(2)
    expectEqual(first.lines.count, 2)
    #expect(second.lines.isEmpty)
    expectEqual(Array(other.items), [1])
  }

  /// Steps count their instances; none may remain.
  @Test func tenThousandPushesAndPopsLeakNoStep() throws {
    let tally = Tally()
    let stack = FlowStack<Tally.Step>()
    let recorder = Recorder<Tally.Step>()
    stack.delegate = recorder
    recorder.onPush = { _, _ in .approve(.push(Tally.Step(tally))) }
    recorder.onPop = { count, _, _ in .approve(.pop(count)) }
    for round in 0..<10_000 {
      try stack.request(.push)
      if round % 3 == 2 { try stack.request(.pop(3)) }
      recorder.lines.removeAll()
      recorder.requests.removeAll()
    }
    stack.clean()
    expectEqual(tally.made, 10_000)
    expectEqual(tally.alive, 0)
  }

  @Test func aStackIsFreedWithItsSteps() {
    let tally = Tally()
    weak var gone: FlowStack<Tally.Step>?
    func use() {
      let stack = FlowStack<Tally.Step>()
      stack.push(Tally.Step(tally))
      gone = stack
    }
    use()
    #expect(gone == nil)
    expectEqual(tally.alive, 0)
  }

  final class Tally {
    var made = 0
    var alive = 0

    final class Step: CustomStringConvertible {
      let tally: Tally
      init(_ tally: Tally) {
        self.tally = tally
        tally.made += 1
        tally.alive += 1
      }
      deinit { tally.alive -= 1 }
      var description: String { "step" }
    }
  }
}
