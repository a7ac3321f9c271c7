// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import ScrollStackLayout
import TerminalCells
import Testing

/// Every ordered pair of operations, each animated or not, the second in each frame of the first
/// (`Documentation/Contract.md` C-3, C-5).
///
/// Animated or not, the pair has the same result as without animation, which is also what a new
/// stack with the same rows shows. Each completion is called once, with the correct result. An
/// operation without animation shows its end state as soon as it completes. No frame shows a line
/// twice, or a line of a row that's neither in the stack nor leaving it.
@Suite struct PairTests {
  @Test(arguments: dailyPart(of: PairedOperation.allCases, every: 16, named: "pairs"))
  func everyPairOfOperationsEndsAsWithoutAnimation(first: PairedOperation) throws {
    for scene in PairStage.Scene.allCases {
      for second in PairedOperation.allCases {
        let ends = try PairEnd.ends(of: [first, second], in: scene)
        for (isFirstAnimated, isSecondAnimated) in [
          (false, false), (false, true), (true, false), (true, true),
        ] {
          // Operations without a duration are the same with and without animation.
          if isFirstAnimated && first.takesNoTime || isSecondAnimated && second.takesNoTime {
            continue
          }
          for frame in Self.frames(first, second, isAnimated: isFirstAnimated) {
            let run = PairRun(
              steps: [(first, isFirstAnimated), (second, isSecondAnimated)], frame: frame,
              scene: scene)
            // Until the second operation, all runs show the same.
            let problem = try run.problem(
              ends: ends, checksFirstFrames: second == .insert && isSecondAnimated)
            expectEqual(problem, nil, "\(run)")
            if problem != nil { return }
          }
        }
      }
    }
  }

  /// The frames of the first operation in which the second one starts.
  ///
  /// The last is the end state of the first operation. A long run tries all of them; otherwise, each
  /// pair starts in the first frame and in one other, and all pairs together in every frame.
  private static func frames(
    _ first: PairedOperation, _ second: PairedOperation, isAnimated: Bool
  ) -> [Int] {
    guard isAnimated else { return [0] }
    return isLongRun ? [0, 1, 2, 3] : [0, 1 + (first.rawValue + second.rawValue) % 3]
  }

  /// The third operation starts while effects of the first two remain.
  @Test(arguments: dailyPart(of: PairedOperation.allCases, every: 16, named: "triples"))
  func everyTripleOfOperationsEndsAsWithoutAnimation(first: PairedOperation) throws {
    for second in PairedOperation.allCases {
      for third in PairedOperation.allCases {
        // A twelfth of them; a long run checks all.
        let mix = first.rawValue + 2 * second.rawValue + third.rawValue
        guard isLongRun || mix % 12 == 0 else { continue }
        let isAnimated = (second.rawValue + third.rawValue) % 2 == 0
        let run = PairRun(
          steps: [(first, true), (second, true), (third, isAnimated)], frame: 1, scene: .plain)
        let ends = try PairEnd.ends(of: [first, second, third], in: .plain, isChecked: false)
        let problem = try run.problem(ends: ends)
        expectEqual(problem, nil, "\(run)")
        if problem != nil { return }
      }
    }
  }
}

/// The state of a stage after an operation without animation.
struct PairEnd {
  let state: String
  let top: String
  let lines: [String]

  init(_ stage: PairStage) {
    state = stage.state
    top = stage.top
    lines = stage.stack.snapshot().lines
  }

  /// The states after successive operations; the last one is what a new stack shows.
  static func ends(
    of operations: [PairedOperation], in scene: PairStage.Scene, isChecked: Bool = true
  ) throws -> [PairEnd] {
    let stage = try PairStage(scene, motion: Motion())
    let ends = try operations.map { operation in
      _ = try stage.perform(operation, animated: false)
      return PairEnd(stage)
    }
    if isChecked {
      let difference = try stage.difference()
      expectEqual(difference, nil, "\(operations), \(scene)")
    }
    return ends
  }

