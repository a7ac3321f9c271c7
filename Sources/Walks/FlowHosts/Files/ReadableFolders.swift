// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The folders in which paths may be looked up.
///
/// Whether a path leads into one is found without looking at anything outside them, except on the way to
/// them: otherwise `/etc/ssh/../../srv/data` would tell whether there's an `/etc/ssh`.
struct ReadableFolders: Sendable {
  /// The folders, without links and `..`.
  private var roots: [String] = []

  /// The folders and links on the way to the folders.
  private var way: Set<String> = []

  /// The maximum number of symbolic links to follow, as on Linux.
  private static let maximumLinks = 40

  /// The maximum length of a path in bytes; the system takes no longer ones.
  private static let maximumLength = 4_096

  init(_ folders: [String]) {
    for folder in folders {
      let root = Self.end(of: folder) { passed in
        way.insert(passed)
        return true
      }
      guard let root else { continue }
      roots.append(root)
      for slash in root.indices where root[slash] == "/" { way.insert(String(root[..<slash])) }
    }
  }

  /// Returns whether a path leads into one of the folders, after its `..` and symbolic links.
  func contain(_ path: String) -> Bool {
    guard !roots.isEmpty else { return false }
    return Self.end(of: path) { way.contains($0) || isInside($0) }.map(isInside) ?? false
  }

  private func isInside(_ path: String) -> Bool {
    roots.contains { $0 == "/" || path == $0 || path.hasPrefix($0 + "/") }
  }

  /// Returns where a path leads, which needn't exist; nil if it leads over something that may not be
  /// looked at.
  private static func end(of path: String, mayLook: (String) -> Bool) -> String? {
    guard path.utf8.count <= maximumLength, !path.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    if !path.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else { return nil }
      defer { free(folder) }
      parts = String(cString: folder).split(separator: "/")
    }
    var rest = Array(path.split(separator: "/").reversed())
    var linkCount = 0
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        _ = parts.popLast()
        continue
      }
      let next = "/" + (parts + [part]).joined(separator: "/")
      guard mayLook(next) else { return nil }
      guard let target = target(ofLink: next) else {
        parts.append(part)
        continue
      }
      linkCount += 1
      // The system refuses to follow them, too.
      guard linkCount <= maximumLinks else { return next }
      if target.hasPrefix("/") { parts = [] }
      rest += target.split(separator: "/").reversed()
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: maximumLength) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
