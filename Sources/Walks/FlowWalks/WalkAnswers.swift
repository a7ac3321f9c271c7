// SPDX-License-Identifier: Apache-2.0

public import FlowModel
import FlowSessions

/// Answers that a client submits.
public enum WalkAnswers: Hashable, Sendable {
  /// The offered answer: the suggestion or the default of the focused field. A note is passed, a review is
  /// accepted, and a list is submitted as it is.
  case offered

  /// The answer to the focused field, or to a commit, or a whole list of records, which have their answers
  /// by their names in data.
  case one(FieldInput)

  /// Answers by their names in data, which are used as the flow asks for them.
  ///
  /// In an item of a list, `speaker` is `speeches[0].speaker`, unless the flow has another step `speaker`.
  ///
  /// Notes on the way are passed. A form is submitted as a whole, and its other fields take what they
  /// offer. The first refusal, and the first question without an answer, end it.
  case several([String: FieldInput])

  /// Yes to the warnings of the focused field or of the list.
  case confirmation

  /// The top form as it is: untouched fields take what's offered.
  case form
}

/// A change of the list of records that's the top step.
///
/// Positions are 0-based.
public enum ListChange: Hashable, Sendable {
  /// A new item is added, and its questions are asked.
  case add

  /// The questions of an item are asked again.
  case edit(Int)

  /// An item is removed.
  case remove(Int)

  /// The item that was removed last is put back; see `StepState.restorablePosition`.
  case restore

  /// An item is moved.
  case move(from: Int, to: Int)

  /// The event that makes the change.
  var event: FlowEvent {
    switch self {
    case .add: .addItem
    case .edit(let position): .editItem(position)
    case .remove(let position): .removeItem(position)
    case .restore: .restoreItem
    case .move(let from, let to): .moveItem(from: from, to: to)
    }
  }

  /// The positions of the items that it names.
  var positions: [Int] {
    switch self {
    case .add, .restore: []
    case .edit(let position), .remove(let position): [position]
    case .move(let from, let to): [from, to]
    }
  }
}

/// The answer to a ``WalkDecision``.
public enum DecisionAnswer: Hashable, Sendable {
  /// Perform the effects, overwriting the file if there is one; or the effect in doubt has happened; or
  /// the move is approved.
  case yes

  /// The same, but an existing file is kept.
  case keep

  /// The effects aren't performed, and their step fails; or the effect in doubt doesn't count; or the move
  /// is denied. It never performs anything.
  case no(reason: String? = nil)

  /// The effect that was interrupted hasn't happened, and is performed now. It's for
  /// `EffectDoubt.interrupted`, which takes no ``no(reason:)``.
  case perform
}
