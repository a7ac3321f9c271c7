// SPDX-License-Identifier: Apache-2.0

import FlowSessions
public import FlowWalks

/// Something that a user does at a face, besides answering a field.
///
/// A typed word, a key, a button, and a click produce the same action.
public enum FaceAction: Hashable, Sendable {
  /// Does something at the walk.
  ///
  /// A step or a field is named by its id, or as the user calls it.
  case walk(WalkAction)

  /// Edits the text in the user's editor.
  case edit

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

  /// Takes what's offered: passes a note, accepts a review, or submits a list.
  package static let next = FaceAction.walk(.answer(.offered))

  /// Leaves.
  package static let quit = FaceAction.walk(.leave(.quit))
}
