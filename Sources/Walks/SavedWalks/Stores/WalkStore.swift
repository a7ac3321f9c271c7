// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowSessions

/// Where walks are kept between events, by one program or by many machines.
///
/// A walk has an id and a ``WalkRevision``. A change names the revision that it's based on. If another
/// change came first, it's refused as a conflict, and nothing is lost or advanced twice:
///
/// ```swift
/// let stored = try await store.load(id)
/// var session = try FlowSession(restoring: stored.walk, flow: flow)
/// let count = session.eventCount
/// session.send(.answer(.text("Rome")), now: now)
/// if let events = session.appendableEvents(after: count) {
///   try await store.append(events, to: id, after: stored.revision)
/// } else {
///   try await store.replace(id, with: SavedWalk(session), after: stored.revision)
/// }
/// ```
///
/// `AsyncFlowRunner(flow:in:id:)` does this for each event.
///
/// Acknowledge an answer after `append` has returned. A lease is needed only where one holder changes a
/// walk for a longer time, for example while an effect runs.
///
/// **Leases.** A lease ends when it's released, when its walk is removed, and with its holder: its process, or
/// its connection. Over a network it also ends when it wasn't renewed for ``leaseLifetime`` seconds, because a holder
/// that can't be reached may be gone. So a holder stops its work before that.
///
/// **Rules.** An operation is atomic: it happens as a whole or not at all. When it returns, what it
/// changed is as durable as the store. If several errors apply, the first of these is thrown:
/// invalid id, too large (when creating), exists, unknown, lease lost or leased, conflict, too large.
/// The kit in `ConformanceTesting` checks these rules for any implementation; run it in your tests.
///
/// **Summaries.** A change brings a ``WalkSummary``, which the store keeps with it and returns in lists, so that they say
/// where each walk is without restoring it. A change that brings none leaves the last one.
///
/// **Bounds.** An id has at most 100 bytes, a walk ``maximumWalkByteCount`` bytes: those of
/// `SavedWalk.bytes` when it was created or replaced, and of `WalkRecord.bytes` of each append. A
/// summary doesn't count, and may have as many bytes itself. A page of a list has at most 1,000 entries.
public protocol WalkStore: Sendable {
  /// The maximum size of a walk in bytes.
  var maximumWalkByteCount: Int { get }

  /// Whether what's stored is sealed, so that a runner keeps secrets in it; by default, it isn't.
  var isSealed: Bool { get }

  /// How long a lease lasts without being renewed, in seconds; by default nil, for one that ends only with its
  /// holder.
  var leaseLifetime: Double? { get }

  /// Adds a walk.
  ///
  /// Don't use an id again after its walk was removed: a late change by someone who knew the old walk
  /// could fit the new one.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - walk: The walk so far.
  ///   - summary: Its summary.
  /// - Returns: ``WalkRevision/first``.
  /// - Throws: ``WalkStoreError``; exists if there is a walk with the id.
  @discardableResult
  func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision

  /// Appends events to a walk that no one else has changed.
  ///
  /// Without events, only checks that the change would be allowed, and returns the same revision.
  ///
  /// - Parameters:
  ///   - events: The events, oldest first.
  ///   - id: The id of the walk.
  ///   - revision: The revision that the caller knows.
  ///   - lease: The caller's lease, or nil without one.
  ///   - summary: The summary of the walk with the events, or nil to leave the last one.
  /// - Returns: The new revision.
  /// - Throws: ``WalkStoreError``; a conflict if the walk has another revision.
  @discardableResult
  func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
    holding lease: WalkLease?, summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision

  /// Replaces a walk that no one else has changed; for example, after a migration.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - walk: The new walk, with all its events.
  ///   - revision: The revision that the caller knows.
  ///   - lease: The caller's lease, or nil without one.
  ///   - summary: The summary of the new walk, or nil to leave the last one.
  /// - Returns: The new revision.
  /// - Throws: ``WalkStoreError``; a conflict if the walk has another revision.
  @discardableResult
  func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision

  /// Returns a walk, leased or not.
  ///
  /// - Parameter id: The id of the walk.
  /// - Returns: The walk and its revision.
  /// - Throws: ``WalkStoreError``; unknown if there is none, damaged if it can't be read.
  func load(_ id: String) async throws(WalkStoreError) -> StoredWalk

  /// Returns a walk, or nil if it still has the revision that the caller knows.
  ///
  /// For callers that keep what they have restored; a store of its own can tell without reading the walk. By default, it
  /// loads the walk.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - revision: The revision that the caller knows.
  /// - Returns: The walk, or nil if it has that revision.
  /// - Throws: ``WalkStoreError``; unknown if there is none, damaged if it can't be read.
  func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk?

