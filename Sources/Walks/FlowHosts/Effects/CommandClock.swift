// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Measures how long a command has run, excluding the time in which it was suspended.
final class CommandClock: Sendable {
  private struct State {
    var suspendedAt: Int64?
    var suspended: Int64 = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  /// Creates a running clock.
  ///
  /// - Parameter now: Returns the time in nanoseconds of a monotonic clock.
  init(now: @escaping @Sendable () -> Int64) { self.now = now }

  /// The time in nanoseconds.
  ///
  /// It doesn't advance while the command is suspended.
  var time: Int64 {
    let now = now()
    return state.withLock { ($0.suspendedAt ?? now) - $0.suspended }
  }

  /// Whether the clock is suspended.
  var isSuspended: Bool { state.withLock { $0.suspendedAt != nil } }

  /// Suspends or resumes the clock.
  func suspend(_ isSuspended: Bool) {
    let now = now()
    state.withLock { state in
      if isSuspended {
        state.suspendedAt = state.suspendedAt ?? now
      } else if let start = state.suspendedAt {
        state.suspended += now - start
        state.suspendedAt = nil
      }
    }
  }
}
