// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
import Synchronization

/// The input of a terminal and the signals of the process, turned into events.
///
/// Any thread may wait for it and take it in; taking in is done by one at a time.
final class TerminalInput: Sendable {
  struct Readiness: OptionSet {
    let rawValue: UInt32

    static let keys = Readiness(rawValue: 1)
    static let signals = Readiness(rawValue: 2)
    static let other = Readiness(rawValue: 4)
  }

  private struct Reading {
    var decoder = InputDecoder()
    /// The time at which the decoder's bytes count as complete.
    var escapeDeadline: Int64?
    var isPaused = false
    var hasEnded = false
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  }

  private let terminal: Int32
  private let escapeDelay: Int64
  private let signals: DescriptorPipe
  private let reading = Mutex(Reading())

  /// The number of queries whose last reply hasn't come.
  private let openQueries = Mutex(0)

  /// The descriptor that signal handlers write to.
  var signalEnd: Int32 { signals.write }

  /// Opens what signals need; the terminal's descriptor must not block.
  init(descriptor: Int32, escapeDelay: Duration) throws(TerminalError) {
    terminal = descriptor
    self.escapeDelay = max(escapeDelay.nanoseconds, 0)
    signals = try DescriptorPipe(readersWait: false)
  }

  /// Closes what ``init(descriptor:escapeDelay:)`` has opened; no one may be waiting.
  func close() { signals.close() }

  // MARK: State

  /// A query was sent, to which the terminal replies with its attributes (DA1) last.
  func willAnswer() { openQueries.withLock { $0 += 1 } }

  /// Whether all replies are here, or can't come any more.
  var isAnswered: Bool { openQueries.withLock { $0 == 0 } || reading.withLock { $0.hasEnded } }

  /// Leaves keys to another program, or takes them again; returns once none is being read.
  func pause(_ isPaused: Bool) { reading.withLock { $0.isPaused = isPaused } }

  // MARK: Waiting and reading

  /// Waits until there's input, something else is readable, or a time has come.
  ///
  /// - Parameters:
  ///   - other: Another descriptor.
  ///   - deadline: A time of the monotonic clock, or nil for no limit.
  ///   - listens: Whether this input is waited for at all.
  ///   - takesKeys: Whether there's room for more keys.
  /// - Returns: What can be read.
  func wait(
    or other: Int32, until deadline: Int64?, listens: Bool = true, takesKeys: Bool = true
  ) -> Readiness {
    let (readsKeys, escape) = reading.withLock {
      (listens && takesKeys && !$0.isPaused && !$0.hasEnded, listens ? $0.escapeDeadline : nil)
    }
    let first = if let escape, let deadline { min(escape, deadline) } else { escape ?? deadline }
    return wait([readsKeys ? terminal : -1, listens ? signals.read : -1, other], until: first)
  }

  /// The sources that can be read without waiting.
  var readiness: Readiness {
    let readsKeys = reading.withLock { !$0.isPaused && !$0.hasEnded }
    return wait([readsKeys ? terminal : -1, signals.read, -1], until: 0)
  }

  private func wait(_ descriptors: [Int32], until deadline: Int64?) -> Readiness {
    var ready: UInt32 = 0
    let timeout = deadline.map { Self.milliseconds(until: $0) } ?? -1
    _ = ct_wait_readable(descriptors, Int32(descriptors.count), timeout, &ready)
    return Readiness(rawValue: ready)
  }

  private static func milliseconds(until deadline: Int64) -> Int32 {
    guard deadline > 0 else { return 0 }
    let left = deadline - ct_monotonic_nanoseconds()
    return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
  }

  /// Reads what's ready, and puts its events and those of timers that are due into the stream.
  func takeIn(_ ready: Readiness, to events: TerminalEvents) {
    reading.withLock { reading in
      if ready.contains(.signals) { readSignals(&reading, to: events) }
      if ready.contains(.keys), !reading.isPaused { readKeys(&reading, to: events) }
      if let deadline = reading.escapeDeadline, !ready.contains(.keys),
        ct_monotonic_nanoseconds() >= deadline
      {
        put(reading.decoder.flush(), to: events)
        reading.escapeDeadline = nil
      }
    }
    events.fireTimers()
  }

  private func readKeys(_ reading: inout Reading, to events: TerminalEvents) {
    let count = ct_read(terminal, &reading.buffer, reading.buffer.count)
    if count == -Int(EAGAIN) { return }
    guard count > 0 else {
      put(reading.decoder.flush(), to: events)
      end(&reading, events)
      return
    }
    put(reading.decoder.feed(reading.buffer.prefix(count)), to: events)
    reading.escapeDeadline =
      reading.decoder.isWaiting ? ct_monotonic_nanoseconds() + escapeDelay : nil
  }

  private func put(_ decoded: [InputDecoder.Decoded], to events: TerminalEvents) {
    for one in decoded {
      guard let event = one.event else {
        events.skip(byteCount: one.byteCount)
        continue
      }
      if case .report(let bytes) = event, bytes.isAttributesReply {
        openQueries.withLock { $0 = max(0, $0 - 1) }
      }
      if event == .key(.control("c")), events.countOfUnread(event) >= 2 {
        ct_guard_die(SIGINT)
      }
      events.put(event, byteCount: one.byteCount)
    }
  }

  private func end(_ reading: inout Reading, _ events: TerminalEvents) {
    if !reading.hasEnded { events.put(.endOfInput) }
    reading.hasEnded = true
  }

  private func readSignals(_ reading: inout Reading, to events: TerminalEvents) {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = ct_read(signals.read, &bytes, bytes.count)
    for byte in bytes.prefix(max(count, 0)) {
      switch Int32(byte) {
      case SIGWINCH: events.put(.resized(WindowSize(of: terminal)))
      // A terminal that disappears sends these two; no user is left then.
      case SIGHUP where ct_is_hung_up(terminal), SIGCONT where ct_is_hung_up(terminal):
        end(&reading, events)
      case SIGCONT: events.put(.resumed)
      case SIGUSR1: events.fireTimers(upTo: .max)
      case let number:
        guard let signal = TerminalSignal(number: number) else { continue }
        if signal == .hangUp, isGone {
          // Closing the window is also the end of its keys, whichever arrives first.
          ct_guard_acknowledge(number)
          events.put(.endOfInput)
        } else {
          events.put(.signal(signal))
        }
      }
    }
  }

  private var isGone: Bool {
    var modes = ct_modes()
    return ct_modes_read(terminal, &modes) != 0
  }
}

extension [UInt8] {
  /// Whether a terminal's reply is that to DA1: `ESC [ ? … c`.
  fileprivate var isAttributesReply: Bool {
    starts(with: [0x1B, 0x5B, 0x3F]) && last == 0x63
  }
}

extension TerminalSignal {
  /// The system's number of the signal.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    }
  }

  /// The exit status of a process that the signal ended: 128 plus the signal's number.
  package var exitStatus: Int32 { 128 + number }

  init?(number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangUp
    case SIGQUIT: self = .quit
    default: return nil
    }
  }
}
