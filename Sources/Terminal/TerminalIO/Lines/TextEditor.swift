// SPDX-License-Identifier: Apache-2.0

/// An editor for multi-line text that takes over the terminal.
///
/// The terminal is lent while ``edit(_:on:)`` runs.
package protocol TextEditor {
  /// Lets the user edit text, and waits until the user is done.
  ///
  /// - Parameters:
  ///   - text: The initial text, which is never a secret.
  ///   - terminal: The user's terminal, to be lent.
  /// - Returns: The outcome.
  func edit(_ text: String, on terminal: any Terminal) async -> TextEditing
}

/// The outcome of editing a text.
package enum TextEditing: Hashable, Sendable {
  /// The user changed the text.
  case changed(String)

  /// The user left the text unchanged.
  case unchanged

  /// There's no new text. The message for the user is the end of a sentence.
  case failed(message: String)
}
