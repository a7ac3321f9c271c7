// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import HashTreeCollections
public import StackFlowCore

/// The approval of a session's request, which carries no data because the session itself makes the
/// requested move.
public struct AsRequested: Hashable, Sendable {
  /// Creates an approval.
  public init() {}
}

/// A decision about a session's request.
public typealias FlowDecision = NavigationDecision<AsRequested>

extension NavigationDecision where Approval == AsRequested {
  /// Approves the requested move.
  public static var approve: FlowDecision { .approve(AsRequested()) }
}

extension FlowEvent {
  /// Returns the event that approves a session's request.
  public static func approve(_ request: NavigationRequest) -> FlowEvent {
    .decide(.approve, on: request.id)
  }
}

/// A move that's waiting for a decision.
struct PendingMove: Sendable {
  /// The request, which the decision refers to.
  let request: NavigationRequest

  /// The move to make if it's approved.
  let goal: MoveGoal
}

/// The goal of a requested move.
enum MoveGoal: Sendable {
  /// Make the top step's answers final, and continue.
  case push([Value?])

  /// Go back to the entry at a depth.
  case pop(to: Int)

  /// Ask for the item at a position of the list that's the top.
  case item(Int)
}

// Requests moves, and handles the decisions.
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
    guard case .awaiting(let move, _) = phase, case .pop(let depth) = move.goal else { return nil }
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
    return handle(.decide(decision, on: request.id), now: now)
  }

  /// Requests a move.
  ///
  /// If it's denied, the session returns to a phase.
  mutating func request(_ goal: MoveGoal, from before: Phase) {
    let move: NavigationRequest.Move =
      switch goal {
      case .push, .item: .push
      case .pop(let depth): .pop(stack.count - 1 - depth)
      }
    phase = .awaiting(PendingMove(request: makeRequest(move), goal: goal), before: before)
  }

  /// Returns a request with the next id of this walk.
  mutating func makeRequest(
    _ move: NavigationRequest.Move, source: NavigationSource = .user
  ) -> NavigationRequest {
    requestCount += 1
    return NavigationRequest(id: .init(serial: requestCount), move: move, source: source)
  }

  /// Announces that a request was denied, with the reason.
  mutating func deny(
    _ request: NavigationRequest, _ reason: String?, _ announcements: inout [FlowAnnouncement]
  ) {
    if case .asking(var live) = phase {
      live.denial = reason ?? ""
      phase = .asking(live)
    }
    announcements.append(.move(.denied(request, reason: reason)))
  }

  /// Handles an event while a request is pending.
  ///
  /// A decision answers the request that it names. Any other event of the user cancels the request,
  /// as a newer request of a ``FlowStack`` does.
  mutating func processAwaiting(
    _ event: FlowEvent, _ move: PendingMove, _ before: Phase,
    _ announcements: inout [FlowAnnouncement]
  ) {
    switch event {
    case .decide(let decision, let id):
      if id == move.request.id { decide(decision, on: move, before, &announcements) }
    case .start, .give, .found, .effectBegan, .effectEnded, .leave: break
    case .next, .edit, .focus, .submit, .confirm, .back, .backTo, .acceptSuggestions, .addItem,
      .editItem, .removeItem, .moveItem, .retry:
      phase = before
      isAcceptingSuggestions = false
      processEvent(event, &announcements)
    }
  }

  private mutating func decide(
    _ decision: FlowDecision, on move: PendingMove, _ before: Phase,
    _ announcements: inout [FlowAnnouncement]
  ) {
    switch decision {
    case .later: break
    case .deny(let reason):
      phase = before
      isAcceptingSuggestions = false
      deny(move.request, reason, &announcements)
    case .approve:
      switch move.goal {
      case .push(let values): approvePush(values, from: before.step, &announcements)
      case .pop(let depth):
        pop(toDepth: depth, for: move.request, from: before.step, &announcements)
      case .item(let position): openItem(at: position, of: before.step, &announcements)
      }
    }
  }

  private mutating func approvePush(
    _ values: [Value?], from live: StepState?, _ announcements: inout [FlowAnnouncement]
  ) {
    if let step = topStep?.step, case .stop(let outcome) = step.kind {
      return stop(step, outcome, &announcements)
    }
    let submission = Submission(
      values: values, origin: .asked, items: live?.repeat?.items, leftEmpty: live?.leftEmpty ?? [])
    advance(with: submission, of: live, &announcements)
    if isAcceptingSuggestions { acceptSuggestions(&announcements) }
  }

  private mutating func stop(
    _ step: CheckedStep, _ outcome: StopOutcome, _ announcements: inout [FlowAnnouncement]
  ) {
    switch outcome {
    case .failed: finish(.failed, output: .null, stopID: step.id, &announcements)
    case .completed:
      do {
        let output = try outputValue()
        finish(.completed, output: output, stopID: step.id, &announcements)
      } catch {
        fail(error, &announcements)
      }
    }
  }
}
