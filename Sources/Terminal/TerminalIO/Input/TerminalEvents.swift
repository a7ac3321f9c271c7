// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The stream of a terminal's events: keys, signals, resizes, timers, and announcements of other tasks.
///
/// The terminal's thread puts events in, any task may announce a token, and one task takes them out:
///
///     while let event = await terminal.events.next() { … }
///
/// Waiting suspends the task and never blocks the main actor, unless the terminal was opened to hold its
/// consumer's thread. There is one consumer; when a second one waits, the first gets `nil`. Events keep
/// their order and none is lost, except that only the last of several resizes in a row is kept.
public final class TerminalEvents: Sendable {
  /// The number of unread bytes from which on the terminal isn't read.
  static let highWater = 4 << 20

  let state = Mutex(EventQueue())
  private let now: @Sendable () -> Int64
  private let wake: @Sendable () -> Void
  private let willWait: @Sendable (Int) -> Void
  private let didTake: @Sendable (TerminalEvent) -> Void
  private let held: (any HeldInput)?

  /// Whether a user types as the screen appears, so that a key that came before a question isn't its answer.
  private let isTypedLive: Bool

  /// A lock that the only consumer that waits on its own thread holds.
  let seat = Mutex(())

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - now: The time of a monotonic clock in nanoseconds.
  ///   - wake: Called, from any thread, when a timer was set or room was made.
  ///   - willWait: Called with the number of bytes taken so far when the consumer is about to wait.
  ///   - didTake: Called with each event that the consumer takes.
  ///   - held: What the consumer waits for on its own thread; nil if it's suspended until an event is put
  ///     into the stream.
  ///   - isTypedLive: Whether a user types as the screen appears.
  init(
    now: @escaping @Sendable () -> Int64, wake: @escaping @Sendable () -> Void,
    willWait: @escaping @Sendable (Int) -> Void,
    didTake: @escaping @Sendable (TerminalEvent) -> Void = { _ in },
    held: (any HeldInput)? = nil, isTypedLive: Bool = true
  ) {
    self.now = now
    self.wake = wake
    self.willWait = willWait
    self.didTake = didTake
    self.held = held
    self.isTypedLive = isTypedLive
  }

  /// Whether an event can be taken without waiting.
  ///
  /// Painting can wait until there's none.
  public var hasPending: Bool {
    if state.withLock({ !$0.isEmpty }) { return true }
    guard let held else { return false }
    takeIn(from: held)
    return state.withLock { !$0.isEmpty }
  }

  /// Whether the consumer waits for the user, so that nothing more happens by itself.
  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  /// Calls a function once, as soon as the consumer waits for the user or the stream is closed: at
  /// once if that's so already, otherwise on the thread on which it becomes so.
  package func whenAwaited(_ body: @escaping @Sendable () -> Void) {
    let due = state.withLock { state in
      state.observers.append(body)
      return state.takeObservers()
    }
    for body in due { body() }
  }

  /// Waits until the consumer waits for the user, or the stream is closed.
  func waitUntilAwaited() async {
    await withCheckedContinuation { continuation in whenAwaited { continuation.resume() } }
  }

