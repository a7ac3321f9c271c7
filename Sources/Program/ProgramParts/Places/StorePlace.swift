// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowSessions
import SavedWalks
package import SealedWalks

/// The place that `--store` names: a folder, or a database that processes on many machines share.
package enum StorePlace {
  /// Returns whether a place is a database of PostgreSQL.
  package static func isDatabase(_ place: String) -> Bool {
    place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
  }

  /// Returns a store of walks that any process with the same folder and keys shares.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made if it's missing.
  ///   - keys: The keys that open the walks, of which the first seals them.
  ///   - walkBytes: The maximum size of a walk in bytes, before it's sealed.
  /// - Returns: The store.
  /// - Throws: ``ProgramFailure`` if it's no folder, or can't be made.
  package static func store(
    inFolder folder: String, sealedWith keys: WalkKeyRing, walkBytes: Int
  ) throws(ProgramFailure) -> SealedStore {
    guard !folder.contains("://") else {
      throw ProgramFailure(
        .usage, "--store takes a folder, or an address that begins with postgresql://")
    }
    guard SystemFiles.makePrivateFolder(folder) else {
      throw ProgramFailure(.inputOutput, "\(folder): the folder can't be created")
    }
    // Sealing takes room, too.
    let files = FileWalkStore(folder, maximumWalkByteCount: 4 * walkBytes)
    return SealedStore(wrapping: files, keys: keys)
  }
}
