// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowSessions
package import SavedWalks
package import SealedWalks
import SourceDiagnostics
package import Synchronization

/// A store in a database, which processes on any number of machines share.
package protocol WalkDatabase: WalkStore {
  /// Makes the tables, or changes those of an earlier version.
  ///
  /// - Throws: `WalkStoreError` if the database can't be reached, or refuses it.
  func migrate() async throws(WalkStoreError)

  /// Opens all connections.
  ///
  /// - Throws: `WalkStoreError` if the database can't be reached, or a connection hasn't a session of its own.
  func connect() async throws(WalkStoreError)
}

/// The place that `--store` names: a folder, or a database.
package struct StorePlace: Sendable {
  /// Returns the client of a database at an address, which takes walks of at most so many bytes.
  package typealias Client =
    @Sendable (_ address: String, _ walkBytes: Int) throws(ProgramFailure) -> any WalkDatabase

  /// Makes clients of databases in the program that has one; nil in the other, which becomes it.
  package static let client = Mutex<Client?>(nil)

  /// The store, sealed.
  package let store: SealedStore

  private let database: (any WalkDatabase)?

  /// Opens a store that any process with the same place and keys shares.
  ///
  /// - Parameters:
  ///   - place: A folder, which is made if it's missing, or a connection string of libpq that begins with
  ///     `postgresql://`.
  ///   - keys: The keys that open the walks, of which the first seals them.
  ///   - walkBytes: The maximum size of a walk in bytes, before it's sealed.
  /// - Throws: ``ProgramFailure`` if this program has no such store, or the folder can't be made.
  package init(
    _ place: String, sealedWith keys: WalkKeyRing, walkBytes: Int
  ) throws(ProgramFailure) {
    // Sealing takes room, too.
    let storedBytes = 4 * walkBytes
    if Self.isDatabase(place) {
      guard let client = Self.client.withLock({ $0 }) else {
        throw ProgramFailure(.usage, "this program has no client of a database")
      }
      let database = try client(place, storedBytes)
      store = SealedStore(wrapping: database, keys: keys)
      self.database = database
      return
    }
    guard !place.includes("://") else {
      throw ProgramFailure(
        .usage, "--store takes a folder, or an address that begins with postgresql://")
    }
    guard SystemFiles.makePrivateFolder(place) else {
      throw ProgramFailure(.inputOutput, "\(place): the folder can't be created")
    }
    store = SealedStore(
      wrapping: FileWalkStore(place, maximumWalkByteCount: storedBytes), keys: keys)
    database = nil
  }

  /// Returns whether a place is a database of PostgreSQL.
  package static func isDatabase(_ place: String) -> Bool {
    place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
  }

  /// Returns a place as it's shown: the address of a database without its password.
  package static func shown(_ place: String) -> String {
    guard isDatabase(place), let colon = place.firstIndex(of: ":") else { return place }
    let start = place.index(colon, offsetBy: 3)
    var rest = place[start...]
    // As libpq does it: what's before the first @ or / is the user.
    if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@",
      let password = rest[..<end].firstIndex(of: ":")
    {
      rest.removeSubrange(password..<end)
    }
    guard let query = rest.firstIndex(of: "?") else {
      return String(place[..<start] + rest)
    }
    let settings = rest[query...].dropFirst().split(separator: "&").filter {
      !["password=", "sslpassword="].contains(where: $0.hasPrefix)
    }
    return place[..<start] + String(rest[..<query])
      + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
  }

  /// Makes the tables, if it's a database, and opens the connections of a service.
  ///
  /// A user who may not change tables finds those that another one has made.
  ///
  /// - Parameter voice: Says that a database that can't be reached is waited for; nil not to wait.
  /// - Throws: ``ProgramFailure`` if the database refuses this, or isn't waited for, and `CancellationError`.
  package func prepare(waiting voice: ProgramVoice?) async throws {
    guard let database else { return }
    var isTold = false
    while true {
      do throws(WalkStoreError) {
        try await makeTables(of: database)
        if voice != nil { try await database.connect() }
        return
      } catch {
        guard case .unavailable = error else { throw ProgramFailure(.usage, error.message) }
        guard let voice else { throw ProgramFailure(.inputOutput, error.message) }
        if !isTold { voice.say("\(error.message); it's tried again") }
        isTold = true
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func makeTables(of database: any WalkDatabase) async throws(WalkStoreError) {
    do throws(WalkStoreError) {
      try await database.migrate()
    } catch {
      guard case .refused = error, (try? await store.list(after: "~", limit: 1)) != nil else {
        throw error
      }
    }
  }
}
