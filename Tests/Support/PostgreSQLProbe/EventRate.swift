// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import FlowForms
import Foundation
import PostgreSQLStore
import SavedWalks
import SessionStores

/// How many events a second the store appends, with four walks at the same time.
struct EventRate {
  let options: String
  let seconds: Double

  func run() async throws -> Bool {
    let store = PostgreSQLSessionStore(options, connectionCount: 4)
    try await store.migrate()
    let end = Date().addingTimeInterval(seconds)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let id = WalkID.random()
          var revision = try await store.create(id, SavedWalk(flowID: "rate", fingerprint: 1))
          var count = 0
          while Date() < end {
            revision = try await store.append(
              [Storm.event("answer \(count)")], to: id, after: revision)
            count += 1
          }
          try await store.remove(id)
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    print("events: \(Int(Double(total) / seconds)) a second, \(total) in \(seconds) s")
    return total > 0
  }
}
#endif
