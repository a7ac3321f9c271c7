// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The input for which a consumer of ``TerminalEvents`` waits on its own thread.
protocol HeldInput: Sendable {
  /// The consumer is about to wait.
  func willWait()

  /// The consumer continues with an event, or because there are no more.
  func didWait()

  /// Waits for input, and puts its events and those of timers that are due into the stream.
  ///
  /// ``TerminalEvents/endHolding()`` is called as soon as waiting is over.
  ///
  /// - Parameters:
  ///   - deadline: When the next timer is due, or nil for never.
  ///   - events: The stream.
  func wait(until deadline: Int64?, to events: TerminalEvents)

  /// Puts the events of what has come already into the stream.
  func takeIn(to events: TerminalEvents)

  /// Ends a wait; from any thread.
  func rouse()
}

extension TerminalEvents {
  private enum Step {
    case end
    case event(TerminalEvent)
    case wait(until: Int64?, observers: [@Sendable () -> Void])
  }

  /// Waits for the next event on the caller's thread.
  func wait(holding input: any HeldInput) -> TerminalEvent? {
    let (own, isHolding) = state.withLock { state in
      state.holders += 1
      return (state.holders, state.takeHolding())
    }
    if isHolding { input.rouse() }
    return seat.withLock { _ in
      // Closing the terminal closes what's waited for.
      if state.withLock({ $0.isClosed && $0.isEmpty }) { return nil }
      input.willWait()
      defer { input.didWait() }
      while true {
        switch step(of: own) {
        case .end: return nil
        case .event(let event): return event
        case .wait(let deadline, let observers):
          for body in observers { body() }
          input.wait(until: deadline, to: self)
        }
      }
    }
  }

  /// Puts the events of what has come already into the stream, unless a consumer waits.
  func takeIn(from input: any HeldInput) {
    _ = seat.withLockIfAvailable { _ in
      if !state.withLock({ $0.isClosed }) { input.takeIn(to: self) }
    }
  }

  private func step(of holder: Int) -> Step {
    let isCancelled = Task.isCancelled
    return state.withLock { state in
      guard state.holders == holder else { return .end }
      if let queued = state.take() { return .event(queued.event) }
      if state.isClosed || isCancelled { return .end }
      state.isHolding = true
      return .wait(until: state.nextDeadline, observers: state.takeObservers())
    }
  }

  /// Says that no one needs to end the wait of the consumer any more, which reads now.
  func endHolding() { state.withLock { $0.isHolding = false } }
}
