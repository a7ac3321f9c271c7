// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
import PostgreSQLStore
import ConformanceTesting
import SavedWalks
import ScriptTrips

/// The probe that `Scripts/outside/check-postgresql` runs against a server: the kit, the faults of servers and clients,
/// a storm of processes and kills, two versions of a flow, every script of `Flows/`, and how many events a second the
/// store takes.
@main
struct PostgreSQLProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2, let command = arguments.first else { usage() }
    let rest = Array(arguments.dropFirst())
    let isFine: Bool
    switch command {
    case "conformance": isFine = try await conforms(rest[0])
    case "storm" where rest.count == 4:
      isFine = try await Storm(
        options: rest[0], folder: rest[1], restart: rest[2], walkCount: Int(rest[3]) ?? 100
      ).run()
    case "worker" where rest.count == 3:
      isFine = try await StormWorker(rest[0], acknowledged: rest[1], walkCount: Int(rest[2]) ?? 0)
        .run()
    case "faults" where rest.count == 4:
      isFine = try await Faults(
        options: rest[0], psql: rest[1], stop: rest[2], resume: rest[3]
      ).run()
    case "versions" where rest.count == 2:
      isFine = try await Versions(options: rest[0], walkCount: Int(rest[1]) ?? 20).run()
    case "holder" where rest.count == 2: isFine = try await Faults.hold(rest[0], rest[1])
    case "scripts" where rest.count == 2: isFine = try await runScripts(rest[0], rest[1])
    case "events" where rest.count == 2:
      isFine = try await EventRate(rest[0]).measure(seconds: Double(rest[1]) ?? 5)
    case "pgbench": isFine = try await EventRate(rest[0]).preparePgbench()
    default: usage()
    }
    exit(isFine ? 0 : 1)
  }

  private static func usage() -> Never {
    print(
      """
      usage: PostgreSQLProbe conformance OPTIONS
             PostgreSQLProbe storm OPTIONS FOLDER RESTART WALKS
             PostgreSQLProbe faults OPTIONS PSQL STOP CONTINUE
             PostgreSQLProbe scripts OPTIONS FOLDER
             PostgreSQLProbe versions OPTIONS WALKS
             PostgreSQLProbe events OPTIONS SECONDS
             PostgreSQLProbe pgbench OPTIONS
      """)
    exit(2)
  }

  /// Runs the kit, each time with empty tables.
  private static func conforms(_ options: String) async throws -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let isLong = environment["STACKFLOW_LONG"] == "1"
    let check = WalkStoreCheck(
      seed: environment["STACKFLOW_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 32),
      histories: isLong ? 1_000 : 20,
      another: { _ in PostgreSQLWalkStore(options, maximumWalkByteCount: 65_536) },
      empty: { try await emptyStore(options) })
    print("PostgreSQL store: STACKFLOW_SEED=\(check.seed)")
    let failures = await check.failures()
    for failure in failures { print(failure) }
    print("conformance: \(failures.count) failures")
    return failures.isEmpty
  }

  /// Runs every script of a folder with a session that's stored and loaded after each event.
  private static func runScripts(_ options: String, _ folder: String) async throws -> Bool {
    let store = PostgreSQLWalkStore(options)
    try await store.migrate()
    let scripts = StoredScripts(folder)
    var (count, failures) = (0, 0)
    for name in scripts.names {
      let result = try await scripts.run(name) { StoreTrip(store, $0) }
      for failure in result.failures { print(failure) }
      count += result.count
      failures += result.failures.count
    }
    print("scripts: \(count), \(failures) failed")
    return failures == 0 && count > 0
  }

  private static func emptyStore(_ options: String) async throws -> PostgreSQLWalkStore {
    let store = PostgreSQLWalkStore(
      options, connectionCount: 2, maximumWalkByteCount: 65_536)
    try await store.migrate()
    while let entry = try await store.list(after: nil, limit: 1).first {
      // The server notices a little later that a store has gone, and its leases with it.
      do throws(WalkStoreError) {
        try await store.remove(entry.id)
      } catch {
        guard case .leased = error else { throw error }
      }
    }
    return store
  }
}
#else
@main
struct PostgreSQLProbe {
  static func main() { print("built without the trait PostgreSQL") }
}
#endif
