// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SavedWalks

/// A store as one process has it: when the process is killed, its leases end, and nothing that it does reaches
/// the store.
actor StoreProcess: WalkStore {
  private var base: (any WalkStore)?
  private var leases: [WalkLease] = []
  private var losesLeases = false
  private var isCut = false

  nonisolated let maximumWalkByteCount: Int
  nonisolated let leaseLifetime: Double?

  /// Creates a process.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - leaseLifetime: How long a lease lasts, in seconds.
  init(_ store: any WalkStore, leaseLifetime: Double? = nil) {
    base = store
    maximumWalkByteCount = store.maximumWalkByteCount
    self.leaseLifetime = leaseLifetime
  }

  /// Ends the process.
  func kill() async {
    await loseLeases()
    base = nil
  }

  /// Ends the leases, as when they weren't renewed in time.
  func loseLeases() async {
    losesLeases = true
    guard let base else { return }
    for lease in leases { await base.release(lease) }
  }

  /// Cuts the connection to the store, or mends it.
  func setCut(_ isCut: Bool) { self.isCut = isCut }

  private func reached() throws(WalkStoreError) -> any WalkStore {
    guard let base, !isCut else { throw .unavailable(reason: "the process has no connection") }
    return base
  }

  func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision {
    try await reached().create(id, walk, summary: summary)
  }

  func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision,
    holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try await reached().append(events, to: id, after: revision, holding: lease, summary: summary)
  }

  func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try await reached().replace(
      id, with: walk, after: revision, holding: lease, summary: summary)
  }

  func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    try await reached().load(id)
  }

  func list(
    after id: String?, limit: Int
  ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    try await reached().list(after: id, limit: limit)
  }

  func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
    let lease = try await reached().lease(id)
    leases.append(lease)
    return lease
  }

  func renew(_ lease: WalkLease) async throws(WalkStoreError) {
    guard !losesLeases else { throw .leaseLost(lease.id) }
    try await reached().renew(lease)
  }

  func release(_ lease: WalkLease) async {
    leases.removeAll { $0 == lease }
    await base?.release(lease)
  }

  func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) {
    try await reached().remove(id, after: revision, holding: lease)
  }
}
