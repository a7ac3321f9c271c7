// SPDX-License-Identifier: Apache-2.0

import SavedWalks

// Every pair of operations, and random histories, compared with the model.
extension WalkStoreCheck {
  /// Performs operations on an empty store and on the model.
  private func failures(
    _ rule: String, _ operations: [(operation: StoreOperation, view: Int)]
  ) async -> [Failure] {
    await collect(rule) { failures in
      let first = try await empty()
      var store = TestedStore([first, try await another(first)])
      var model = StoreModel(limit: first.maximumWalkByteCount)
      for (index, (operation, view)) in operations.enumerated() {
        let expected = model.answer(to: operation)
        let found = await store.answer(to: operation, view: view)
        guard found == expected else {
          failures.append(
            Failure(
              rule: rule,
              detail: "\(operation), after \(operations[..<index].map(\.operation)), "
                + "gives \(found) instead of \(expected)"))
          return
        }
      }
    }
  }

  /// Performs every pair of operations from every state of a walk.
  func pairFailures() async -> [Failure] {
    let states: [[StoreOperation]] = [
      [],
      [.create("w", walk: 1)],
      [.create("w", walk: 2), .append("w", events: [1, 2], after: 1, lease: nil)],
      [.create("w", walk: 3), .lease("w")],
      [.create("w", walk: 3), .lease("w"), .release(0)],
      [.create("w", walk: 3), .lease("w"), .remove("w", after: nil, lease: 0)],
    ]
    var failures: [Failure] = []
    for state in states {
      let hasLease = state.contains(.lease("w"))
      let leases: [Int?] = hasLease ? [nil, 0] : [nil]
      var operations: [StoreOperation] = [
        .create("w", walk: 4), .load("w"), .list(after: nil, limit: 5), .lease("w"),
      ]
      if hasLease { operations += [.renew(0), .release(0)] }
      for lease in leases {
        operations += [
          .append("w", events: [3], after: 1, lease: lease),
          .append("w", events: [4], after: 2, lease: lease),
          .append("w", events: [], after: 1, lease: lease),
          .replace("w", walk: 5, after: 1, lease: lease),
          .remove("w", after: nil, lease: lease), .remove("w", after: 2, lease: lease),
        ]
      }
      for first in operations where failures.count < Self.mostFailures {
        for second in operations {
          let all = state + [first, second, .load("w"), .list(after: nil, limit: 5)]
          failures += await self.failures(
            "every pair of operations", all.enumerated().map { ($1, $0 % 2) })
        }
      }
    }
    return failures
  }

  /// Performs random histories.
  func historyFailures() async -> [Failure] {
    var failures: [Failure] = []
    for offset in 0..<UInt64(histories) {
      var random = StoreRandom(seed: seed &+ offset)
      var model = StoreModel(limit: .max)
      var operations: [(StoreOperation, Int)] = []
      for _ in 0..<40 {
        let operation = random.operation(on: model)
        _ = model.answer(to: operation)
        operations.append((operation, random.number(below: 2)))
      }
      failures += await self.failures("random histories, seed \(seed &+ offset)", operations)
    }
    return failures
  }
}

/// Random operations: SplitMix64, so that a seed gives the same ones everywhere.
private struct StoreRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  private mutating func lease(on model: StoreModel, _ id: String) -> Int? {
    if let lease = model.contents[id]?.lease, number(below: 3) > 0 { return lease }
    guard number(below: 6) == 0, !model.leases.isEmpty else { return nil }
    return number(below: model.leases.count)
  }

  /// Returns an operation that often succeeds.
  mutating func operation(on model: StoreModel) -> StoreOperation {
    let ids = ["a", "B", "b-1", "b_1", "Z.9", "", ".a", "a/b", "é"]
    let id = ids[number(below: number(below: 8) == 0 ? ids.count : 5)]
    let current = model.contents[id]?.revision ?? 1
    let revision = number(below: 5) == 0 ? Int64(number(below: 6)) : current
    switch number(below: 15) {
    case 0, 1: return .create(id, walk: number(below: 9))
    case 2, 3, 4, 5:
      let events = (0..<number(below: 4)).map { _ in number(below: 100) }
      return .append(id, events: events, after: revision, lease: lease(on: model, id))
    case 6:
      return .replace(id, walk: number(below: 9), after: revision, lease: lease(on: model, id))
    case 7, 8: return .load(id)
    case 9:
      let last = number(below: 2) == 0 ? nil : ids[number(below: 5)]
      return .list(after: last, limit: number(below: 4))
    case 10, 11: return .lease(id)
    case 12:
      guard !model.leases.isEmpty else { return .load(id) }
      return .release(number(below: model.leases.count))
    case 13:
      guard !model.leases.isEmpty else { return .load(id) }
      return .renew(number(below: model.leases.count))
    default:
      return .remove(
        id, after: number(below: 2) == 0 ? nil : revision, lease: lease(on: model, id))
    }
  }
}