  /// Returns a page of the walks with the times of their last changes and their summaries, ordered by the bytes of
  /// their ids.
  ///
  /// A walk that is created or removed while someone reads page after page may or may not occur;
  /// every other one occurs once.
  ///
  /// - Parameters:
  ///   - id: The last id of the page before, or nil for the first page.
  ///   - limit: The maximum number of entries; less than 1 counts as 1, more than 1,000 as 1,000.
  /// - Returns: The entries; fewer than `limit` on the last page.
  /// - Throws: ``WalkStoreError/unavailable(reason:)`` or ``WalkStoreError/refused(reason:)``.
  func list(after id: String?, limit: Int) async throws(WalkStoreError) -> [StoredWalk.Entry]

  /// Returns the number of walks whose ids begin with a text and are longer, or the limit if there are more.
  ///
  /// A store of its own can tell without reading the walks. By default, it lists them.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the ids.
  ///   - limit: The number from which on it doesn't count; less than 1 counts as 1.
  /// - Returns: The number.
  /// - Throws: ``WalkStoreError/unavailable(reason:)`` or ``WalkStoreError/refused(reason:)``.
  func count(beginningWith prefix: String, limit: Int) async throws(WalkStoreError) -> Int

  /// Reserves the right to change a walk, without waiting for it.
  ///
  /// - Parameter id: The id of the walk.
  /// - Returns: The lease.
  /// - Throws: ``WalkStoreError``; leased if the walk has a lease, even one of the caller.
  func lease(_ id: String) async throws(WalkStoreError) -> WalkLease

  /// Makes a lease last for another ``leaseLifetime`` seconds.
  ///
  /// - Parameter lease: The lease.
  /// - Throws: ``WalkStoreError``; lease lost if it has ended, also with its walk.
  func renew(_ lease: WalkLease) async throws(WalkStoreError)

  /// Ends a lease; one that has ended is left alone.
  func release(_ lease: WalkLease) async

  /// Removes a walk, and ends the caller's lease of it.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - revision: The revision that the caller knows, or nil to remove any.
  ///   - lease: The caller's lease, or nil without one.
  /// - Throws: ``WalkStoreError``; a conflict if the walk has another revision.
  func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError)
}

extension WalkStore {
  /// Returns false.
  public var isSealed: Bool { false }

  /// Returns nil.
  public var leaseLifetime: Double? { nil }

  /// Loads the walk, and compares its revision.
  public func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk? {
    let stored = try await load(id)
    return stored.revision == revision ? nil : stored
  }

  /// Lists the walks, page after page.
  public func count(
    beginningWith prefix: String, limit: Int
  ) async throws(WalkStoreError) -> Int {
    var (count, last) = (0, prefix)
    while true {
      let page = try await list(after: last, limit: StoreLimits.pageLength(limit))
      let own = page.prefix { $0.id.hasPrefix(prefix) }
      count += own.count
      guard count < limit, own.count == StoreLimits.pageLength(limit), let end = own.last?.id else {
        return min(count, max(limit, 1))
      }
      last = end
    }
  }

