// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
package import FlowExpressions
package import FlowSessions
package import FlowWalks
import Synchronization

/// A walk in a store, as one runner knows it.
///
/// It isn't an actor: nothing in it takes long, and each change of actors would be a job of its own.
package final class StoredPlace: WalkPlace {
  private let store: any WalkStore
  private let id: String

  /// Restores the walk.
  private let restoring: @Sendable (StoredWalk) throws(SavedWalkError) -> RestoredSession

  /// The lease of the runner's caller, which outlasts the runner.
  private let callers: WalkLease?

  /// The state that changes with the walk.
  private struct State {
    /// The lease that changes name.
    var held: WalkLease?

    /// The revision that the runner's session has.
    var revision = WalkRevision.first

    /// The number of events that are stored.
    var count = 0

    /// Whether the first change adds the walk.
    var isNew = false

    /// Whether a session that's restored has the same number of events as the runner's.
    var isExact = true

    /// The summary as it's stored; before that, with the owner of a new walk.
    var summary: WalkSummary

    /// The time at which the lease was last renewed.
    var renewed = ContinuousClock.now
  }

  private let state: Mutex<State>

  /// The revision that the runner's session has.
  package var revision: WalkRevision { state.withLock { $0.revision } }

  /// The summary as it's stored; before that, with the owner of a new walk.
  package var summary: WalkSummary { state.withLock { $0.summary } }

  /// The owner of the walk; nil if anyone may have it.
  private let owner: String?

  /// Returns the time after which the walk may be removed, if it's changed now; nil for never.
  private let expiry: (@Sendable () -> Timestamp?)?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - id: The id of the walk.
  ///   - lease: The caller's lease of the walk.
  ///   - owner: The owner of the walk; nil to take any.
  ///   - notes: The notes of a new walk.
  ///   - expiry: Returns the time after which the walk may be removed, if it's changed now.
  ///   - restoring: Restores the walk.
  package init(
    store: any WalkStore, id: String, holding lease: WalkLease? = nil, owner: String? = nil,
    notes: [String: Value] = [:], expiry: (@Sendable () -> Timestamp?)? = nil,
    restoring: @escaping @Sendable (StoredWalk) throws(SavedWalkError) -> RestoredSession
  ) {
    self.store = store
    self.id = id
    self.restoring = restoring
    self.owner = owner
    self.expiry = expiry
    callers = lease
    state = Mutex(
      State(held: lease, summary: WalkSummary(flow: "", owner: owner, notes: notes)))
  }

  /// Creates a place of a walk that the caller has looked at.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - id: The id of the walk.
  ///   - view: The walk as it was then; nil for one that the first change adds.
  ///   - expiry: Returns the time after which the walk may be removed, if it's changed now.
  ///   - restoring: Restores the walk.
  package init(
    store: any WalkStore, id: String, at view: StoredWalkView?,
    expiry: @escaping @Sendable () -> Timestamp?,
    restoring: @escaping @Sendable (StoredWalk) throws(SavedWalkError) -> RestoredSession
  ) {
    self.store = store
    self.id = id
    self.restoring = restoring
    self.expiry = expiry
    (owner, callers) = (nil, nil)
    state = Mutex(
      State(
        revision: view?.revision ?? .first, count: view?.session.eventCount ?? 0,
        isNew: view == nil, summary: view?.summary ?? WalkSummary(flow: "")))
  }

  /// Returns the walk with a session that was just saved.
  ///
  /// - Returns: A lasting view; nil if it must be loaded to know what a restored session is.
  package func view(of session: FlowSession) -> StoredWalkView? {
    state.withLock { state in
      let view = StoredWalkView(
        session: session, revision: state.revision, notices: [], summary: state.summary,
        elsewhere: nil)
      return state.isExact && state.count == session.eventCount && view.isLasting ? view : nil
    }
  }

  deinit {
    guard callers == nil, let held = state.withLock({ $0.held }) else { return }
    // The effect that it was for has ended, or was never begun.
    Task { [store] in await store.release(held) }
  }

  // MARK: Walks

  /// Adds a walk; if someone else has just added one, returns that.
  package func create(
    _ session: FlowSession
  ) async throws -> (session: FlowSession, elsewhere: PerformedElsewhere?) {
    let revision: WalkRevision
    do throws(WalkStoreError) {
      revision = try await store.create(
        id, SavedWalk(session, keepingSecrets: store.isSealed), summary: summary(of: session))
    } catch {
      guard case .exists = error else { throw error }
      return try await load()
    }
    state.withLock { ($0.revision, $0.count) = (revision, session.eventCount) }
    return (session, nil)
  }

  package func load() async throws -> (session: FlowSession, elsewhere: PerformedElsewhere?) {
    let held = state.withLock { $0.held }
    let view = try await store.look(at: id, holding: held, owner: owner, restoring)
    if let stored = view.summary { state.withLock { $0.summary = stored } }
    if let secret = view.missingSecret { throw MissingSecretError(id: id, name: secret) }
    state.withLock { ($0.revision, $0.count) = (view.revision, view.session.eventCount) }
    return (view.session, view.elsewhere)
  }

  /// Makes sure that the walk wasn't changed elsewhere, and isn't leased.
  ///
  /// - Throws: `StaleWalkError` if it was changed, and `WalkStoreError` if it's leased or gone.
  package func check() async throws {
    let (revision, held) = state.withLock { ($0.revision, $0.held) }
    do throws(WalkStoreError) {
      try await store.append([], to: id, after: revision, holding: held)
    } catch {
      if case .conflict = error { throw StaleWalkError(id: id) }
      throw error
    }
  }

  package func save(_ session: FlowSession, leased isLeased: Bool) async throws {
    do {
      try await write(session, beginsEffect: isLeased && session.effectInProgress != nil)
    } catch WalkStoreError.leaseLost where !isLeased && state.withLock({ $0.held != nil }) {
      state.withLock { $0.held = nil }
      try await save(session, leased: false)
    } catch WalkStoreError.conflict, WalkStoreError.exists {
      throw StaleWalkError(id: id)
    } catch {
      try await check(error)
    }
  }

  /// Appends what's new, or replaces the walk if something in it waits for its question.
  ///
  /// That an effect begins is a change also where the log has it already: who was asked before whether it has
  /// happened may not answer any more.
  private func write(
    _ session: FlowSession, beginsEffect: Bool
  ) async throws(WalkStoreError) {
    let known = state.withLock { $0 }
    if known.isNew {
      let walk = SavedWalk(session, keepingSecrets: store.isSealed)
      let revision = try await store.create(id, walk, summary: summary(of: session))
      note(revision, session.eventCount, isExact: walk.events.count == session.eventCount)
      return
    }
    let events = session.appendableEvents(after: known.count, keepingSecrets: store.isSealed)
    if let events, !events.isEmpty || session.eventCount == known.count && !beginsEffect {
      let revision = try await store.append(
        events, to: id, after: known.revision, holding: known.held, summary: summary(of: session))
      // A walk whose refused answers were dropped before they were saved has fewer events when it's restored.
      let isExact = store.isSealed && events.count == session.eventCount - known.count
      note(revision, session.eventCount, isExact: known.isExact && isExact)
    } else {
      let walk = SavedWalk(session, keepingSecrets: store.isSealed)
      let revision = try await store.replace(
        id, with: walk, after: known.revision, holding: known.held, summary: summary(of: session))
      note(revision, session.eventCount, isExact: false)
    }
  }

  private func note(_ revision: WalkRevision, _ count: Int, isExact: Bool) {
    state.withLock { state in
      (state.revision, state.count) = (revision, count)
      (state.isNew, state.isExact) = (false, isExact)
    }
  }

  private func summary(of session: FlowSession) -> WalkSummary {
    let expires = expiry?()
    return state.withLock { state in
      state.summary.update(from: session, keepingSecrets: store.isSealed)
      state.summary.expires = expires
      return state.summary
    }
  }

  /// Throws an error of the store; if someone else who has a lease has gone on, the runner is over.
  private func check(_ error: WalkStoreError) async throws {
    let revision = state.withLock { $0.revision }
    if case .leased = error, try await store.load(id).revision != revision {
      throw StaleWalkError(id: id)
    }
    throw error
  }

  // MARK: The lease

  package func lease() async throws {
    let now = ContinuousClock.now
    do throws(WalkStoreError) {
      if let held = state.withLock({ $0.held }) {
        try await store.renew(held)
      } else if callers == nil {
        let lease = try await store.lease(id)
        state.withLock { $0.held = lease }
      } else {
        throw WalkStoreError.leaseLost(id)
      }
      state.withLock { $0.renewed = now }
    } catch .leaseLost where callers == nil {
      state.withLock { $0.held = nil }
      try await lease()
    } catch {
      try await check(error)
    }
  }

  package func release() async {
    guard callers == nil else { return }
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    if let held { await store.release(held) }
  }

  package func performing(
    _ body: @escaping @Sendable () async -> EffectResult
  ) async -> EffectResult {
    guard let lifetime = store.leaseDuration, let lease = state.withLock({ $0.held }) else {
      return await body()
    }
    return await withTaskGroup(of: EffectResult?.self) { group in
      group.addTask { await body() }
      group.addTask {
        await self.store.keep(lease) { self.note($0) }
        return nil
      }
      group.addTask {
        // A renewal may not return in time.
        while self.isInTime(lifetime * 3 / 4) {
          guard (try? await Task.sleep(for: lifetime / 8)) != nil else { break }
        }
        return nil
      }
      var ended: EffectResult?
      for await result in group {
        // The first to end is the effect, or what knows that the lease is lost; then the effect ends early.
        ended = ended ?? result
        group.cancelAll()
      }
      return ended ?? .failed(message: "not performed")
    }
  }

  private func note(_ time: ContinuousClock.Instant) {
    state.withLock { $0.renewed = max($0.renewed, time) }
  }

  private func isInTime(_ limit: Duration) -> Bool { .now - state.withLock { $0.renewed } < limit }
}
