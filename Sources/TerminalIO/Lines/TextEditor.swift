// SPDX-License-Identifier: Apache-2.0

/// An editor for texts of several lines that takes over the terminal.
///
/// The terminal is lent while ``edit(_:on:)`` runs.
public protocol TextEditor {
  /// Lets the user edit a text, and waits for the end.
  ///
  /// - Parameters:
  ///   - text: The text at the beginning; never a secret.
  ///   - terminal: The user's terminal, to be lent.
  /// - Returns: The outcome.
  func edit(_ text: String, on terminal: any Terminal) async -> TextEditing
}

/// The outcome of editing a text.
public enum TextEditing: Hashable, Sendable {
  /// The user changed the text.
  case changed(String)

  /// The user left the text unchanged.
  case unchanged

  /// There is no new text; the message for the user is the end of a sentence.
  case failed(message: String)
}
