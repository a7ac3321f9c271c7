// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// The files of a scripted test: a folder in memory, whose directories follow from the paths of its
/// files.
///
/// The home directory is `/home/script`, and a path that ends in `/` is an empty directory.
struct ScriptedPaths: PathHost {
  /// Returns the paths of the current files.
  private let current: @Sendable () -> [String]

  /// All paths, sorted.
  private var paths: [String] { current().sorted() }

  /// The home directory.
  static let home = "/home/script"

  /// Creates the host from the files that exist at the start, which effects then change.
  init(files: [String: String], outside: ScriptedEffects) {
    let directories = files.keys.filter { $0.hasSuffix("/") }
    current = { outside.record.files.keys + directories }
  }

  /// Creates a host for files that don't change; the paths of empty directories end in `/`.
  init(paths: [String]) { current = { paths } }

  func facts(of path: String) -> PathFacts {
    guard let expanded = Self.expanded(path) else {
      return PathFacts(path, expanded: nil, kind: .absent)
    }
    return PathFacts(path, expanded: expanded, kind: kind(of: Self.normalized(expanded)))
  }

  func paths(beginning typed: String) -> [String] {
    let start = Self.expanded(typed) ?? typed
    let known = Set(paths.flatMap { path in Self.prefixes(of: path) })
    let slashes = start.count { $0 == "/" }
    return known.filter { path in
      path.hasPrefix(start) && path.dropLast().count { $0 == "/" } == slashes
    }.sorted()
  }

  private func kind(of path: String) -> PathFacts.Kind {
    if path.isEmpty || path == "/" || path == Self.home { return .directory }
    let known = paths.map { (Self.normalized($0), $0.hasSuffix("/")) }
    if let found = known.first(where: { $0.0 == path }) { return found.1 ? .directory : .file }
    return known.contains { $0.0.hasPrefix(path + "/") } ? .directory : .absent
  }

  /// Returns a path and the directories that contain it, the latter ending in `/`.
  private static func prefixes(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[...$0]) } + [path]
  }

  private static func expanded(_ path: String) -> String? {
    guard path.hasPrefix("~") else { return path }
    let user = path.prefix { $0 != "/" }
    return user == "~" ? home + path.dropFirst() : nil
  }

  /// Returns a path without `.`, `..`, and repeated slashes.
  ///
  /// Relative paths start at the working directory.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
