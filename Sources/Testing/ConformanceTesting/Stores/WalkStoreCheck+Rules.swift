// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SavedWalks

// The rules that a history of small operations doesn't show.
extension WalkStoreCheck {
  func ruleFailures() async -> [Failure] {
    await largeWalkFailures() + pageFailures() + countFailures() + knownFailures()
      + removalFailures() + idFailures()
  }

  private func largeWalkFailures() async -> [Failure] {
    await collect("a walk that would be too large is refused and unchanged") {
      failures in
      let store = try await empty()
      let limit = store.maximumWalkByteCount
      let walk = SampleWalks.walk(1)
      let head = walk.bytes.count
      // The largest event that fits, found by its overhead.
      let overhead = WalkRecord([SampleWalks.event(byteCount: limit / 2)]).bytes.count - limit / 2
      let fitting = SampleWalks.event(byteCount: limit - head - overhead)
      try await store.create("w", walk)
      var large = walk
      large.events = [SampleWalks.event(byteCount: limit)]
      let larger = WalkRecord([SampleWalks.event(byteCount: limit)]).bytes.count + head
      let byteCount = large.bytes.count
      await expect(&failures, .tooLarge("v", byteCount: byteCount, limit: limit)) {
        try await store.create("v", large)
      }
      await expect(&failures, .tooLarge("w", byteCount: larger, limit: limit)) {
        try await store.append(large.events, to: "w", after: .first)
      }
      await expect(&failures, .tooLarge("w", byteCount: byteCount, limit: limit)) {
        try await store.replace("w", with: large, after: .first)
      }
      guard try await store.load("w").walk == walk else {
        return failures.append(Failure(rule: "a refused change", detail: "changed the walk"))
      }
      // A change that just fits is accepted.
      let revision = try await store.append([fitting], to: "w", after: .first)
      let one = WalkRecord([SampleWalks.event(4)]).bytes.count
      await expect(&failures, .tooLarge("w", byteCount: limit + one, limit: limit)) {
        try await store.append([SampleWalks.event(4)], to: "w", after: revision)
      }
      var expected = walk
      expected.events.append(fitting)
      if try await store.load("w").walk != expected {
        failures.append(Failure(rule: "a large walk", detail: "is loaded differently"))
      }
    }
  }

  private func pageFailures() async -> [Failure] {
    await collect("pages list every walk once, in the order of bytes") { failures in
      let store = try await empty()
      let ids = (0..<25).map { "w\($0)" } + ["A", "_", "a.b", String(repeating: "x", count: 100)]
      for id in ids.reversed() { try await store.create(id, SampleWalks.walk(0)) }
      for limit in [-1, 1, 7, 1_000] {
        var found: [String] = []
        while true {
          let page = try await store.list(after: found.last, limit: limit)
          found += page.map(\.id)
          if page.count < max(limit, 1) { break }
        }
        if found != ids.sorted() {
          failures.append(Failure(rule: "pages of \(limit)", detail: "\(found)"))
        }
      }
    }
  }

  private func countFailures() async -> [Failure] {
    await collect("walks are counted by the beginning of their ids, up to a limit") { failures in
      let store = try await empty()
      let ids = ["a", "a-", "a-1", "a-2", "a-z", "a-.", "a.", "aa-1", "b-1"]
      for id in ids { try await store.create(id, SampleWalks.walk(0)) }
      for prefix in ["", "a", "a-", "a-1", "a-2x", "b", "z", "é", "a\u{0}"] {
        for limit in [-1, 1, 3, 1_000] {
          let count = try await store.count(beginningWith: prefix, limit: limit)
          let all = ids.count { $0.hasPrefix(prefix) && $0 != prefix }
          if count != min(all, max(limit, 1)) {
            failures.append(
              Failure(rule: "those that begin with '\(prefix)', up to \(limit)", detail: "\(count)")
            )
          }
        }
      }
    }
  }

  private func knownFailures() async -> [Failure] {
    await collect("a walk is read unless it has the revision that's known") { failures in
      let store = try await empty()
      let other = try await another(store)
      await expect(&failures, .unknown("w")) { _ = try await store.load("w", unless: .first) }
      var revision = try await store.create("w", SampleWalks.walk(1))
      for number in 0..<6 {
        for store in [store, other] {
          for known in [revision.rawValue - 1, revision.rawValue, revision.rawValue + 1] {
            let known = WalkRevision(rawValue: known)
            let read = try await store.load("w", unless: known)
            let whole = try await store.load("w")
            if read != (known == revision ? nil : whole) {
              failures.append(Failure(rule: "revision \(known)", detail: "at \(revision)"))
            }
          }
        }
        // Changes come from both, of either kind, and with walks of the same size.
        let changing = number % 2 == 0 ? other : store
        revision =
          number % 3 == 2
          ? try await changing.replace("w", with: SampleWalks.walk(1), after: revision)
          : try await changing.append([SampleWalks.event(2)], to: "w", after: revision)
      }
      try await other.remove("w")
      await expect(&failures, .unknown("w")) { _ = try await store.load("w", unless: revision) }
    }
  }

  private func removalFailures() async -> [Failure] {
    await collect("walks are removed by age, unless they're leased") { failures in
      let store = try await empty()
      for id in ["a", "b", "c"] { try await store.create(id, SampleWalks.walk(0)) }
      let page = try await store.list(after: nil, limit: 9)
      guard let oldest = page.compactMap(\.changed).min(), page.allSatisfy({ $0.changed != nil })
      else { return failures.append(Failure(rule: "a list", detail: "has no times")) }
      var removed = try await store.removeAll(changedBefore: oldest)
      if removed != [] { failures.append(Failure(rule: "a later walk", detail: "is removed")) }
      let lease = try await store.lease("b")
      removed = try await store.removeAll(changedBefore: .latest)
      await store.release(lease)
      let left = try await store.list(after: nil, limit: 9).map(\.id)
      if removed != ["a", "c"] || left != ["b"] {
        failures.append(Failure(rule: "removing", detail: "\(removed) leaves \(left)"))
      }
    }
  }

  private func idFailures() async -> [Failure] {
    await collect("only valid ids are taken") { failures in
      let store = try await empty()
      let long = String(repeating: "x", count: 101)
      for id in ["", ".", "..", ".a", "a/b", "a b", "é", "a\u{0}", "a\n", long] {
        await expect(&failures, .invalidID(id)) { try await store.create(id, SampleWalks.walk(0)) }
        await expect(&failures, .invalidID(id)) { _ = try await store.load(id) }
        await expect(&failures, .invalidID(id)) { _ = try await store.load(id, unless: .first) }
        await expect(&failures, .invalidID(id)) { try await store.remove(id) }
        await expect(&failures, .invalidID(id)) { _ = try await store.lease(id) }
      }
    }
  }

  private func expect(
    _ failures: inout [Failure], _ error: WalkStoreError, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      failures.append(Failure(rule: "\(error) is thrown", detail: "nothing was"))
    } catch let other as WalkStoreError {
      if other != error {
        failures.append(Failure(rule: "\(error) is thrown", detail: "\(other)"))
      }
    } catch {
      failures.append(Failure(rule: "a store throws its own errors", detail: "\(error)"))
    }
  }
}
