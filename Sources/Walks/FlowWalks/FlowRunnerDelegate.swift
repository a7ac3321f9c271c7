// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowSessions
public import StackFlowCore

/// A type that approves a user's moves through a flow, and is notified of every change.
///
/// It's the top of a chain, in which the delegate of each layer is the layer above: a view asks its
/// `FlowStack`; the runner is the delegate of ``FlowRunner/steps``, and gives the session an event;
/// the session needs an approval, and the runner asks you. The announcements are those of
/// `StackFlowObserver`, for the runner's stack.
///
/// All methods have default implementations. Unlike a `StackFlowDelegate`, which must supply the
/// next step, you approve by default, because the session builds the next step from the answers.
public protocol FlowRunnerDelegate: StackFlowObserver where Item == FlowStep {
  /// Asks whether a push may happen, because the user has answered the top step or wants to open an
  /// item of a list. Approving makes the answers final.
  ///
  /// The step that's being left is still the top: `runner.session.topStepID` names it.
  ///
  /// - Parameters:
  ///   - request: The request, which a later answer names.
  ///   - answers: The answers of the top step by field id, without those left empty.
  ///   - runner: The runner that asks.
  /// - Returns: The decision.
  func didRequestPush(
    _ request: NavigationRequest, answers: [String: Value], in runner: FlowRunner
  ) -> FlowDecision

  /// Asks whether a pop may happen, because the user wants to go back.
  ///
  /// - Parameters:
  ///   - count: The number of steps to pop, at least 1.
  ///   - id: The id of the step that would become the top.
  ///   - request: The request, which a later answer names.
  ///   - runner: The runner that asks.
  /// - Returns: The decision.
  func didRequestPop(
    _ count: Int, to id: String, _ request: NavigationRequest, in runner: FlowRunner
  ) -> FlowDecision

  /// Tells the delegate that the session ended.
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
