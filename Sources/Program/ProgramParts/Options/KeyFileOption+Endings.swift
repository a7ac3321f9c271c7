// SPDX-License-Identifier: Apache-2.0

import FlowServer
package import SealedWalks

// Keys and stores of this program, which ends if there are none.
extension KeyFileOption {
  /// Returns the keys, of which the first seals; nil if the option isn't given.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read or contains no key.
  package func keys() throws(ProgramEnding) -> WalkKeyRing? {
    do throws(ProgramFailure) { return try ring() } catch { throw ProgramOutput.fail(error) }
  }

  /// Returns the given keys, or the program's own.
  ///
  /// - Throws: ``ProgramEnding`` if there are none.
  func keysOrOwn() throws(ProgramEnding) -> WalkKeyRing {
    do throws(ProgramFailure) { return try ringOrOwn() } catch { throw ProgramOutput.fail(error) }
  }

  /// Opens a store of walks that any process with the same place and key shares.
  ///
  /// - Parameter place: A folder, which is made if it's missing, or the address of a database.
  /// - Returns: The store, sealed with the given key or the program's own.
  /// - Throws: ``ProgramEnding`` if this program has no such store, the folder can't be made, or there's no key.
  package func place(_ place: String) throws(ProgramEnding) -> StorePlace {
    do throws(ProgramFailure) {
      return try StorePlace(
        place, sealedWith: try ringOrOwn(), walkBytes: ServiceLimits().walkBytes)
    } catch {
      throw ProgramOutput.fail(error)
    }
  }
}
