// SPDX-License-Identifier: Apache-2.0

public import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks up paths on this machine, for fields of type `path`.
///
/// It never changes anything. `~` is `$HOME`, or the home directory of the current user if that
/// isn't set; `~user` is the home directory of a user.
public struct SystemPaths: PathHost, Sendable {
  /// The maximum number of names that completion offers.
  private static let mostNames = 1_000

  /// Creates a host.
  public init() {}

  /// Returns what's at a path, after following symbolic links.
  public func facts(of query: PathQuery) -> PathFacts {
    guard let expanded = Self.expanded(query.path) else {
      return PathFacts(query.path, expanded: nil, kind: .absent)
    }
    return PathFacts(query.path, expanded: expanded, kind: Self.kind(of: expanded))
  }

  /// Returns the paths that begin with the typed text, all in the same directory.
  ///
  /// - Complexity: O(*n* log *n*) in the number of names in that directory.
  public func paths(beginning typed: String) -> [String] {
    entries(beginning: typed).map(\.path)
  }

  /// The same, with the sizes of files.
  public func entries(beginning typed: String) -> [PathEntry] {
    if typed.hasPrefix("~"), !typed.contains("/") { return typed == "~" ? [PathEntry("~/")] : [] }
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
    guard let real = folder.isEmpty ? "." : Self.expanded(folder),
      let names = SystemFiles.names(inFolder: real)
    else { return [] }
    let found = names.filter { name in
      name.hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
    }
    return found.prefix(Self.mostNames).map { name in
      let (kind, size) = Self.look(at: folder.isEmpty ? name : real + name)
      return kind == .directory
        ? PathEntry(folder + name + "/")
        : PathEntry(folder + name, byteCount: kind == .file ? size : nil)
    }
  }

  private static func kind(of path: String) -> PathFacts.Kind { look(at: path).kind }

  /// What is at a path, and its size in bytes.
  private static func look(at path: String) -> (kind: PathFacts.Kind, size: Int) {
    guard !path.utf8.contains(0) else { return (.absent, 0) }
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: return (.file, Int(status.st_size))
      case S_IFDIR: return (.directory, 0)
      default: return (.other, 0)
      }
    }
    switch errno {
    case ENOENT, ENOTDIR:
      return (lstat(path, &status) == 0 ? .danglingLink : .absent, 0)
    case ELOOP: return (.danglingLink, 0)
    default: return (.unknown, 0)
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
