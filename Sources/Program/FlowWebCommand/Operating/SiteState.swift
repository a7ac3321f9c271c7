// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowWeb
import SavedWalks
import Synchronization

/// Whether a process takes requests, and what the operator may know of its walks.
final class SiteState: Sendable {
  /// Why a process takes no requests.
  enum Phase: String { case starting, ready, ending }

  private struct Counted {
    var time: ContinuousClock.Instant
    var counts: WalkCounts?
  }

  private let store: (any WalkStore)?
  private let flows: Set<String>
  private let phase = Mutex(Phase.starting)
  private let counted = Mutex<Counted?>(nil)

  /// How long the walks of the store aren't counted again, since that reads the summaries of all.
  private static let countLifetime = Duration.seconds(60)

  init(_ store: (any WalkStore)?, flows: Set<String>) {
    self.store = store
    self.flows = flows
  }

  /// Whether the process is ending.
  var isEnding: Bool { phase.withLock { $0 == .ending } }

  /// Notes that it listens.
  func begin() { phase.withLock { if $0 == .starting { $0 = .ready } } }

  /// Notes that it accepts nothing more.
  func end() { phase.withLock { $0 = .ending } }

  /// Returns why the process takes no requests; nil if it does.
  func obstacle() async -> String? {
    let phase = phase.withLock { $0 }
    guard phase == .ready else { return phase.rawValue }
    guard let store else { return nil }
    do throws(WalkStoreError) {
      // No walk has this id, so nothing is removed; but a store that can't be changed says so.
      try await store.remove(WalkID.random())
      return nil
    } catch {
      if case .unknown = error { return nil }
      return error.message
    }
  }

  /// Returns the numbers of walks, at most a minute old; nil if the store can't be reached.
  func counts() async -> WalkCounts? {
    guard let store else { return nil }
    let now = ContinuousClock.now
    let known = counted.withLock { counted -> Counted? in
      if let counted, now - counted.time < Self.countLifetime { return counted }
      // Of several who ask at the same time, one counts.
      counted = Counted(time: now, counts: counted?.counts)
      return nil
    }
    if let known { return known.counts }
    let counts = try? await WalkCounts(of: store, flows: flows)
    counted.withLock { $0 = counts.map { Counted(time: now, counts: $0) } }
    return counts
  }
}

#endif
