// SPDX-License-Identifier: Apache-2.0

/// What the shell needs of a terminal: its size, somewhere to write, and its events.
///
/// ``DeviceTerminal`` is the person's own, ``MemoryTerminal`` one without a person. Whoever opens
/// a terminal closes it; until then its modes belong to the shell.
public protocol Terminal: AnyObject, Sendable {
  /// The size of the window now, in cells.
  var size: WindowSize { get }

  /// What the terminal can do.
  var traits: TerminalTraits { get }

  /// Keys, signals, resizes, timers: everything that the shell waits for.
  var events: TerminalEvents { get }

  /// Writes bytes as they are, all of them, in order.
  ///
  /// A terminal that takes none any more says so by `.endOfInput` in its events.
  func write(_ bytes: [UInt8])

  /// Switches exactly these modes on, and those that are on and not among them off.
  ///
  /// They are switched off when the terminal is closed, stopped or lent, and when the process ends.
  func use(_ modes: TerminalModes)

  /// Stops the process as Ctrl-Z asks for; returns when it goes on, and `.resumed` follows.
  func stop()

  /// Gives the terminal, in the modes that it came with, to somebody else while `body` runs: a
  /// command that asks something itself, an editor. Keys are not read meanwhile.
  func lend<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result

  /// Puts everything back as it was found and ends the events. Closing twice does nothing.
  func close()
}

extension Terminal {
  /// Writes a text as UTF-8, unchecked: what comes from people must have been escaped.
  public func write(_ text: String) { write(Array(text.utf8)) }
}

/// A terminal that could not be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  private enum Reason: Hashable, Sendable {
    case unavailable
    case inUse
    case failed
  }

  private let reason: Reason

  /// The system's error number, as in `errno`.
  public let errorNumber: Int32

  /// There is no terminal: `/dev/tty` cannot be opened.
  public static func unavailable(_ errorNumber: Int32) -> TerminalError {
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

  /// What happened, in words.
  public var description: String {
    switch reason {
    case .unavailable: "there is no terminal (error \(errorNumber))"
    case .inUse: "the terminal is in use by this process already"
    case .failed: "the terminal cannot be used (error \(errorNumber))"
    }
  }
}