  /// Returns the differences of a stage at rest, which may be scrolled to another position.
  func difference(from stage: PairStage, canScroll: Bool) throws -> String? {
    guard stage.state == state else { return "\(stage.state), not \(state)" }
    guard stage.top == top else {
      return canScroll ? try stage.difference() : "\(stage.top) is at the top, not \(top)"
    }
    let drawn = stage.stack.snapshot().lines
    return drawn == lines ? nil : "it shows \(drawn), not \(lines)"
  }
}

/// Successive operations, some frames apart.
struct PairRun: CustomStringConvertible {
  let steps: [(operation: PairedOperation, isAnimated: Bool)]
  let frame: Int
  let scene: PairStage.Scene

  var description: String {
    steps.map { "\($0.operation)\($0.isAnimated ? "" : " without animation")" }
      .joined(separator: ", in frame \(frame) ") + ", \(scene)"
  }

  /// Runs the operations, and returns the violations.
  ///
  /// Each end state is compared with that of the operation without animation. The frames before the
  /// last operation are checked only if `checksFirstFrames` is true.
  func problem(ends: [PairEnd], checksFirstFrames: Bool = true) throws -> String? {
    let clock = ManualClock()
    let stage = try PairStage(scene, motion: Motion(clock: clock, framesPerSecond: 10))
    let canScroll = steps.contains { $0.operation.scrolls }
    for (index, (step, end)) in zip(steps, ends).enumerated() {
      let effect = try stage.perform(step.operation, animated: step.isAnimated)
      stage.stack._checkInvariants()
      if !step.isAnimated, effect.movesRows {
        if stage.calls.last != [true] { return "\(step.operation) has not completed" }
        if stage.isMovingRows { return "\(step.operation) has completed, but rows move" }
        if let problem = try end.difference(from: stage, canScroll: canScroll) {
          return "\(step.operation) has completed, but \(problem)"
        }
      }
      let isLast = index == steps.count - 1
      for _ in 0..<(isLast ? 4 : frame) where stage.stack.isAnimating {
        if isLast || checksFirstFrames, let problem = stage.insanity() { return problem }
        clock.advance(by: .milliseconds(100))
        stage.stack.advance()
      }
    }
    if stage.stack.isAnimating { return "it still moves" }
    stage.stack._checkInvariants()
    if let problem = try ends.last?.difference(from: stage, canScroll: canScroll) {
      return "at the end \(problem)"
    }
    return stage.wrongCalls
  }
}

/// The operations to combine.
///
/// An operation on an index that doesn't exist does nothing.
enum PairedOperation: Int, CaseIterable {
  case insert, append, prepend, addAgain, addElsewhere
  case remove, removeFirst, removeSeveral, removeAll
  case hide, hideOther, show, hideSeveral, move, moveBack, moveNowhere
  case replace, replaceByItself, reload, reloadOther, reloadAll, toggle
  case setRows, setSameRows, drop
  case scrollToRow, scrollToEnd, scrollBy, reveal, resize, turn, style, select
  case batchOfChanges, batchOfNothing

  /// Whether the offset depends on the time of the operation.
  var scrolls: Bool {
    switch self {
    case .scrollToRow, .scrollToEnd, .scrollBy, .reveal, .turn: true
    default: false
    }
  }
}

extension PairedOperation {
  /// Whether it's the same with and without animation.
  var takesNoTime: Bool {
    switch self {
    case .drop, .turn, .style, .resize, .select, .scrollBy: true
    default: false
    }
  }
}

/// The effect of an operation on a stage.
struct PairEffect {
  /// The controllers whose operations it supersedes.
  var supersedes: [Box] = []

  /// The controllers that it animates, if it's animated.
  var moves: [Box] = []

  /// Whether rows are in their final positions after it completes without animation.
  var movesRows = true

  /// Whether it changed anything, and so may take time.
  var hasChanged = true

  /// Whether it supersedes a running scroll.
  var startsScroll = false

  /// Whether it supersedes all operations of those controllers.
  var isSure = true
}
