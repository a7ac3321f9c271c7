// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel
import TerminalIO

/// Shows a ``Conversation`` to a user, and reads what the user types.
///
/// A face holds no meaning: what a line says, and what comes next, is the conversation's. A
/// ``ConversationDriver`` calls it.
protocol ConversationFace: AnyObject {
  /// Tells the user something.
  func show(_ saying: Saying)

  /// Begins a line; ``read(next:)`` follows.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - history: Earlier answers of this walk, the oldest first, those to the same question last.
  func begin(_ line: OpenLine, history: [String])

  /// Reads the line that was begun, until it ends or something else happens.
  ///
  /// - Parameter next: Gives the next event; nil when there are no more.
  /// - Returns: What happened.
  func read(next: () async -> TerminalEvent?) async -> ConversationInput

  /// The input that isn't submitted in the line that was begun, or in its widget.
  ///
  /// It's `FieldInput/offered` if that's what the question offers, and nil if nothing has changed.
  var unsubmitted: FieldInput? { get }

  /// Gives up the line that is being edited.
  func endLine()

  /// Something is said next that changes nothing about the line, which stays open.
  func breakLine()

  /// Gives up the line and clears the window.
  func clearScreen()

  /// An effect is performed from now on, until ``effectEnded()``.
  ///
  /// - Parameters:
  ///   - request: The effect.
  ///   - output: What it has written last, which changes meanwhile.
  func effectBegan(_ request: EffectRequest, output: EffectOutput)

  /// The effect that's being performed was told to stop.
  func effectCanceled()

  /// The effect that was performed has ended.
  func effectEnded()

  /// The walk waits for something else than a line, and what was shown must be visible.
  func willWait()

  /// Another program uses the terminal next: the user's editor, or the shell after a stop.
  func leaveScreen()

  /// The user's editor uses the terminal next.
  func lendScreen()

  /// The user's editor has failed; what it wrote goes, because the conversation says why.
  func editorFailed()

  /// Takes an event that concerns only how things look: a resize, or a timer of the face's own.
  ///
  /// - Returns: Whether it was used; otherwise the conversation takes it.
  func takes(_ event: TerminalEvent) -> Bool

  /// The walk is over; the face leaves the screen as the user should find it.
  func end(_ ending: WalkEnding)
}

extension ConversationFace {
  /// Does nothing.
  func breakLine() {}

  /// Does nothing.
  func effectBegan(_ request: EffectRequest, output: EffectOutput) {}

  /// Does nothing.
  func effectCanceled() {}

  /// Does nothing.
  func effectEnded() {}

  /// Does nothing.
  func willWait() {}

  /// Does nothing.
  func leaveScreen() {}

  /// Leaves the screen.
  func lendScreen() { leaveScreen() }

  /// Does nothing.
  func editorFailed() {}

  /// Uses no event.
  func takes(_ event: TerminalEvent) -> Bool { false }

  /// Does nothing.
  func end(_ ending: WalkEnding) {}
}
