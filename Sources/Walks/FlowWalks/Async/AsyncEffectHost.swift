// SPDX-License-Identifier: Apache-2.0

public import FlowEffects

/// A type that performs effects, and may take its time.
///
/// For a host that blocks, such as `SystemEffects`, use `BlockingEffects`.
public protocol AsyncEffectHost: Sendable {
  /// Returns whether a request may be performed.
  func permission(for request: EffectRequest) -> EffectPermission

  /// Returns what a file, or a folder or a link of a tree, would replace; see `EffectHost.outlook(of:)`. By
  /// default, nothing.
  func outlook(of part: WriteRequest) -> WriteOutlook

  /// Looks once at what all parts of a write would replace; see `EffectHost.outlooks(of:)`. By default, it calls
  /// ``outlook(of:)`` for each.
  func outlooks(of write: WriteRequest) -> [WriteOutlook]

  /// Finds out whether a request has happened whose process was killed, and finishes or takes back what it has left;
  /// see `EffectHost.recover(_:)`. By default, nothing is known.
  func recover(_ request: EffectRequest) -> EffectRecovery

  /// Forgets what was noted about a request, because its walk has recorded the result; see
  /// `EffectHost.conclude(_:)`. By default, it does nothing.
  func conclude(_ request: EffectRequest)

  /// Performs a request, and returns when it has ended.
  ///
  /// When the task is canceled, it should end early, as a failure. Its result is used in any case,
  /// because the walk has to know whether something happened.
  ///
  /// - Parameter request: The request.
  /// - Returns: The result. Whatever goes wrong is a failure of the step.
  func perform(_ request: EffectRequest) async -> EffectResult
}

extension AsyncEffectHost {
  /// Grants every request.
  public func permission(for request: EffectRequest) -> EffectPermission { .granted }

  /// Returns that nothing would be replaced.
  public func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  /// Looks at one part after the other.
  public func outlooks(of write: WriteRequest) -> [WriteOutlook] {
    write.parts.map { outlook(of: $0) }
  }

  /// Returns that nothing is known.
  public func recover(_ request: EffectRequest) -> EffectRecovery { .unknown }

  /// Does nothing.
  public func conclude(_ request: EffectRequest) {}
}

/// The permissions of a host, for a walk whose effects are performed elsewhere.
struct EffectRules: EffectHost {
  private let host: any AsyncEffectHost

  init(of host: any AsyncEffectHost) { self.host = host }

  func permission(for request: EffectRequest) -> EffectPermission { host.permission(for: request) }

  func outlook(of part: WriteRequest) -> WriteOutlook { host.outlook(of: part) }

  func outlooks(of write: WriteRequest) -> [WriteOutlook] { host.outlooks(of: write) }

  func recover(_ request: EffectRequest) -> EffectRecovery { host.recover(request) }

  func conclude(_ request: EffectRequest) { host.conclude(request) }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .failed(message: "not performed")
  }
}
