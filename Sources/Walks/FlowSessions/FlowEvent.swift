// SPDX-License-Identifier: Apache-2.0

public import FlowEffects
public import FlowModel
public import StackFlowCore

/// An event of a session: something that the user did, or a reply to something that the session
/// needs.
///
/// The same flow, inputs, times, and events always lead to the same state.
public enum FlowEvent: Hashable, Sendable {
  /// Starts the session, which pushes the first step.
  case start

  /// Gives the focused field an input, and moves the focus to the next field or submits the step
  /// after the last one. Without an input, an acceptable draft is taken, or else what's offered. A
  /// note is passed, and a review is accepted.
  case answer(FieldInput?)

  /// Gives a field of the top step an input, and moves the focus there.
  case edit(field: String, FieldInput)

  /// Moves the focus to a visible field of the top step.
  case focus(field: String)

  /// Keeps what was typed or picked at a visible field of the top step and isn't submitted, such as when the user
  /// goes back in the middle of a line; with `FieldInput.offered`, nothing is kept any more.
  ///
  /// It's ``FieldState/unfinished`` whenever the question is asked, until it's answered, and no answer by itself.
  /// Nothing is kept of a secret, and where answers aren't offered again.
  case setAside(field: String, FieldInput)

  /// Submits the whole top step, in which untouched fields take what's offered.
  case submit

  /// Confirms the warnings of the focused field.
  case confirm

  /// Goes back a number of visible steps. In a form, going back one step leads to the previous
  /// field, or leaves the form at its first field.
  case back(steps: Int)

  /// Goes back to the step with an id, to the form that contains the field with that id, or to the
  /// first step of the used flow or item with that id.
  case backTo(String)

  /// Gives answers for questions that may come later, by the ids of their fields, lists, and commits.
  ///
  /// Each is used once, when its question comes, and in place of one that was given before: at once for the
  /// question that's asked. One that isn't accepted is announced, and its question is asked.
  case give([String: FieldInput])

  /// Accepts suggestions, step by step, until a step has none.
  case acceptSuggestions

  /// Adds an item to the list of records that's the top step, and asks its questions.
  case addItem

  /// Asks the questions of an item again, by its 0-based position in the list.
  case editItem(Int)

  /// Removes an item, by its 0-based position in the list.
  case removeItem(Int)

  /// Puts the item that was removed last back where it was, if the list hasn't changed otherwise since and hasn't
  /// been left.
  case restoreItem

  /// Moves an item of the list to another position; both are 0-based.
  case moveItem(from: Int, to: Int)

  /// Replies to ``SessionNeed/approval(_:)``. It names the request, and has no effect if another one
  /// is pending.
  case decide(FlowDecision, on: NavigationRequest.ID)

  /// Replies to ``SessionNeed/lookUp(_:)``. The event that needed the fact is then handled.
  case found(PathFacts)

  /// Says whether a file that the write in ``SessionNeed/effect(_:)`` would replace is replaced or kept.
  ///
  /// It's in the log, so that a restored walk asks only about the other files of a tree. It isn't a permission.
  case decideFile(FileDecision)

  /// Says that the effect in ``SessionNeed/effect(_:)`` is about to be performed.
  ///
  /// It's in the log, so that a saved walk knows of an effect that may have happened; see
  /// ``FlowSession/effectInProgress``. A driver that doesn't save walks can omit it.
  case effectBegan

  /// Replies to ``SessionNeed/effect(_:)``.
  case effectEnded(EffectResult)

  /// Retries a failed `run` or `write`, if `EffectFailure.retries` says so.
  ///
  /// Where the session asks about an effect that the walk no longer requests, it says that the effect
  /// didn't happen, or doesn't count.
  case retry

  /// Leaves the flow.
  case leave(LeaveReason)
}

/// The reason why a session ended before its flow.
public enum LeaveReason: String, Hashable, Sendable, CaseIterable {
  /// The user asked to leave.
  case quit

  /// The user interrupted the program.
  case interrupt

  /// The input ended.
  case endOfInput = "end-of-input"

  /// The time limit was reached.
  case timeout
}
