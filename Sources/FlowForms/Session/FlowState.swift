// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import StackFlowCore

/// The state of a session.
public enum FlowState: Sendable {
  /// Nothing has happened yet.
  case notStarted

  /// The top step waits for the person.
  case asking(StepState)

  /// Something that the session can't know must be answered.
  case needs(FlowNeed)

  /// An expression failed on a value, or a `run` or a `write` failed; going back still works.
  case failed(FlowFailure)

  /// The session is over.
  case finished(FlowResult)
}

/// What a session can't know and asks of its driver.
public enum FlowNeed: Hashable, Sendable {
  /// A person's move must be approved; the answer is ``FlowEvent/decide(_:on:)``.
  ///
  /// ``FlowSession/pendingAnswers`` and ``FlowSession/pendingTarget`` say what the move is about.
  case approval(NavigationRequest)

  /// A fact about a path is needed; the answer is ``FlowEvent/found(_:)``.
  case lookUp(PathQuery)

  /// Something must be done outside; the answer is ``FlowEvent/effectEnded(_:)``.
  case effect(EffectRequest)
}

/// How a session ended.
public enum FlowOutcome: Hashable, Sendable {
  /// The flow came to its end, or a `stop` with the outcome `completed`.
  case completed

  /// A `stop` with the outcome `failed` was reached.
  case failed

  /// The person left before the end.
  case left(LeaveReason)

  /// The word that names it in a scripted test.
  public var word: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .left(.quit): "cancelled"
    case .left(.interrupt): "interrupted"
    case .left(.endOfInput): "end-of-input"
    case .left(.timeout): "timeout"
    }
  }
}

/// What a session ended with.
public struct FlowResult: Hashable, Sendable {
  /// How it ended.
  public let outcome: FlowOutcome

  /// What the flow returns; null when it was left before the end.
  public let output: Value

  /// The id of the `stop` that ended it.
  public let stopID: String?
}

/// How the answers of a step came about.
public enum AnswerOrigin: String, Hashable, Sendable {
  /// A person was asked.
  case asked

  /// They were given in advance.
  case given

  /// Defaults were taken without asking.
  case defaulted

  /// A `run` or a `write` gave them.
  case effect
}
