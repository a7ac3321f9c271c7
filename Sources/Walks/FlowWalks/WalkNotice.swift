// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import FlowSessions

/// Something that a request led to, in addition to the new state.
public enum WalkNotice: Hashable, Sendable {
  /// An answer wasn't accepted, or has to be confirmed.
  case refused(Problem)

  /// A move was denied; the reason is empty if none was given.
  case denied(reason: String)

  /// An answer given in advance wasn't accepted, so its question is asked.
  case givenRefused(Problem)

  /// A check warned about an answer that wasn't asked, and it was accepted.
  case warned(Problem)

  /// An answer was accepted as something else than it says, such as a local time that clocks skip.
  case understood(id: String, message: String)

  /// An answer that was accepted with others at once isn't what it was before; its text is nil if it's empty.
  case followed(id: String, name: String, text: String?)

  /// An answer of a restored walk stays as it was accepted, though something else is offered now, because
  /// something was done with it.
  case stayed(id: String, name: String, text: String)

  /// Something else was noticed while the walk was restored.
  case restored(RestoredSession.Notice)

  /// A note was passed on the way to a question.
  case passed(id: String, text: String)

  /// A `run` or a `write` was performed.
  case performed(id: String)

  /// A `run` or a `write` failed.
  case effectFailed(id: String, message: String)

  /// The effect of a step was undone.
  case undone(id: String)

  /// The effect of a step couldn't be undone, so going back stopped above it.
  case undoFailed(id: String, message: String)

  /// Answers weren't used, because the flow didn't ask for them so far.
  case unused([String])

  package static func notices(of announcement: FlowAnnouncement) -> [WalkNotice] {
    if announcement.isDenial { return [.denied(reason: announcement.denialReason ?? "")] }
    return switch announcement {
    case .refused(let problems): problems.map { .refused($0) }
    case .givenAnswerRefused(let problem): [.givenRefused(problem)]
    case .answerWarned(let problem): [.warned(problem)]
    case .answerUnderstood(let id, let message): [.understood(id: id, message: message)]
    case .answerFollowed(let id, let name, let text): [.followed(id: id, name: name, text: text)]
    case .answerStayed(let id, let name, let text): [.stayed(id: id, name: name, text: text)]
    case .restored(let notice): [.restored(notice)]
    case .didPerform(let id): [.performed(id: id)]
    case .effectFailed(let id, let message): [.effectFailed(id: id, message: message)]
    case .didUndo(let id): [.undone(id: id)]
    case .undoFailed(let id, let message): [.undoFailed(id: id, message: message)]
    case .move, .failed, .ended: []
    }
  }
}
