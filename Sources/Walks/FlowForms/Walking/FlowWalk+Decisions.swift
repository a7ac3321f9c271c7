// SPDX-License-Identifier: Apache-2.0

import StackFlowCore

// Decisions about effects, moves, and facts about files.
extension FlowWalk {
  /// The decision without which the walk can't go on; nil if there's none.
  public var decision: WalkDecision? {
    switch session.state {
    case .needs(.effect(let request)): decision(about: request)
    case .needs(.approval(let request)):
      .move(
        WalkMove(
          request: request, answers: session.maskedPendingAnswers, target: session.pendingTarget))
    default: nil
    }
  }

  /// Takes the answer to a decision.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - decision: What was decided. It can permit fewer effects than ``decision``.
  /// - Returns: The event that follows; nil if none does, because the pending effect can be performed,
  ///   or the decision isn't pending.
  package mutating func take(_ answer: DecisionAnswer, to decision: WalkDecision) -> FlowEvent? {
    switch decision {
    case .move(let move):
      guard session.pendingRequest == move.request else { return nil }
      if case .no(let reason) = answer {
        return .decide(.deny(reason: reason), on: move.request.id)
      }
      return .decide(.approve, on: move.request.id)
    case .doubt(let request, let doubt):
      guard session.effectInDoubt == request else { return nil }
      guard case .no = answer else { return .effectEnded(session.assumedResult(of: request)) }
      if doubt != .interrupted { return .retry }
      if services.client.contains(.effects) { session.clearDoubt() }
      grants.effects.insert(request)
    case .permission(let requests, let file):
      guard let pendingEffect, requests.first == pendingEffect else { return nil }
      if case .no(let reason) = answer { return refusal(reason) }
      grants.effects.formUnion(requests)
      if file != nil { grants.isOverwriting = answer == .yes }
    case .overwrite(let request, _):
      guard request == pendingEffect else { return nil }
      if case .no(let reason) = answer { return refusal(reason) }
      grants.isOverwriting = answer == .yes
    }
    return nil
  }

  /// Decides what the walk asks about its effects, or about a move.
  ///
  /// - Parameter answer: The answer.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if nothing is to be decided, or a file can't be kept because none is there.
  public mutating func decide(_ answer: DecisionAnswer) throws(WalkError) -> [WalkNotice] {
    guard case .deciding(let decision) = state else {
      throw WalkError(.outOfTurn, "there's nothing to decide: \(state.words)")
    }
    if case .keep = answer, decision.existingFile == nil {
      throw WalkError(.invalid, "'keep' is for a file that exists; answer yes or no")
    }
    let announcements = take(answer, to: decision).map { handle($0) } ?? []
    return notices(announcements + performEffects())
  }

  /// Gives the result of an effect that the client has performed.
  ///
  /// - Parameter result: The result.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if the client isn't to perform an effect, or the result is of another kind.
  public mutating func reply(_ result: EffectResult) throws(WalkError) -> [WalkNotice] {
    guard case .performing(let request) = state else {
      throw WalkError(.outOfTurn, "no effect waits for a result: \(state.words)")
    }
    guard result.fits(request) else {
      throw WalkError(.invalid, "the result isn't one of \(request.resultWords)")
    }
    return notices(send(.effectEnded(result)))
  }

  /// Gives the facts about a path that the client has looked up.
  ///
  /// - Parameter facts: The facts.
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if the walk doesn't ask about that path.
  public mutating func reply(_ facts: PathFacts) throws(WalkError) -> [WalkNotice] {
    guard case .lookingUp(let query) = state else {
      throw WalkError(.outOfTurn, "no path is looked up: \(state.words)")
    }
    guard query.path == facts.path else {
      throw WalkError(.notAsked, "the path is '\(query.path)', not '\(facts.path)'")
    }
    return notices(send(.found(facts)))
  }
}

extension EffectResult {
  /// Whether it can be the result of a request.
  fileprivate func fits(_ request: EffectRequest) -> Bool {
    switch (self, request.effect) {
    case (.failed, _), (.ended, .command), (.returned, .action), (.written, .write),
      (.done, .write),
      (.done, .restore):
      true
    default: false
    }
  }
}

extension EffectRequest {
  fileprivate var resultWords: String {
    switch effect {
    case .command: "a command: status, output, and errors, or a failure"
    case .action: "an action: a value, or a failure"
    case .write: "a write: what was there before, that the file was kept, or a failure"
    case .restore: "a restoration: that it's done, or a failure"
    }
  }
}
