// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowSessions
import SealedWalks

extension KeyFileOption {
  /// Returns the key that seals walks if none is given, and those that the user has added.
  ///
  /// It's in `$XDG_STATE_HOME/stackflow/key`, which is made when it's first needed, and which only its
  /// owner can read.
  ///
  /// - Throws: ``ProgramFailure`` if it can't be made or read.
  static func own() throws(ProgramFailure) -> WalkKeyRing {
    guard let folder = SystemHost.stateFolder else {
      throw ProgramFailure(.usage, "there's no home directory for a key; give one with --key-file")
    }
    guard SystemFiles.makePrivateFolder(folder) else {
      throw ProgramFailure(.inputOutput, "\(folder): the folder can't be created")
    }
    let path = folder + "/key"
    if let reason = SystemFiles.openness(ofFolder: folder) ?? openness(of: path) {
      throw ProgramFailure(.usage, reason)
    }
    do throws(SystemFiles.Failure) {
      if let content = try? SystemFiles.read(path, limit: WalkKeyRing.maximumFileByteCount) {
        return try keys(content, path)
      }
      let digits = WalkKey.randomBytes().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      // Another process may have made one meanwhile.
      _ = try SystemFiles.createPrivately(digits.joined() + "\n", in: folder, name: "key")
      return try keys(try SystemFiles.read(path, limit: WalkKeyRing.maximumFileByteCount), path)
    } catch {
      throw ProgramFailure(.inputOutput, error.message)
    }
  }

  private static func keys(
    _ content: [UInt8], _ path: String
  ) throws(SystemFiles.Failure) -> WalkKeyRing {
    guard let keys = WalkKeyRing(fileContent: content) else {
      throw SystemFiles.Failure(path, message: "it contains no key")
    }
    return keys
  }
}
