// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowExpressions
public import FlowModel

/// Looks up paths on this machine, for fields of type `path`.
///
/// It never changes anything. `~` is `$HOME`, or the home directory of the current user if that
/// isn't set; `~user` is the home directory of a user.
public struct SystemPaths: PathHost, Sendable {
  /// The maximum number of paths that completion offers.
  private static let mostPaths = 1_000

  /// The folder that was listed last.
  private let folders = FolderCache()

  /// The number of times that a folder was read, for tests that count work.
  var readCount: Int { folders.readCount }

  /// The folders in which paths are looked up; nil if that's everywhere.
  private let readable: ReadableFolders?

  /// Creates a host that looks up any path.
  public init() { readable = nil }

  /// Creates a host that looks up paths in some folders only, for answers that come from someone else.
  ///
  /// The kind of any other path is `PathFacts.Kind.notAllowed`, whether it exists or not. Such a host
  /// completes nothing.
  ///
  /// - Parameter folders: The folders. A path is in one if it is after `~`, `..`, and symbolic links; no other
  ///   folder is looked at on the way.
  public init(inside folders: [String]) { readable = ReadableFolders(folders) }

  /// Returns what's at a path, after following symbolic links.
  public func facts(of path: String) -> PathFacts {
    let found = Self.expanded(path)
    if let readable, !(found.map(readable.contain) ?? false) {
      return PathFacts(path, expanded: nil, kind: .notAllowed)
    }
    guard let expanded = found else {
      return PathFacts(path, expanded: nil, kind: .absent)
    }
    return PathFacts(path, expanded: expanded, kind: Self.kind(of: expanded))
  }

  /// Returns the paths that begin with the typed text, all in the same directory.
  ///
  /// Of more than 1,000 it's the first 999 and the last, so what these begin with is what all begin with.
  ///
  /// - Complexity: O(log *n*) in the number of names in that directory; O(*n* log *n*) the first time, and
  ///   after the directory has changed.
  public func paths(beginning typed: String) -> [String] {
    if typed == "~" { return ["~/"] }
    guard let found = names(beginning: typed) else { return [] }
    let path = { (name: FolderNames.Name) in
      let isFolder = name.isFolder ?? (Self.kind(of: found.real + name.text) == .directory)
      return found.folder + name.text + (isFolder ? "/" : "")
    }
    guard found.names.count > Self.mostPaths, let last = found.names.last else {
      return found.names.map(path)
    }
    return found.names.prefix(Self.mostPaths - 1).map(path) + [path(last)]
  }

  /// The same paths, all of them, with the sizes of files, and the days on which they were changed; each file
  /// is looked at when its entry is read.
  public func entries(beginning typed: String) -> PathEntries {
    if typed == "~" { return PathEntries([PathEntry("~/")]) }
    guard let found = names(beginning: typed) else { return PathEntries() }
    let (names, folder, real) = found
    return PathEntries(count: names.count) { position in
      let name = names[names.startIndex + position].text
      let found = Self.look(at: real + name)
      return found.kind == .directory
        ? PathEntry(folder + name + "/", changed: found.changed.flatMap(Self.day))
        : PathEntry(
          folder + name, byteCount: found.kind == .file ? found.size : nil,
          changed: found.changed.flatMap(Self.day))
    }
  }

  /// The names that begin with the end of a typed path, its folder as typed, and the folder in which they
  /// are; nil if there's no such folder.
  private func names(
    beginning typed: String
  ) -> (names: ArraySlice<FolderNames.Name>, folder: String, real: String)? {
    guard readable == nil else { return nil }
    guard let slash = typed.lastIndex(of: "/") else {
      guard !typed.hasPrefix("~") else { return nil }
      return folders.names(inFolder: ".").map { ($0.beginning(typed), "", "") }
    }
    let folder = String(typed[...slash])
    guard let real = Self.expanded(folder), let names = folders.names(inFolder: real) else {
      return nil
    }
    return (names.beginning(String(typed[typed.index(after: slash)...])), folder, real)
  }

  private static func kind(of path: String) -> PathFacts.Kind { look(at: path).kind }

  /// The day of a time, in the time zone of this machine; nil if it has none.
  private static func day(of time: time_t) -> CalendarDate? {
    var (time, parts) = (time, tm())
    guard localtime_r(&time, &parts) != nil else { return nil }
    return try? CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// The kind of entry at a path, its size in bytes, and the time of its last change.
  private static func look(
    at path: String
  ) -> (kind: PathFacts.Kind, size: Int, changed: time_t?) {
    guard !path.utf8.contains(0) else { return (.absent, 0, nil) }
    var status = stat()
    if stat(path, &status) == 0 {
      #if canImport(Darwin)
      let changed = status.st_mtimespec.tv_sec
      #else
      let changed = status.st_mtim.tv_sec
      #endif
      switch status.st_mode & S_IFMT {
      case S_IFREG: return (.file, Int(status.st_size), changed)
      case S_IFDIR: return (.directory, 0, changed)
      default: return (.other, 0, changed)
      }
    }
    switch errno {
    case ENOENT, ENOTDIR:
      return (lstat(path, &status) == 0 ? .danglingLink : .absent, 0, nil)
    case ELOOP: return (.danglingLink, 0, nil)
    default: return (.unknown, 0, nil)
    }
  }

  /// Expands `~` and `~user`; returns nil if there's no such home directory.
  private static func expanded(_ path: String) -> String? {
    guard path.hasPrefix("~") else { return path }
    let user = path.dropFirst().prefix { $0 != "/" }
    let rest = path.dropFirst(1 + user.count)
    return home(of: String(user)).map { home in
      home == "/" && !rest.isEmpty ? String(rest) : home + rest
    }
  }

  private static func home(of user: String) -> String? {
    if user.isEmpty, let home = SystemHost.environment("HOME"), !home.isEmpty { return home }
    guard let entry = user.isEmpty ? getpwuid(getuid()) : getpwnam(user),
      let folder = entry.pointee.pw_dir
    else { return nil }
    let home = String(cString: folder)
    return home.isEmpty ? nil : home
  }
}
