// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
import Synchronization

/// The terminal that the process was started from, `/dev/tty`.
///
/// It doesn't use standard input and output, which may be anything. While it's open it is in raw mode,
/// Ctrl-C and Ctrl-Z are keys, and a thread reads it. A program that does nothing but answer its user can
/// read it on the thread that handles the keys instead, which saves the way from thread to thread:
/// `DeviceTerminal(holdsThread: true)`. ``close()``, `exit` and every signal that ends or
/// stops the process restore its modes; after SIGKILL, `stty sane` does.
///
/// Signals that ask the process to end become events. So that a user can leave a program that hangs,
/// a second signal before the first is taken ends the process, and so does the third Ctrl-C that isn't
/// taken.
public final class DeviceTerminal: Terminal {
  private struct State {
    var modes: TerminalModes = []
    var isClosed = false
    var isBroken = false
  }

  private let state = Mutex(State())
  private let descriptor: Int32
  private let reader: TerminalReader

  /// The capabilities of the terminal, according to the environment.
  public let traits: TerminalTraits

  /// The events of the terminal: keys, signals, resizes, and timers.
  public var events: TerminalEvents { reader.events }

  /// Opens the terminal and puts it into raw mode.
  ///
  /// - Parameters:
  ///   - escapeDelay: How long an Escape waits for the rest of a sequence.
  ///   - holdsThread: Whether waiting for ``events`` happens on the caller's thread, which is blocked
  ///     until an event comes. An event comes at once then. Nothing else of the same actor runs meanwhile,
  ///     and cancelling the task doesn't end its wait; tasks elsewhere can still announce a token. If the
  ///     consumer works for longer than a second, another thread reads in its place, so that a third
  ///     Ctrl-C ends the process.
  /// - Throws: ``TerminalError``; its `isUnavailable` is true if the process has no terminal.
  public init(
    escapeDelay: Duration = .milliseconds(50), holdsThread: Bool = false
  ) throws(TerminalError) {
    let opened = ct_open_terminal()
    guard opened >= 0 else { throw .unavailable(-opened) }
    descriptor = opened
    // A write that waits for a slow terminal must not keep a signal handler from writing. Only this
    // process uses the descriptor.
    _ = ct_set_nonblocking(opened)
    do throws(TerminalError) {
      reader = try TerminalReader(
        descriptor: opened, escapeDelay: escapeDelay, holdsThread: holdsThread)
    } catch {
      _ = ct_close(opened)
      throw error
    }
    traits = TerminalTraits { name in ct_environment(name).map { String(cString: $0) } }
    let failure = ct_guard_begin(opened, reader.signalEnd)
    guard failure == 0 else {
      reader.closePipes()
      _ = ct_close(opened)
      throw failure == EBUSY ? .inUse(failure) : .failed(failure)
    }
    do throws(TerminalError) {
      try reader.start()
    } catch {
      ct_guard_end()
      reader.closePipes()
      _ = ct_close(opened)
      throw error
    }
  }

  /// Whether the process has a terminal that can be opened.
  public static var isAvailable: Bool {
    let opened = ct_open_terminal()
    guard opened >= 0 else { return false }
    _ = ct_close(opened)
    return true
  }

  /// The current size of the window, in cells; 80 by 24 if the terminal doesn't report one.
  public var size: WindowSize { WindowSize(of: descriptor) }

  /// Writes all bytes, waiting while the terminal doesn't accept any.
  public func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !state.withLock({ $0.isClosed || $0.isBroken }) else { return }
    guard ct_write_all(descriptor, bytes, bytes.count) != 0 else { return }
    state.withLock { $0.isBroken = true }
    events.put(.endOfInput)
  }

  /// Sends a query, followed by one that every terminal answers; ``close()`` waits for that answer, at
  /// most for a fifth of a second.
  public func query(_ sequence: String) {
    guard traits.understandsEscapes else { return }
    reader.willAnswer()
    write(sequence + "\u{1B}[c")
  }

  /// Switches exactly these modes on; a terminal without escapes has none.
  public func use(_ modes: TerminalModes) {
    guard traits.understandsEscapes else { return }
    let before = state.withLock { state in
      defer { state.modes = modes }
      return state.modes
    }
    let leaving = Array(modes.union(before).restoringSequence.utf8)
    let entering = Array(modes.onSequence.utf8)
    _ = ct_guard_set_sequences(leaving, leaving.count, entering, entering.count)
    write(before.subtracting(modes).offSequence + modes.subtracting(before).onSequence)
    let final = Array(modes.restoringSequence.utf8)
    _ = ct_guard_set_sequences(final, final.count, entering, entering.count)
  }

  /// Stops the process until it's continued.
  public func stop() { ct_guard_stop() }

  /// Lends the terminal, in its original modes, while `body` runs.
  public func lend<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    reader.pause()
    ct_guard_leave()
    defer {
      ct_guard_enter()
      reader.resume()
      events.put(.resumed)
    }
    return try await body()
  }

  /// Restores the terminal and ends the events.
  public func close() { close(discardingInput: false) }

  /// Restores the terminal and ends the events.
  ///
  /// - Parameter discardsInput: Whether keys that were typed before the terminal is restored but not taken are
  ///   lost, so that no shell runs them as a command.
  public func close(discardingInput discardsInput: Bool) {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    reader.drain()
    reader.stop()
    if discardsInput { ct_guard_end_discarding_input() } else { ct_guard_end() }
    reader.closePipes()
    _ = ct_close(descriptor)
  }

  deinit { close() }
}

extension WindowSize {
  /// The size that a terminal's descriptor reports.
  package init(of descriptor: Int32) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    if ct_size_read(descriptor, &columns, &rows) == 0 {
      self.init(columns: Int(columns), rows: Int(rows))
    } else {
      self = .fallback
    }
  }
}
