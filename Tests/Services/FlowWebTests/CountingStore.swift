// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SavedWalks
import Synchronization

/// A store that counts what it's asked for.
final class CountingStore: WalkStore {
  struct Counts: Hashable {
    var loads = 0
    var checks = 0
    var changes = 0
    var lists = 0
    var counts = 0
  }

  private let store: any WalkStore
  private let counts = Mutex(Counts())

  /// Whether the connection is lost before the next change is acknowledged.
  let losesConnection = Mutex(false)

  let maximumWalkByteCount: Int

  init(_ store: any WalkStore = MemoryWalkStore()) {
    self.store = store
    maximumWalkByteCount = store.maximumWalkByteCount
  }

  /// Returns the counts since this was last called.
  func take() -> Counts {
    counts.withLock { counts in
      defer { counts = Counts() }
      return counts
    }
  }

  func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision {
    counts.withLock { $0.changes += 1 }
    return try await store.create(id, walk, summary: summary)
  }

  func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
    holding lease: WalkLease?, summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    counts.withLock { $0.changes += 1 }
    let next = try await store.append(
      events, to: id, after: revision, holding: lease, summary: summary)
    let isLost = losesConnection.withLock { isLost in
      defer { isLost = false }
      return isLost
    }
    if isLost { throw .unknownOutcome(id, reason: "the connection was lost") }
    return next
  }

  func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    counts.withLock { $0.changes += 1 }
    return try await store.replace(
      id, with: walk, after: revision, holding: lease, summary: summary)
  }

  func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    counts.withLock { $0.loads += 1 }
    return try await store.load(id)
  }

  func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk? {
    counts.withLock { $0.checks += 1 }
    let walk = try await store.load(id, unless: revision)
    if walk != nil { counts.withLock { $0.loads += 1 } }
    return walk
  }

  func list(after id: String?, limit: Int) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    counts.withLock { $0.lists += 1 }
    return try await store.list(after: id, limit: limit)
  }

  func count(beginningWith prefix: String, limit: Int) async throws(WalkStoreError) -> Int {
    counts.withLock { $0.counts += 1 }
    return try await store.count(beginningWith: prefix, limit: limit)
  }

  func lease(_ id: String) async throws(WalkStoreError) -> WalkLease { try await store.lease(id) }

  func renew(_ lease: WalkLease) async throws(WalkStoreError) { try await store.renew(lease) }

  func release(_ lease: WalkLease) async { await store.release(lease) }

  func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) {
    try await store.remove(id, after: revision, holding: lease)
  }
}
