// SPDX-License-Identifier: Apache-2.0

import FlowServer
import FlowSessions
import SavedWalks
import Synchronization

/// The ledger of a call that continues a walk in a store: a claim is a new revision there, so that no process on any
/// machine continues from the same state.
final class StoredLedger: EffectLedger {
  private let ledger: any EffectLedger
  private let store: any WalkStore
  private let session: FlowSession
  private let current: Mutex<KeptPlace>

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - ledger: The server's own, which also has the states that clients carry.
  ///   - store: The store.
  ///   - place: Where the walk is.
  ///   - session: The walk as it's there.
  init(
    _ ledger: any EffectLedger, in store: any WalkStore, at place: KeptPlace, _ session: FlowSession
  ) {
    self.ledger = ledger
    self.store = store
    self.session = session
    current = Mutex(place)
  }

  /// Where the walk is now.
  var place: KeptPlace { current.withLock { $0 } }

  func claim(_ state: WalkMoment) -> Bool {
    guard ledger.claim(state) else { return false }
    return current.withLock { place in
      let (store, known) = (store, place)
      let walk = SavedWalk(session, keepingSecrets: store.isSealed)
      let revision = try? BlockingStore.wait {
        try await store.replace(
          known.id, with: walk, after: known.revision, holding: nil, summary: nil)
      }
      guard let revision else { return false }
      place = KeptPlace(id: known.id, revision: revision)
      return true
    }
  }

  func isClaimed(_ state: WalkMoment) -> Bool { ledger.isClaimed(state) }
}
