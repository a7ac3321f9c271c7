// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
public import TerminalIO

/// A program on a terminal of its own, driven by a test: keys go in, a screen comes out.
///
///     let terminal = try PseudoTerminal(
///       running: "/usr/bin/stackflow", arguments: ["run", "flow.yaml"], screen: Transcript())
///     try terminal.waitForKeyWait()
///     try terminal.type("billing-api\r")
///     #expect(terminal.screen.text.contains("Port"))
///     try terminal.type(.control("c"))
///     #expect(try terminal.waitForExit() == .exited(130))
///
/// There are no sleeps: the program says when it waits for a key (`KeyWaitBeacon` in TerminalIO,
/// on the descriptor named by `STACKFLOW_TEST_FD`), and the line that it writes tells how many
/// bytes it has taken, so that `type(_:)` returns exactly when all of them were dealt with and
/// painted. One deadline bounds the whole test; when it passes, the error shows the screen.
///
/// Calls block the calling thread. The program is killed when the object goes away.
public final class PseudoTerminal<Screen: ScreenReader> {
  /// How the program ended.
  public enum Exit: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
  }

  /// What reads the output.
  public var screen: Screen

  /// What the program wrote to standard output, if that was not the terminal.
  public private(set) var standardOutput: [UInt8] = []

  /// What the program wrote to standard error, if that was not the terminal.
  public private(set) var standardError: [UInt8] = []

  /// The size of the window.
  public private(set) var size: WindowSize

  /// How often the program has said that it waits for a key.
  public private(set) var waitCount = 0

  private let child: ChildOnTerminal
  private let deadline: Int64
  private let before: ct_modes
  private var beaconText: [UInt8] = []
  private var lastBeacon: (bytes: Int, size: String)?
  private var typedBytes = 0
  private var exit: Exit?

  /// Starts a program on a new pseudo-terminal, which is its controlling terminal.
  ///
  /// - Parameters:
  ///   - path: the program; it is not looked for in `PATH`.
  ///   - arguments: what follows the program's name.
  ///   - size: the window, in cells.
  ///   - environment: the whole environment; `TERM` is `xterm-256color` and `LC_ALL` `C.UTF-8`
  ///     unless it says otherwise.
  ///   - directory: where it runs; this process's own by default.
  ///   - streams: what standard input, output and error are.
  ///   - timeout: the time for the whole test.
  ///   - screen: what reads the output.
  /// - Throws: ``PseudoTerminalError`` when the system refuses.
  public init(
    running path: String, arguments: [String] = [], size: WindowSize = .fallback,
    environment: [String: String] = [:], directory: String? = nil,
    streams: ChildStreams = ChildStreams(), timeout: Duration = .seconds(30), screen: Screen
  ) throws(PseudoTerminalError) {
    self.screen = screen
    self.size = size
    deadline = ct_monotonic_nanoseconds() + timeout.components.seconds * 1_000_000_000
    let (child, modes) = try ChildOnTerminal.start(
      path: path, arguments: arguments, size: size, environment: environment,
      directory: directory, streams: streams)
    self.child = child
    before = modes
  }

  // MARK: The person's side

  /// Types bytes and waits until the program has dealt with them and waits for a key, or has ended.
  public func type(bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    try send(bytes: bytes)
    try settle(waitingFor: "the keys to be dealt with")
  }

  /// Types a text, `\r` being Enter, and waits until it was dealt with.
  public func type(_ text: String) throws(PseudoTerminalError) {
    try type(bytes: text.utf8)
  }

  /// Types keys and waits until they were dealt with.
  public func type(_ keys: Key...) throws(PseudoTerminalError) {
    try type(bytes: keys.flatMap(\.bytes))
  }

  /// Types bytes without waiting for anything.
  public func send(bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    let bytes = Array(bytes)
    typedBytes += bytes.count
    // Large inputs are given in pieces, taking output meanwhile: neither side may wait for both.
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1024))
      let failure = ct_write_all(child.master, piece, piece.count)
      if failure != 0 { throw error(.system(failure)) }
      rest = rest.dropFirst(piece.count)
      try takeOutput(milliseconds: 0)
    }
  }

  /// Waits until the program has dealt with everything typed, has painted for the window as it is,
  /// and waits for a key.
  ///
  /// - Throws: when the time is over, or when the program has ended.
  public func waitForKeyWait() throws(PseudoTerminalError) {
    try settle(waitingFor: "a key to be waited for")
    if exit != nil { throw error(.ended(waitingFor: "it waited for a key")) }
  }

  /// Gives the window another size.
  ///
  /// - Parameters:
  ///   - size: the new size, in cells.
  ///   - isSettled: whether to wait until the program has painted for it.
  /// - Throws: ``PseudoTerminalError`` when the system refuses, or the time is over.
  public func resize(
    to size: WindowSize, isSettled: Bool = true
  ) throws(PseudoTerminalError) {
    self.size = size
    screen.resize(to: size)
    let failure = ct_size_write(child.master, Int32(size.columns), Int32(size.rows))
    if failure != 0 { throw error(.system(failure)) }
    if isSettled { try settle(waitingFor: "the window to be painted for") }
  }

  /// Sends a signal to the program, which may wait for it.
  public func send(signal: Int32) { child.send(signal: signal) }

  /// Takes the terminal away, as a window that is closed does.
  public func hangUp() { child.hangUp() }

  /// Gives standard input, if it is a pipe, these bytes, and ends it.
  public func writeStandardInput(_ bytes: [UInt8]) { child.writeStandardInput(bytes) }

  /// Waits until the program has ended, and takes all of its output.
  public func waitForExit() throws(PseudoTerminalError) -> Exit {
    while exit == nil {
      try checkTime(waitingFor: "the program to end")
      try takeOutput(milliseconds: remaining)
    }
    // What was written before the end is there already.
    while try takeOutput(milliseconds: 0) {}
    return exit ?? .exited(-1)
  }

  /// Sends a signal again and again until the program has ended, as a person does to one that hangs.
  public func waitForExit(insistingWith signal: Int32) throws(PseudoTerminalError) -> Exit {
    while exit == nil {
      try checkTime(waitingFor: "the program to end")
      child.send(signal: signal)
      try takeOutput(milliseconds: 20)
    }
    return try waitForExit()
  }

  /// Waits until the screen is as it should be.
  ///
  /// For what happens without a key, such as a program that goes on after a stop.
  public func waitForScreen(_ condition: (Screen) -> Bool) throws(PseudoTerminalError) {
    while !condition(screen) {
      if exit != nil { throw error(.ended(waitingFor: "the screen was as it should be")) }
      try checkTime(waitingFor: "the screen to be as it should be")
      try takeOutput(milliseconds: remaining)
    }
  }

  /// Waits until standard output, which is a pipe, contains a text.
  public func waitForOutput(_ text: String) throws(PseudoTerminalError) {
    while !String(decoding: standardOutput, as: UTF8.self).contains(text) {
      if exit != nil { throw error(.ended(waitingFor: "it wrote '\(text)'")) }
      try checkTime(waitingFor: "'\(text)' on standard output")
      try takeOutput(milliseconds: remaining)
    }
  }

  /// Whether the terminal's modes are as they were before the program started.
  public var isRestored: Bool {
    var now = ct_modes()
    var start = before
    return ct_modes_read(child.slave, &now) == 0 && ct_modes_equal(&now, &start)
  }

  // MARK: Waiting

  private var remaining: Int32 {
    Int32(clamping: max(deadline - ct_monotonic_nanoseconds(), 0) / 1_000_000)
  }

  private func settle(waitingFor event: String) throws(PseudoTerminalError) {
    while exit == nil {
      if let lastBeacon, lastBeacon.bytes >= typedBytes, lastBeacon.size == "\(size)" { break }
      try checkTime(waitingFor: event)
      try takeOutput(milliseconds: remaining)
    }
    // The line came after everything was painted, and reading brings what the system still holds.
    while try takeOutput(milliseconds: 0) {}
  }

  private func checkTime(waitingFor event: String) throws(PseudoTerminalError) {
    if ct_monotonic_nanoseconds() >= deadline { throw error(.timedOut(waitingFor: event)) }
  }

  /// Takes what there is, and returns whether there was anything.
  @discardableResult
  private func takeOutput(milliseconds: Int32) throws(PseudoTerminalError) -> Bool {
    let ready = child.wait(milliseconds: milliseconds)
    var hasTaken = false
    if ready.contains(.terminal), let bytes = child.read(.terminal) {
      screen.take(bytes)
      hasTaken = true
      let replies = screen.takeReplies()
      if !replies.isEmpty { try send(bytes: replies) }
    }
    if ready.contains(.output), let bytes = child.read(.output) {
      standardOutput += bytes
      hasTaken = true
    }
    if ready.contains(.error), let bytes = child.read(.error) {
      standardError += bytes
      hasTaken = true
    }
    if ready.contains(.beacon), let bytes = child.read(.beacon) {
      takeBeacon(bytes)
      hasTaken = true
    }
    if ready.contains(.exit), exit == nil { exit = child.readExit() }
    return hasTaken
  }

  private func takeBeacon(_ bytes: [UInt8]) {
    beaconText += bytes
    while let end = beaconText.firstIndex(of: 0x0A) {
      let line = String(decoding: beaconText[..<end], as: UTF8.self)
      beaconText.removeSubrange(...end)
      var count = 0
      var size = ""
      for word in line.split(separator: " ") {
        if word.hasPrefix("bytes=") { count = Int(word.dropFirst(6)) ?? 0 }
        if word.hasPrefix("size=") { size = String(word.dropFirst(5)) }
      }
      lastBeacon = (count, size)
      waitCount += 1
    }
  }

  private func error(_ kind: PseudoTerminalError.Kind) -> PseudoTerminalError {
    PseudoTerminalError(kind: kind, picture: screen.picture)
  }

  deinit { child.close() }
}

/// What a program's standard streams are when it runs on a pseudo-terminal.
public struct ChildStreams: Hashable, Sendable {
  /// Where standard input comes from.
  public enum Input: Hashable, Sendable {
    /// The terminal.
    case terminal
    /// A pipe that the test writes to.
    case pipe
  }

  /// Where output goes.
  public enum Output: Hashable, Sendable {
    /// The terminal.
    case terminal
    /// A pipe that the test reads.
    case pipe
  }

  /// Standard input.
  public var input: Input

  /// Standard output.
  public var output: Output

  /// Standard error.
  public var error: Output

  /// Whether the terminal is the program's controlling one, `/dev/tty`; without it a program has
  /// no terminal to ask on.
  public var isControllingTerminal: Bool

  /// Creates streams; all are the terminal unless said otherwise.
  public init(
    input: Input = .terminal, output: Output = .terminal, error: Output = .terminal,
    isControllingTerminal: Bool = true
  ) {
    self.isControllingTerminal = isControllingTerminal
    self.input = input
    self.output = output
    self.error = error
  }
}
