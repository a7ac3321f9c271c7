// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A type that performs effects: it runs commands and writes files.
///
/// A driver calls ``permission(for:)`` first. ``perform(_:until:)`` is called on any thread, can
/// take as long as the request allows, and returns when everything that it started has ended.
public protocol EffectHost: Sendable {
  /// Returns whether a request may be performed.
  func permission(for request: EffectRequest) -> EffectPermission

  /// Returns what a file, or a folder or a link of a tree, would replace.
  ///
  /// With the policy `ask`, the user decides about a file with different content. A host that doesn't know the
  /// content returns `differs(from: nil)`.
  func outlook(of part: WriteRequest) -> WriteOutlook

  /// Looks once at what all parts of a write would replace.
  ///
  /// By default, it calls ``outlook(of:)`` for each. A host that finds many paths in one folder faster does it here.
  ///
  /// - Parameter write: A file or a tree.
  /// - Returns: What each of its parts would replace, in their order.
  func outlooks(of write: WriteRequest) -> [WriteOutlook]

  /// Finds out whether a request has happened whose process was killed, and finishes or takes back what it has left.
  ///
  /// It's called before the user is asked, with the attempt that was killed. By default, nothing is known.
  ///
  /// - Parameter request: The request, with its attempt.
  /// - Returns: What happened.
  func recover(_ request: EffectRequest) -> EffectRecovery

  /// Forgets what a process has noted about a request, in case it's killed.
  ///
  /// It's called with each request that was performed or recovered, when its walk has recorded the result. By default,
  /// it does nothing.
  ///
  /// - Parameter request: The request, with its attempt.
  func conclude(_ request: EffectRequest)

  /// Performs a request, and returns when it has ended.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - cancellation: A cancellation that ends it early, as a failure.
  /// - Returns: The result. Whatever goes wrong is a failure of the step.
  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult
}

extension EffectHost {
  /// Looks at one part after the other.
  public func outlooks(of write: WriteRequest) -> [WriteOutlook] {
    write.parts.map { outlook(of: $0) }
  }

  /// Returns that nothing is known.
  public func recover(_ request: EffectRequest) -> EffectRecovery { .unknown }

  /// Does nothing.
  public func conclude(_ request: EffectRequest) {}
}

/// The knowledge about an effect that had begun when its process was killed.
public enum EffectRecovery: Hashable, Sendable {
  /// It has ended, if only now, with a result.
  case ended(EffectResult)

  /// It hasn't happened, and nothing is left of it.
  case notPerformed

  /// Only the user knows.
  case unknown
}

/// The file or link that a write would replace.
public enum WriteOutlook: Hashable, Sendable {
  /// Nothing.
  case new

  /// The same: nothing would change.
  case same

  /// Something else; with its content, if it's a file that can be read.
  case differs(from: [UInt8]?)

  /// Something that can't be replaced, such as a folder where a file belongs. It can only be kept, if at all.
  case blocked(by: WriteObstacle)
}

/// Whether a request may be performed.
public enum EffectPermission: Hashable, Sendable {
  /// The request may be performed.
  case granted

  /// The user must approve exactly this request.
  case asked

  /// The request may not be performed, for a reason to show the user.
  case refused(reason: String)
}

/// Cancels or suspends an effect from another thread, and hands over its output meanwhile.
public final class EffectCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var handler: (@Sendable () -> Void)?
    var isSuspended = false
    var suspensionHandler: (@Sendable (Bool) -> Void)?
  }

  private let state = Mutex(State())

  /// Held while the handler is called, so that it's notified of changes in order.
  private let telling = Mutex(())

  /// The latest output of the effect.
  ///
  /// A host appends the output of a command while it runs.
  public let output = EffectOutput()

  /// Creates a cancellation for an effect.
  public init() {}

  /// Whether the effect was cancelled.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels the effect.
  public func cancel() {
    let handler = state.withLock { state in
      state.isCancelled = true
      defer { state.handler = nil }
      return state.handler
    }
    handler?()
  }

  /// Sets a handler that's called once when the effect is cancelled, or immediately if it already
  /// was.
  ///
  /// - Parameter handler: The handler, which is called on the thread that cancels; nil to remove
  ///   the current one.
  public func whenCancelled(_ handler: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.handler = handler }
      return state.isCancelled
    }
    if isCancelled { handler?() }
  }

  // MARK: Suspending

  /// Suspends the effect, for example while the program is stopped by Ctrl-Z.
  ///
  /// No time passes for it until ``resume()``.
  ///
  /// Returns once everything that the effect started is suspended as well.
  package func suspend() { setSuspended(true) }

  /// Resumes the effect.
  package func resume() { setSuspended(false) }

  /// Sets a handler that's called when the effect is suspended (`true`) or resumed, or immediately
  /// if it's already suspended.
  ///
  /// - Parameter handler: The handler, which is called on the thread that suspends; nil to remove
  ///   the current one. It must not suspend or resume anything itself.
  package func whenSuspended(_ handler: (@Sendable (Bool) -> Void)?) {
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

/// A host that performs nothing, for walks whose effects are only asked about.
package struct NoEffects: EffectHost {
  private let permission: EffectPermission

  /// Creates a host that gives each request a permission.
  package init(_ permission: EffectPermission) { self.permission = permission }

  package func permission(for request: EffectRequest) -> EffectPermission { permission }

  package func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  package func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult {
    .failed(message: "nothing is performed")
  }
}
