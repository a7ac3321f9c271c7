// SPDX-License-Identifier: Apache-2.0

/// The state of a stream of a terminal's events.
struct EventQueue {
  /// An event, and the bytes that it came from.
  struct Queued {
    var event: TerminalEvent
    var byteCount: Int
  }

  /// A timer that runs.
  struct Timer {
    var deadline: Int64
    var token: EventToken
  }

  var queue: [Queued] = []
  var head = 0
  var queuedBytes = 0
  var consumedBytes = 0
  var waiter: CheckedContinuation<TerminalEvent?, Never>?
  var isBusy = false
  var observers: [@Sendable () -> Void] = []
  var timers: [Timer] = []
  var lastToken: UInt64 = 0
  var isClosed = false

  /// Whether the consumer waits on its own thread.
  var isHolding = false

  /// How many consumers have waited so.
  var holders = 0

  var isEmpty: Bool { head == queue.count }

  var isAwaited: Bool { (waiter != nil || isHolding) && !isBusy }

  /// Removes the observers if they are to be called now.
  mutating func takeObservers() -> [@Sendable () -> Void] {
    guard isAwaited || isClosed else { return [] }
    defer { observers = [] }
    return observers
  }

  /// Whether the consumer waits on its own thread and must be roused, which is done once.
  mutating func takeHolding() -> Bool {
    defer { isHolding = false }
    return isHolding
  }

  /// The time at which the next timer is due.
  var nextDeadline: Int64? { timers.lazy.map(\.deadline).min() }

  /// Removes the events that a user typed, which count as taken.
  mutating func dropTyped() {
    let waiting = queue[head...]
    queue = waiting.filter { !$0.event.isTyped }
    head = 0
    let dropped = waiting.reduce(0) { $1.event.isTyped ? $0 + $1.byteCount : $0 }
    queuedBytes -= dropped
    consumedBytes += dropped
  }

  /// Adds an event; of several resizes in a row, the last one stays.
  mutating func append(_ queued: Queued) {
    if case .resized = queued.event, !isEmpty, case .resized = queue.last?.event {
      queue.removeLast()
    }
    queue.append(queued)
    queuedBytes += queued.byteCount
  }

  mutating func take() -> Queued? {
    guard head < queue.count else { return nil }
    let first = queue[head]
    head += 1
    queuedBytes -= first.byteCount
    consumedBytes += first.byteCount
    if head == queue.count {
      queue.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024, head * 2 > queue.count {
      queue.removeFirst(head)
      head = 0
    }
    return first
  }
}
