// SPDX-License-Identifier: Apache-2.0

public import FlowSessions

// Leaving.
extension FlowWalk {
  /// Leaves the walk, unless it has ended.
  ///
  /// - Parameter reason: Why.
  /// - Returns: The result; one that ended before stays as it is. Someone who leaves at a failed effect
  ///   has the exit status of the failure.
  public mutating func close(_ reason: LeaveReason = .quit) -> WalkReport {
    let failure =
      if case .failed(let failure) = session.state { failure } else { nil as FlowFailure? }
    if case .finished = session.state {} else { _ = settle(.leave(reason)) }
    var result = WalkReport(of: session, revealing: services.revealsSecrets)
    if failure?.effect != nil,
      result.outcome == .left(.quit) || result.outcome == .left(.endOfInput)
    {
      result.exitStatus = .effectFailed
    }
    return result
  }
}
