// SPDX-License-Identifier: Apache-2.0

/// The origin of an answer.
public enum AnswerOrigin: String, Hashable, Sendable, CaseIterable {
  /// The user entered it, or left the field empty on purpose.
  case typed

  /// It was given in advance.
  case given

  /// The user accepted what the field offered: its default, or an answer of an earlier walk.
  case accepted

  /// It was taken as offered, and no one was asked.
  case taken

  /// The walk drew it: a random text for a secret.
  case drawn

  /// A migration computed it from the answers of an earlier version.
  case migrated

  /// It's the result of a `run` or a `write`.
  case effect

  /// Whether the answer is offered again wherever its question is asked again.
  ///
  /// Answers that were only taken as they were offered follow what's offered then.
  package var isRemembered: Bool {
    switch self {
    case .typed, .given, .drawn, .migrated: true
    case .accepted, .taken, .effect: false
    }
  }
}
