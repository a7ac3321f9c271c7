// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
import Synchronization

/// A thread that takes in a terminal's input, and gives its events to their consumer.
///
/// Where the consumer waits for input on its own thread, this one only takes its place while it's busy
/// for long; see ``Lookout``.
final class TerminalReader: Sendable {
  private enum Order: UInt8 {
    case look = 0
    case stop = 1
    case drain = 2
  }

  let events: TerminalEvents

  /// The descriptor that signal handlers write to.
  var signalEnd: Int32 { input.signalEnd }

  private let input: TerminalInput
  private let lookout: Lookout?
  private let held: HeldTerminalInput?
  private let orders: DescriptorPipe
  private let answers: DescriptorPipe
  private let isRunning = Mutex(false)

  /// The time, in nanoseconds, for which a closing terminal waits for replies.
  private static let drainTime: Int64 = 200_000_000

  init(descriptor: Int32, escapeDelay: Duration, holdsThread: Bool) throws(TerminalError) {
    let input = try TerminalInput(descriptor: descriptor, escapeDelay: escapeDelay)
    self.input = input
    do throws(TerminalError) {
      orders = try DescriptorPipe(readersWait: true)
    } catch {
      input.close()
      throw error
    }
    do throws(TerminalError) {
      answers = try DescriptorPipe(readersWait: true)
    } catch {
      input.close()
      orders.close()
      throw error
    }
    let wake: @Sendable () -> Void = { [orders] in orders.send(Order.look.rawValue) }
    lookout = holdsThread ? Lookout(wake: wake) : nil
    do throws(TerminalError) {
      held = if let lookout { try HeldTerminalInput(input, lookout: lookout) } else { nil }
    } catch {
      input.close()
      orders.close()
      answers.close()
      throw error
    }
    let beacon = KeyWaitBeacon.fromEnvironment()
    events = TerminalEvents(
      now: { ct_monotonic_nanoseconds() }, wake: wake,
      willWait: { beacon?.signal(bytes: $0, size: WindowSize(of: descriptor)) },
      didTake: { event in
        ct_guard_cover_thread()
        if case .signal(let signal) = event { ct_guard_acknowledge(signal.number) }
      },
      held: held)
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
  func willAnswer() { input.willAnswer() }

  /// Waits for replies that are still on their way, so that no shell gets them as keys; at most for a
  /// fifth of a second.
  func drain() {
    if !input.isAnswered { give(.drain) }
  }

  /// Stops reading keys, and returns once no read is in progress.
  func pause() { input.pause(true) }

  /// Reads keys again.
  func resume() {
    input.pause(false)
    orders.send(Order.look.rawValue)
  }

  /// Ends the thread and the events, and returns once the descriptors are no longer in use.
  func stop() {
    give(.stop)
    isRunning.withLock { $0 = false }
    events.close()
  }

  /// Closes the descriptors, after `stop()`.
  func closePipes() {
    input.close()
    held?.close()
    orders.close()
    answers.close()
  }

  private func give(_ order: Order) {
    guard isRunning.withLock({ $0 }) else { return }
    guard orders.send(order.rawValue) else { return }
    var byte = order.rawValue
    _ = ct_read(answers.read, &byte, 1)
  }

  // MARK: On the thread

  private func run() {
    var look = Lookout.Look()
    // The time until which replies are waited for.
    var drainDeadline: Int64?
    var isStopped = false
    while !isStopped {
      let (reads, nextLook) = lookout?.look(after: &look) ?? (true, nil)
      let listens = reads || drainDeadline != nil
      let deadlines = [drainDeadline, nextLook, listens ? events.nextDeadline : nil]
      let ready = input.wait(
        or: orders.read, until: deadlines.compactMap { $0 }.min(), listens: listens,
        takesKeys: !events.isFull)
      if listens { input.takeIn(ready, to: events) }
      if ready.contains(.other) { isStopped = readOrders(&drainDeadline) }
      endDrain(&drainDeadline)
    }
  }

  private func endDrain(_ deadline: inout Int64?) {
    guard let time = deadline, input.isAnswered || ct_monotonic_nanoseconds() >= time else {
      return
    }
    deadline = nil
    answers.send(Order.drain.rawValue)
  }

  private func readOrders(_ drainDeadline: inout Int64?) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = ct_read(orders.read, &bytes, bytes.count)
    var isStopped = false
    for byte in bytes.prefix(max(count, 0)) {
      guard let order = Order(rawValue: byte), order != .look else { continue }
      switch order {
      case .stop: isStopped = true
      case .drain:
        // Answered when the replies are here.
        drainDeadline = ct_monotonic_nanoseconds() + Self.drainTime
        continue
      case .look: break
      }
      answers.send(byte)
    }
    return isStopped
  }
}
