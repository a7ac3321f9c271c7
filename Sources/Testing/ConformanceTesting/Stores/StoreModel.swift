// SPDX-License-Identifier: Apache-2.0

import SavedWalks

/// An operation on a store; with numbers instead of leases, which differ between stores.
enum StoreOperation: Hashable, Sendable {
  /// Whether the caller names a lease, by its number.
  typealias LeaseNumber = Int

  case create(String, walk: Int)
  case append(String, events: [Int], after: Int64, lease: LeaseNumber?)
  case replace(String, walk: Int, after: Int64, lease: LeaseNumber?)
  case load(String)
  case list(after: String?, limit: Int)
  case lease(String)
  case renew(LeaseNumber)
  case release(LeaseNumber)
  case remove(String, after: Int64?, lease: LeaseNumber?)
}

/// The result of an operation.
enum StoreAnswer: Hashable, Sendable {
  case revision(WalkRevision)
  case walk(StoredWalk)
  case entries([StoredWalk.Entry])
  case lease(StoreOperation.LeaseNumber)
  case done
  case error(WalkStoreError)
}

/// A store as the protocol describes it, in as few words as possible.
struct StoreModel {
  struct Content {
    var walk: SavedWalk
    var summary: WalkSummary
    var revision: Int64
    var byteCount: Int
    var lease: Int?
  }

  let limit: Int
  var contents: [String: Content] = [:]

  /// The walk of each lease that ever was.
  var leases: [String] = []

  init(limit: Int) { self.limit = limit }

  mutating func answer(to operation: StoreOperation) -> StoreAnswer {
    do throws(WalkStoreError) {
      return try perform(operation)
    } catch {
      return .error(error)
    }
  }

  private mutating func perform(
    _ operation: StoreOperation
  ) throws(WalkStoreError) -> StoreAnswer {
    switch operation {
    case .create(let id, let number):
      guard WalkID.isValid(id) else { throw .invalidID(id) }
      let walk = SampleWalks.walk(number)
      try check(id, walk.bytes.count)
      guard contents[id] == nil else { throw .exists(id) }
      contents[id] = Content(
        walk: walk, summary: SampleWalks.summary(number), revision: 1, byteCount: walk.bytes.count)
      return .revision(.first)
    case .append(let id, let numbers, let revision, let lease):
      var content = try changeable(id, revision, lease)
      if numbers.isEmpty { return .revision(WalkRevision(rawValue: revision)) }
      let events = numbers.map { SampleWalks.event($0) }
      content.byteCount += WalkRecord(events).bytes.count
      try check(id, content.byteCount)
      content.walk.events += events
      content.summary = SampleWalks.summary(of: numbers) ?? content.summary
      return change(id, to: content)
    case .replace(let id, let number, let revision, let lease):
      var content = try changeable(id, revision, lease)
      content.walk = SampleWalks.walk(number)
      content.summary = SampleWalks.summary(of: [number]) ?? content.summary
      content.byteCount = content.walk.bytes.count
      try check(id, content.byteCount)
      return change(id, to: content)
    case .load(let id):
      let content = try content(id)
      return .walk(
        StoredWalk(
          content.walk, at: WalkRevision(rawValue: content.revision), summary: content.summary))
    case .list(let last, let limit):
      let ids = contents.keys.filter { id in last.map { $0 < id } ?? true }.sorted()
      return .entries(
        ids.prefix(max(limit, 1)).map {
          StoredWalk.Entry(
            id: $0, revision: contents[$0].map { WalkRevision(rawValue: $0.revision) },
            summary: contents[$0]?.summary)
        })
    case .lease(let id):
      guard try content(id).lease == nil else { throw .leased(id) }
      contents[id]?.lease = leases.count
      leases.append(id)
      return .lease(leases.count - 1)
    case .renew(let number):
      guard contents[leases[number]]?.lease == number else { throw .leaseLost(leases[number]) }
      return .done
    case .release(let number):
      if contents[leases[number]]?.lease == number { contents[leases[number]]?.lease = nil }
      return .done
    case .remove(let id, let revision, let lease):
      _ = try changeable(id, revision, lease)
      contents[id] = nil
      return .done
    }
  }

  private mutating func change(_ id: String, to changed: Content) -> StoreAnswer {
    var content = changed
    content.revision += 1
    contents[id] = content
    return .revision(WalkRevision(rawValue: content.revision))
  }

  private func check(_ id: String, _ count: Int) throws(WalkStoreError) {
    if count > limit { throw .tooLarge(id, byteCount: count, limit: limit) }
  }

  private func content(_ id: String) throws(WalkStoreError) -> Content {
    guard WalkID.isValid(id) else { throw .invalidID(id) }
    guard let content = contents[id] else { throw .unknown(id) }
    return content
  }

  private func changeable(
    _ id: String, _ revision: Int64?, _ lease: Int?
  ) throws(WalkStoreError) -> Content {
    let content = try content(id)
    if let lease, lease != content.lease { throw .leaseLost(id) }
    if lease == nil, content.lease != nil { throw .leased(id) }
    if let revision, revision != content.revision {
      throw .conflict(id, current: WalkRevision(rawValue: content.revision))
    }
    return content
  }
}

/// A store under test: two views of the same walks, and the leases by number.
struct TestedStore<Store: WalkStore> {
  /// The views; a lease is known to the view that took it.
  let views: [Store]

  private(set) var leases: [(lease: WalkLease, view: Int)] = []

  init(_ views: [Store]) { self.views = views }

  /// Performs an operation; one with a lease, on the view that took it.
  mutating func answer(to operation: StoreOperation, view: Int) async -> StoreAnswer {
    do throws(WalkStoreError) {
      switch operation {
      case .create(let id, let walk):
        return .revision(
          try await views[view].create(
            id, SampleWalks.walk(walk), summary: SampleWalks.summary(walk)))
      case .append(let id, let events, let revision, let number):
        return .revision(
          try await store(number, view).append(
            events.map { SampleWalks.event($0) }, to: id,
            after: WalkRevision(rawValue: revision), holding: lease(number),
            summary: SampleWalks.summary(of: events)))
      case .replace(let id, let walk, let revision, let number):
        return .revision(
          try await store(number, view).replace(
            id, with: SampleWalks.walk(walk), after: WalkRevision(rawValue: revision),
            holding: lease(number), summary: SampleWalks.summary(of: [walk])))
      case .load(let id): return .walk(try await views[view].load(id))
      case .list(let last, let limit):
        let page = try await views[view].list(after: last, limit: limit)
        return .entries(
          page.map { StoredWalk.Entry(id: $0.id, revision: $0.revision, summary: $0.summary) })
      case .lease(let id):
        leases.append((try await views[view].lease(id), view))
        return .lease(leases.count - 1)
      case .renew(let number):
        try await store(number, view).renew(leases[number].lease)
        return .done
      case .release(let number):
        await store(number, view).release(leases[number].lease)
        return .done
      case .remove(let id, let revision, let number):
        try await store(number, view).remove(
          id, after: revision.map { WalkRevision(rawValue: $0) }, holding: lease(number))
        return .done
      }
    } catch {
      return .error(error)
    }
  }

  private func lease(_ number: Int?) -> WalkLease? { number.map { leases[$0].lease } }

  private func store(_ number: Int?, _ view: Int) -> Store {
    views[number.map { leases[$0].view } ?? view]
  }
}
