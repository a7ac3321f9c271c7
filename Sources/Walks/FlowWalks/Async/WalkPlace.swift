// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
package import FlowSessions

/// Where an ``AsyncFlowRunner`` keeps its walk, and what says that no one else performs its effects.
package protocol WalkPlace: Sendable {
  /// Saves a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - isLeased: Whether it's saved only while the lease is held. Otherwise, what has happened is saved also if
  ///     the lease was lost, unless someone else has gone on.
  /// - Throws: ``StaleWalkError`` if the walk was changed elsewhere.
  func save(_ session: FlowSession, leased isLeased: Bool) async throws

  /// Returns the session as it's saved, and what another runner performs; nil if none does.
  func load() async throws -> (session: FlowSession, elsewhere: PerformedElsewhere?)

  /// Takes the lease of the walk, unless it has it.
  ///
  /// - Throws: ``StaleWalkError`` if someone else holds the lease and has changed the walk.
  func lease() async throws

  /// Ends the lease, unless it's the caller's.
  func release() async

  /// Calls a function while the lease is held, and cancels it before the lease can end.
  func performing(_ body: @escaping @Sendable () async -> EffectResult) async -> EffectResult
}

/// A place without leases: functions of the program that runs the walk.
struct SavingPlace: WalkPlace {
  let saving: AsyncFlowRunner.Saving?
  let loading: AsyncFlowRunner.Loading?

  func save(_ session: FlowSession, leased isLeased: Bool) async throws {
    try await saving?(session)
  }

  func load() async throws -> (session: FlowSession, elsewhere: PerformedElsewhere?) {
    guard let loading else { throw StaleWalkError() }
    return (try await loading(), nil)
  }

  func lease() {}

  func release() {}

  func performing(_ body: @escaping @Sendable () async -> EffectResult) async -> EffectResult {
    await body()
  }
}