  /// Adds a walk of which the summary says only its flow, and when it began.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk
  ) async throws(WalkStoreError) -> WalkRevision {
    try await create(id, walk, summary: WalkSummary(walk))
  }

  /// Appends events to a walk that no one else has changed, and leaves its summary.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
    holding lease: WalkLease? = nil
  ) async throws(WalkStoreError) -> WalkRevision {
    try await append(events, to: id, after: revision, holding: lease, summary: nil)
  }

  /// Replaces a walk that no one else has changed, and leaves its summary.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision,
    holding lease: WalkLease? = nil
  ) async throws(WalkStoreError) -> WalkRevision {
    try await replace(id, with: walk, after: revision, holding: lease, summary: nil)
  }

  /// Removes a walk, without a lease.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - revision: The revision that the caller knows, or nil to remove any.
  /// - Throws: ``WalkStoreError``; a conflict if the walk has another revision.
  public func remove(
    _ id: String, after revision: WalkRevision? = nil
  ) async throws(WalkStoreError) {
    try await remove(id, after: revision, holding: nil)
  }

  /// Removes the walks that were last changed before a time.
  ///
  /// A walk that is leased, or changed meanwhile, is kept; so is one whose time, or if one is named, whose flow the store
  /// doesn't know.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - flow: The id of the flow whose walks are removed; nil for those of all flows.
  /// - Returns: The ids of the removed walks, in order.
  /// - Throws: ``WalkStoreError/unavailable(reason:)``, ``WalkStoreError/refused(reason:)``, or
  ///   ``WalkStoreError/unknownOutcome(_:reason:)``; some walks may have been removed.
  /// - Complexity: O(*n*) operations in the number of walks.
  @discardableResult
  public func removeAll(
    changedBefore time: Timestamp, of flow: String? = nil
  ) async throws(WalkStoreError) -> [String] {
    try await removeAll { entry in
      entry.changed.map { $0 < time } ?? false && (flow == nil || entry.summary?.flow == flow)
    }
  }

  private func removeAll(
    where isRemoved: (StoredWalk.Entry) -> Bool
  ) async throws(WalkStoreError) -> [String] {
    var removed: [String] = []
    var last: String?
    while true {
      let page = try await list(after: last, limit: StoreLimits.maximumPageLength)
      for entry in page where isRemoved(entry) {
        do throws(WalkStoreError) {
          try await remove(entry.id, after: entry.revision)
          removed.append(entry.id)
        } catch {
          switch error {
          case .unavailable, .refused, .unknownOutcome: throw error
          default: continue
          }
        }
      }
      guard page.count == StoreLimits.maximumPageLength else { return removed }
      last = page.last?.id
    }
  }

  /// Removes the walks whose summaries say that they have expired.
  ///
  /// A walk that is leased, or changed meanwhile, is kept.
  ///
  /// - Parameter time: The present time.
  /// - Returns: The ids of the removed walks, in order.
  /// - Throws: ``WalkStoreError/unavailable(reason:)``, ``WalkStoreError/refused(reason:)``, or
  ///   ``WalkStoreError/unknownOutcome(_:reason:)``; some walks may have been removed.
  /// - Complexity: O(*n*) operations in the number of walks.
  @discardableResult
  package func removeExpired(at time: Timestamp) async throws(WalkStoreError) -> [String] {
    try await removeAll { entry in entry.summary?.expires.map { $0 < time } ?? false }
  }

  /// Calls a function while the caller holds the lease of a walk, and releases it afterwards.
  ///
  /// The lease is renewed meanwhile. If it's lost all the same, a change that names it is refused as
  /// ``WalkStoreError/leaseLost(_:)``.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - body: The function.
  /// - Returns: What the function returns.
  /// - Throws: ``WalkStoreError`` if the walk can't be leased, and what the function throws.
  @discardableResult
  public func withLease<Result: Sendable>(
    of id: String, _ body: (WalkLease) async throws -> Result
  ) async throws -> Result {
    let lease = try await lease(id)
    let renewal = leaseLifetime.map { _ in Task { await keep(lease) } }
    defer { renewal?.cancel() }
    do {
      let result = try await body(lease)
      await release(lease)
      return result
    } catch {
      await release(lease)
      throw error
    }
  }

  /// Renews a lease in time, as long as it's held and the task isn't canceled.
  ///
  /// - Parameters:
  ///   - lease: The lease.
  ///   - renewed: Is called after each renewal with the time at which it was asked for.
  func keep(
    _ lease: WalkLease, _ renewed: (ContinuousClock.Instant) async -> Void = { _ in }
  ) async {
    guard let lifetime = leaseDuration else { return }
    while true {
      guard (try? await Task.sleep(for: lifetime / 4)) != nil else { return }
      let now = ContinuousClock.now
      do throws(WalkStoreError) {
        try await renew(lease)
        await renewed(now)
      } catch {
        // A store that can't be reached now may be reached in time.
        guard error.canRetry else { return }
      }
    }
  }

  /// ``leaseLifetime``, within bounds.
  var leaseDuration: Duration? {
    leaseLifetime.map { .seconds($0 > 0.001 ? min($0, 1e6) : 0.001) }
  }
}

/// The numbers that every store has in common.
package enum StoreLimits {
  /// The maximum number of entries on a page.
  package static let maximumPageLength = 1_000

  /// Returns the number of entries on a page.
  package static func pageLength(_ limit: Int) -> Int { min(max(limit, 1), maximumPageLength) }

  /// Throws if a text can't be an id.
  package static func check(_ id: String) throws(WalkStoreError) {
    guard WalkID.isValid(id) else { throw .invalidID(id) }
  }

  /// Throws if a walk would be too large.
  package static func check(
    _ id: String, byteCount: Int, limit: Int
  ) throws(WalkStoreError) {
    guard byteCount <= limit else { throw .tooLarge(id, byteCount: byteCount, limit: limit) }
  }
}
