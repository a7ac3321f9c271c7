// SPDX-License-Identifier: Apache-2.0

/// An event of a terminal, a timer or another task.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(Key)

  /// Pasted text, which must not be read as keys.
  ///
  /// Lines end in `\n`. Text beyond 1 MiB is dropped, and `isCut` is true.
  case paste(String, isCut: Bool)

  /// A button, the wheel or a movement of the mouse.
  case mouse(MouseReport)

  /// The window now has this size.
  case resized(WindowSize)

  /// The process was asked to end.
  case signal(TerminalSignal)

  /// The process was continued after a stop; the screen must be repainted.
  case resumed

  /// The bytes of the terminal's reply to a query.
  case report([UInt8])

  /// The window gained (`true`) or lost the focus.
  case focus(Bool)

  /// A timer, or an announcement of another task.
  case token(EventToken)

  /// The terminal was closed; nothing follows.
  case endOfInput
}

extension TerminalEvent {
  /// Whether it's a key, a paste, or the mouse, and not Ctrl-C.
  var isTyped: Bool {
    switch self {
    case .key(.control("c")): false
    case .key, .paste, .mouse: true
    case .resized, .signal, .resumed, .report, .focus, .token, .endOfInput: false
    }
  }
}

/// A signal that asks the process to end.
public enum TerminalSignal: Hashable, Sendable {
  /// SIGINT; exit status 130.
  case interrupt
  /// SIGTERM; exit status 143.
  case terminate
  /// SIGHUP from another process; exit status 129. A closed terminal is `.endOfInput` instead.
  case hangUp
  /// SIGQUIT; exit status 131.
  case quit
}

/// Identifies a timer or an announcement.
public struct EventToken: Hashable, Sendable {
  let number: UInt64
}

/// A mouse event; positions are in cells from 0.
public struct MouseReport: Hashable, Sendable {
  /// An action of the mouse.
  public enum Action: Hashable, Sendable {
    /// A button went down; 1 is the left one.
    case pressed(Int)
    /// A button came up.
    case released(Int)
    /// The mouse moved, with a button held down or with none (`nil`).
    case moved(Int?)
    /// The wheel turned away from the user, or toward the user.
    case wheelUp, wheelDown
  }

  /// The action.
  public var action: Action

  /// The column, from 0.
  public var column: Int

  /// The row of the window, from 0.
  public var row: Int

  /// The modifiers that were held down.
  public var modifiers: Key.Modifiers

  /// Creates a report, in cells from 0.
  public init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
