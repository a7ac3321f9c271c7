// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowSessions
import SealedWalks

struct KeyFileOption: ParsableArguments {
  @Option(
    help: """
      The file with the key that seals the saved walk, secrets included: 64 hexadecimal digits, or \
      32 bytes. On further lines, it can have older keys, which only open.
      """,
    completion: .file())
  var keyFile: String?

  /// The keys, of which the first seals; nil if the option isn't given.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read or contains no key.
  func keys() throws(ProgramEnding) -> WalkKeyRing? {
    guard let keyFile else { return nil }
    if let reason = Self.openness(of: keyFile) { throw ProgramOutput.fail(.usage, reason) }
    let content: [UInt8]
    do {
      content = try SystemFiles.read(keyFile, limit: WalkKeyRing.maximumFileByteCount)
    } catch {
      throw ProgramOutput.fail(.usage, "cannot read the key '\(keyFile)': \(error.message)")
    }
    guard let keys = WalkKeyRing(fileContent: content) else {
      throw ProgramOutput.fail(
        .usage,
        "'\(keyFile)' contains no key; a key is a line of 64 hexadecimal digits, such as those of "
          + "'openssl rand -hex 32', and up to \(WalkKeyRing.maximumFileCount) different ones are taken"
      )
    }
    return keys
  }

  /// Returns why a file isn't used as a key, if other users can read or change it; or nil.
  static func openness(of file: String) -> String? {
    guard SystemFiles.isOpenToOthers(file) else { return nil }
    return "other users can read the key '\(file)'; take that away with "
      + "'chmod 600 \(file.asShellWord)', or make a new key"
  }
}

extension String {
  /// The text as a word of a shell command.
  var asShellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+:,@%=".utf8.contains(byte)
      }
    }
    guard !isPlain || isEmpty else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
