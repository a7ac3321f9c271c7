// SPDX-License-Identifier: Apache-2.0

/// Who lets a person edit a text of several lines: a program that takes the whole terminal.
///
/// The terminal is lent while ``edit(_:on:)`` runs.
public protocol TextEditor {
  /// Shows a text to be edited, and waits for the person.
  ///
  /// - Parameters:
  ///   - text: The text with which editing begins; never a secret.
  ///   - terminal: The terminal on which the person is, to be lent.
  /// - Returns: What came of it.
  func edit(_ text: String, on terminal: any Terminal) async -> TextEditing
}

/// What came of editing a text.
public enum TextEditing: Hashable, Sendable {
  /// The text is another now.
  case changed(String)

  /// The person left it as it was.
  case unchanged

  /// There is no new text; the message is for the person, the end of a sentence.
  case failed(message: String)
}
