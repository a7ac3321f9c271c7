// SPDX-License-Identifier: Apache-2.0

/// A file, a link, or a repository inside a repository, as a commit lists it.
struct TemplateEntry: Hashable {
  /// The kind of an entry: its mode in a tree of git.
  enum Kind: String, Hashable {
    case file = "100644"
    case executable = "100755"
    case link = "120000"

    /// A repository inside the repository, which isn't fetched.
    case submodule = "160000"
  }

  let kind: Kind

  /// The name of the object in git.
  let object: String

  /// The size in bytes; 0 for a submodule.
  let size: Int

  /// The path from the root of the commit.
  let path: String

  /// The maximum number of files and links.
  static let maximumCount = 20_000

  /// The maximum number of folders around a file.
  static let maximumDepth = 64

  /// The maximum size of all files together, in bytes: 128 MiB.
  static let maximumByteCount = 128 << 20

  /// The maximum length of a name in bytes, which is that of common file systems.
  static let maximumNameLength = 255

  /// Reads what `git ls-tree -r -l -z` writes, and refuses names that could do harm.
  ///
  /// - Returns: The entries, in git's order.
  /// - Throws: ``TemplateFailure`` for a name that isn't allowed, and if there's too much.
  /// - Complexity: O(*n*) in the length of the listing.
  static func entries(in listing: [UInt8]) throws(TemplateFailure) -> [TemplateEntry] {
    var entries: [TemplateEntry] = []
    var byteCount = 0
    for line in listing.split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { throw .damaged }
      let fields = line[..<tab].split(separator: 0x20)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4 else { throw .damaged }
      guard let path = String(validating: line[(tab + 1)...], as: UTF8.self) else {
        throw .name(String(decoding: line[(tab + 1)...], as: UTF8.self), .notUnicode)
      }
      try check(path)
      // Git once wrote other permissions, of which only that to execute counts.
      let mode =
        fields[0].hasPrefix("100") ? (fields[0] == "100755" ? "100755" : "100644") : fields[0]
      guard let kind = Kind(rawValue: mode) else { throw .name(path, .unknownKind) }
      let size = kind == .submodule ? 0 : Int(fields[3])
      guard let size else { throw .damaged }
      byteCount += size
      guard entries.count < maximumCount, byteCount <= maximumByteCount else { throw .tooLarge }
      entries.append(TemplateEntry(kind: kind, object: fields[2], size: size, path: path))
    }
    return entries
  }

  /// Refuses a path that git itself refuses to check out, or that could lead out of a folder.
  private static func check(_ path: String) throws(TemplateFailure) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count <= maximumDepth + 1 else { throw .name(path, .tooDeep) }
    for name in names {
      guard !name.isEmpty, name != ".", name != ".." else { throw .name(path, .leadsOut) }
      guard name.utf8.count <= maximumNameLength else { throw .name(path, .tooLong) }
      guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { throw .name(path, .controlCharacter) }
      // For file systems on which `\` separates names, too.
      for part in name.split(separator: "\\") where isOfGit(part) {
        throw .name(path, .ofGit)
      }
    }
  }

  /// Whether some file system takes a name for `.git`, which would make a repository of the folder.
  private static func isOfGit(_ name: Substring) -> Bool {
    var plain = ""
    for scalar in name.unicodeScalars {
      // Characters that HFS+ ignores.
      switch scalar.value {
      case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: continue
      default: plain.unicodeScalars.append(scalar)
      }
    }
    // NTFS ignores blanks and dots at the end, and what's after a colon.
    var lower = plain.lowercased().prefix { $0 != ":" }
    while let last = lower.last, last == " " || last == "." { lower.removeLast() }
    return lower == ".git" || lower == "git~1"
  }
}
