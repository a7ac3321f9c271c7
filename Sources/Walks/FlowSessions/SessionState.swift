// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowExpressions
public import StackFlowCore

/// The state of a session.
public enum SessionState: Sendable {
  /// The session hasn't started.
  case notStarted

  /// The top step waits for the user.
  case asking(StepState)

  /// The session needs something that it can't know.
  case needs(SessionNeed)

  /// An expression, a `run`, or a `write` failed. It's still possible to go back.
  indirect case failed(FlowFailure)

  /// The session has ended.
  indirect case finished(FlowResult)
}

/// Something that a session needs from its driver.
public enum SessionNeed: Hashable, Sendable {
  /// A user's move must be approved. Reply with ``FlowEvent/decide(_:on:)``.
  ///
  /// ``FlowSession/pendingAnswers`` and ``FlowSession/pendingTarget`` say what the move is about.
  case approval(NavigationRequest)

  /// A fact about a path is needed. Reply with ``FlowEvent/found(_:)``.
  case lookUp(String)

  /// An effect must be performed. Reply with ``FlowEvent/effectEnded(_:)``.
  indirect case effect(EffectRequest)
}

/// How a session ended.
public enum FlowOutcome: Hashable, Sendable {
  /// The flow reached its end, or a `stop` with the outcome `completed`.
  case completed

  /// The flow reached a `stop` with the outcome `failed`.
  case failed

  /// The user left before the end.
  case left(LeaveReason)

  /// The word for the outcome in scripted tests.
  package var word: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .left(.quit): "cancelled"
    case .left(.interrupt): "interrupted"
    case .left(.endOfInput): "end-of-input"
    case .left(.timeout): "timeout"
    }
  }

  /// The exit status of a program that walked the flow: 0 only if it was completed.
  package var exitStatus: ExitStatus {
    switch self {
    case .completed: .completed
    case .failed: .flowFailed
    case .left(.quit), .left(.endOfInput): .left
    case .left(.interrupt): .interrupted
    case .left(.timeout): .timeout
    }
  }
}

/// The result of a session.
public struct FlowResult: Hashable, Sendable {
  /// How it ended.
  public let outcome: FlowOutcome

  /// The output of the flow, or null if the session ended before it.
  public let output: Value

  /// The id of the `stop` that ended it, or nil if none did.
  public let stopID: String?
}
