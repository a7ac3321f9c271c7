// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import FlowExpressions
public import SavedWalks
import Synchronization
public import FlowSessions

/// A store in a PostgreSQL database, for any number of machines.
///
/// ```
/// let store = PostgreSQLWalkStore("host=db dbname=walks user=flows")
/// try await store.migrate()
/// ```
///
/// An append is one statement, so an event takes one round trip. It's durable when it returns, to the degree that the
/// server's `synchronous_commit` says. Of several changes after a revision, the database makes one.
///
/// A lease is an advisory lock of a connection, so it ends when that connection is lost: a later change
/// that names it is refused as `leaseLost`. The server also ends it if it isn't renewed for ``leaseLifetime`` seconds,
/// since a holder that says nothing may have vanished.
///
/// Each call ends ``patience`` seconds after its beginning, also if it has waited for other calls, and if the server
/// has vanished and no connection is ever refused. When a connection is lost during a change, the store connects again,
/// and asks whether the change was made: each has a random number, which is stored with its revision. If it wasn't, it's
/// made. Only if the server can't be reached in time does the store throw `unknownOutcome`.
///
/// When a connection opens, the store sets what it relies on: the isolation `read committed`, writing, UTF-8, time
/// limits for statements and open transactions, and keepalives on both sides, so that the locks of a client that has
/// vanished end too.
///
/// The store needs PostgreSQL 11 or later; before 14, a server notices a vanished holder of a lease by its keepalives
/// alone. It's available with the package trait `PostgreSQL`.
public final class PostgreSQLWalkStore: WalkStore {
  /// The maximum size of a walk in bytes.
  public let maximumWalkByteCount: Int

  /// How long a call takes at most, in seconds, also if the server can't be reached or doesn't answer.
  public let patience: Double

  /// How long a lease lasts without being renewed: four times ``patience``, in seconds.
  public var leaseLifetime: Double? { 4 * patience }

  private let connections: [Connection]
  private let leasing: Connection

  /// The leases of this store, with the connection's generation.
  private let leases = Mutex<[String: (lease: WalkLease, generation: Int)]>([:])

  /// Creates a store; it connects when it's used.
  ///
  /// - Parameters:
  ///   - options: A connection string of libpq, such as `host=db dbname=walks`, or an URL.
  ///   - connectionCount: How many connections work at the same time, at least 1; one more holds leases.
  ///   - patience: How long a call takes at most, in seconds; less than 0.1 counts as 0.1, more than 3,600 as 3,600.
  ///   - maximumWalkByteCount: The maximum size of a walk in bytes; by default 16 MiB.
  public init(
    _ options: String, connectionCount: Int = 4, patience: Double = 10,
    maximumWalkByteCount: Int = 16 << 20
  ) {
    let patience = patience > 0.1 ? min(patience, 3_600) : 0.1
    self.patience = patience
    self.maximumWalkByteCount = maximumWalkByteCount
    connections = (0..<max(connectionCount, 1)).map { _ in Connection(options, patience: patience) }
    leasing = Connection(options, patience: patience, lifetime: 4 * patience)
  }

  /// Creates the tables, or changes those of an earlier version; several callers may do it at once.
  ///
  /// It's one transaction, so a migration that fails changes nothing.
  public func migrate() async throws(WalkStoreError) {
    try await perform("", on: connections[0]) { connection, deadline throws(Connection.Failure) in
      do throws(Connection.Failure) {
        try connection.run("BEGIN", by: deadline)
        // The lock ends with the transaction.
        try connection.run(PostgreSQLSchema.lock, by: deadline)
        try connection.run(PostgreSQLSchema.versions, by: deadline)
        let row = try connection.query(PostgreSQLSchema.version, by: deadline)
        let version = Int(row.first?.number(0) ?? 0)
        for (index, migration) in PostgreSQLSchema.migrations.enumerated().dropFirst(version) {
          try connection.run(
            "\(migration); INSERT INTO stackflow_schema VALUES (\(index + 1))", by: deadline)
        }
        try connection.run("COMMIT", by: deadline)
      } catch {
        // With the connection, its transaction and its lock are gone, whatever has happened to it.
        connection.close()
        throw error
      }
    }
  }

