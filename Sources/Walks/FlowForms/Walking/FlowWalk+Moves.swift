// SPDX-License-Identifier: Apache-2.0

// Going back, trying again, and leaving.
extension FlowWalk {
  /// Goes back a number of visible steps; in a form, one step leads to its previous field.
  ///
  /// - Parameter count: The number of steps, at least 1.
  /// - Returns: What it led to; a denial says why it isn't possible.
  /// - Throws: ``WalkError`` if the walk waits for something else, or the number is less than 1.
  public mutating func back(_ count: Int = 1) throws(WalkError) -> [WalkNotice] {
    guard count >= 1 else { throw WalkError(.invalid, "going back needs at least 1 step") }
    try checkMoves()
    return notices(send(.back(count)))
  }

  /// Goes back to a step, to the form with a field, or to the start of a used flow or an item.
  ///
  /// - Parameter id: The id of the step or field.
  /// - Returns: What it led to; a denial says why it isn't possible.
  /// - Throws: ``WalkError`` if the walk waits for something else.
  public mutating func back(to id: String) throws(WalkError) -> [WalkNotice] {
    try checkMoves()
    return notices(send(.backTo(id)))
  }

  /// Tries a failed `run` or `write` again.
  ///
  /// - Returns: What it led to.
  /// - Throws: ``WalkError`` if nothing failed that can be tried again.
  public mutating func retry() throws(WalkError) -> [WalkNotice] {
    guard case .failed(let failure) = session.state, failure.effect?.retries != nil else {
      throw WalkError(.outOfTurn, "there's nothing to try again: \(state.words)")
    }
    return notices(send(.retry))
  }

  /// Leaves the walk, unless it has ended.
  ///
  /// - Parameter reason: Why.
  /// - Returns: The result; one that ended before stays as it is. Someone who leaves at a failed effect
  ///   has the exit status of the failure.
  public mutating func close(_ reason: LeaveReason = .quit) -> WalkResult {
    let failure =
      if case .failed(let failure) = session.state { failure } else { nil as FlowFailure? }
    if case .finished = session.state {} else { _ = send(.leave(reason)) }
    var result = WalkResult(of: session, revealing: services.revealsSecrets)
    if failure?.effect != nil,
      result.outcome == .left(.quit) || result.outcome == .left(.endOfInput)
    {
      result.exitStatus = .effectFailed
    }
    return result
  }

  private func checkMoves() throws(WalkError) {
    switch session.state {
    case .asking, .failed: break
    case .notStarted, .needs, .finished:
      throw WalkError(.outOfTurn, "the walk doesn't go back now: \(state.words)")
    }
  }
}
