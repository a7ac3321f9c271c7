// SPDX-License-Identifier: Apache-2.0

/// A terminal: its size, its events, and a place to write.
///
/// ``DeviceTerminal`` is the user's own; ``MemoryTerminal`` is for tests. Close a terminal that you
/// opened; until then its modes belong to the program.
public protocol Terminal: AnyObject, Sendable {
  /// The current size of the window, in cells.
  var size: WindowSize { get }

  /// The capabilities of the terminal.
  var traits: TerminalTraits { get }

  /// The events of the terminal: keys, signals, resizes, timers, and everything else that the
  /// program waits for.
  var events: TerminalEvents { get }

  /// Writes all bytes, unchanged and in order.
  ///
  /// A terminal that no longer accepts bytes puts `.endOfInput` into its events.
  func write(_ bytes: [UInt8])

  /// Turns these modes on, and all others off.
  ///
  /// The terminal turns them off when it's closed, stopped, or lent, and when the process ends.
  func use(_ modes: TerminalModes)

  /// Sends a query whose reply, if the terminal gives one, is a `.report` in the events.
  ///
  /// Don't wait for the reply: it may come late or never.
  func query(_ sequence: String)

  /// Stops the process, as Ctrl-Z does; returns when it's continued, and `.resumed` follows.
  func stop()

  /// Lends the terminal, in its original modes, to another program while `body` runs, such as an
  /// editor.
  ///
  /// Meanwhile, keys aren't read.
  func lend<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result

  /// Restores the terminal and ends the events. Closing a closed terminal does nothing.
  func close()
}

extension Terminal {
  /// Writes text as UTF-8.
  ///
  /// Control characters in it must already be escaped.
  public func write(_ text: String) { write(Array(text.utf8)) }
}

/// An error of a terminal that can't be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  private enum Reason: Hashable, Sendable {
    case unavailable
    case inUse
    case failed
  }

  private let reason: Reason

  /// The system's error number, as in `errno`.
  let errorNumber: Int32

  /// Creates the error of a process without a terminal, whose `/dev/tty` can't be opened.
  static func unavailable(_ errorNumber: Int32) -> TerminalError {
    TerminalError(reason: .unavailable, errorNumber: errorNumber)
  }

  static func inUse(_ errorNumber: Int32) -> TerminalError {
    TerminalError(reason: .inUse, errorNumber: errorNumber)
  }

  static func failed(_ errorNumber: Int32) -> TerminalError {
    TerminalError(reason: .failed, errorNumber: errorNumber)
  }

  /// Whether there is no terminal at all.
  public var isUnavailable: Bool { reason == .unavailable }

  /// A message that says what happened.
  public var description: String {
    switch reason {
    case .unavailable: "there is no terminal (error \(errorNumber))"
    case .inUse: "the terminal is in use by this process already"
    case .failed: "the terminal cannot be used (error \(errorNumber))"
    }
  }
}
