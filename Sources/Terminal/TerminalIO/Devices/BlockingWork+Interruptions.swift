// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal

extension BlockingWork {
  /// The reason for an interruption.
  package enum Interruption: Hashable, Sendable {
    /// A signal asked the process to end.
    case signal(TerminalSignal)

    /// The deadline passed.
    case timeout
  }

  /// Runs work of a program without an open terminal on a thread of its own, until signals or a deadline interrupt it.
  ///
  /// An open terminal turns signals into events itself.
  /// The second signal of a kind ends the process, so that users can leave a program that hangs.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the work is interrupted, or nil for never.
  ///   - interrupt: Asks the work to end. It's called at most once, on another thread.
  ///   - work: The work.
  /// - Returns: The result of the work, and what interrupted it, or nil if nothing did.
  package static func run<Result: Sendable>(
    until deadline: ContinuousClock.Instant?, interrupt: @escaping @Sendable () -> Void,
    _ work: @escaping @Sendable () -> Result
  ) async -> (result: Result, interruption: Interruption?) {
    guard let watch = InterruptWatch() else { return (await run(work), nil) }
    ct_interrupts_begin(watch.signalEnd)
    async let interruption = run { watch.wait(until: deadline, interrupt: interrupt) }
    let result = await run(work)
    watch.finish()
    let found = await interruption
    ct_interrupts_end()
    watch.close()
    return (result, found)
  }

  /// Reads a descriptor on a thread of its own until it ends, reading fails, or a signal asks the process
  /// to end.
  ///
  /// Between two reads, nothing but the body runs: waiting for each of many small messages on another
  /// thread takes longer than handling it.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - interrupt: Asks the body to end. It's called at most once, on another thread.
  ///   - body: Handles the bytes that were read; no more are read before it returns.
  /// - Returns: The error number if reading failed, or 0; and the signal, or nil if there was none.
  package static func read(
    _ descriptor: Int32, interrupt: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (ArraySlice<UInt8>) -> Void
  ) async -> (failure: Int32, interruption: Interruption?) {
    let pipe: DescriptorPipe
    do { pipe = try DescriptorPipe(readersWait: false) } catch { return (EMFILE, nil) }
    let (failure, interruption) = await run(
      until: nil,
      interrupt: {
        interrupt()
        pipe.send(0)
      }, { read(descriptor, until: pipe.read, body) })
    pipe.close()
    return (failure, interruption)
  }

  private static func read(
    _ descriptor: Int32, until end: Int32, _ body: (ArraySlice<UInt8>) -> Void
  ) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var ready: UInt32 = 0
      _ = ct_wait_readable([end, descriptor], 2, -1, &ready)
      if ready & 1 != 0 { return 0 }
      guard ready & 2 != 0 else { continue }
      let count = ct_read(descriptor, &buffer, buffer.count)
      if count > 0 {
        body(buffer[..<count])
      } else if count == 0 {
        return 0
      } else if count != -Int(EINTR), count != -Int(EAGAIN) {
        return Int32(clamping: -count)
      }
    }
  }
}

/// Waits for a signal, a deadline, or the end of the work.
private final class InterruptWatch: Sendable {
  private let signals: [Int32]
  private let ending: [Int32]

  /// The descriptor that the signal handlers write to.
  var signalEnd: Int32 { signals[1] }

  init?() {
    var signals: [Int32] = [-1, -1]
    var ending: [Int32] = [-1, -1]
    guard ct_pipe(&signals) == 0 else { return nil }
    guard ct_pipe(&ending) == 0 else {
      for end in signals { _ = ct_close(end) }
      return nil
    }
    _ = ct_set_nonblocking(signals[1])
    self.signals = signals
    self.ending = ending
  }

  /// Says that the work has ended.
  func finish() {
    var byte: UInt8 = 0
    _ = ct_write_all(ending[1], &byte, 1)
  }

  func close() {
    for end in signals + ending { _ = ct_close(end) }
  }

  /// Waits for the end of the work, and returns what interrupted it.
  func wait(
    until deadline: ContinuousClock.Instant?, interrupt: () -> Void
  ) -> BlockingWork.Interruption? {
    var found: BlockingWork.Interruption?
    while true {
      var ready: UInt32 = 0
      let listening = found == nil ? signals[0] : -1
      let timeout = found == nil ? milliseconds(until: deadline) : -1
      _ = ct_wait_readable([listening, ending[0]], 2, timeout, &ready)
      if ready & 2 != 0 { return found }
      if ready & 1 != 0 {
        var byte: UInt8 = 0
        guard ct_read(signals[0], &byte, 1) == 1, let signal = TerminalSignal(number: Int32(byte))
        else { continue }
        found = .signal(signal)
        interrupt()
      } else if found == nil, let deadline, ContinuousClock.now >= deadline {
        found = .timeout
        interrupt()
      }
    }
  }

  private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline).nanoseconds
    return left <= 0 ? 0 : Int32(clamping: left / 1_000_000 + 1)
  }
}
