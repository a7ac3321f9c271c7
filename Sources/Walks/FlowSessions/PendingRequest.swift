// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowModel
import HashTreeCollections
public import StackFlowCore

/// The approval of a session's request, which carries no data because the session itself makes the
/// requested move.
public struct AsRequested: Hashable, Sendable {
  /// Creates an approval.
  init() {}
}

/// A decision about a session's request.
public typealias FlowDecision = NavigationDecision<AsRequested>

extension NavigationDecision where Approval == AsRequested {
  /// Approves the requested move.
  public static var approve: FlowDecision { .approve(AsRequested()) }
}

// Requested moves, which wait for a decision.
extension FlowSession {
  /// The request that's waiting for a decision, or nil if there isn't one.
  public var pendingRequest: NavigationRequest? {
    guard lookup == nil, case .awaiting(let move, _) = phase else { return nil }
    return move.request
  }

  /// The answers that become final if the pending request is approved, by field id.
  ///
  /// Fields left empty aren't included. It's empty if the request is to go back, or there isn't
  /// one.
  ///
  /// - Complexity: O(*n*) in the number of fields of the top step.
  public var pendingAnswers: [String: Value] {
    guard case .awaiting(let move, let before) = phase, case .push(let values) = move.goal,
      let step = topStep?.step
    else { return [:] }
    var answers: [String: Value] = [:]
    if case .repeat = step.kind { answers[id(of: step)] = before.step?.repeat?.value }
    for (element, value) in zip(step.elements, values) where element.field != nil {
      answers[instance(element.id, of: step)] = value
    }
    return answers
  }

  /// ``pendingAnswers`` with dots for secrets.
  package var maskedPendingAnswers: [String: Value] {
    var answers = pendingAnswers
    for id in answers.keys where flow.takesSecret(id) { answers[id] = .string(AnswerText.mask) }
    return answers
  }

  /// The id of the step that becomes the top if the pending request is approved; nil unless the
  /// request is to go back.
  public var pendingTarget: String? {
    guard case .awaiting(let move, _) = phase, case .pop(let depth, _) = move.goal else {
      return nil
    }
    return id(at: depth)
  }

  /// Answers the pending request, as the event ``FlowEvent/decide(_:on:)`` does.
  ///
  /// - Parameters:
  ///   - decision: The decision. With `.later`, the request stays open.
  ///   - now: The time of the decision, which is the flow's `now`.
  /// - Returns: The announcements, in order; none if no request is pending.
  @discardableResult
  public mutating func decide(_ decision: FlowDecision, now: Timestamp) -> [FlowAnnouncement] {
    guard let request = pendingRequest else { return [] }
    return send(.decide(decision, on: request.id), now: now)
  }
}
