// SPDX-License-Identifier: Apache-2.0

public import FlowForms

/// Something that a user does at a step, besides answering a field.
///
/// A typed word, a key, a button, and a click produce the same action.
public enum WalkAction: Hashable, Sendable {
  /// Answers, or accepts the offered answer.
  case next

  /// Goes back a number of steps.
  case back(Int)

  /// Goes back to a step, named by its id, or as the user calls it.
  case backTo(String)

  /// Accepts suggestions as long as there are any.
  case accept

  /// Leaves the field empty.
  case none

  /// Goes to a field of the form, named by its id, or as the user calls it.
  case field(String)

  /// Edits the text in the user's editor.
  case edit

  /// Changes the list of records.
  case change(ListChange)

  /// Answers what must be decided: effects, or a way back.
  case decide(DecisionAnswer)

  /// Retries a step that failed.
  case retry

  /// Shows the long help.
  case help

  /// Shows why a step is asked or was skipped; without an id, the present one.
  case why(String?)

  /// Shows the answers so far.
  case review

  /// Shows the question again.
  case show

  /// Shows the question again, with every item of a long list.
  case showAll

  /// Leaves.
  case quit
}
