// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import FlowEffects
public import FlowWalks

/// Performs effects with a host that blocks, each on a thread of Dispatch, so that none of the threads
/// that Swift's tasks share is blocked.
public struct BlockingEffects: AsyncEffectHost {
  private let host: any EffectHost

  /// Creates a host.
  ///
  /// - Parameter host: The host that blocks, such as ``SystemEffects``.
  public init(_ host: any EffectHost) { self.host = host }

  /// Returns whether a request may be performed.
  public func permission(for request: EffectRequest) -> EffectPermission {
    host.permission(for: request)
  }

  /// Returns what a file, or a folder or a link of a tree, would replace.
  public func outlook(of part: WriteRequest) -> WriteOutlook { host.outlook(of: part) }

  /// Looks once at what all parts of a write would replace.
  public func outlooks(of write: WriteRequest) -> [WriteOutlook] { host.outlooks(of: write) }

  /// Finds out whether a request has happened whose process was killed.
  public func recover(_ request: EffectRequest) -> EffectRecovery { host.recover(request) }

  /// Forgets what was noted about a request.
  public func conclude(_ request: EffectRequest) { host.conclude(request) }

  /// Performs a request; canceling the task cancels the effect.
  public func perform(_ request: EffectRequest) async -> EffectResult {
    let cancellation = EffectCancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { [host] in
          continuation.resume(returning: host.perform(request, until: cancellation))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
