// SPDX-License-Identifier: Apache-2.0

public import FlowModel
import Localization
public import StackFlowCore

/// An announcement of a session about an event.
public enum FlowAnnouncement: Hashable, Sendable {
  /// A step, identified by its id, was pushed or popped, or a request was denied by the delegate or
  /// by the flow's own rules.
  case move(NavigationAnnouncement<String>)

  /// The answers of the top step were refused, or have to be confirmed.
  case refused([Problem])

  /// An answer given in advance wasn't accepted, so its question is asked.
  case givenAnswerRefused(Problem)

  /// A check warned about an answer that wasn't asked, because it was given in advance or is a
  /// default. It was accepted anyway.
  case answerWarned(Problem)

  /// An answer was accepted as something else than it says, such as a local time that clocks skip.
  case answerUnderstood(id: String, message: String)

  /// An answer that was accepted with others at once isn't what it was before, because it follows other
  /// answers; its text is nil if there's none.
  case answerFollowed(id: String, name: String, text: String?)

  /// An answer of a restored walk stays as it was accepted, though the flow offers something else now,
  /// because something was done with it.
  case answerStayed(id: String, name: String, text: String)

  /// Something else was noticed while the walk was restored, such as a question that the flow no longer asks.
  ///
  /// It comes once, before the announcements of the first event that follows.
  case restored(RestoredSession.Notice)

  /// An expression or an effect failed.
  case failed(FlowFailure)

  /// A `run` or a `write` was performed.
  case didPerform(id: String)

  /// A `run` or a `write` failed, whatever happens next.
  case effectFailed(id: String, message: String)

  /// The effect of a step was undone.
  case didUndo(id: String)

  /// The effect of a step couldn't be undone, so the pop stopped above it.
  case undoFailed(id: String, message: String)

  /// The session ended.
  case ended(FlowOutcome)
}

extension FlowAnnouncement {
  /// Whether it says how an answer was understood.
  package var saysWhatIsUnderstood: Bool {
    if case .answerUnderstood = self { true } else { false }
  }

  /// Whether it announces a denied move.
  package var isDenial: Bool {
    if case .move(.denied) = self { true } else { false }
  }

  /// The reason for a denied move; nil if there isn't one, or it's another announcement.
  package var denialReason: String? {
    if case .move(.denied(_, let reason)) = self { reason } else { nil }
  }

  /// The id of the pushed step, or nil if it's another announcement.
  package var pushedStep: String? {
    if case .move(.didPush(let id)) = self { id } else { nil }
  }
}

extension MessageCatalog {
  /// Returns that an accepted answer isn't what it was before.
  package func followed(_ name: String, _ text: String?) -> String {
    guard let text else { return self.text(.answerFollowedEmpty, ["name": .quoted(name)]) }
    return self.text(.answerFollowed, ["name": .quoted(name), "value": .text(text)])
  }

  /// Returns that an answer stays as it was accepted, though something else is offered.
  package func stayed(_ name: String, _ text: String) -> String {
    self.text(.answerStayed, ["name": .quoted(name), "value": .text(text)])
  }
}
