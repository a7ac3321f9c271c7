// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import StackFlowCore

/// Approves a person's moves through a flow, and hears of every change.
///
/// It's the top of one chain, in which the delegate of each layer is the layer above: a view asks its
/// `FlowStack`; the runner is the delegate of ``FlowRunner/steps`` and gives the session an event; the
/// session needs an approval, and the runner asks you. The announcements are those of
/// `StackFlowObserver`, about the runner's stack.
///
/// Every method has a default, so implement only what you need. Unlike a `StackFlowDelegate`, which
/// must supply the next step, you approve unless you say otherwise, because the session builds the
/// next step from the answers.
public protocol FlowRunnerDelegate: StackFlowObserver where Item == FlowStep {
  /// A person has answered the top step, or wants to open an item of a list. Approving makes the
  /// answers final.
  ///
  /// - Parameters:
  ///   - request: The request, which a later answer names.
  ///   - answers: The answers of the top step by field id; those left empty are missing.
  ///   - runner: The runner that asks.
  /// - Returns: The decision.
  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision

  /// A person wants to go back.
  ///
  /// - Parameters:
  ///   - count: The number of steps that are popped, at least 1.
  ///   - id: The id of the step that becomes the top again.
  ///   - request: The request, which a later answer names.
  ///   - runner: The runner that asks.
  /// - Returns: The decision.
  func didRequestPop(
    _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
  ) -> FlowDecision

  /// The session ended.
  func didFinish(_ result: FlowResult, in runner: FlowRunner)
}

extension FlowRunnerDelegate {
  /// Approves.
  public func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision { .approve }

  /// Approves.
  public func didRequestPop(
    _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
  ) -> FlowDecision { .approve }

  /// Does nothing.
  public func didFinish(_ result: FlowResult, in runner: FlowRunner) {}
}
