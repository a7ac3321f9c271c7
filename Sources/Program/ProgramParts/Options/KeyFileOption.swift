// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import FlowHosts
import FlowSessions
package import SealedWalks

/// The option that names the file of the keys.
package struct KeyFileOption: ParsableArguments {
  @Option(
    help: """
      The file with the key that seals the saved walk, secrets included: 64 hexadecimal digits, or \
      32 bytes. On further lines, it can have older keys, which only open.
      """,
    completion: .file())
  package var keyFile: String?

  package init() {}

  /// Returns the keys, of which the first seals; nil if the option isn't given.
  ///
  /// - Throws: ``ProgramFailure`` if the file can't be read or contains no key.
  func ring() throws(ProgramFailure) -> WalkKeyRing? {
    guard let keyFile else { return nil }
    if let reason = Self.openness(of: keyFile) { throw ProgramFailure(.usage, reason) }
    let content: [UInt8]
    do {
      content = try SystemFiles.read(keyFile, limit: WalkKeyRing.maximumFileByteCount)
    } catch {
      throw ProgramFailure(.usage, "cannot read the key '\(keyFile)': \(error.message)")
    }
    guard let keys = WalkKeyRing(fileContent: content) else {
      throw ProgramFailure(
        .usage,
        "'\(keyFile)' contains no key; a key is a line of 64 hexadecimal digits, such as those of "
          + "'openssl rand -hex 32', and up to \(WalkKeyRing.maximumFileCount) different ones are taken"
      )
    }
    return keys
  }

  /// Returns the keys of the file, or the user's own if the option isn't given.
  ///
  /// - Throws: ``ProgramFailure`` if there are none.
  package func ringOrOwn() throws(ProgramFailure) -> WalkKeyRing {
    if let keys = try ring() { return keys }
    return try Self.own()
  }

  /// Returns why a file isn't used as a key, if other users can read or change it; or nil.
  static func openness(of file: String) -> String? {
    guard SystemFiles.isOpenToOthers(file) else { return nil }
    return "other users can read the key '\(file)'; take that away with "
      + "'chmod 600 \(file.asShellWord)', or make a new key"
  }
}
