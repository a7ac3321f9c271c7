// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import FlowExpressions
public import FlowForms
public import SavedWalks
import Synchronization

/// A store in a PostgreSQL database, for any number of machines.
///
/// ```
/// let store = PostgreSQLWalkStore("host=db dbname=walks user=flows")
/// try await store.migrate()
/// ```
///
/// An append is one statement, so an event takes one round trip, and is durable when it returns, as far
/// as the server's `synchronous_commit` says. Of several changes after a revision, the database makes one.
///
/// A lease is an advisory lock of a connection, so it ends when that connection is lost: a later change
/// that names it is refused as `leaseLost`.
///
/// When a connection is lost during a change, the store connects again, and asks whether the change was
/// made: each has a random number, which is stored with its revision. If it wasn't, it's made. Only if
/// the server can't be reached for ``patience`` seconds does the store throw
/// `unknownOutcome`.
///
/// The store needs PostgreSQL 11 or later. It's available with the package trait `PostgreSQL`.
public final class PostgreSQLWalkStore: WalkStore {
  /// The maximum size of a walk in bytes.
  public let maximumWalkByteCount: Int

  /// How long to try to reach the server, in seconds.
  public let patience: Double

  private let connections: [Connection]
  private let leasing: Connection

  /// The leases of this store, with the connection's generation.
  private let leases = Mutex<[String: (lease: WalkLease, generation: Int)]>([:])

  private let next = Atomic<Int>(0)

  /// Creates a store; it connects when it's used.
  ///
  /// - Parameters:
  ///   - options: A connection string of libpq, such as `host=db dbname=walks`, or an URL.
  ///   - connectionCount: How many connections work at the same time, at least 1; one more holds leases.
  ///   - patience: How long to try to reach the server, in seconds.
  ///   - maximumWalkByteCount: The maximum size of a walk in bytes; by default 16 MiB.
  public init(
    _ options: String, connectionCount: Int = 4, patience: Double = 10,
    maximumWalkByteCount: Int = 16 << 20
  ) {
    self.patience = patience
    self.maximumWalkByteCount = maximumWalkByteCount
    connections = (0..<max(connectionCount, 1)).map { _ in Connection(options, patience: patience) }
    leasing = Connection(options, patience: patience)
  }

  /// Creates the tables, or changes those of an earlier version; several callers may do it at once.
  public func migrate() async throws(WalkStoreError) {
    try await perform("", on: connections[0]) { connection throws(Connection.Failure) in
      try connection.run("SELECT pg_advisory_lock(hashtextextended('stackflow schema', 0))")
      defer { _ = try? connection.run("SELECT pg_advisory_unlock_all()") }
      try connection.run(PostgreSQLSchema.versions)
      let row = try connection.query(
        "SELECT coalesce(max(version), 0)::bigint FROM stackflow_schema")
      let version = Int(row.first?.number(0) ?? 0)
      for (index, migration) in PostgreSQLSchema.migrations.enumerated().dropFirst(version) {
        try connection.run(
          "BEGIN; \(migration); INSERT INTO stackflow_schema VALUES (\(index + 1)); COMMIT")
      }
    }
  }

  // MARK: Changes

