// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowSessions
import PostgreSQLStore
import ProgramParts
import SavedWalks
import SealedWalks

/// The store of a site: a folder, or a database that many processes share.
struct SiteStore: Sendable {
  /// The store, sealed.
  let store: SealedStore

  #if PostgreSQL
  private let database: PostgreSQLWalkStore?
  #endif

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - place: A folder, or a connection string of libpq that begins with `postgresql://`.
  ///   - keys: The keys that open the walks, of which the first seals them.
  ///   - walkBytes: The maximum size of a walk in bytes, before it's sealed.
  /// - Throws: ``ProgramFailure`` if there's no such store in this program, or the folder can't be made.
  init(
    at place: String, sealedWith keys: WalkKeyRing, walkBytes: Int = 4 << 20
  ) throws(ProgramFailure) {
    guard StorePlace.isDatabase(place) else {
      store = try StorePlace.store(inFolder: place, sealedWith: keys, walkBytes: walkBytes)
      #if PostgreSQL
      database = nil
      #endif
      return
    }
    #if PostgreSQL
    let database = PostgreSQLWalkStore(place, maximumWalkByteCount: 4 * walkBytes)
    store = SealedStore(wrapping: database, keys: keys)
    self.database = database
    #else
    throw ProgramFailure(
      .usage,
      """
      this program was built without the trait 'PostgreSQL', which brings the client of the database; install \
      libpq-dev, and build it with 'swift build -c release --traits default,Web,PostgreSQL --product stackflow-web'
      """)
    #endif
  }

  /// Makes the tables, if it's a database; waits until it can be reached.
  ///
  /// A user who may not change tables finds those that another one has made.
  ///
  /// - Throws: ``ProgramFailure`` if the database refuses this, and `CancellationError`.
  func prepare() async throws {
    #if PostgreSQL
    guard let database else { return }
    var isTold = false
    while true {
      do throws(WalkStoreError) {
        try await database.migrate()
        return
      } catch {
        guard case .unavailable = error else {
          if case .refused = error, (try? await store.list(after: "~", limit: 1)) != nil { return }
          throw ProgramFailure(.usage, error.message)
        }
        if !isTold { complain("stackflow-web: \(error.message); it's tried again") }
        isTold = true
      }
      try await Task.sleep(for: .seconds(1))
    }
    #endif
  }
}

#endif
