// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import SourceDiagnostics

/// The moves that are possible in a walk.
struct NextMoves {
  /// The moves that lead forward.
  var moves: [ExplorationMove]

  /// The moves that are only tried once.
  var once: [(ExplorationMove, Explorer.Trial)] = []

  /// The number of ways on of which only some are among ``moves``; 0 if all are.
  var count = 0
}

// The next moves of a walk.
extension Explorer {
  /// Begins a walk.
  func begin(_ start: ExplorationStart) -> ExploredWalk? { ExploredWalk(flow, start, engine) }

  /// Returns the moves that lead forward.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - decides: Whether only the answers that decide the way are wanted, and the others apart;
  ///     otherwise, all of them, the simplest first.
  /// - Returns: The moves, and those that are only tried once.
  func forward(from walk: ExploredWalk, deciding decides: Bool) -> NextMoves {
    switch walk.session.state {
    case .failed(let failure):
      if let id = failure.effect?.retries { return NextMoves(moves: [.retry(id)]) }
      // Going back tries the undo again.
      return NextMoves(moves: failure.effect?.isUndo == true ? [.back(steps: 1)] : [])
    case .needs(.effect(let request)):
      guard request.isCall else {
        return NextMoves(moves: [.overwrite(request.step, true), .overwrite(request.step, false)])
      }
      let (successes, failures) = outcomes.outcomes(of: request, in: flow)
      var next = NextMoves(moves: successes.map { .result(request.step, $0) })
      // A command fails once, so that retrying it ends.
      if walk.world.outcomes[request.step] == nil {
        next.once = failures.map { (.result(request.step, $0), .failure(request.step)) }
      }
      return next
    case .asking(let step): return forward(at: step, deciding: decides)
    case .notStarted, .needs, .finished: return NextMoves(moves: [])
    }
  }

  private func forward(at step: StepState, deciding decides: Bool) -> NextMoves {
    guard let field = step.focusedField else {
      if step.kind == .repeat {
        let warns = step.problems.contains { $0.severity == .warning }
        var moves: [ExplorationMove] = warns ? [.confirm(step.id)] : []
        moves.append(.done(step.id))
        // A limit may have fallen below what was entered before.
        if step.canChangeItems, let most = step.itemLimits.most, step.items.count > most {
          moves.append(.remove(step.id, step.items.count - 1))
        }
        if let open = step.items.firstIndex(where: { $0.problem != nil }) {
          moves.append(.edit(step.id, open))
        }
        if step.canChangeItems, step.items.count < mostItems(of: step) || !decides {
          moves.append(.add(step.id))
        }
        return NextMoves(moves: moves)
      }
      guard let id = step.wholeID else { return NextMoves(moves: [.pass(step.id)]) }
      var next = NextMoves(moves: [.answer(id, .text("yes"))])
      if step.kind == .commit { next.once = [(.answer(id, .text("no")), .refusal(id))] }
      return next
    }
    if !field.problems.isEmpty, field.problems.allSatisfy({ $0.severity == .warning }) {
      return NextMoves(moves: [.confirm(field.id)])
    }
    let answers = candidates.answers(for: field)
    let id = field.id.withoutPositions
    let deciding = answers.deciding.map { ExplorationMove.answer(field.id, $0) }
    let others = answers.others.map { ExplorationMove.answer(field.id, $0) }
    guard decides else { return NextMoves(moves: deciding + others) }
    return NextMoves(
      moves: deciding, once: zip(others, answers.others).map { ($0, .answer(id, $1)) },
      count: answers.ways)
  }

  /// Returns the number of items up to which a list is filled.
  func mostItems(of list: StepState) -> Int {
    max(candidates.items(of: list.id), list.itemLimits.least ?? 0)
  }

  /// Returns the moves that don't lead forward: ways back, and changes of lists.
  func detours(from walk: ExploredWalk) -> [(ExplorationMove, Trial)] {
    guard let step = walk.step else { return [] }
    var moves: [(ExplorationMove, Trial)] = []
    if walk.session.canGoBack {
      moves.append((.back(steps: 1), .back(step.id.withoutPositions)))
      if let undone = walk.session.undoableSteps.last, flow.runIDs.contains(undone.withoutPositions)
      {
        moves.append((.backFailing(1), .failure(step.id.withoutPositions + " undo")))
      }
      for shown in walk.session.shownSteps.suffix(8) {
        moves.append((.backTo(shown), .back(shown.withoutPositions + " again")))
      }
    }
    guard step.kind == .repeat else { return moves }
    let id = step.id.withoutPositions
    if !step.items.isEmpty { moves.append((.edit(step.id, 0), .change(id, 2))) }
    if step.canChangeItems, !step.items.isEmpty {
      moves.append((.remove(step.id, step.items.count - 1), .change(id, 3)))
    }
    if step.restorablePosition != nil { moves.append((.restore(step.id), .change(id, 5))) }
    if step.canChangeItems, step.items.count > 1 {
      moves.append((.move(step.id, from: 0, to: 1), .change(id, 4)))
    }
    return moves
  }
}
