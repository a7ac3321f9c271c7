// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SavedWalks

// Changes that are made at the same time.
extension WalkStoreCheck {
  func concurrencyFailures() async -> [Failure] {
    await competingAppendFailures() + repeatedAppendFailures() + competingLeaseFailures()
  }

  private func competingAppendFailures() async -> [Failure] {
    await collect("of several appends after a revision, one succeeds") { failures in
      let views = try await views()
      try await views[0].create("w", SampleWalks.walk(0))
      for revision in 1...10 as ClosedRange<Int64> {
        let outcomes = await withTaskGroup(of: StoreAnswer.self) { group in
          for number in 0..<8 {
            group.addTask {
              var store = TestedStore(views)
              return await store.answer(
                to: .append("w", events: [number], after: revision, lease: nil), view: number % 2)
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let next = WalkRevision(rawValue: revision + 1)
        let winners = outcomes.filter { $0 == .revision(next) }.count
        let losers = outcomes.filter { $0 == .error(.conflict("w", current: next)) }.count
        if winners != 1 || losers != 7 {
          failures.append(Failure(rule: "one of 8 appends", detail: "\(outcomes)"))
        }
      }
      if try await views[1].load("w").walk.events.count != 10 {
        failures.append(Failure(rule: "one of 8 appends", detail: "more than one was added"))
      }
    }
  }

  private func repeatedAppendFailures() async -> [Failure] {
    await collect("appends that are tried again are all there, once") { failures in
      let views = try await views()
      try await views[0].create("w", SampleWalks.walk(0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            for count in 0..<10 {
              try await append(SampleWalks.event(number * 100 + count), in: views[number % 2])
            }
          }
        }
        try await group.waitForAll()
      }
      let stored = try await views[0].load("w")
      for number in 0..<4 {
        let expected = (0..<10).map { SampleWalks.event(number * 100 + $0) }
        if stored.walk.events.filter({ expected.contains($0) }) != expected {
          failures.append(Failure(rule: "appends of task \(number)", detail: "are wrong"))
        }
      }
      if stored.walk.events.count != 40 || stored.revision.rawValue != 41 {
        failures.append(Failure(rule: "40 appends", detail: "revision \(stored.revision)"))
      }
    }
  }

  private func competingLeaseFailures() async -> [Failure] {
    await collect("one of several gets a lease, or creates a walk") { failures in
      let views = try await views()
      for operation in [StoreOperation.create("w", walk: 1), .lease("w")] {
        let outcomes = await withTaskGroup(of: StoreAnswer.self) { group in
          for number in 0..<8 {
            group.addTask {
              var store = TestedStore(views)
              return await store.answer(to: operation, view: number % 2)
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let refusals = outcomes.filter {
          $0 == .error(.exists("w")) || $0 == .error(.leased("w"))
        }
        if refusals.count != 7 {
          failures.append(Failure(rule: "\(operation) by one of 8", detail: "\(outcomes)"))
        }
      }
    }
  }

  private func views() async throws -> [Store] {
    let first = try await empty()
    return [first, try await another(first)]
  }

  private func append(_ event: LoggedEvent, in store: Store) async throws {
    while true {
      let revision = try await store.load("w").revision
      do throws(WalkStoreError) {
        try await store.append([event], to: "w", after: revision)
        return
      } catch {
        if case .conflict = error { continue }
        throw error
      }
    }
  }
}
