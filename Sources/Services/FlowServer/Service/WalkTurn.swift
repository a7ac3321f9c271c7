// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FlowWalks
import Synchronization

/// The right to use a walk, for one request at a time.
///
/// A request waits for the one before it, as long as that performs no effect: then it's told so, as by another process.
final class WalkTurn: Sendable {
  private final class Waiter: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let refusal = Mutex<PerformedElsewhere?>(nil)
  }

  private struct State {
    var isTaken = false
    var performed: PerformedElsewhere?
    var waiting: [Waiter] = []
  }

  private let state = Mutex(State())

  /// Whether a request has the turn or waits for it.
  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// Takes the turn; blocks until the requests before have ended.
  ///
  /// - Throws: What's being performed.
  func take() throws(PerformedElsewhere) {
    let waiter: Result<Waiter?, PerformedElsewhere> = state.withLock { state in
      if let performed = state.performed { return .failure(performed) }
      guard state.isTaken else {
        state.isTaken = true
        return .success(nil)
      }
      let waiter = Waiter()
      state.waiting.append(waiter)
      return .success(waiter)
    }
    guard let waiter = try waiter.get() else { return }
    waiter.semaphore.wait()
    if let refusal = waiter.refusal.withLock({ $0 }) { throw refusal }
  }

  /// Says that the holder of the turn performs an effect, which refuses all others.
  func begin(_ performed: PerformedElsewhere) {
    let waiting = state.withLock { state in
      state.performed = performed
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting {
      waiter.refusal.withLock { $0 = performed }
      waiter.semaphore.signal()
    }
  }

  /// Says that the effect has ended.
  func end() { state.withLock { $0.performed = nil } }

  /// Gives the turn to the next request.
  func give() {
    let next: Waiter? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.semaphore.signal()
  }
}
