// SPDX-License-Identifier: Apache-2.0

/// Something that a terminal, a clock or another task has to say to the shell.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(Key)

  /// Text that was pasted in one piece, never to be read as keys.
  ///
  /// Lines end in `\n`. What goes over 1 MiB is dropped, then `isCut` is true.
  case paste(String, isCut: Bool)

  /// A button, the wheel or a movement of the mouse.
  case mouse(MouseReport)

  /// The window has this size now.
  case resized(WindowSize)

  /// The process was asked to end.
  case signal(TerminalSignal)

  /// The process runs again after a stop: everything on the screen is to be painted anew.
  case resumed

  /// The terminal's answer to a question that the program sent, as it came.
  case report([UInt8])

  /// The window got (`true`) or lost the keyboard.
  case focus(Bool)

  /// A timer that was set, or what another task announced.
  case token(EventToken)

  /// The terminal is gone; nothing follows.
  case endOfInput
}

/// A signal that asks the process to end.
public enum TerminalSignal: Hashable, Sendable {
  /// SIGINT; exit status 130.
  case interrupt
  /// SIGTERM; exit status 143.
  case terminate
  /// SIGHUP sent by somebody; exit status 129. A terminal that goes away is `.endOfInput`.
  case hangUp
  /// SIGQUIT; exit status 131.
  case quit
}

/// Names one timer or one thing that was waited for.
public struct EventToken: Hashable, Sendable {
  package let number: UInt64
}

/// What a mouse did, in cells from 0.
public struct MouseReport: Hashable, Sendable {
  /// What happened.
  public enum Action: Hashable, Sendable {
    /// A button went down; 1 is the left one.
    case pressed(Int)
    /// A button came up.
    case released(Int)
    /// The mouse moved, with a button or (`nil`) without.
    case moved(Int?)
    /// The wheel turned away from the person, or towards.
    case wheelUp, wheelDown
  }

  /// What happened.
  public var action: Action

  /// The column, from 0.
  public var column: Int

  /// The row of the window, from 0.
  public var row: Int

  /// What was held down.
  public var modifiers: Key.Modifiers

  /// Creates a report, in cells from 0.
  public init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
