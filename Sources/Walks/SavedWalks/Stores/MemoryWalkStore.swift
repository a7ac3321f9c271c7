// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowHosts
public import FlowSessions

/// A store that keeps walks in this process only, for tests and for programs with one process.
public actor MemoryWalkStore: WalkStore {
  private struct Content {
    var walk: SavedWalk
    var revision = WalkRevision.first
    var byteCount: Int
    var changed: Timestamp
    var summary: WalkSummary
    var lease: WalkLease?
  }

  /// The maximum size of a walk in bytes.
  public nonisolated let maximumWalkByteCount: Int

  private let clock: @Sendable () -> Timestamp

  private var contents: [String: Content] = [:]

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - maximumWalkByteCount: The maximum size of a walk in bytes; by default 16 MiB.
  ///   - clock: Returns the time of a change; nil for this machine's clock.
  public init(
    maximumWalkByteCount: Int = 16 << 20, clock: (@Sendable () -> Timestamp)? = nil
  ) {
    self.maximumWalkByteCount = maximumWalkByteCount
    self.clock = clock ?? { SystemHost.now }
  }

  /// Adds a walk; see `WalkStore`.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let byteCount = walk.bytes.count
    try StoreLimits.check(id, byteCount: byteCount, limit: maximumWalkByteCount)
    guard contents[id] == nil else { throw .exists(id) }
    contents[id] = Content(
      walk: walk, byteCount: byteCount, changed: clock(), summary: summary)
    return .first
  }

  /// Appends events; see `WalkStore`.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) throws(WalkStoreError) -> WalkRevision {
    let content = try changeable(id, after: revision, holding: lease)
    guard !events.isEmpty else { return revision }
    let byteCount = content.byteCount + WalkRecord(events).bytes.count
    try StoreLimits.check(id, byteCount: byteCount, limit: maximumWalkByteCount)
    contents[id]?.walk.events += events
    contents[id]?.byteCount = byteCount
    contents[id]?.revision = revision.next
    contents[id]?.changed = clock()
    if let summary { contents[id]?.summary = summary }
    return revision.next
  }

  /// Replaces a walk; see `WalkStore`.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) throws(WalkStoreError) -> WalkRevision {
    var content = try changeable(id, after: revision, holding: lease)
    content.byteCount = walk.bytes.count
    try StoreLimits.check(id, byteCount: content.byteCount, limit: maximumWalkByteCount)
    content.walk = walk
    content.revision = revision.next
    content.changed = clock()
    content.summary = summary ?? content.summary
    contents[id] = content
    return content.revision
  }

  /// Returns a walk; see `WalkStore`.
  public func load(_ id: String) throws(WalkStoreError) -> StoredWalk {
    let content = try content(of: id)
    return StoredWalk(content.walk, at: content.revision, summary: content.summary)
  }

  /// Returns a walk, or nil if it still has a revision; see `WalkStore`.
  public func load(_ id: String, unless revision: WalkRevision) throws(WalkStoreError)
    -> StoredWalk?
  {
    try content(of: id).revision == revision ? nil : load(id)
  }

  /// Returns a page of the walks; see `WalkStore`.
  ///
  /// - Complexity: O(*n* log *n*) in the number of walks.
  public func list(after id: String?, limit: Int) -> [StoredWalk.Entry] {
    contents.keys
      .filter { key in id.map { $0.utf8.lexicographicallyPrecedes(key.utf8) } ?? true }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .prefix(StoreLimits.pageLength(limit))
      .map { id in
        StoredWalk.Entry(
          id: id, revision: contents[id]?.revision, changed: contents[id]?.changed,
          summary: contents[id]?.summary)
      }
  }

  /// Returns the number of walks whose ids begin with a text and are longer; see `WalkStore`.
  ///
  /// - Complexity: O(*n*) in the number of walks.
  public func count(beginningWith prefix: String, limit: Int) -> Int {
    min(contents.keys.count { $0.hasPrefix(prefix) && $0 != prefix }, max(limit, 1))
  }

  /// Reserves the right to change a walk; see `WalkStore`.
  public func lease(_ id: String) throws(WalkStoreError) -> WalkLease {
    guard try content(of: id).lease == nil else { throw .leased(id) }
    let lease = WalkLease(id)
    contents[id]?.lease = lease
    return lease
  }

  /// Makes sure that a lease hasn't ended; see `WalkStore`.
  public func renew(_ lease: WalkLease) throws(WalkStoreError) {
    guard contents[lease.id]?.lease == lease else { throw .leaseLost(lease.id) }
  }

  /// Ends a lease; see `WalkStore`.
  public func release(_ lease: WalkLease) {
    if contents[lease.id]?.lease == lease { contents[lease.id]?.lease = nil }
  }

  /// Removes a walk; see `WalkStore`.
  public func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) throws(WalkStoreError) {
    _ = try changeable(id, after: revision, holding: lease)
    contents[id] = nil
  }

  private func content(of id: String) throws(WalkStoreError) -> Content {
    try StoreLimits.check(id)
    guard let content = contents[id] else { throw .unknown(id) }
    return content
  }

  private func changeable(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) throws(WalkStoreError) -> Content {
    let content = try content(of: id)
    if let lease, lease != content.lease { throw .leaseLost(id) }
    if lease == nil, content.lease != nil { throw .leased(id) }
    if let revision, revision != content.revision {
      throw .conflict(id, current: content.revision)
    }
    return content
  }
}
