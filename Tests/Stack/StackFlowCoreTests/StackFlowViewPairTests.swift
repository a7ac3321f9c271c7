// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import StackFlowCore
import TerminalCells
import Testing

/// SF-20, C-3 and C-5 of `Documentation/Contract.md`: every ordered pair of moves, each with or
/// without a duration, the second at each frame of the first.
@Suite struct StackFlowViewPairTests {
  enum Move: CaseIterable {
    case push, pushTwice, pop, popSeveral, popNone, replace, clean, refill
    case turn, resize, reduce, restyle, finish, scrollAway

    /// The number of transitions that begin in a view of some steps.
    func transitions(_ count: Int) -> Int {
      switch self {
      case .push: 1
      case .pushTwice: 2
      case .pop, .popSeveral, .clean: count > 0 ? 1 : 0
      case .replace, .refill: count > 0 ? 2 : 1
      default: 0
      }
    }

    /// Whether it ends all animations.
    var arrives: Bool { self == .turn || self == .reduce || self == .finish }

    /// Whether it moves steps and therefore takes time.
    var movesSteps: Bool { transitions(1) > 0 }
  }

  private final class Wizard: StackFlowDelegate {
    typealias Item = String

    var ends: [Bool] = []
    func transitionDidEnd(_ operation: StackOperation, finished: Bool, in stack: FlowStack<String>)
    {
      ends.append(finished)
    }
  }

  private struct Stage {
    let view: StackFlowView<String>
    let wizard = Wizard()
    var nextName = 3
    var calls: [Int: [Bool]] = [:]

    init(_ growth: FlowDirection, motion: Motion) {
      view = StackFlowView<String>(motion: motion) { name in
        StepPresentation(content: TextRow("\(name)1\n\(name)2"))
      }
      view.fadingStyle = .none
      view.growthDirection = growth
      view.setViewport(Self.size(growth, length: 7))
      for name in ["a", "b", "c"] { view.push(name) }
      view.scrollStack.finishAnimations()
      view.delegate = wizard
    }

    /// Returns the size of a view whose steps have a length.
    static func size(_ growth: FlowDirection, length: Int) -> CellSize {
      growth == .down || growth == .up
        ? CellSize(columns: 6, rows: length) : CellSize(columns: length, rows: 3)
    }

    mutating func newName() -> String {
      nextName += 1
      return String(UnicodeScalar(UInt8(96 + nextName)))
    }

    mutating func perform(_ move: Move, _ completion: @escaping Completion) throws {
      switch move {
      case .push: view.push(newName(), completion: completion)
      case .pushTwice:
        view.push(newName())
        view.push(newName(), completion: completion)
      case .pop: try view.pop(completion: completion)
      case .popSeveral: try view.pop(2, completion: completion)
      case .popNone: try view.pop(0, completion: completion)
      case .replace:
        try view.pop()
        view.push(newName(), completion: completion)
      case .clean: view.clean(completion: completion)
      case .refill:
        view.clean()
        view.push(newName(), completion: completion)
      default:
        switch move {
        case .turn: view.growthDirection = view.growthDirection.opposite
        case .resize: view.setViewport(Self.size(view.growthDirection, length: 5))
        case .reduce: view.motion.isReduced = true
        case .restyle: try view.setSeparationStyle(.padding(size: 2))
        case .finish: view.scrollStack.finishAnimations()
        default:
          let isForwards = view.growthDirection == .down || view.growthDirection == .right
          view.scrollStack.scroll(by: isForwards ? -2 : 2)
        }
        completion(true)
      }
    }
  }

  @Test(
    arguments: Move.allCases,
    dailyPart(of: [FlowDirection.down, .up, .left, .right], every: 4, named: "directions"))
  func everyPairOfOperationsEndsAsWithoutAnimation(first: Move, growth: FlowDirection) throws {
    for second in Move.allCases {
      var still = Stage(growth, motion: Motion())
      try still.perform(first, { _ in })
      let count = still.view.numberOfItems
      try still.perform(second, { _ in })
      let end = still.view.snapshot().lines
      for (firstTime, secondTime) in [(0, 0), (0, 300), (300, 0), (300, 300)] {
        if secondTime > 0, !second.movesSteps { continue }
        // A move that doesn't move steps has no frames.
        if firstTime > 0, !first.movesSteps { continue }
        for frame in 0...(firstTime > 0 ? 3 : 0) {
          let name = "\(first) \(firstTime), \(second) \(secondTime) in frame \(frame), \(growth)"
          let clock = ManualClock()
          var moving = Stage(growth, motion: Motion(clock: clock, framesPerSecond: 10))
          let tallies = (Tally(), Tally())
          let transitions = first.transitions(3) + second.transitions(count)
          moving.view.transitionDuration = .milliseconds(firstTime)
          try moving.perform(first, tallies.0.completion())
          for _ in 0..<frame { step(moving, clock, name) }
          let wasMoving = moving.view.scrollStack.isAnimating
          moving.view.transitionDuration = .milliseconds(secondTime)
          try moving.perform(second, tallies.1.completion())
          moving.view.scrollStack._checkInvariants()
          let moves = second.transitions(count) > 0
          if second.arrives || (moves && secondTime == 0 && tallies.1.calls == [true]) {
            expectEqual(moving.view.snapshot().lines, end, "\(name)")
            #expect(!moving.view.scrollStack.isAnimating, "\(name)")
          }
          if secondTime == 0, moves { expectEqual(tallies.1.calls, [true], "\(name)") }
          for _ in 0..<4 where moving.view.scrollStack.isAnimating { step(moving, clock, name) }
          // A view that's at the head when its size changes during a transition stays there.
          if first != .scrollAway || moves, second != .scrollAway {
            expectEqual(moving.view.snapshot().lines, end, "\(name)")
          }
          #expect(!moving.view.scrollStack.isAnimating, "\(name)")
          let isCutShort = wasMoving && moves
          expectEqual(
            tallies.0.calls, [first.transitions(3) == 0 || !isCutShort], "\(name)")
          expectEqual(tallies.1.calls, [true], "\(name)")
          expectEqual(moving.wizard.ends.count, transitions, "\(name)")
          guard tallies.1.calls == [true] else { return }
        }
      }
    }
  }

