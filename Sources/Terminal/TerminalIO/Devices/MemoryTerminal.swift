// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A terminal in memory, for tests: calls type the keys and move the clock, and the output is kept.
public final class MemoryTerminal: Terminal {
  private struct State {
    var size: WindowSize
    var decoder = InputDecoder()
    var output: [UInt8] = []
    var writes = 0
    var writesModes = false
    var modes: TerminalModes = []
    var time: Int64 = 0
    var waits = 0
    var stops = 0
    var isClosed = false
  }

  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ size: WindowSize) { state = Mutex(State(size: size)) }
  }

  private let shared: Shared

  /// The events of the terminal: keys, signals, resizes, and timers.
  public let events: TerminalEvents

  /// The capabilities of the terminal.
  public let traits: TerminalTraits

  /// Creates a terminal of this size.
  ///
  /// - Parameters:
  ///   - size: The size of the window, in cells.
  ///   - traits: The capabilities of the terminal.
  ///   - isTypedLive: Whether keys that were typed before a decision was shown are dropped, as at a
  ///     user's terminal; otherwise, keys for several questions can be typed at once.
  public init(
    size: WindowSize = .fallback, traits: TerminalTraits = TerminalTraits(understandsEscapes: true),
    isTypedLive: Bool = false
  ) {
    let shared = Shared(size)
    self.shared = shared
    self.traits = traits
    events = TerminalEvents(
      now: { shared.state.withLock { $0.time } }, wake: {},
      willWait: { _ in shared.state.withLock { $0.waits += 1 } }, isTypedLive: isTypedLive)
  }

  /// The size of the window, in cells.
  public var size: WindowSize { shared.state.withLock { $0.size } }

  /// The modes that are on.
  package var modes: TerminalModes { shared.state.withLock { $0.modes } }

  /// Whether the terminal was closed.
  package var isClosed: Bool { shared.state.withLock { $0.isClosed } }

  /// Everything written so far.
  public var output: [UInt8] { shared.state.withLock { $0.output } }

  /// Removes the output since the last call and returns it as bytes.
  package func takeBytes() -> [UInt8] {
    shared.state.withLock { state in
      defer { state.output.removeAll() }
      return state.output
    }
  }

  /// Waits until the consumer of the events has used all of them and waits for the user; returns at
  /// once when the terminal is closed.
  package func settle() async { await events.waitUntilAwaited() }

  /// Removes the output since the last call and returns it as text.
  package func takeOutput() -> String {
    shared.state.withLock { state in
      defer { state.output.removeAll() }
      return String(decoding: state.output, as: UTF8.self)
    }
  }

  /// The number of writes so far; those of modes aren't counted.
  var writeCount: Int { shared.state.withLock { $0.writes } }

  /// Keeps the bytes.
  public func write(_ bytes: [UInt8]) {
    shared.state.withLock { state in
      guard !state.isClosed else { return }
      state.output += bytes
      state.writes += 1
    }
  }

  /// Whether the sequences of modes are in the output, as a device gets them.
  package var writesModes: Bool {
    get { shared.state.withLock { $0.writesModes } }
    set { shared.state.withLock { $0.writesModes = newValue } }
  }

  /// Records the modes; sequences are written only if `writesModes` is on.
  public func use(_ modes: TerminalModes) {
    shared.state.withLock { state in
      let before = state.modes
      state.modes = modes
      guard state.writesModes else { return }
      state.output += before.subtracting(modes).offSequence.utf8
      state.output += modes.subtracting(before).onSequence.utf8
    }
  }

  /// Writes the query; type a reply to answer it.
  public func query(_ sequence: String) { write(sequence) }

  /// The number of times that ``stop()`` was called.
  var stopCount: Int { shared.state.withLock { $0.stops } }

  /// Counts the stop and continues at once.
  public func stop() {
    shared.state.withLock { $0.stops += 1 }
    events.put(.resumed)
  }

  /// Runs `body`.
  public func lend<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    defer { events.put(.resumed) }
    return try await body()
  }

  /// Ends the events.
  public func close() {
    shared.state.withLock { $0.isClosed = true }
    events.close()
  }

  // MARK: Typing

  /// Types bytes as a terminal sends them.
  ///
  /// A lone Escape at the end is a key.
  public func type(bytes: some Sequence<UInt8>) {
    let decoded = shared.state.withLock { $0.decoder.feed(bytes) + $0.decoder.flush() }
    for one in decoded where one.event == nil { events.skip(byteCount: one.byteCount) }
    events.put(
      decoded.compactMap { one in
        one.event.map { EventQueue.Queued(event: $0, byteCount: one.byteCount) }
      })
  }

  /// Types text, in which `\r` is Enter.
  public func type(_ text: String) { type(bytes: text.utf8) }

  /// Types keys.
  public func type(_ keys: Key...) {
    for key in keys { type(bytes: key.bytes) }
  }

  /// Pastes text.
  public func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  /// Changes the size of the window.
  public func resize(to size: WindowSize) {
    shared.state.withLock { $0.size = size }
    events.put(.resized(size))
  }

  /// Sends a signal.
  public func send(_ signal: TerminalSignal) { events.put(.signal(signal)) }

  /// Ends the input, as closing the window does.
  package func hangUp() { events.put(.endOfInput) }

  /// Advances the clock, and announces the timers that are due.
  public func advance(by duration: Duration) {
    shared.state.withLock { state in
      let (sum, overflow) = state.time.addingReportingOverflow(max(duration.nanoseconds, 0))
      state.time = overflow ? .max : sum
    }
    events.fireTimers()
  }
}
