// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Who does what a session wants done outside: runs commands and writes files.
///
/// A driver asks for ``permission(for:)`` first. ``perform(_:until:)`` may take as long as the
/// request allows and is called from any thread; it returns when everything that it started is
/// over.
public protocol EffectHost: Sendable {
  /// Whether a request may be performed.
  func permission(for request: EffectRequest) -> EffectPermission

  /// Whether a write with the policy `ask` would meet a file with another content.
  func meetsFile(_ request: WriteRequest) -> Bool

  /// Performs a request to its end.
  ///
  /// - Parameters:
  ///   - request: What is to be done.
  ///   - cancellation: What ends it early, as a failure.
  /// - Returns: The result of it; never an error, for whatever goes wrong is a failure of the step.
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult
}

/// Whether something may be done.
public enum EffectPermission: Hashable, Sendable {
  /// It may.
  case granted

  /// A person must say yes to exactly this request.
  case asked

  /// It may not, for the reason that is told to the person.
  case refused(reason: String)
}

/// What a driver must ask a person before an effect is performed.
public enum EffectQuestion: Hashable, Sendable {
  /// Whether all of these may be done: the pending one, and those that follow it without a
  /// question.
  case permission([EffectRequest])

  /// Whether the file at a path, which holds something else, may be overwritten; no keeps it.
  case overwrite(path: String)
}

/// Ends the performing of an effect early, or pauses it, from another thread.
public final class EffectCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var handler: (@Sendable () -> Void)?
    var isSuspended = false
    var suspensionHandler: (@Sendable (Bool) -> Void)?
  }

  private let state = Mutex(State())

  /// Held while a suspension is told, so that a handler hears of changes in their order.
  private let telling = Mutex(())

  /// Creates a cancellation that hasn't happened.
  public init() {}

  /// Whether it has happened.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the performing.
  public func cancel() {
    let handler = state.withLock { state in
      state.isCancelled = true
      defer { state.handler = nil }
      return state.handler
    }
    handler?()
  }

  /// Sets what is called once when it happens; at once when it has.
  ///
  /// - Parameter handler: It is called on the thread that cancels; nil removes the former one.
  public func whenCancelled(_ handler: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.handler = handler }
      return state.isCancelled
    }
    if isCancelled { handler?() }
  }

  // MARK: Suspending

  /// Pauses it, as while the program is stopped by Ctrl-Z: no time passes for
  /// it until ``resume()``.
  ///
  /// Returns when everything that was started is paused too.
  public func suspend() { setSuspended(true) }

  /// Continues it.
  public func resume() { setSuspended(false) }

  /// Sets what is called when it's paused (`true`) or continued; at once when it's paused
  /// already.
  ///
  /// - Parameter handler: It is called on the thread that suspends; nil removes the former one.
  ///     It must not suspend or continue anything itself.
  public func whenSuspended(_ handler: (@Sendable (Bool) -> Void)?) {
    telling.withLock { _ in
      let isSuspended = state.withLock { state in
        state.suspensionHandler = handler
        return state.isSuspended
      }
      if isSuspended { handler?(true) }
    }
  }

  private func setSuspended(_ isSuspended: Bool) {
    telling.withLock { _ in
      let handler = state.withLock { state in
        guard state.isSuspended != isSuspended else { return nil as (@Sendable (Bool) -> Void)? }
        state.isSuspended = isSuspended
        return state.suspensionHandler
      }
      handler?(isSuspended)
    }
  }
}
