// SPDX-License-Identifier: GPL-3.0-or-later

import FlowServer
import FlowSessions
import ProgramParts
import SavedWalks
import SealedWalks

// Keys and stores of this program, which ends if there are none.
extension KeyFileOption {
  /// Returns the keys, of which the first seals; nil if the option isn't given.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read or contains no key.
  func keys() throws(ProgramEnding) -> WalkKeyRing? {
    do throws(ProgramFailure) { return try ring() } catch { throw ProgramOutput.fail(error) }
  }

  /// Returns the given keys, or the program's own.
  ///
  /// - Throws: ``ProgramEnding`` if there are none.
  func keysOrOwn() throws(ProgramEnding) -> WalkKeyRing {
    do throws(ProgramFailure) { return try ringOrOwn() } catch { throw ProgramOutput.fail(error) }
  }

  /// Returns a store of walks that any process with the same folder and key shares.
  ///
  /// - Parameter folder: The folder, which is made if it's missing.
  /// - Returns: The store, sealed with the given key or the program's own.
  /// - Throws: ``ProgramEnding`` if it's a database, the folder can't be made, or there's no key.
  func store(in folder: String) throws(ProgramEnding) -> any WalkStore {
    guard !folder.contains("://") else {
      throw ProgramOutput.fail(
        .usage,
        "this command keeps walks in a folder only, because stackflow is one static file without a database's "
          + "client; for walks in PostgreSQL, 'stackflow serve' and 'stackflow web' start stackflow-web, which has "
          + "it; see Documentation/Server.md")
    }
    do throws(ProgramFailure) {
      return try StorePlace.store(
        inFolder: folder, sealedWith: try ringOrOwn(), walkBytes: ServiceLimits().walkBytes)
    } catch {
      throw ProgramOutput.fail(error)
    }
  }
}

extension ProgramOutput {
  /// Writes a failure, and returns the error to throw.
  static func fail(_ failure: ProgramFailure) -> ProgramEnding {
    fail(failure.status, failure.description)
  }
}
