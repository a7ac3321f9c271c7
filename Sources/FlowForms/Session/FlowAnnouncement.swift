// SPDX-License-Identifier: Apache-2.0

public import StackFlowCore

/// What a session announces of an event, in order.
public enum FlowAnnouncement: Hashable, Sendable {
  /// A step, given by its id, was pushed or popped, or a request was denied: by the delegate, or by
  /// the flow's own rules before a delegate was asked.
  case move(NavigationAnnouncement<String>)

  /// The answers of the top step were refused, or need to be confirmed.
  case refused([Problem])

  /// An answer given in advance isn't accepted, and its question is asked.
  case givenAnswerRefused(Problem)

  /// A check warns about an answer that no one was asked for: it was given in advance, or is a
  /// default. It is accepted all the same.
  case answerWarned(Problem)

  /// An expression failed on a value, or an effect.
  case failed(FlowFailure)

  /// A `run` or a `write` was done.
  case didPerform(id: String)

  /// A `run` or a `write` failed, whatever follows from it.
  case effectFailed(id: String, message: String)

  /// What a step did was undone.
  case didUndo(id: String)

  /// What a step did couldn't be undone; the pop stops above it.
  case undoFailed(id: String, message: String)

  /// The session ended.
  case ended(FlowOutcome)
}

extension FlowAnnouncement {
  /// Whether it announces that a request to move was denied.
  public var isDenial: Bool {
    if case .move(.denied) = self { true } else { false }
  }

  /// Why a request to move was denied; nil if it announces no denial, or one without a reason.
  public var denialReason: String? {
    if case .move(.denied(_, let reason)) = self { reason } else { nil }
  }

  /// The id of the step that was pushed; nil if it announces no push.
  public var pushedStep: String? {
    if case .move(.didPush(let id)) = self { id } else { nil }
  }
}
