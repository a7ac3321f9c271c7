// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SavedWalks
import Synchronization

/// The walks that were last asked for, so that a page doesn't restore what the form before it has just stored.
///
/// A kept walk is used only at the revision that the store has: another process may have changed the walk. So nothing
/// depends on the kept walks, and a process can be killed at any time.
final class RecentWalks: Sendable {
  private struct Generations {
    var young: [String: StoredWalkView] = [:]
    var old: [String: StoredWalkView] = [:]
  }

  /// The number of walks in each of both generations: what wasn't asked for while so many others were, is forgotten.
  private static let generationLength = 64

  /// The size of a walk's events from which on it isn't kept, in bytes.
  private static let maximumByteCount = 32_768

  private let walks = Mutex(Generations())

  /// Returns a walk as it was last seen; nil if it isn't kept.
  ///
  /// - Complexity: O(1).
  func view(of id: String) -> StoredWalkView? {
    walks.withLock { walks in
      if let view = walks.young[id] { return view }
      guard let view = walks.old[id] else { return nil }
      Self.add(view, id, to: &walks)
      return view
    }
  }

  /// Keeps a walk of a sealed store, unless it can change without a new revision, or is large; without one, forgets it.
  func keep(_ view: StoredWalkView?, of id: String) {
    guard let view, view.isLasting, view.session.storedSize <= Self.maximumByteCount else {
      forget(id)
      return
    }
    walks.withLock { Self.add(view, id, to: &$0) }
  }

  /// Forgets a walk.
  func forget(_ id: String) {
    walks.withLock { walks in
      walks.young[id] = nil
      walks.old[id] = nil
    }
  }

  private static func add(_ view: StoredWalkView, _ id: String, to walks: inout Generations) {
    if walks.young.count >= generationLength, walks.young[id] == nil {
      (walks.old, walks.young) = (walks.young, [:])
    }
    walks.young[id] = view
  }
}