  /// Waits for the next event; returns `nil` if the stream is closed or the task is cancelled.
  ///
  /// A task that holds its thread notices only before it waits that it's cancelled.
  ///
  /// - Parameter isBusy: Whether the program is waiting for something other than the user, so a
  ///   test driver shouldn't be told that it's waiting for a key.
  /// - Returns: The event.
  public func next(isBusy: Bool = false) async -> TerminalEvent? {
    if let event = takeQueued() { return event }
    if state.withLock({ $0.isClosed }) { return nil }
    state.withLock { $0.isBusy = isBusy }
    if !isBusy { willWait(state.withLock { $0.consumedBytes }) }
    if let held {
      let event = wait(holding: held)
      if let event { didTake(event) }
      return event
    }
    let event = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(continuation)
      }
    } onCancel: {
      releaseWaiter()
    }
    if let event { didTake(event) }
    return event
  }

  /// Returns the next event, if there already is one.
  package func takeNow() -> TerminalEvent? {
    if let event = takeQueued() { return event }
    guard let held else { return nil }
    takeIn(from: held)
    return takeQueued()
  }

  private func takeQueued() -> TerminalEvent? {
    let (event, madeRoom) = state.withLock { state in
      let wasFull = state.queuedBytes >= Self.highWater
      let event = state.take()?.event
      return (event, wasFull && state.queuedBytes < Self.highWater && !state.isClosed)
    }
    if madeRoom { wake() }
    if let event { didTake(event) }
    return event
  }

  /// Drops what was typed, pasted, or clicked and not yet taken, except Ctrl-C.
  ///
  /// - Returns: Whether a user types as the screen appears; otherwise, nothing is dropped.
  /// - Complexity: O(*n*) in the number of events in the stream.
  package func dropTypedAhead() -> Bool {
    guard isTypedLive else { return false }
    if let held { takeIn(from: held) }
    let madeRoom = state.withLock { state in
      let wasFull = state.queuedBytes >= Self.highWater
      state.dropTyped()
      return wasFull && !state.isClosed
    }
    if madeRoom { wake() }
    return true
  }

  // MARK: Timers and announcements

  /// The time of the timers' clock, since a fixed moment.
  package var time: Duration { .nanoseconds(now()) }

  /// Makes a token for another task to announce.
  package func makeToken() -> EventToken {
    state.withLock { state in
      state.lastToken += 1
      return EventToken(number: state.lastToken)
    }
  }

  /// Puts `.token(token)` into the stream.
  ///
  /// Call it from any task or thread.
  package func announce(_ token: EventToken) { put(.token(token)) }

  /// Sets a timer, which announces the returned token.
  ///
  /// - Complexity: O(*n*) in the number of running timers.
  public func timer(after delay: Duration) -> EventToken {
    let token = makeToken()
    let (deadline, overflow) = now().addingReportingOverflow(delay.nanoseconds)
    let (isOpen, isHolding) = state.withLock { state in
      state.timers.append(EventQueue.Timer(deadline: overflow ? .max : deadline, token: token))
      return (!state.isClosed, state.takeHolding())
    }
    if isHolding { held?.rouse() }
    // A consumer that waits on its own thread keeps the time itself.
    if isOpen, held == nil { wake() }
    return token
  }

  /// Stops a timer.
  ///
  /// If it has already announced its token, the announcement stays in the stream.
  public func cancelTimer(_ token: EventToken) {
    state.withLock { $0.timers.removeAll { $0.token == token } }
  }

  /// The time at which the next timer is due, in nanoseconds of the clock.
  var nextDeadline: Int64? { state.withLock { $0.nextDeadline } }

  /// Announces the timers that are due, earliest first.
  ///
  /// - Parameter end: The time that it is; nil for that of the clock.
  func fireTimers(upTo end: Int64? = nil) {
    guard state.withLock({ !$0.timers.isEmpty }) else { return }
    let time = end ?? now()
    let due = state.withLock { state in
      let due = state.timers.filter { $0.deadline <= time }.sorted { $0.deadline < $1.deadline }
      state.timers.removeAll { $0.deadline <= time }
      return due
    }
    for timer in due { put(.token(timer.token)) }
  }

  // MARK: For terminals

  /// Puts an event of this many bytes into the stream.
  ///
  /// Call it from any thread.
  package func put(_ event: TerminalEvent, byteCount: Int = 0) {
    put([EventQueue.Queued(event: event, byteCount: byteCount)])
  }

  /// Puts events into the stream at once: a consumer that takes the first of them knows that others are waiting.
  ///
  /// Call it from any thread.
  func put(_ events: [EventQueue.Queued]) {
    guard let first = events.first else { return }
    let (waiter, isHolding) = state.withLock {
      state -> (CheckedContinuation<TerminalEvent?, Never>?, Bool) in
      guard !state.isClosed else { return (nil, false) }
      guard let waiter = state.waiter else {
        for event in events { state.append(event) }
        return (nil, state.takeHolding())
      }
      state.waiter = nil
      state.consumedBytes += first.byteCount
      for event in events.dropFirst() { state.append(event) }
      return (waiter, false)
    }
    if isHolding { held?.rouse() }
    resume(waiter.map { ($0, first.event) })
  }

  /// Counts bytes as taken that aren't part of an event.
  func skip(byteCount: Int) { state.withLock { $0.consumedBytes += byteCount } }

  /// Returns the number of events in the stream that equal this one.
  ///
  /// - Complexity: O(*n*) in the number of events in the stream.
  func countOfUnread(_ event: TerminalEvent) -> Int {
    state.withLock { state in
      state.queue[state.head...].reduce(0) { $1.event == event ? $0 + 1 : $0 }
    }
  }

  /// Whether the stream holds too many unread bytes.
  var isFull: Bool { state.withLock { $0.queuedBytes >= Self.highWater } }

  /// Ends the stream.
  ///
  /// Events in it can still be taken, followed by `nil`.
  func close() {
    let (waiter, observers, isHolding) = state.withLock { state in
      state.isClosed = true
      defer { state.waiter = nil }
      return (state.waiter, state.takeObservers(), state.takeHolding())
    }
    if isHolding { held?.rouse() }
    resume(waiter.map { ($0, nil) })
    for body in observers { body() }
    // No one waits for the descriptors any more then.
    seat.withLock { _ in }
  }

  private func wait(_ continuation: CheckedContinuation<TerminalEvent?, Never>) {
    let isCancelled = Task.isCancelled
    let ready = state.withLock {
      state -> [(CheckedContinuation<TerminalEvent?, Never>, TerminalEvent?)] in
      if let queued = state.take() { return [(continuation, queued.event)] }
      if state.isClosed || isCancelled { return [(continuation, nil)] }
      defer { state.waiter = continuation }
      return state.waiter.map { [($0, nil)] } ?? []
    }
    for one in ready { resume(one) }
    for body in state.withLock({ $0.takeObservers() }) { body() }
  }

  private func releaseWaiter() {
    resume(
      state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter.map { ($0, nil) }
      })
  }

  private func resume(_ one: (CheckedContinuation<TerminalEvent?, Never>, TerminalEvent?)?) {
    if let (continuation, event) = one { continuation.resume(returning: event) }
  }
}

extension Duration {
  /// The duration in nanoseconds, clamped to about 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowed ? .max : sum
  }
}
