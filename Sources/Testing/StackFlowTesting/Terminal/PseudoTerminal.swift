// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
import SourceDiagnostics
public import TerminalIO

/// A program that a test drives on its own pseudo-terminal: keys go in, and a screen comes out.
///
///     let terminal = try PseudoTerminal(
///       running: "/usr/bin/stackflow", arguments: ["run", "flow.yaml"], screen: Transcript())
///     try terminal.waitForKeyWait()
///     try terminal.type("billing-api\r")
///     #expect(terminal.screen.text.contains("Port"))
///     try terminal.type(.control("c"))
///     #expect(try terminal.waitForExit() == .exited(130))
///
/// Tests need no sleeps. A program that uses TerminalIO reports when it waits for a key, on the file descriptor in
/// `STACKFLOW_TEST_FD`, and how many bytes it has taken, so `type(_:)` returns as soon as the program has handled
/// all of them and painted the result. Other programs don't: send keys to them, and wait for what the screen
/// shows then. One deadline limits the whole test; when it passes, the error shows the screen.
///
///     let shell = try PseudoTerminal(running: "/bin/sh", screen: TerminalScreen(size: .fallback))
///     try shell.send("echo $((6 * 7))\r")
///     try shell.waitForScreen { $0.lines.contains("42") }
///
/// Calls block the calling thread. The program is killed when the object is released.
public final class PseudoTerminal<Screen: ScreenReader> {
  /// How the program ended.
  public enum Exit: Hashable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
  }

  /// The screen that reads the output.
  public var screen: Screen

  /// The program's standard output, if that is a pipe.
  public private(set) var standardOutput: [UInt8] = []

  /// The program's standard error, if that is a pipe.
  public private(set) var standardError: [UInt8] = []

  /// The size of the window.
  private(set) var size: WindowSize

  /// The number of times that the program has reported that it waits for a key.
  private(set) var waitCount = 0

  /// Whether the terminal takes output, as it does at first.
  ///
  /// One that doesn't is a slow link, or a user who has stopped it: when a few kilobytes are on their
  /// way, the program can't write any more.
  var takesOutput = true

  private let child: ChildOnTerminal
  private let deadline: Int64
  private let before: ct_modes
  private var beaconText: [UInt8] = []
  private var lastBeacon: (bytes: Int, size: String)?
  private var typedBytes = 0
  private var mark = OutputMark()
  private var exit: Exit?

  /// Starts a program on a new pseudo-terminal, which is its controlling terminal.
  ///
  /// - Parameters:
  ///   - path: The path of the program; `PATH` isn't searched.
  ///   - arguments: The arguments that follow the program's name.
  ///   - size: The size of the window, in cells.
  ///   - environment: The whole environment. `TERM` is `xterm-256color` and `LC_ALL` is `C.UTF-8`
  ///     by default.
  ///   - directory: The working directory; by default, that of this process.
  ///   - streams: The standard input, output and error.
  ///   - timeout: The time after which the test fails because it waits for something that doesn't come. By default
  ///     it's ten minutes, which no machine is so slow or so busy as to take.
  ///   - screen: The screen that reads the output.
  /// - Throws: ``PseudoTerminalError`` if the system can't start the program.
  public init(
    running path: String, arguments: [String] = [], size: WindowSize = .fallback,
    environment: [String: String] = [:], directory: String? = nil,
    streams: ChildStreams = ChildStreams(), timeout: Duration = .seconds(600), screen: Screen
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

  // MARK: Typing

  /// Types bytes and waits until the program has handled them and waits for a key, or has ended.
  public func type(bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    try send(bytes: bytes)
    try settle(waitingFor: "the keys to be handled")
  }

  /// Types text, in which `\r` is Enter, and waits until the program has handled it.
  public func type(_ text: String) throws(PseudoTerminalError) {
    try type(bytes: text.utf8)
  }

  /// Types keys and waits until the program has handled them.
  public func type(_ keys: Key...) throws(PseudoTerminalError) {
    try type(bytes: keys.flatMap(bytes))
  }

  /// Types text, in which `\r` is Enter, without waiting for anything.
  public func send(_ text: String) throws(PseudoTerminalError) { try send(bytes: text.utf8) }

  /// Types keys without waiting for anything.
  public func send(_ keys: Key...) throws(PseudoTerminalError) {
    try send(bytes: keys.flatMap(bytes))
  }

  /// The bytes of a key in the mode that the program has chosen.
  private func bytes(of key: Key) -> [UInt8] {
    let usual = key.bytes
    guard screen.usesApplicationKeys, usual.count == 3, usual.starts(with: [0x1B, 0x5B]),
      "ABCDFH".utf8.contains(usual[2])
    else { return usual }
    return [0x1B, 0x4F, usual[2]]
  }

  /// Types bytes without waiting for anything.
  public func send(bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    let bytes = Array(bytes)
    typedBytes += bytes.count
    // A large input is written in pieces, with the output read in between, so that the two sides
    // never wait for each other.
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1024))
      let failure = ct_write_all(child.master, piece, piece.count)
      if failure != 0 { throw error(.system(failure)) }
      rest = rest.dropFirst(piece.count)
      try takeOutput(milliseconds: 0)
    }
  }

  /// Waits until the program has handled everything typed, has painted for the current size of the
  /// window, and waits for a key.
  ///
  /// - Throws: ``PseudoTerminalError`` if the time limit is reached, or the program has ended.
  public func waitForKeyWait() throws(PseudoTerminalError) {
    try settle(waitingFor: "the program to wait for a key")
    if exit != nil { throw error(.ended(waitingFor: "it waited for a key")) }
  }

  /// Changes the size of the window.
  ///
  /// - Parameters:
  ///   - size: The new size, in cells.
  ///   - isSettled: Whether to wait until the program has painted for the new size.
  /// - Throws: ``PseudoTerminalError`` if the system refuses, or the time limit is reached.
  public func resize(
    to size: WindowSize, isSettled: Bool = true
  ) throws(PseudoTerminalError) {
    self.size = size
    screen.resize(to: size)
    let failure = ct_size_write(child.master, Int32(size.columns), Int32(size.rows))
    if failure != 0 { throw error(.system(failure)) }
    if isSettled { try settle(waitingFor: "the program to paint the window") }
  }

  /// Sends a signal to the program.
  ///
  /// - Parameters:
  ///   - signal: The signal's number.
  ///   - toGroup: Whether all processes of the program's group get it, such as those that a shell has started.
  public func send(signal: Int32, toGroup: Bool = false) {
    child.send(signal: signal, toGroup: toGroup)
  }

  /// Lets the time come for which a program that uses TerminalIO waits, such as the end of `--timeout`.
  func passTime() { child.send(signal: SIGUSR1, toGroup: false) }

  /// Closes the terminal, as closing its window does.
  public func hangUp() { child.hangUp() }

  /// Writes bytes to standard input, if that is a pipe, and closes it.
  func writeStandardInput(_ bytes: [UInt8]) { child.writeStandardInput(bytes) }

  /// Waits until the program has ended and reads all of its output.
  public func waitForExit() throws(PseudoTerminalError) -> Exit {
    while exit == nil {
      try checkTime(waitingFor: "the program to end")
      try takeOutput(milliseconds: remaining)
    }
    try takeRest()
    return exit ?? .exited(-1)
  }

  /// Sends a signal repeatedly until the program has ended, as a user does with a program that
  /// hangs.
  public func waitForExit(insistingWith signal: Int32) throws(PseudoTerminalError) -> Exit {
    while exit == nil {
      try checkTime(waitingFor: "the program to end")
      child.send(signal: signal, toGroup: false)
      try takeOutput(milliseconds: 20)
    }
    return try waitForExit()
  }

  /// Waits until the screen fulfills a condition.
  ///
  /// Use it for programs that don't report when they wait for a key, and for changes that no key causes.
  public func waitForScreen(_ condition: (Screen) -> Bool) throws(PseudoTerminalError) {
    while !condition(screen) {
      if exit != nil { throw error(.ended(waitingFor: "the screen fulfilled the condition")) }
      try checkTime(waitingFor: "the screen to fulfill the condition")
      try takeOutput(milliseconds: remaining)
    }
  }

  /// Waits until standard output, which must be a pipe, contains text.
  func waitForOutput(_ text: String) throws(PseudoTerminalError) {
    while !String(decoding: standardOutput, as: UTF8.self).includes(text) {
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
    // The program reports after it has painted.
    try takeRest()
  }

  /// Reads everything that the program has written so far.
  ///
  /// The kernel delivers output asynchronously, so this appends a mark and reads up to it.
  private func takeRest() throws(PseudoTerminalError) {
    if takesOutput {
      var rest = OutputMark.bytes[...]
      mark.isAwaited = true
      while mark.isAwaited {
        if !rest.isEmpty {
          guard let count = child.writeMark(rest) else {
            mark.isAwaited = false
            break
          }
          rest = rest.dropFirst(count)
        }
        try checkTime(waitingFor: "the output")
        try takeOutput(milliseconds: remaining)
      }
    }
    while try takeOutput(milliseconds: 0) {}
  }

  private func checkTime(waitingFor event: String) throws(PseudoTerminalError) {
    if ct_monotonic_nanoseconds() >= deadline { throw error(.timedOut(waitingFor: event)) }
  }

  /// Reads the available output and returns whether there was any.
  @discardableResult
  private func takeOutput(milliseconds: Int32) throws(PseudoTerminalError) -> Bool {
    let ready = child.wait(milliseconds: milliseconds, forTerminal: takesOutput)
    var hasTaken = false
    if ready.contains(.terminal), let bytes = child.read(.terminal) {
      screen.take(mark.removed(from: bytes))
      hasTaken = true
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
    // Only now, because sending takes output, too: what was ready would be gone.
    let replies = screen.takeReplies()
    if !replies.isEmpty { try send(bytes: replies) }
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

/// The standard streams of a program on a pseudo-terminal.
public struct ChildStreams: Hashable, Sendable {
  /// The source of standard input.
  public enum Input: Hashable, Sendable {
    /// The terminal.
    case terminal
    /// A pipe that the test writes to.
    case pipe
  }

  /// The destination of an output stream.
  public enum Output: Hashable, Sendable {
    /// The terminal.
    case terminal
    /// A pipe that the test reads.
    case pipe
  }

  /// Standard input.
  var input: Input

  /// Standard output.
  var output: Output

  /// Standard error.
  var error: Output

  /// Whether the terminal is the program's controlling terminal, `/dev/tty`.
  ///
  /// Without one, the program can't ask anything.
  var isControllingTerminal: Bool

  /// Creates streams; by default, all of them are the terminal.
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
