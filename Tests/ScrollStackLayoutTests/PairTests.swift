// SPDX-License-Identifier: Apache-2.0

import ScrollStackLayout
import TerminalCells
import Testing

/// C-3 and C-5 of `contract/seeds.md`: every ordered pair of operations, each animated or not, the
/// second at each frame of the first.
///
/// Whatever is under way, the end is that of the same operations drawn at once. Each completion is
/// called once, and with what happened. A call that is drawn at once shows what is there as soon as it
/// has completed, and no frame shows a line twice, or one of a row that is neither there nor leaving.
@Suite struct PairTests {
  @Test(arguments: PairedOperation.allCases)
  func everyPairEndsAsIfNothingHadMoved(first: PairedOperation) throws {
    for second in PairedOperation.allCases {
      for scene in PairStage.Scene.allCases {
        for (firstMoves, secondMoves) in [(true, false), (true, true), (false, true)] {
          let frames = !firstMoves ? [0] : scene == .plain || isLongRun ? [0, 1, 2, 3] : [1]
          for frame in frames {
            let run = PairRun(
              steps: [(first, firstMoves), (second, secondMoves)], frame: frame, scene: scene)
            guard try run.isRight() else { return }
          }
        }
      }
    }
  }

  /// The third meets what the second has left of the first.
  @Test(arguments: PairedOperation.allCases)
  func everyTripleEndsAsIfNothingHadMoved(first: PairedOperation) throws {
    for second in PairedOperation.allCases {
      for third in PairedOperation.allCases {
        // A sixth of them, and all in the long run.
        let mix = first.rawValue + 2 * second.rawValue + third.rawValue
        guard isLongRun || mix % 6 == 0 else { continue }
        let moves = (second.rawValue + third.rawValue) % 2 == 0
        let run = PairRun(
          steps: [(first, true), (second, true), (third, moves)], frame: 1, scene: .plain)
        guard try run.isRight() else { return }
      }
    }
  }
}

/// Some operations one after the other, a number of frames apart.
struct PairRun: CustomStringConvertible {
  let steps: [(operation: PairedOperation, moves: Bool)]
  let frame: Int
  let scene: PairStage.Scene

  var description: String {
    steps.map { "\($0.operation)\($0.moves ? "" : " at once")" }
      .joined(separator: ", at frame \(frame) ") + ", \(scene)"
  }

  /// Runs them, and records what is wrong.
  func isRight() throws -> Bool {
    let problem = try problem()
    #expect(problem == nil, "\(self)")
    return problem == nil
  }

  private func problem() throws -> String? {
    let clock = ManualClock()
    let moving = try PairStage(scene, motion: Motion(clock: clock, framesPerSecond: 10))
    let still = try PairStage(scene, motion: Motion())
    for (index, step) in steps.enumerated() {
      let effect = try moving.perform(step.operation, animated: step.moves)
      _ = try still.perform(step.operation, animated: false)
      if !step.moves, effect.movesRows {
        if moving.calls.last != [true] { return "\(step.operation) has not completed" }
        if let problem = try moving.difference() {
          return "\(step.operation) has completed, but \(problem)"
        }
        if moving.isMovingRows { return "\(step.operation) has completed, but rows move" }
      }
      for _ in 0..<(index < steps.count - 1 ? frame : 4) {
        if let problem = moving.insanity() { return problem }
        clock.advance(by: .milliseconds(100))
        moving.stack.advance()
        moving.stack._checkInvariants()
      }
    }
    if moving.stack.isAnimating { return "it still moves" }
    if let problem = try moving.difference() { return "at the end \(problem)" }
    if moving.state != still.state {
      return "at the end \(moving.state), drawn at once \(still.state)"
    }
    if !steps.contains(where: { $0.operation.scrolls }), moving.top != still.top {
      return "at the end \(moving.top) is at the top, drawn at once \(still.top)"
    }
    return moving.wrongCalls
  }
}

/// The operations that are paired; what one names by an index that isn't there it leaves alone.
enum PairedOperation: Int, CaseIterable {
  case insert, append, prepend, addAgain, addElsewhere
  case remove, removeFirst, removeSeveral, removeAll
  case hide, hideOther, show, hideSeveral, move, moveBack, moveNowhere
  case replace, replaceByItself, reload, reloadOther, reloadAll, toggle
  case setRows, setSameRows, drop
  case scrollToRow, scrollToEnd, scrollBy, reveal, resize, turn, style, select
  case batchOfChanges, batchOfNothing

  /// Whether the offset depends on when it comes.
  var scrolls: Bool {
    switch self {
    case .scrollToRow, .scrollToEnd, .scrollBy, .reveal, .turn: true
    default: false
    }
  }
}

/// What an operation does to a stage.
struct PairEffect {
  /// The controllers whose operations it overtakes.
  var overtakes: [Box] = []

  /// The controllers that are in motion for it, if it is animated.
  var moves: [Box] = []

  /// Whether rows are where they belong when it has completed at once.
  var movesRows = true

  /// Whether it has changed anything, and so may take time.
  var hasChanged = true

  /// Whether it takes over a scroll that is under way.
  var startsScroll = false

  /// Whether it overtakes all the operations of those that it names.
  var isSure = true
}
