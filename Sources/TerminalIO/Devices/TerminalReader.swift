// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread that turns a terminal's input, signals and timers into events.
final class TerminalReader: Sendable {
  private enum Order: UInt8 {
    case look = 0
    case pause = 1
    case resume = 2
    case stop = 3
    case drain = 4
  }

  let events: TerminalEvents

  /// The descriptor that signal handlers write to.
  var signalEnd: Int32 { signals.write }

  private struct Pipe {
    var read: Int32 = -1
    var write: Int32 = -1

    init() throws(TerminalError) {
      var ends: [Int32] = [-1, -1]
      let failure = ends.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { ct_pipe($0) } ?? EINVAL
      }
      guard failure == 0 else { throw .failed(failure) }
      read = ends[0]
      write = ends[1]
    }

    func close() {
      _ = ct_close(read)
      _ = ct_close(write)
    }
  }

  private let terminal: Int32
  private let escapeDelay: Int64
  private let signals: Pipe
  private let orders: Pipe
  private let answers: Pipe
  private let isRunning = Mutex(false)

  /// The number of queries whose last reply hasn't come.
  private let openQueries = Mutex(0)

  /// The time, in nanoseconds, for which a closing terminal waits for replies.
  private static let drainTime: Int64 = 200_000_000

  init(descriptor: Int32, escapeDelay: Duration) throws(TerminalError) {
    terminal = descriptor
    self.escapeDelay = max(escapeDelay.nanoseconds, 0)
    signals = try Pipe()
    do throws(TerminalError) {
      orders = try Pipe()
    } catch {
      signals.close()
      throw error
    }
    do throws(TerminalError) {
      answers = try Pipe()
    } catch {
      signals.close()
      orders.close()
      throw error
    }
    _ = ct_set_nonblocking(signals.write)
    let ordering = orders.write
    _ = ct_set_nonblocking(ordering)
    let beacon = KeyWaitBeacon.fromEnvironment()
    events = TerminalEvents(
      now: { ct_monotonic_nanoseconds() },
      wake: {
        var order = Order.look.rawValue
        _ = ct_write_all(ordering, &order, 1)
      },
      willWait: { beacon?.signal(bytes: $0, size: WindowSize(of: descriptor)) },
      didTake: { event in
        ct_guard_cover_thread()
        if case .signal(let signal) = event { ct_guard_acknowledge(signal.number) }
      })
  }

  func start() throws(TerminalError) {
    let context = Unmanaged.passRetained(self)
    isRunning.withLock { $0 = true }
    let failure = ct_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<TerminalReader>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    guard failure == 0 else {
      context.release()
      isRunning.withLock { $0 = false }
      throw .failed(failure)
    }
  }

  /// A query was sent, to which the terminal replies with its attributes (DA1) last.
  func willAnswer() { openQueries.withLock { $0 += 1 } }

  /// Waits for replies that are still on their way, so that no shell gets them as keys; at most for a
  /// fifth of a second.
  func drain() {
    if openQueries.withLock({ $0 > 0 }) { give(.drain) }
  }

  /// Stops reading keys, and returns once no read is in progress.
  func pause() { give(.pause) }

  /// Reads keys again.
  func resume() { give(.resume) }

  /// Ends the thread and the events, and returns once the descriptors are no longer in use.
  func stop() {
    give(.stop)
    isRunning.withLock { $0 = false }
    events.close()
  }

  /// Closes the descriptors, after `stop()`.
  func closePipes() {
    signals.close()
    orders.close()
    answers.close()
  }

  private func give(_ order: Order) {
    guard isRunning.withLock({ $0 }) else { return }
    var byte = order.rawValue
    guard ct_write_all(orders.write, &byte, 1) == 0 else { return }
    _ = ct_read(answers.read, &byte, 1)
  }

  // MARK: On the thread

  private struct Reading {
    var decoder = InputDecoder()
    /// The time at which the decoder's bytes count as complete.
    var escapeDeadline: Int64?
    var isPaused = false
    var hasEnded = false
    /// The time until which replies are waited for.
    var drainDeadline: Int64?
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  }

  private func run() {
    var reading = Reading()
    var isStopped = false
    while !isStopped {
      let listens = !reading.isPaused && !reading.hasEnded && !events.isFull
      let descriptors = [listens ? terminal : -1, signals.read, orders.read]
      var ready: UInt32 = 0
      _ = ct_wait_readable(descriptors, 3, timeout(reading), &ready)
      if ready & 2 != 0 { readSignals(&reading) }
      if ready & 1 != 0 { readKeys(&reading) }
      if let deadline = reading.escapeDeadline, ready & 1 == 0,
        ct_monotonic_nanoseconds() >= deadline
      {
        put(reading.decoder.flush())
        reading.escapeDeadline = nil
      }
      events.fireTimers()
      if ready & 4 != 0 { isStopped = readOrders(&reading) }
      endDrain(&reading)
    }
  }

  private func timeout(_ reading: Reading) -> Int32 {
    let deadlines = [reading.escapeDeadline, events.nextDeadline, reading.drainDeadline]
      .compactMap { $0 }
    guard let first = deadlines.min() else { return -1 }
    let left = first - ct_monotonic_nanoseconds()
    if left <= 0 { return 0 }
    return Int32(clamping: (left - 1) / 1_000_000 + 1)
  }

  private func endDrain(_ reading: inout Reading) {
    guard let deadline = reading.drainDeadline else { return }
    guard
      reading.hasEnded || openQueries.withLock({ $0 == 0 })
        || ct_monotonic_nanoseconds() >= deadline
    else { return }
    reading.drainDeadline = nil
    var answer = Order.drain.rawValue
    _ = ct_write_all(answers.write, &answer, 1)
  }

  private func readKeys(_ reading: inout Reading) {
    let count = ct_read(terminal, &reading.buffer, reading.buffer.count)
    if count == -Int(EAGAIN) { return }
    guard count > 0 else {
      put(reading.decoder.flush())
      end(&reading)
      return
    }
    put(reading.decoder.feed(reading.buffer.prefix(count)))
    reading.escapeDeadline =
      reading.decoder.isWaiting ? ct_monotonic_nanoseconds() + escapeDelay : nil
  }

  private func put(_ decoded: [InputDecoder.Decoded]) {
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

  private func end(_ reading: inout Reading) {
    if !reading.hasEnded { events.put(.endOfInput) }
    reading.hasEnded = true
  }

  private func readSignals(_ reading: inout Reading) {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = ct_read(signals.read, &bytes, bytes.count)
    for byte in bytes.prefix(max(count, 0)) {
      switch Int32(byte) {
      case SIGWINCH: events.put(.resized(WindowSize(of: terminal)))
      // A terminal that disappears sends these two; no user is left then.
      case SIGHUP where ct_is_hung_up(terminal), SIGCONT where ct_is_hung_up(terminal):
        end(&reading)
      case SIGCONT: events.put(.resumed)
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

  private func readOrders(_ reading: inout Reading) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = ct_read(orders.read, &bytes, bytes.count)
    var isStopped = false
    for byte in bytes.prefix(max(count, 0)) {
      guard let order = Order(rawValue: byte), order != .look else { continue }
      switch order {
      case .pause: reading.isPaused = true
      case .resume: reading.isPaused = false
      case .stop: isStopped = true
      case .drain:
        // Answered when the replies are here.
        reading.drainDeadline = ct_monotonic_nanoseconds() + Self.drainTime
        continue
      case .look: break
      }
      var answer = byte
      _ = ct_write_all(answers.write, &answer, 1)
    }
    return isStopped
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
  public var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    }
  }

  /// The exit status of a process that the signal ended: 128 plus the signal's number.
  public var exitStatus: Int32 { 128 + number }

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
