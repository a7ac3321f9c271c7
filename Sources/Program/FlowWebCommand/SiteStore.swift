// SPDX-License-Identifier: Apache-2.0

#if Web

import FlowHosts
import PostgreSQLStore
import SavedWalks
import SealedWalks

/// The store of a site: a folder, or a database that many processes share.
struct SiteStore: Sendable {
  /// The store, sealed.
  let store: any WalkStore

  #if PostgreSQL
  private let database: PostgreSQLWalkStore?
  #endif

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - place: A folder, or a connection string of libpq that begins with `postgresql://`.
  ///   - keys: The keys that open the walks, of which the first seals them.
  /// - Throws: ``WebProgramError`` if there's no such store in this program, or the folder can't be made.
  init(at place: String, sealedWith keys: WalkKeyRing) throws(WebProgramError) {
    guard Self.isDatabase(place) else {
      guard !place.contains("://") else {
        throw WebProgramError(
          description: "--store takes a folder, or an address that begins with postgresql://")
      }
      guard SystemFiles.makePrivateFolder(place) else {
        throw WebProgramError(description: "the folder '\(place)' can't be created")
      }
      store = SealedStore(wrapping: FileWalkStore(place), keys: keys)
      #if PostgreSQL
      database = nil
      #endif
      return
    }
    #if PostgreSQL
    let database = PostgreSQLWalkStore(place)
    store = SealedStore(wrapping: database, keys: keys)
    self.database = database
    #else
    throw WebProgramError(
      description: """
        this program was built without the trait 'PostgreSQL', which brings the client of the database; install \
        libpq-dev, and build it with 'swift build -c release --traits default,Web,PostgreSQL --product stackflow-web'
        """)
    #endif
  }

  /// Whether a place is a database.
  static func isDatabase(_ place: String) -> Bool {
    place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
  }

  /// Makes the tables, if it's a database; waits until it can be reached.
  ///
  /// A user who may not change tables finds those that another one has made.
  ///
  /// - Throws: ``WebProgramError`` if the database refuses this, and `CancellationError`.
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
          throw WebProgramError(description: error.message)
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
