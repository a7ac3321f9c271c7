// SPDX-License-Identifier: Apache-2.0

/// A type that performs effects, and may take its time.
///
/// For a host that blocks, such as `SystemEffects`, use `BlockingEffects`.
public protocol AsyncEffectHost: Sendable {
  /// Returns whether a request may be performed.
  func permission(for request: EffectRequest) -> EffectPermission

  /// Returns whether a write with the policy `ask` would replace a file with different content. By
  /// default, it wouldn't.
  func meetsFile(_ request: WriteRequest) -> Bool

  /// Returns what a file, a folder, or a link would replace. By default, it follows from ``meetsFile(_:)``.
  func outlook(of request: WriteRequest) -> WriteOutlook

  /// Looks at what parts of a tree would replace, in their order; see ``EffectHost/visitOutlooks(of:_:)``. By default,
  /// it calls ``outlook(of:)`` for each.
  func visitOutlooks(
    of parts: ArraySlice<WriteRequest>, _ visit: (WriteRequest, () -> WriteOutlook) -> Bool)

  /// Finds out whether a request has happened whose process was killed, and finishes or takes back what it has left;
  /// see ``EffectHost/recover(_:)``. By default, nothing is known.
  func recover(_ request: EffectRequest) -> EffectRecovery

  /// Forgets what was noted about a request, because its walk has recorded the result; see
  /// ``EffectHost/conclude(_:)``. By default, it does nothing.
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

  /// Returns false.
  public func meetsFile(_ request: WriteRequest) -> Bool { false }

  /// Returns what a file would replace, without its content.
  public func outlook(of request: WriteRequest) -> WriteOutlook {
    meetsFile(request) ? .differs(from: nil) : .new
  }

  /// Looks at one part after the other.
  public func visitOutlooks(
    of parts: ArraySlice<WriteRequest>, _ visit: (WriteRequest, () -> WriteOutlook) -> Bool
  ) {
    for part in parts where !visit(part, { outlook(of: part) }) { return }
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

  func meetsFile(_ request: WriteRequest) -> Bool { host.meetsFile(request) }

  func outlook(of request: WriteRequest) -> WriteOutlook { host.outlook(of: request) }

  func visitOutlooks(
    of parts: ArraySlice<WriteRequest>, _ visit: (WriteRequest, () -> WriteOutlook) -> Bool
  ) {
    host.visitOutlooks(of: parts, visit)
  }

  func recover(_ request: EffectRequest) -> EffectRecovery { host.recover(request) }

  func conclude(_ request: EffectRequest) { host.conclude(request) }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    .failed(message: "not performed")
  }
}
