// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// What a ``FlowRunner`` asks and tells: a person's moves, and what became of them.
///
/// It says the same as `StackFlowDelegate` of `StackFlowCore`, in the words of flows: a decision
/// carries no item, because the session builds the next step from the answers. Every method has a
/// default, so that a delegate implements only what it cares about. Without a delegate moves are
/// approved.
public protocol FlowRunnerDelegate: AnyObject {
  /// The person has answered the top step. Approving makes the answers final.
  ///
  /// - Parameters:
  ///   - id: The step's id.
  ///   - answers: Its answers by field id; those left empty are missing.
  ///   - runner: The runner that asks.
  /// - Returns: What to do.
  func didRequestPush(
    from id: String, answers: [String: Value], in runner: FlowRunner
  ) -> RunnerDecision

  /// The person wants to go back to a step; what stands above it will be popped.
  func didRequestPop(to id: String, count: Int, in runner: FlowRunner) -> RunnerDecision

  /// A step is about to be pushed.
  func willPush(_ id: String, in runner: FlowRunner)

  /// A step was pushed.
  func didPush(_ id: String, in runner: FlowRunner)

  /// A step is about to be popped.
  func willPop(_ id: String, in runner: FlowRunner)

  /// A step was popped.
  func didPop(_ id: String, in runner: FlowRunner)

  /// A move was denied, by the delegate or by the flow's own rules.
  func navigationDenied(reason: String?, in runner: FlowRunner)

  /// The session ended.
  func didFinish(_ result: FlowResult, in runner: FlowRunner)
}

/// What a delegate decides about a move.
public enum RunnerDecision: Hashable, Sendable {
  /// The move is made.
  case approve

  /// Nothing moves; the reason is for the person.
  case deny(reason: String?)

  /// The delegate answers with ``FlowRunner/answer(_:)``.
  case later
}

extension FlowRunnerDelegate {
  /// Approves.
  public func didRequestPush(
    from id: String, answers: [String: Value], in runner: FlowRunner
  ) -> RunnerDecision { .approve }

  /// Approves.
  public func didRequestPop(to id: String, count: Int, in runner: FlowRunner) -> RunnerDecision {
    .approve
  }

  /// Does nothing.
  public func willPush(_ id: String, in runner: FlowRunner) {}

  /// Does nothing.
  public func didPush(_ id: String, in runner: FlowRunner) {}

  /// Does nothing.
  public func willPop(_ id: String, in runner: FlowRunner) {}

  /// Does nothing.
  public func didPop(_ id: String, in runner: FlowRunner) {}

  /// Does nothing.
  public func navigationDenied(reason: String?, in runner: FlowRunner) {}

  /// Does nothing.
  public func didFinish(_ result: FlowResult, in runner: FlowRunner) {}
}