  /// Adds a walk; see `WalkStore`.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    try StoreLimits.check(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    let operation = Int64.random(in: .min ... .max)
    let isMade = try await change(id, .first, operation, holding: nil) {
      connection throws(Connection.Failure) in
      try !connection.rows(
        .create,
        [.text(id), .number(Int64(bytes.count)), .bytes(bytes), .number(operation)]
      ).isEmpty
    }
    guard isMade else { throw .exists(id) }
    return .first
  }

  /// Appends events; see `WalkStore`.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = events.isEmpty ? [] : WalkRecord(events).bytes
    let (count, limit) = (Int64(bytes.count), Int64(clamping: maximumWalkByteCount))
    let operation = Int64.random(in: .min ... .max)
    while true {
      if !events.isEmpty, bytes.count <= maximumWalkByteCount {
        let isMade = try await change(id, revision.next, operation, holding: lease) {
          connection throws(Connection.Failure) in
          try !connection.rows(
            .append,
            [
              .text(id), .number(revision.rawValue), .bytes(bytes), .number(count), .number(limit),
              .number(operation),
            ]
          ).isEmpty
        }
        if isMade { return revision.next }
      }
      let size = try await state(id, after: revision, holding: lease)
      if events.isEmpty { return revision }
      try StoreLimits.check(id, byteCount: size + bytes.count, limit: maximumWalkByteCount)
    }
  }

  /// Replaces a walk; see `WalkStore`.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    let operation = Int64.random(in: .min ... .max)
    while true {
      if bytes.count <= maximumWalkByteCount {
        let isMade = try await change(id, revision.next, operation, holding: lease) {
          connection throws(Connection.Failure) in
          try !connection.rows(
            .replace,
            [
              .text(id), .number(revision.rawValue), .bytes(bytes), .number(Int64(bytes.count)),
              .number(operation),
            ]
          ).isEmpty
        }
        if isMade { return revision.next }
      }
      _ = try await state(id, after: revision, holding: lease)
      try StoreLimits.check(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    }
  }

  /// Removes a walk; see `WalkStore`.
  ///
  /// If the connection was lost and the walk isn't there afterwards, it counts as removed.
  public func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) {
    try StoreLimits.check(id)
    var wasLost = false
    while true {
      let isOwn = isHeld(lease, id)
      let result: Result<Bool, Connection.Failure> = await connection(for: lease).perform {
        connection in
        Result { () throws(Connection.Failure) in
          if lease != nil, !isOwn(connection) { return false }
          return try !connection.rows(.remove, [.text(id), .number(revision?.rawValue)]).isEmpty
        }
      }
      switch result {
      case .success(true):
        if let lease { await release(lease) }
        return
      case .success(false): break
      case .failure(.lost): wasLost = true
      case .failure(.unreachable(let reason)) where wasLost:
        throw .unknownOutcome(id, reason: reason)
      case .failure(.unreachable(let reason)), .failure(.refused(let reason)):
        throw .unavailable(reason: reason)
      }
      do throws(WalkStoreError) {
        _ = try await state(id, after: revision, holding: lease)
      } catch {
        if wasLost, case .unknown = error { return }
        throw error
      }
    }
  }

  // MARK: Reading

  /// Returns a walk; see `WalkStore`.
  public func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    try StoreLimits.check(id)
    let rows = try await perform(id, on: connection(for: nil)) {
      connection throws(Connection.Failure) in
      try connection.rows(.load, [.text(id)])
    }
    guard let first = rows.first else { throw .unknown(id) }
    let revision = WalkRevision(rawValue: first.number(1) ?? 0)
    do throws(SavedWalkError) {
      var stored = StoredWalk(try SavedWalk(bytes: first.bytes(2)), at: revision)
      for row in rows.dropFirst() {
        stored.walk.events += try WalkRecord(bytes: row.bytes(2)).events
      }
      return stored
    } catch {
      throw .damaged(id, error)
    }
  }

  /// Returns a page of the walks; see `WalkStore`.
  ///
  /// It doesn't read the walks, so damaged ones have their revisions.
  public func list(
    after id: String?, limit: Int
  ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    let length = Int64(StoreLimits.pageLength(limit))
    let rows = try await perform("", on: connection(for: nil)) {
      connection throws(Connection.Failure) in
      try connection.rows(.list, [.text(id ?? ""), .number(length)])
    }
    return rows.map { row in
      StoredWalk.Entry(
        id: String(decoding: row.bytes(0), as: UTF8.self),
        revision: row.number(1).map { WalkRevision(rawValue: $0) },
        changed: row.number(2).flatMap { microseconds in
          let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
          return try? Timestamp(secondsSinceEpoch: seconds, nanoseconds: rest * 1_000)
        })
    }
  }

  // MARK: Leases

  /// Reserves the right to change a walk; see `WalkStore`.
  public func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
    try StoreLimits.check(id)
    let store = self
    let result = try await perform(id, on: leasing) {
      connection throws(Connection.Failure) -> Result<WalkLease, WalkStoreError> in
      while true {
        // The connection has its own locks as often as it asks, so this store's leases are looked up.
        try connection.open()
        let held = store.leases.withLock { $0[id] }
        if let held, held.generation == connection.generation {
          let exists = try !connection.rows(.check, [.text(id)]).isEmpty
          return .failure(exists ? .leased(id) : .unknown(id))
        }
        guard let row = try connection.rows(.lease, [.text(id)]).first else {
          return .failure(.unknown(id))
        }
        if row.flag(0) {
          // The walk may have been removed just before.
          guard try !connection.rows(.check, [.text(id)]).isEmpty else {
            _ = try connection.rows(.unlock, [.text(id)])
            return .failure(.unknown(id))
          }
          let lease = WalkLease(id)
          store.leases.withLock { $0[id] = (lease, connection.generation) }
          return .success(lease)
        }
        // Changes have a lock too, for a moment.
        if try !connection.rows(.exclusive, [.text(id)]).isEmpty { return .failure(.leased(id)) }
      }
    }
    return try result.get()
  }

  /// Ends a lease; see `WalkStore`.
  public func release(_ lease: WalkLease) async {
    let store = self
    await leasing.perform { connection in
      let held = store.leases.withLock { leases in
        leases[lease.id]?.lease == lease ? leases.removeValue(forKey: lease.id) : nil
      }
      guard let held, held.generation == connection.generation else { return }
      // Without the connection there's no lock; without an answer, give up both.
      if (try? connection.rows(.unlock, [.text(lease.id)])) == nil { connection.close() }
    }
  }

  // MARK: Connections

  private func connection(for lease: WalkLease?) -> Connection {
    guard lease == nil else { return leasing }
    let number = next.add(1, ordering: .relaxed).oldValue
    return connections[Int(UInt(bitPattern: number) % UInt(connections.count))]
  }

  /// Returns a function that says, on the leasing connection, whether this store holds a lease.
  private func isHeld(_ lease: WalkLease?, _ id: String) -> @Sendable (Connection) -> Bool {
    let store = self
    return { connection in
      guard (try? connection.open()) != nil else { return false }
      let held = store.leases.withLock { $0[id] }
      return held?.lease == lease && held?.generation == connection.generation
    }
  }

  /// Runs something that changes nothing, again if the connection is lost.
  private func perform<Answer: Sendable>(
    _ id: String, on connection: Connection,
    _ body: @escaping @Sendable (Connection) throws(Connection.Failure) -> Answer
  ) async throws(WalkStoreError) -> Answer {
    for attempt in 1... {
      let result = await connection.perform { connection in
        Result { () throws(Connection.Failure) in try body(connection) }
      }
      switch result {
      case .success(let answer): return answer
      case .failure(.lost(let reason)):
        // A server that ends every connection isn't asked for ever.
        guard attempt < 100 else { throw .unavailable(reason: reason) }
      case .failure(.unreachable(let reason)), .failure(.refused(let reason)):
        throw .unavailable(reason: reason)
      }
    }
    throw .unavailable(reason: "the connection was lost")
  }

  /// Makes a change, and finds out whether it was made if the connection is lost meanwhile.
  ///
  /// - Returns: Whether the walk has the change; false if it was refused.
  private func change(
    _ id: String, _ revision: WalkRevision, _ operation: Int64, holding lease: WalkLease?,
    _ body: @escaping @Sendable (Connection) throws(Connection.Failure) -> Bool
  ) async throws(WalkStoreError) -> Bool {
    let isOwn = isHeld(lease, id)
    var losses = 0
    while true {
      let askFirst = losses > 0
      let result = await connection(for: lease).perform { connection in
        Result { () throws(Connection.Failure) in
          if askFirst {
            let owner = try connection.rows(.owner, [.text(id), .number(revision.rawValue)])
            if owner.contains(where: { $0.number(0) == operation }) { return true }
          }
          if lease != nil, !isOwn(connection) { return false }
          if try body(connection) { return true }
          guard askFirst else { return false }
          // The lost connection may have made the change between the question and this attempt.
          let owner = try connection.rows(.owner, [.text(id), .number(revision.rawValue)])
          return owner.contains { $0.number(0) == operation }
        }
      }
      switch result {
      case .success(let isMade): return isMade
      case .failure(.lost(let reason)):
        losses += 1
        guard losses < 100 else { throw .unknownOutcome(id, reason: reason) }
      case .failure(.unreachable(let reason)) where askFirst:
        throw .unknownOutcome(id, reason: reason)
      case .failure(.unreachable(let reason)), .failure(.refused(let reason)):
        throw .unavailable(reason: reason)
      }
    }
  }

  /// Returns the size of a walk in bytes, or throws why it can't be changed.
  private func state(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) -> Int {
    let isOwn = isHeld(lease, id)
    let (row, isLost) = try await perform(id, on: connection(for: lease)) {
      connection throws(Connection.Failure) -> (Connection.Row?, Bool) in
      (try connection.rows(.check, [.text(id)]).first, lease != nil && !isOwn(connection))
    }
    guard let row, let current = row.number(0) else { throw .unknown(id) }
    if isLost { throw .leaseLost(id) }
    guard lease != nil || row.flag(2) else { throw .leased(id) }
    if let revision, revision.rawValue != current {
      throw .conflict(id, current: WalkRevision(rawValue: current))
    }
    return Int(row.number(1) ?? 0)
  }
}
#endif
