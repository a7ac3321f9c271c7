// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowSessions
public import StackFlowCore

/// A type that decides about a user's moves, and may take its time: it can ask a server.
///
/// All methods have default implementations, which approve.
public protocol AsyncFlowDelegate: Sendable {
  /// Decides whether a push may happen, because the user has answered the top step or wants to open an
  /// item of a list. Approving makes the answers final.
  ///
  /// The step that's being left is still the top: `session.topStepID` names it.
  ///
  /// If the user goes back, leaves, or does anything else meanwhile, the request is canceled, and the
  /// decision has no effect.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - answers: The answers of the top step by field id, without those left empty.
  ///   - session: The session as it is.
  /// - Returns: The decision. With `later`, the request stays open until someone calls
  ///   ``AsyncFlowRunner/answer(_:_:)``.
  func decidePush(
    _ request: NavigationRequest, answers: [String: Value], in session: FlowSession
  ) async -> FlowDecision

  /// Decides whether a pop may happen, because the user wants to go back.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - id: The id of the step that would become the top.
  ///   - session: The session as it is.
  /// - Returns: The decision.
  func decidePop(
    _ request: NavigationRequest, to id: String, in session: FlowSession
  ) async -> FlowDecision
}

extension AsyncFlowDelegate {
  /// Approves.
  public func decidePush(
    _ request: NavigationRequest, answers: [String: Value], in session: FlowSession
  ) async -> FlowDecision { .approve }

  /// Approves.
  public func decidePop(
    _ request: NavigationRequest, to id: String, in session: FlowSession
  ) async -> FlowDecision { .approve }
}
