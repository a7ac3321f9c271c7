// SPDX-License-Identifier: Apache-2.0

public import SavedWalks

/// The test that every implementation of `WalkStore` must pass.
///
/// ```
/// @Test func myStoreConforms() async {
///   let check = WalkStoreCheck { try await MyStore.empty(maximumWalkByteCount: 65_536) }
///   #expect(await check.failures() == [])
/// }
/// ```
///
/// It checks every rule of the protocol, every pair of operations from every state of a walk, changes
/// made at the same time, and random histories against a model. It needs no test library, so it runs in
/// a program, too. A failure names the seed of its history; give it to ``init(seed:histories:another:empty:)``
/// to repeat it.
public struct WalkStoreCheck<Store: WalkStore>: Sendable {
  /// A rule that a store breaks.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The rule.
    public let rule: String

    /// A description of what happened instead.
    public let detail: String

    /// The rule and the detail.
    public var description: String { "\(rule): \(detail)" }
  }

  /// The seed of the first random history; the others follow it.
  public let seed: UInt64

  let histories: Int
  let another: @Sendable (Store) async throws -> Store
  let empty: @Sendable () async throws -> Store

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random histories; by default a random one.
  ///   - histories: The number of random histories, of 40 operations each.
  ///   - another: Returns a second store with the same walks, as another process has it; by default
  ///     the same store. Leases of one are those of someone else for the other.
  ///   - empty: Returns an empty store. Its `maximumWalkByteCount` is at least 4,096 bytes; with 65,536
  ///     the check is fast.
  public init(
    seed: UInt64 = .random(in: 0..<1 << 32), histories: Int = 20,
    another: @escaping @Sendable (Store) async throws -> Store = { $0 },
    empty: @escaping @Sendable () async throws -> Store
  ) {
    self.seed = seed
    self.histories = histories
    self.another = another
    self.empty = empty
  }

  /// Runs the whole check.
  ///
  /// - Returns: The broken rules, at most 100; empty if the store passes.
  public func failures() async -> [Failure] {
    var failures = await ruleFailures()
    failures += await pairFailures()
    if failures.count < Self.mostFailures { failures += await concurrencyFailures() }
    if failures.count < Self.mostFailures { failures += await historyFailures() }
    return Array(failures.prefix(Self.mostFailures))
  }

  /// The number of failures after which the rest isn't checked.
  static var mostFailures: Int { 100 }

  /// Runs a part of the check; an error that it throws is a failure.
  func collect(
    _ rule: String, _ body: (inout [Failure]) async throws -> Void
  ) async -> [Failure] {
    var failures: [Failure] = []
    do {
      try await body(&failures)
    } catch {
      failures.append(Failure(rule: rule, detail: "\(error)"))
    }
    return failures
  }
}
