// SPDX-License-Identifier: Apache-2.0
// clock: it measures, and fails nothing.

#if PostgreSQL
import Foundation
import PostgreSQLStore
import SavedWalks

/// How many events a second the store appends, with as many walks at the same time as connections.
///
/// `Scripts/benchmark events` alternates it with pgbench, which runs the same statement on the same
/// tables with as many connections.
struct EventRate {
  static let walkCount = 4

  let store: PostgreSQLWalkStore

  init(_ options: String) {
    store = PostgreSQLWalkStore(options, connectionCount: Self.walkCount)
  }

  /// The walk that connection `number` of pgbench changes: pgbench knows it as `:client_id`.
  static func id(_ number: Int) -> String { "\(number)" }

  /// Prints the number of events that were appended in a second.
  func measure(seconds: Double) async throws -> Bool {
    try await begin()
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<Self.walkCount {
        group.addTask {
          var revision = try await store.load(Self.id(number)).revision
          var count = 0
          while ContinuousClock.now < end {
            revision = try await store.append(
              [Storm.event("answer")], to: Self.id(number), after: revision)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    print(Int(Double(total) / ((ContinuousClock.now - start) / .seconds(1))))
    return total > 0
  }

  /// Makes new walks, and prints the script with which pgbench appends the same events.
  func preparePgbench() async throws -> Bool {
    try await begin()
    let content = WalkRecord([Storm.event("answer")]).bytes
    let digits = content.map { byte in
      let text = String(byte, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    var sql = Statement.append.sql
    let values = [
      ":client_id", ":revision", "'\\x\(digits.joined())'", "\(content.count)",
      "\(store.maximumWalkByteCount)", ":operation", "NULL",
    ]
    for (index, value) in values.enumerated().reversed() {
      sql = sql.replacingOccurrences(of: "$\(index + 1)", with: value)
    }
    // The revision that is returned is the one that the next event names.
    print("\\set operation random(1, 9223372036854775806)\n\(sql) \\gset")
    return true
  }

  /// Makes the walks new, and opens every connection.
  private func begin() async throws {
    try await store.migrate()
    for number in 0..<Self.walkCount {
      try? await store.remove(Self.id(number))
      try await store.create(Self.id(number), SavedWalk(flowID: "rate", fingerprint: 1))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.walkCount * 4 {
        group.addTask { _ = try await store.append([], to: Self.id(0), after: .first) }
      }
      try await group.waitForAll()
    }
  }
}
#endif
