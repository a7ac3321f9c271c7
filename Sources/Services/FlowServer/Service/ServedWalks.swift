// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowWalks
import SavedWalks
import Synchronization

/// A walk of a service, which one request at a time uses.
final class ServedWalk: Sendable {
  /// The state that's kept of a walk between two requests.
  struct Content: Sendable {
    var walk: FlowWalk
    let owner: String?

    /// Where it's stored; nil for nowhere.
    let place: StoredPlace?

    /// Its effects; nil if all are refused.
    let effects: ServedEffects?

    /// The notices from when it was restored, for the next result.
    var notices: [WalkNotice] = []

    /// The time after which it may be removed; nil for never.
    var expires: Timestamp?

    /// The number of events that are stored; nil before the walk is.
    var savedCount: Int?

    /// Whether it was closed, and is gone.
    var isClosed = false
  }

  let id: String
  let turn = WalkTurn()

  /// Only the holder of the turn changes it; nil for a walk that isn't in memory.
  let content = Mutex<Content?>(nil)

  init(id: String) { self.id = id }
}

/// The walks of a service that are in memory, and how many each owner has.
final class ServedWalks: Sendable {
  private struct Ended {
    let id: String
    let time: Timestamp
  }

  private struct State {
    var walks: [String: (walk: ServedWalk, use: Int)] = [:]
    var use = 0
    var opened = 0

    /// How many walks an owner has: without a store exactly, and with one as of the last count.
    var counts: [String?: Int] = [:]

    /// The walks of an owner whose results were returned, oldest first.
    var ended: [String?: [Ended]] = [:]
  }

  private let state = Mutex(State())

  /// The number of walks in memory.
  var count: Int { state.withLock { $0.walks.count } }

  /// Returns a number that wasn't returned before, from 1.
  func nextNumber() -> Int {
    state.withLock { state in
      state.opened += 1
      return state.opened
    }
  }

  /// Returns a walk in memory, or a new one without content if it's `loadable`.
  func walk(_ id: String, loadable: Bool) -> ServedWalk? {
    state.withLock { state in
      state.use += 1
      if let found = state.walks[id]?.walk {
        state.walks[id]?.use = state.use
        return found
      }
      guard loadable else { return nil }
      let walk = ServedWalk(id: id)
      state.walks[id] = (walk, state.use)
      return walk
    }
  }

  /// Forgets a walk.
  func forget(_ walk: ServedWalk) {
    state.withLock { state in
      if state.walks[walk.id]?.walk === walk { state.walks[walk.id] = nil }
    }
  }

  /// Forgets those walks that were used longest ago, so that no more than a number stay, unless they're used now.
  ///
  /// - Complexity: O(*n* log *n*) in the number of walks, once for each quarter of the limit.
  func forgetIdle(keeping limit: Int) {
    state.withLock { state in
      guard state.walks.count > limit + limit / 4 else { return }
      let idle = state.walks.filter { !$0.value.walk.turn.isTaken }.sorted {
        $0.value.use < $1.value.use
      }
      for (id, _) in idle.prefix(state.walks.count - limit) { state.walks[id] = nil }
    }
  }

  /// Returns the ids of the walks in memory that have expired.
  func expired(at now: Timestamp) -> [ServedWalk] {
    let walks = state.withLock { $0.walks.values.map(\.walk) }
    return walks.filter { walk in
      guard !walk.turn.isTaken, let expires = walk.content.withLock({ $0?.expires }) else {
        return false
      }
      return expires < now
    }
  }

  // MARK: Owners

  /// Whether the result of a walk was returned that's still kept.
  var hasResults: Bool { state.withLock { !$0.ended.isEmpty } }

  /// Returns how many walks of an owner are in memory whose results weren't returned.
  func presentCount(_ owner: String?) -> Int { state.withLock { $0.counts[owner] ?? 0 } }

  /// Counts a new walk of an owner, unless it has as many as the limit.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - limit: The limit.
  ///   - counted: How many walks it has; nil if that's known already.
  /// - Returns: Whether it was counted; nil if they have to be counted first.
  func reserve(_ owner: String?, limit: Int, counted: Int?) -> Bool? {
    state.withLock { state in
      guard let count = counted ?? state.counts[owner] else { return nil }
      state.counts[owner] = count < limit ? count + 1 : count
      return count < limit
    }
  }

  /// Counts a walk of an owner no longer.
  func release(_ owner: String?) {
    state.withLock { state in
      guard let count = state.counts[owner] else { return }
      state.counts[owner] = max(0, count - 1)
    }
  }

  /// Notes that the result of a walk was returned; from then on, it doesn't count.
  ///
  /// - Returns: The ids of walks that are to be removed, because their owner has more than a number of them.
  func noteResult(of id: String, _ owner: String?, at time: Timestamp, keeping limit: Int)
    -> [String]
  {
    state.withLock { state in
      var ended = state.ended[owner] ?? []
      guard !ended.contains(where: { $0.id == id }) else { return [] }
      if let count = state.counts[owner] { state.counts[owner] = max(0, count - 1) }
      ended.append(Ended(id: id, time: time))
      let surplus = ended.prefix(max(0, ended.count - limit)).map(\.id)
      state.ended[owner] = Array(ended.dropFirst(surplus.count))
      return surplus
    }
  }

  /// Forgets that the result of a walk was returned.
  ///
  /// - Returns: Whether it was.
  func forgetResult(of id: String, _ owner: String?) -> Bool {
    state.withLock { state in
      guard let index = state.ended[owner]?.firstIndex(where: { $0.id == id }) else {
        return false
      }
      state.ended[owner]?.remove(at: index)
      return true
    }
  }

  /// Returns the walks whose results were returned before a time, and forgets them.
  func results(before time: Timestamp) -> [String] {
    state.withLock { state in
      var ids: [String] = []
      for (owner, ended) in state.ended {
        let old = ended.prefix { $0.time < time }
        ids += old.map(\.id)
        state.ended[owner] = old.count == ended.count ? nil : Array(ended.dropFirst(old.count))
      }
      return ids
    }
  }
}