  /// Opens all connections, which are otherwise opened when they're first used.
  ///
  /// A service that begins with this finds at once that a pooler has too few sessions, or gives one to several connections.
  ///
  /// - Throws: ``WalkStoreError/unavailable(reason:)`` or ``WalkStoreError/refused(reason:)``.
  package func connect() async throws(WalkStoreError) {
    for connection in connections + [leasing] {
      try await perform("", on: connection) { connection, deadline throws(Connection.Failure) in
        try connection.open(by: deadline)
      }
    }
  }

  // MARK: Changes

  /// Adds a walk; see `WalkStore`.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    try StoreLimits.check(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    let summary = try self.bytes(of: summary, id)
    let operation = Int64.random(in: .min ... .max)
    let deadline = Deadline(after: patience)
    let isMade = try await change(id, .first, operation, by: deadline, holding: nil) {
      connection throws(Connection.Failure) in
      try !connection.rows(
        .create,
        [
          .text(id), .number(Int64(bytes.count)), .bytes(bytes), .number(operation),
          .bytes(summary),
        ], by: deadline
      ).isEmpty
    }
    guard isMade else { throw .exists(id) }
    return .first
  }

  /// Appends events; see `WalkStore`.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = events.isEmpty ? [] : WalkRecord(events).bytes
    let summary = try self.bytes(of: summary, id)
    let (count, limit) = (Int64(bytes.count), Int64(clamping: maximumWalkByteCount))
    let operation = Int64.random(in: .min ... .max)
    let deadline = Deadline(after: patience)
    while true {
      if !events.isEmpty, bytes.count <= maximumWalkByteCount {
        let isMade = try await change(
          id, revision.next, operation, by: deadline, holding: lease
        ) {
          connection throws(Connection.Failure) in
          try !connection.rows(
            .append,
            [
              .text(id), .number(revision.rawValue), .bytes(bytes), .number(count), .number(limit),
              .number(operation), .bytes(summary),
            ], by: deadline
          ).isEmpty
        }
        if isMade { return revision.next }
      }
      let size = try await state(id, after: revision, by: deadline, holding: lease)
      if events.isEmpty { return revision }
      try StoreLimits.check(id, byteCount: size + bytes.count, limit: maximumWalkByteCount)
    }
  }

  /// Replaces a walk; see `WalkStore`.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    let summary = try self.bytes(of: summary, id)
    let operation = Int64.random(in: .min ... .max)
    let deadline = Deadline(after: patience)
    while true {
      if bytes.count <= maximumWalkByteCount {
        let isMade = try await change(
          id, revision.next, operation, by: deadline, holding: lease
        ) {
          connection throws(Connection.Failure) in
          try !connection.rows(
            .replace,
            [
              .text(id), .number(revision.rawValue), .bytes(bytes), .number(Int64(bytes.count)),
              .number(operation), .bytes(summary),
            ], by: deadline
          ).isEmpty
        }
        if isMade { return revision.next }
      }
      _ = try await state(id, after: revision, by: deadline, holding: lease)
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
    let deadline = Deadline(after: patience)
    var wasLost = false
    while true {
      let isOwn = isHeld(lease, id)
      let result: Result<Bool, Connection.Failure> = await connection(for: lease).perform {
        connection in
        Result { () throws(Connection.Failure) in
          if lease != nil, !isOwn(connection) { return false }
          return try !connection.rows(
            .remove, [.text(id), .number(revision?.rawValue)], by: deadline
          ).isEmpty
        }
      }
      switch result {
      case .success(true):
        if let lease { await release(lease) }
        return
      case .success(false), .failure(.raced): break
      case .failure(.lost): wasLost = true
      case .failure(.unreachable(let reason)) where wasLost:
        throw .unknownOutcome(id, reason: reason)
      case .failure(.unreachable(let reason)): throw .unavailable(reason: reason)
      case .failure(.refused(let reason)): throw .refused(reason: reason)
      }
      do throws(WalkStoreError) {
        _ = try await state(id, after: revision, by: deadline, holding: lease)
      } catch {
        guard wasLost else { throw error }
        switch error {
        case .unknown: return
        case .unavailable(let reason): throw .unknownOutcome(id, reason: reason)
        default: throw error
        }
      }
    }
  }

  /// Returns the bytes of a summary; nil if there's none.
  private func bytes(
    of summary: WalkSummary?, _ id: String
  ) throws(WalkStoreError) -> [UInt8]? {
    guard let bytes = summary?.bytes else { return nil }
    try StoreLimits.check(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    return bytes
  }

  // MARK: Reading

  /// Returns a walk; see `WalkStore`.
  public func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    try StoreLimits.check(id)
    let rows = try await perform(id, on: connection(for: nil)) {
      connection, deadline throws(Connection.Failure) in
      try connection.rows(.load, [.text(id)], by: deadline)
    }
    return try Self.walk(id, in: rows)
  }

  /// Returns a walk, or nil if it still has a revision; see `WalkStore`.
  public func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk? {
    try StoreLimits.check(id)
    let rows = try await perform(id, on: connection(for: nil)) {
      connection, deadline throws(Connection.Failure) -> [Connection.Row]? in
      let row = try connection.rows(.revision, [.text(id)], by: deadline).first
      if row?.number(0) == revision.rawValue { return nil }
      return try connection.rows(.load, [.text(id)], by: deadline)
    }
    guard let rows else { return nil }
    let stored = try Self.walk(id, in: rows)
    return stored.revision == revision ? nil : stored
  }

  private static func walk(
    _ id: String, in rows: [Connection.Row]
  ) throws(WalkStoreError) -> StoredWalk {
    guard let first = rows.first else { throw .unknown(id) }
    let revision = WalkRevision(rawValue: first.number(1) ?? 0)
    do throws(SavedWalkError) {
      var stored = StoredWalk(try SavedWalk(bytes: first.bytes(2)), at: revision)
      for row in rows.dropFirst() {
        stored.walk.events += try WalkRecord(bytes: row.bytes(2)).events
      }
      let summary = first.bytes(3)
      if !summary.isEmpty { stored.summary = try WalkSummary(bytes: summary[...]) }
      return stored
    } catch {
      throw .damaged(id, error)
    }
  }

  /// Returns the number of walks whose ids begin with a text and are longer; see `WalkStore`.
  ///
  /// - Complexity: O(log *n*) in the number of walks, and O(*n*) in the limit.
  public func count(
    beginningWith prefix: String, limit: Int
  ) async throws(WalkStoreError) -> Int {
    // No id has a zero, and the server takes none.
    guard !prefix.utf8.contains(0) else { return 0 }
    let rows = try await perform("", on: connection(for: nil)) {
      connection, deadline throws(Connection.Failure) in
      try connection.rows(.count, [.text(prefix), .number(Int64(max(limit, 1)))], by: deadline)
    }
    return Int(rows.first?.number(0) ?? 0)
  }

  /// Returns a page of the walks; see `WalkStore`.
  ///
  /// It doesn't read the walks, so damaged ones have their revisions.
  public func list(
    after id: String?, limit: Int
  ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    let length = Int64(StoreLimits.pageLength(limit))
    let rows = try await perform("", on: connection(for: nil)) {
      connection, deadline throws(Connection.Failure) in
      try connection.rows(.list, [.text(id ?? ""), .number(length)], by: deadline)
    }
    return rows.map { row in
      StoredWalk.Entry(
        id: String(decoding: row.bytes(0), as: UTF8.self),
        revision: row.number(1).map { WalkRevision(rawValue: $0) },
        changed: row.number(2).flatMap { microseconds in
          let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
          return try? Timestamp(secondsSinceEpoch: seconds, nanoseconds: rest * 1_000)
        }, summary: try? WalkSummary(bytes: row.bytes(3)[...]))
    }
  }

  // MARK: Leases

  /// Reserves the right to change a walk; see `WalkStore`.
  public func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
    try StoreLimits.check(id)
    let deadline = Deadline(after: patience)
    var pause = 0.001
    while true {
      let lease = try await perform(id, on: leasing, by: deadline) {
        [self] connection, deadline throws(Connection.Failure) in
        try tryLease(id, on: connection, by: deadline)
      }
      if let lease { return try lease.get() }
      // A change has a lock too, as long as it waits for another one. The connection is free meanwhile.
      guard deadline.secondsLeft > pause else {
        throw .unavailable(reason: "a change of the walk '\(id)' hasn't ended")
      }
      await leasing.pause(pause)
      pause = min(pause * 2, 0.1)
    }
  }

  /// Takes the lock of a walk.
  ///
  /// - Returns: The lease, or why there's none; nil if a change has the lock for now.
  private func tryLease(
    _ id: String, on connection: Connection, by deadline: Deadline
  ) throws(Connection.Failure) -> Result<WalkLease, WalkStoreError>? {
    // The connection has its own locks as often as it asks, so this store's leases are looked up.
    try connection.open(by: deadline)
    let held = leases.withLock { $0[id] }
    if let held, held.generation == connection.generation {
      let exists = try !connection.rows(.check, [.text(id)], by: deadline).isEmpty
      if held.generation == connection.generation {
        return .failure(exists ? .leased(id) : .unknown(id))
      }
    }
    let words: [Parameter] = [.text(id), .text(connection.mark)]
    guard let row = try connection.rows(.lease, words, by: deadline).first else {
      return .failure(.unknown(id))
    }
    guard !row.contains(nil) else { throw Connection.shared }
    guard row.flag(0) else {
      let isLeased = try !connection.rows(.exclusive, [.text(id)], by: deadline).isEmpty
      return isLeased ? .failure(.leased(id)) : nil
    }
    // The walk may have been removed just before.
    guard try !connection.rows(.check, [.text(id)], by: deadline).isEmpty else {
      _ = try connection.rows(.unlock, [.text(id)], by: deadline)
      return .failure(.unknown(id))
    }
    let lease = WalkLease(id)
    leases.withLock { $0[id] = (lease, connection.generation) }
    return .success(lease)
  }

  /// Makes a lease last longer, by asking the server whether its session is still the same; see `WalkStore`.
  ///
  /// A lease whose connection doesn't answer in time is lost: the connection is closed.
  public func renew(_ lease: WalkLease) async throws(WalkStoreError) {
    let deadline = Deadline(after: patience)
    let isOwn = isHeld(lease, lease.id)
    let isRenewed = await leasing.perform { connection in
      isOwn(connection) && (try? connection.hasItsSession(by: deadline)) == true
        && isOwn(connection)
    }
    guard isRenewed else { throw .leaseLost(lease.id) }
  }

  /// Ends a lease; see `WalkStore`.
  public func release(_ lease: WalkLease) async {
    let deadline = Deadline(after: patience)
    await leasing.perform { [self] connection in
      let held = leases.withLock { leases in
        leases[lease.id]?.lease == lease ? leases.removeValue(forKey: lease.id) : nil
      }
      guard let held, held.generation == connection.generation else { return }
      // Without the connection there's no lock; without an answer, give up both.
      if (try? connection.rows(.unlock, [.text(lease.id)], by: deadline)) == nil {
        connection.close()
      }
    }
  }

  // MARK: Connections

  /// Returns the leasing connection, or that of the others with the fewest calls.
  ///
  /// Of several, it's always the first: the server's process for it has at hand what it needs.
  private func connection(for lease: WalkLease?) -> Connection {
    guard lease == nil else { return leasing }
    var (chosen, least) = (connections[0], Int.max)
    for connection in connections where least > 0 {
      let count = connection.callCount
      if count < least { (chosen, least) = (connection, count) }
    }
    return chosen
  }

  /// Returns a function that says, on the leasing connection, whether this store holds a lease.
  private func isHeld(_ lease: WalkLease?, _ id: String) -> @Sendable (Connection) -> Bool {
    { [self] connection in
      let held = leases.withLock { $0[id] }
      return connection.isOpen && held?.lease == lease
        && held?.generation == connection.generation
    }
  }

  /// Runs something that changes nothing, again if the connection is lost, until the deadline.
  private func perform<Answer: Sendable>(
    _ id: String, on connection: Connection, by deadline: Deadline? = nil,
    _ body: @escaping @Sendable (Connection, Deadline) throws(Connection.Failure) -> Answer
  ) async throws(WalkStoreError) -> Answer {
    let deadline = deadline ?? Deadline(after: patience)
    while true {
      let result = await connection.perform { connection in
        Result { () throws(Connection.Failure) in try body(connection, deadline) }
      }
      switch result {
      case .success(let answer): return answer
      case .failure(.lost(let reason)), .failure(.raced(let reason)):
        guard deadline.secondsLeft > 0 else { throw .unavailable(reason: reason) }
      case .failure(.unreachable(let reason)): throw .unavailable(reason: reason)
      case .failure(.refused(let reason)): throw .refused(reason: reason)
      }
    }
  }

  /// Makes a change, and finds out whether it was made if the connection is lost meanwhile.
  ///
  /// - Returns: Whether the walk has the change; false if it was refused, or another one was first.
  private func change(
    _ id: String, _ revision: WalkRevision, _ operation: Int64, by deadline: Deadline,
    holding lease: WalkLease?,
    _ body: @escaping @Sendable (Connection) throws(Connection.Failure) -> Bool
  ) async throws(WalkStoreError) -> Bool {
    let isOwn = isHeld(lease, id)
    var wasLost = false
    while true {
      let askFirst = wasLost
      let result = await connection(for: lease).perform { connection in
        Result { () throws(Connection.Failure) in
          let place: [Parameter] = [.text(id), .number(revision.rawValue)]
          if askFirst {
            let owner = try connection.rows(.owner, place, by: deadline)
            if owner.contains(where: { $0.number(0) == operation }) { return true }
          }
          if lease != nil, !isOwn(connection) { return false }
          if try body(connection) { return true }
          guard askFirst else { return false }
          // The lost connection may have made the change between the question and this attempt.
          let owner = try connection.rows(.owner, place, by: deadline)
          return owner.contains { $0.number(0) == operation }
        }
      }
      switch result {
      case .success(let isMade): return isMade
      case .failure(.raced): if !wasLost { return false }
      case .failure(.lost(let reason)):
        wasLost = true
        guard deadline.secondsLeft > 0 else { throw .unknownOutcome(id, reason: reason) }
      case .failure(.unreachable(let reason)) where askFirst:
        throw .unknownOutcome(id, reason: reason)
      case .failure(.unreachable(let reason)): throw .unavailable(reason: reason)
      case .failure(.refused(let reason)): throw .refused(reason: reason)
      }
    }
  }

  /// Returns the size of a walk in bytes, or throws why it can't be changed.
  private func state(
    _ id: String, after revision: WalkRevision?, by deadline: Deadline, holding lease: WalkLease?
  ) async throws(WalkStoreError) -> Int {
    let isOwn = isHeld(lease, id)
    let (row, isLost) = try await perform(id, on: connection(for: lease), by: deadline) {
      connection, deadline throws(Connection.Failure) -> (Connection.Row?, Bool) in
      let row = try connection.rows(.check, [.text(id)], by: deadline).first
      return (row, lease != nil && !isOwn(connection))
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