  /// No frame shows a cell of a step twice.
  private func step(_ stage: Stage, _ clock: ManualClock, _ name: String) {
    let lines = stage.view.snapshot().lines
    let isVertical =
      stage.view.growthDirection == .down || stage.view.growthDirection == .up
    // Steps above one another have different lines, and steps next to one another different
    // letters.
    let parts =
      isVertical
      ? lines.filter { !$0.isEmpty && !$0.contains("─") }
      : lines.prefix(1).flatMap { $0.filter(\.isLetter).map(String.init) }
    expectEqual(Set(parts).count, parts.count, "\(name): \(lines)")
    clock.advance(by: .milliseconds(100))
    stage.view.scrollStack.advance()
  }

  @Test func aPushWithoutDurationEndsARunningPop() throws {
    let clock = ManualClock()
    var stage = Stage(.down, motion: Motion(clock: clock, framesPerSecond: 10))
    let tallies = (Tally(), Tally())
    stage.view.transitionDuration = .milliseconds(300)
    try stage.perform(.pop, tallies.0.completion())
    clock.advance(by: .milliseconds(100))
    stage.view.scrollStack.advance()
    stage.view.transitionDuration = .zero
    try stage.perform(.push, tallies.1.completion())
    #expect(tallies.0.calls == [false] && tallies.1.calls == [true])
    expectEqual(stage.wizard.ends, [false, true])
    expectEqual(stage.view.snapshot().lines.suffix(5), ["b1", "b2", "──────", "d1", "d2"])
    #expect(!stage.view.scrollStack.isAnimating)
  }

  @Test func reducingMotionEndsATransitionImmediately() throws {
    var stage = Stage(.down, motion: Motion(clock: ManualClock()))
    let tally = Tally()
    try stage.perform(.push, tally.completion())
    #expect(tally.calls.isEmpty)
    stage.view.motion.isReduced = true
    #expect(tally.calls == [true] && stage.wizard.ends == [true])
    #expect(stage.view.snapshot().lines.last == "d2" && !stage.view.scrollStack.isAnimating)
  }

  /// C-3: releasing a view ends its transition.
  @Test func releasingAViewEndsItsTransition() throws {
    let flow = FlowStack<String>()
    let wizard = Wizard()
    let tally = Tally()
    flow.delegate = wizard
    func use() {
      let view = StackFlowView<String>(flow: flow, motion: Motion(clock: ManualClock())) { name in
        StepPresentation(content: TextRow(name))
      }
      view.push("a", completion: tally.completion())
      #expect(tally.calls.isEmpty)
    }
    use()
    #expect(tally.calls == [false] && wizard.ends == [false] && flow.count == 1)
  }

  /// If another view follows its flow, a view gets no announcements, but its completions are
  /// called.
  @Test func aViewThatNoLongerFollowsItsFlowCompletesItsMoves() throws {
    let flow = FlowStack<String>()
    let present: (String) -> StepPresentation = { StepPresentation(content: TextRow($0)) }
    let old = StackFlowView<String>(flow: flow, presentation: present)
    let new = StackFlowView<String>(flow: flow, presentation: present)
    let tally = Tally()
    old.push("a", completion: tally.completion())
    try old.pop(completion: tally.completion())
    new.push("b", completion: tally.completion())
    old.clean(completion: tally.completion())
    #expect(tally.calls == [true, true, true, true] && flow.isEmpty)
  }
}

/// Counts the calls of completions.
private final class Tally {
  private(set) var calls: [Bool] = []
  func completion() -> Completion { { self.calls.append($0) } }
}
