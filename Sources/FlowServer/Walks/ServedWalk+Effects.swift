// SPDX-License-Identifier: Apache-2.0

public import FlowForms
import StackFlowCore

// Effects, facts about files, and approvals.
extension ServedWalk {
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
    return drive { runner in Self.decide(decision, answer, runner) }
  }

  private static func decide(
    _ decision: WalkDecision, _ answer: DecisionAnswer, _ runner: FlowRunner
  ) {
    switch decision {
    case .move(let move):
      if case .no(let reason) = answer {
        _ = try? runner.answer(move.request, .deny(reason: reason))
      } else {
        _ = try? runner.answer(move.request, .approve)
      }
    case .doubt(let request):
      if case .no = answer { runner.permit([request]) } else { runner.assumeEffect() }
    case .effects(let requests, let file):
      if case .no(let reason) = answer {
        runner.refuseEffect(reason)
        return
      }
      runner.permit(requests)
      if file != nil { runner.overwrite(answer == .yes) }
    }
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
    return drive { _ = $0.send(.effectEnded(result)) }
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
    return drive { _ = $0.send(.found(facts)) }
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
  /// What the results of its kind are called.
  fileprivate var resultWords: String {
    switch effect {
    case .command: "a command: status, output, and errors, or a failure"
    case .action: "an action: a value, or a failure"
    case .write: "a write: what was there before, that the file was kept, or a failure"
    case .restore: "a restoration: that it's done, or a failure"
    }
  }
}
