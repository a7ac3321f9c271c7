// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowServer
import FlowSessions
import SavedWalks
import SealedWalks

struct KeyFileOption: ParsableArguments {
  @Option(
    help: """
      The file with the key that seals the saved walk, secrets included: 64 hexadecimal digits, or \
      32 bytes.
      """,
    completion: .file())
  var keyFile: String?

  /// The key; nil if the option isn't given.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read or contains no key.
  func key() throws(ProgramEnding) -> WalkKey? {
    guard let keyFile else { return nil }
    if let reason = Self.openness(of: keyFile) { throw ProgramOutput.fail(.usage, reason) }
    let content: [UInt8]
    do {
      content = try SystemFiles.read(keyFile, limit: 1_024)
    } catch {
      throw ProgramOutput.fail(.usage, "cannot read the key '\(keyFile)': \(error.message)")
    }
    guard let key = WalkKey(fileContent: content) else {
      throw ProgramOutput.fail(
        .usage,
        "'\(keyFile)' contains no key; a key is 64 hexadecimal digits, such as those of "
          + "'openssl rand -hex 32'")
    }
    return key
  }

  /// Returns a store of walks that any process with the same folder and key shares.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made if it's missing.
  ///   - walkBytes: The maximum size of a walk in bytes.
  /// - Returns: The store, sealed with the given key or the program's own.
  /// - Throws: ``ProgramEnding`` if it's a database, the folder can't be made, or there's no key.
  func store(
    in folder: String, walkBytes: Int = ServiceLimits().walkBytes
  ) throws(ProgramEnding) -> any WalkStore {
    guard !folder.contains("://") else {
      throw ProgramOutput.fail(
        .usage,
        "stackflow keeps walks in a folder only, because it's one static file without a database's client; for "
          + "browsers, 'stackflow web --store postgresql://…' keeps them in PostgreSQL, and for other programs, "
          + "a server of yours with FlowService and PostgreSQLWalkStore does; see Documentation/Server.md"
      )
    }
    guard SystemFiles.makePrivateFolder(folder) else {
      throw ProgramOutput.fail(.inputOutput, "\(folder): the folder can't be created")
    }
    let own: WalkKey
    if let given = try key() { own = given } else { own = try OwnKey.key() }
    guard let keys = WalkKeyRing(own) else {
      throw ProgramOutput.fail(.usage, "the key can't be used")
    }
    // Sealing takes room, too.
    let files = FileWalkStore(folder, maximumWalkByteCount: 4 * walkBytes)
    return SealedStore(wrapping: files, keys: keys)
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
