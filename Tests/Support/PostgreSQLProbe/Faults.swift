// SPDX-License-Identifier: Apache-2.0
// clock: leases, outages, and patience with them are times.

#if PostgreSQL
import FlowExpressions
import Foundation
import PostgreSQLStore
import SavedWalks
import StackFlowTesting

/// The behavior of a store while the server is stopped, refuses, waits for another client, or has other defaults.
struct Faults {
  let options: String
  /// The path of psql.
  let psql: String
  /// Commands that stop every process of the server as if its host had vanished, and continue them.
  let stop: String
  let resume: String

  /// How long the calls of these stores take at most, in seconds.
  static let patience = 1.0

  /// How much longer a call may take on a busy machine.
  static let slack = 1.0

  enum Fault: Error, CustomStringConvertible {
    case found(String)
    var description: String { if case .found(let words) = self { words } else { "" } }
  }

  func run() async throws -> Bool {
    let rules: [(String, () async throws -> Void)] = [
      ("a failed migration leaves its connection and the lock free", failedMigration),
      ("a lost race is a conflict, whatever the defaults are", races),
      ("what another transaction undoes is tried again", serializationFailures),
      ("a refusal isn't tried again, and says so", refusals),
      ("leases are of one schema and one database", places),
      ("every call ends in time while the server is stopped", stoppedServer),
      ("every call ends in time where nothing answers", silentSocket),
      ("a call that waits for a row ends in time, and a lease doesn't spin", lockedRow),
      ("a lease ends with a holder that vanishes, and lasts while it's renewed", vanishedHolder),
    ]
    var failures = 0
    for (rule, check) in rules {
      do {
        try await check()
      } catch {
        failures += 1
        print("faults: \(rule): \(error)")
      }
    }
    print("faults: \(rules.count) rules, \(failures) broken")
    return failures == 0
  }

  // MARK: Rules

  private func failedMigration() async throws {
    try sql("CREATE SCHEMA broken", "CREATE TABLE broken.stackflow_records (id text)")
    let place = options + " options='-c search_path=broken'"
    let store = PostgreSQLWalkStore(place, connectionCount: 1, patience: Self.patience)
    try await expect(
      "a migration that can't be made", { if case .refused = $0 { true } else { false } }
    ) {
      try await store.migrate()
    }
    // The same connection, and the lock of the schema, can be used.
    try sql("DROP TABLE broken.stackflow_records")
    let other = PostgreSQLWalkStore(place, connectionCount: 1, patience: Self.patience)
    try await other.migrate()
    try await store.migrate()
    try await store.create("w", walk)
    guard try await other.load("w").walk == walk else { throw Fault.found("it isn't the same") }
    // Nothing of the failed one is left.
    try sql("DROP SCHEMA broken CASCADE")
  }

