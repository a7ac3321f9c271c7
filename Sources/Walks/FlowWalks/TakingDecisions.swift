// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowSessions
import StackFlowCore

// Decisions about effects, moves, and facts about files.
extension FlowWalk {
  /// The decision without which the walk can't go on; nil if there's none.
  public var decision: WalkDecision? {
    if let wayBack { return .wayBack(wayBack) }
    switch session.need {
    case .effect(let request): return decision(about: request)
    case .approval(let request):
      return .move(
        WalkMove(
          request: request, answers: session.maskedPendingAnswers, target: session.pendingTarget))
    case .lookUp, nil: return nil
    }
  }

  /// Takes the answer to a decision.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - decision: What was decided. It can permit fewer effects than ``decision``.
  /// - Returns: The event that follows; nil if none does, because the pending effect can be performed,
  ///   the decision isn't pending, or it doesn't have this answer.
  package mutating func take(_ answer: DecisionAnswer, to decision: WalkDecision) -> FlowEvent? {
    if answer == .perform, !decision.isInterruption { return nil }
    switch decision {
    case .wayBack(let way):
      guard wayBack == way else { return nil }
      wayBack = nil
      return answer == .yes ? way.event : nil
    case .move(let move):
      guard session.pendingRequest == move.request else { return nil }
      if case .no(let reason) = answer {
        return .decide(.deny(reason: reason), on: move.request.id)
      }
      return .decide(.approve, on: move.request.id)
    case .doubt(let request, let doubt):
      guard session.effectInDoubt == request else { return nil }
      switch (answer, doubt) {
      case (.perform, .interrupted): break
      case (.no, .interrupted), (.perform, _): return nil
      case (.no, _): return .retry
      case (.yes, _), (.keep, _): return .effectEnded(session.assumedResult(of: request))
      }
      if services.client.contains(.effects) { session.clearDoubt() }
      grants.effects.insert(request)
    case .permission(let requests, let file):
      guard let pendingEffect,
        requests.first == pendingEffect || requests.first == decided(pendingEffect)
      else { return nil }
      if case .no(let reason) = answer {
        staysAtEffect = pendingEffect.isUndo
        return refusal(reason)
      }
      grants.effects.formUnion(requests)
      if file != nil { grants.isOverwriting = answer == .yes }
    case .overwrite(let request, let file):
      guard request == pendingEffect else { return nil }
      if case .no(let reason) = answer { return refusal(reason) }
      if answer == .yes, file.obstacle != nil { return nil }
      if request.isTree {
        return decide(file, isReplaced: answer == .yes, of: request)
      }
      grants.isOverwriting = answer == .yes
    }
    return nil
  }
}
