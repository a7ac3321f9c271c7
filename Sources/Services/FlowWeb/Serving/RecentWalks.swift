// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import SavedWalks
import Synchronization

/// The walks that were last asked for, so that a page doesn't restore what the form before it has just stored.
///
/// A kept walk is used only at the revision that the store has: another process may have changed the walk. So nothing
/// depends on the kept walks, and a process can be killed at any time.
final class RecentWalks: Sendable {
  private struct Recent {
    var view: StoredWalkView
    var memory = PageMemory()
  }

  private struct Generations {
    var young: [String: Recent] = [:]
    var old: [String: Recent] = [:]

    subscript(id: String) -> Recent? { young[id] ?? old[id] }
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
      if let recent = walks.young[id] { return recent.view }
      guard let recent = walks.old[id] else { return nil }
      Self.add(recent, id, to: &walks)
      return recent.view
    }
  }

  /// Keeps a walk of a sealed store, unless it can change without a new revision, or is large; without one, forgets it.
  ///
  /// - Parameters:
  ///   - view: The walk.
  ///   - id: Its id.
  ///   - revision: The revision that the walk was changed from; nil if that was done elsewhere.
  func keep(_ view: StoredWalkView?, of id: String, after revision: WalkRevision? = nil) {
    guard let view, view.isLasting, view.session.storedSize <= Self.maximumByteCount else {
      forget(id)
      return
    }
    walks.withLock { walks in
      var recent = Recent(view: view)
      if let before = walks[id], before.view.revision == revision {
        recent.memory = before.memory
      }
      Self.add(recent, id, to: &walks)
    }
  }

  /// Returns what pages of a walk have made; nothing if it isn't kept at a revision.
  func memory(of id: String, at revision: WalkRevision) -> PageMemory {
    walks.withLock { walks in
      guard let recent = walks[id], recent.view.revision == revision else { return PageMemory() }
      return recent.memory
    }
  }

  /// Notes what a page of a walk has made, if the walk is still kept at that revision.
  func note(_ memory: PageMemory, of id: String, at revision: WalkRevision) {
    walks.withLock { walks in
      if walks.young[id]?.view.revision == revision { walks.young[id]?.memory = memory }
    }
  }

  /// Forgets a walk.
  func forget(_ id: String) {
    walks.withLock { walks in
      walks.young[id] = nil
      walks.old[id] = nil
    }
  }

  private static func add(_ recent: Recent, _ id: String, to walks: inout Generations) {
    if walks.young.count >= generationLength, walks.young[id] == nil {
      (walks.old, walks.young) = (walks.young, [:])
    }
    walks.young[id] = recent
  }
}
