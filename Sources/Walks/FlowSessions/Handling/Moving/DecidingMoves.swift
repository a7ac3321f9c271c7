// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

/// A move that's waiting for a decision.
struct PendingMove: Sendable {
  /// The request, which the decision refers to.
  let request: NavigationRequest

  /// The move to make if it's approved.
  let goal: MoveGoal
}

/// The goal of a requested move.
enum MoveGoal: Sendable {
  /// Make the top step's answers final, and continue.
  case push([Value?])

  /// Go back to the entry at a depth, and there to a field, unless it's nil.
  case pop(to: Int, field: String?)

  /// Ask for the item at a position of the list that's the top.
  case item(Int)

  /// Ask for another row of the matrix whose row is the top.
  case row(Int, RowArrival)
}

// Requests moves, and handles the decisions.
extension FlowSession {
  /// Requests a move.
  ///
  /// If it's denied, the session returns to a phase.
  mutating func request(_ goal: MoveGoal, from before: Phase) {
    let move: NavigationRequest.Move =
      switch goal {
      case .push, .item, .row: .push
      case .pop(let depth, _): .pop(stack.count - 1 - depth)
      }
    phase = .awaiting(
      PendingMove(request: makeRequest(move), goal: goal), before: before)
  }

  /// Returns a request with the next id of this walk.
  mutating func makeRequest(
    _ move: NavigationRequest.Move, source: NavigationSource = .user
  ) -> NavigationRequest {
    requestCount += 1
    return NavigationRequest(
      id: .init(serial: requestCount), move: move, source: source)
  }

  /// Announces that a request was denied, with the reason.
  mutating func deny(_ request: NavigationRequest, _ reason: String?) {
    if case .asking(var live) = phase {
      live.denial = reason ?? ""
      phase = .asking(live)
    }
    announce(.move(.denied(request, reason: reason)))
  }

  /// Handles an event while a request is pending.
  ///
  /// A decision answers the request that it names. Any other event of the user cancels the request,
  /// as a newer request of a `FlowStack` does.
  mutating func processAwaiting(
    _ event: FlowEvent, _ move: PendingMove, _ before: Phase
  ) {
    switch event {
    case .decide(let decision, let id):
      if id == move.request.id { decide(decision, on: move, before) }
    case .start, .give, .found, .decideFile, .effectBegan, .effectEnded, .leave, .setAside: break
    case .answer, .edit, .focus, .submit, .confirm, .back, .backTo, .acceptSuggestions, .addItem,
      .editItem, .removeItem, .restoreItem, .moveItem, .retry:
      phase = before
      isAcceptingSuggestions = false
      process(event)
    }
  }

  private mutating func decide(
    _ decision: FlowDecision, on move: PendingMove, _ before: Phase
  ) {
    switch decision {
    case .later: break
    case .deny(let reason):
      phase = before
      isAcceptingSuggestions = false
      deny(move.request, reason)
    case .approve:
      switch move.goal {
      case .push(let values): approvePush(values, from: before.step)
      case .pop(let depth, let field):
        pop(toDepth: depth, field: field, for: move.request, from: before.step)
      case .item(let position): openItem(at: position, of: before.step)
      case .row(let position, let arrival): openRow(position, arrival, from: before.step)
      }
    }
  }

  private mutating func approvePush(_ values: [Value?], from live: StepState?) {
    if let step = topStep?.step, case .stop(let outcome) = step.kind {
      return stop(step, outcome)
    }
    let submission = Submission(
      values: values, of: live, isAsked: live?.isDrawn != true,
      items: live?.repeat?.items.withoutLeft)
    forgetUnfinished(of: live)
    forgetEmptied(of: live)
    advance(with: submission, of: live)
    if isAcceptingSuggestions { acceptSuggestions() }
  }

  private mutating func stop(_ step: CheckedStep, _ outcome: StopOutcome) {
    switch outcome {
    case .failed: finish(.failed, output: .null, stopID: step.id)
    case .completed:
      do {
        let output = try outputValue()
        finish(.completed, output: output, stopID: step.id)
      } catch {
        fail(error)
      }
    }
  }
}