  private func races() async throws {
    for isolation in ["repeatable read", "serializable"] {
      try sql(
        "ALTER DATABASE postgres SET default_transaction_isolation = '\(isolation)'",
        "ALTER DATABASE postgres SET default_transaction_read_only = on",
        "ALTER DATABASE postgres SET client_encoding = 'LATIN1'")
      defer {
        _ = try? sql(
          "SET default_transaction_read_only = off",
          "ALTER DATABASE postgres RESET default_transaction_isolation",
          "ALTER DATABASE postgres RESET default_transaction_read_only",
          "ALTER DATABASE postgres RESET client_encoding")
      }
      let stores = [PostgreSQLWalkStore(options), PostgreSQLWalkStore(options)]
      let id = WalkID.random()
      try await stores[0].create(id, walk)
      for revision in 1...20 as ClosedRange<Int64> {
        let outcomes = await withTaskGroup(of: WalkStoreError?.self) { group in
          for number in 0..<8 {
            group.addTask {
              do throws(WalkStoreError) {
                try await stores[number % 2].append(
                  [Storm.event("\(number)")], to: id, after: WalkRevision(rawValue: revision))
                return nil
              } catch {
                return error
              }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let conflicts = outcomes.filter { if case .conflict? = $0 { true } else { false } }
        guard conflicts.count == 7, outcomes.contains(nil) else {
          throw Fault.found("\(isolation): \(outcomes)")
        }
      }
    }
  }

  private func serializationFailures() async throws {
    try sql(
      "CREATE SEQUENCE attempts",
      """
      CREATE FUNCTION unlucky() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('attempts') % 3 <> 0 THEN RAISE 'unlucky' USING ERRCODE = '40001'; END IF;
        RETURN NEW;
      END $$
      """,
      "CREATE TRIGGER unlucky BEFORE UPDATE ON stackflow_walks FOR EACH ROW EXECUTE FUNCTION unlucky()"
    )
    defer { _ = try? sql("DROP FUNCTION unlucky CASCADE", "DROP SEQUENCE attempts") }
    let store = PostgreSQLWalkStore(options)
    let id = WalkID.random()
    var revision = try await store.create(id, walk)
    for number in 1...10 {
      revision = try await store.append([Storm.event("\(number)")], to: id, after: revision)
    }
    guard try await store.load(id).walk.events.count == 10 else {
      throw Fault.found("an event is lost or there twice")
    }
  }

  private func refusals() async throws {
    try sql("CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    let reader = options.replacingOccurrences(of: "user=flows", with: "user=reader")
    let isRefused: (WalkStoreError) -> Bool = {
      if case .refused = $0 { !$0.canRetry } else { false }
    }
    for (word, other) in [("user=flows", "user=unknown"), ("dbname=postgres", "dbname=unknown")] {
      let options = options.replacingOccurrences(of: word, with: other)
      try await within(5, other) {
        try await expect(other, isRefused) {
          try await PostgreSQLWalkStore(options, patience: 30).migrate()
        }
      }
    }
    let store = PostgreSQLWalkStore(reader, patience: 30)
    try await within(5, "a user without the right") {
      try await expect("a user without the right", isRefused) {
        try await store.create("w", walk)
      }
    }
    let wrong = PostgreSQLWalkStore("host=/nowhere colour=red", patience: 30)
    try await within(5, "a wrong option") {
      try await expect("a wrong option", isRefused) { _ = try await wrong.load("w") }
    }
    let absent = PostgreSQLWalkStore("host=/nowhere", patience: Self.patience)
    try await within(Self.patience, "a server that isn't there") {
      try await expect("a server that isn't there", isUnavailable) {
        _ = try await absent.load("w")
      }
    }
  }

  private func places() async throws {
    try sql("CREATE SCHEMA other")
    try sql("CREATE DATABASE other")
    let stores = [
      PostgreSQLWalkStore(options),
      PostgreSQLWalkStore(options + " options='-c search_path=other'"),
      PostgreSQLWalkStore(
        options.replacingOccurrences(of: "dbname=postgres", with: "dbname=other")),
    ]
    let id = WalkID.random()
    var leases: [WalkLease] = []
    for store in stores {
      try await store.migrate()
      try await store.create(id, walk)
      leases.append(try await store.lease(id))
    }
    for (store, lease) in zip(stores, leases) {
      try await store.append([Storm.event("a")], to: id, after: .first, holding: lease)
      await store.release(lease)
    }
  }

  private func stoppedServer() async throws {
    let store = PostgreSQLWalkStore(options, patience: Self.patience)
    let id = WalkID.random()
    try await store.create(id, walk)
    let lease = try await store.lease(id)
    let free = WalkID.random()
    try await store.create(free, walk)
    try shell(stop)
    var isStopped = true
    defer { if isStopped { try? shell(resume) } }
    // Open connections and new ones, and more calls than connections.
    let other = PostgreSQLWalkStore(options, patience: Self.patience)
    try await within(Self.patience, "24 calls") {
      let outcomes = await withTaskGroup(of: WalkStoreError?.self) { group in
        for number in 0..<24 {
          group.addTask {
            do throws(WalkStoreError) {
              let store = number % 3 == 0 ? other : store
              if number % 2 == 0 {
                _ = try await store.load(id)
              } else {
                try await store.append([Storm.event("a")], to: free, after: .first)
              }
              return nil
            } catch {
              return error
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        switch outcome {
        case .unavailable?, .unknownOutcome?: continue
        default: throw Fault.found("\(outcome.map { "\($0)" } ?? "an answer")")
        }
      }
    }
    try await within(Self.patience, "a renewal") {
      try await expect("a renewal", { $0 == .leaseLost(id) }) { try await store.renew(lease) }
    }
    try await within(Self.patience, "a release") { await store.release(lease) }
    try await within(Self.patience, "a lease") {
      try await expect("a lease", isUnavailable) { _ = try await store.lease(free) }
    }
    try shell(resume)
    isStopped = false
    // At most one of the appends was made, and the store works again.
    let stored = try await retrying { try await store.load(free) }
    guard stored.walk.events.count == Int(stored.revision.rawValue - 1),
      stored.walk.events.count <= 1
    else { throw Fault.found("\(stored.walk.events.count) events were added") }
    let again = try await retrying { try await store.lease(id) }
    await store.release(again)
  }

  private func silentSocket() async throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw Fault.found("the socket can't listen") }
    let port = UInt16(bigEndian: address.sin_port)
    let store = PostgreSQLWalkStore(
      "host=127.0.0.1 port=\(port) user=flows dbname=postgres", patience: Self.patience)
    try await within(Self.patience, "12 calls") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            try await expect("a call", isUnavailable) {
              if number % 2 == 0 {
                _ = try await store.load("w")
              } else {
                try await store.append([Storm.event("a")], to: "w", after: .first)
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private func lockedRow() async throws {
    let store = PostgreSQLWalkStore(options, patience: Self.patience)
    let patient = PostgreSQLWalkStore(options, patience: 30)
    let id = WalkID.random()
    try await store.create(id, walk)
    // The changes hold their locks as long as they wait.
    let holder = try start(
      "BEGIN; SELECT 1 FROM stackflow_walks WHERE id = '\(id)' FOR UPDATE; SELECT pg_sleep(4); COMMIT"
    )
    while try sql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(4)%'") != "2" {
      try await Task.sleep(for: .milliseconds(20))
    }
    let waiting = Task { try await patient.append([Storm.event("a")], to: id, after: .first) }
    try await within(Self.patience, "an append to a locked row") {
      do throws(WalkStoreError) {
        try await store.append([Storm.event("b")], to: id, after: .first)
        throw .invalidID("an answer")
      } catch {
        switch error {
        case .unavailable, .unknownOutcome: break
        default: throw Fault.found("\(error)")
        }
      }
    }
    let count = "SELECT sum(xact_commit) FROM pg_stat_database"
    let before = Int(try sql(count)) ?? 0
    try await within(Self.patience, "a lease of a walk that's being changed") {
      try await expect("a lease of a walk that's being changed", isUnavailable) {
        _ = try await store.lease(id)
      }
    }
    _ = try await waiting.value
    holder.waitUntilExit()
    // The server counts a little later.
    try await Task.sleep(for: .seconds(1.5))
    let spent = (Int(try sql(count)) ?? 0) - before
    guard spent < 200 else { throw Fault.found("\(spent) transactions in a second") }
    await store.release(try await store.lease(id))
  }

  private func vanishedHolder() async throws {
    let id = WalkID.random()
    let store = PostgreSQLWalkStore(options, patience: Self.patience / 2)
    try await store.create(id, walk)
    let holder = Process()
    holder.executableURL = URL(filePath: CommandLine.arguments[0])
    holder.arguments = ["holder", options, id]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    defer { kill(holder.processIdentifier, SIGKILL) }
    guard output.fileHandleForReading.availableData.count > 0 else {
      throw Fault.found("it isn't leased")
    }
    // It lasts longer than its time, because it's renewed.
    let lifetime = store.leaseLifetime ?? 0
    try await Task.sleep(for: .seconds(lifetime * 1.5))
    try await expect("a lease that's renewed", { $0 == .leased(id) }) {
      try await store.append([], to: id, after: .first)
    }
    kill(holder.processIdentifier, SIGSTOP)
    let end = ContinuousClock.now + .seconds(lifetime + Self.slack)
    while true {
      do throws(WalkStoreError) {
        await store.release(try await store.lease(id))
        break
      } catch {
        guard ContinuousClock.now < end else { throw Fault.found("\(error)") }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    kill(holder.processIdentifier, SIGCONT)
    guard output.fileHandleForReading.availableData.count > 0 else {
      throw Fault.found("the holder doesn't know that its lease is lost")
    }
  }

  /// The process that holds a lease until it's lost.
  static func hold(_ options: String, _ id: String) async throws -> Bool {
    let store = PostgreSQLWalkStore(options, patience: patience / 2)
    let lease = try await store.lease(id)
    FileHandle.standardOutput.write(Data("leased\n".utf8))
    while true {
      try await Task.sleep(for: .seconds((store.leaseLifetime ?? 0) / 4))
      do throws(WalkStoreError) {
        try await store.renew(lease)
      } catch {
        FileHandle.standardOutput.write(Data("lost\n".utf8))
        return error == .leaseLost(id)
      }
    }
  }

  // MARK: Expectations

  private let walk = SavedWalk(flowID: "faults", fingerprint: 1)

  private func within<Result>(
    _ seconds: Double, _ what: String, _ body: () async throws -> Result
  ) async throws -> Result {
    let start = ContinuousClock.now
    let result = try await body()
    let taken = (ContinuousClock.now - start) / .seconds(1)
    print("faults: \(what): \((taken * 100).rounded() / 100) s of \(seconds)")
    guard taken < seconds + Self.slack else { throw Fault.found("\(what) took \(taken) s") }
    return result
  }

  private func expect(
    _ what: String, _ isExpected: (WalkStoreError) -> Bool, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as WalkStoreError {
      guard isExpected(error) else { throw Fault.found("\(what): \(error)") }
      return
    }
    throw Fault.found("\(what) has no error")
  }

  private func isUnavailable(_ error: WalkStoreError) -> Bool {
    if case .unavailable = error { error.canRetry } else { false }
  }

  /// Tries again what a store says can succeed later.
  private func retrying<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    for _ in 0..<20 {
      do {
        return try await body()
      } catch let error as WalkStoreError where error.canRetry {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    return try await body()
  }

  // MARK: Programs

  private func process(_ program: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    return process
  }

  private func start(_ statement: String) throws -> Process {
    let process = process(psql, [options, "-c", statement])
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs statements, and returns what the last one prints.
  @discardableResult
  private func sql(_ statements: String...) throws -> String {
    let process = process(
      psql, [options, "-qAtX", "-v", "ON_ERROR_STOP=1"] + statements.flatMap { ["-c", $0] })
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Fault.found("psql refuses \(statements)") }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func shell(_ command: String) throws {
    let process = process("/bin/bash", ["-c", command])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Fault.found("'\(command)' fails") }
  }
}
#endif
