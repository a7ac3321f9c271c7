// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowEffects
import FlowSessions
import Synchronization

/// A folder that no path can leave, neither by `..` nor by a symbolic link.
///
/// Paths are resolved component by component from the folder's descriptor, and links are followed
/// here rather than by the system, so that no one can replace a component between the check and the
/// use.
struct SystemFolder: Sendable {
  /// The path of the folder, as given by the caller.
  let path: String

  /// The folder of the last path; nil if none is kept open.
  private let last: LastFolder?

  private let walks: WalkCount

  /// Creates a folder by its path.
  init(path: String) {
    self.init(path: path, last: nil, walks: WalkCount())
  }

  private init(path: String, last: LastFolder?, walks: WalkCount) {
    self.path = path
    self.last = last
    self.walks = walks
  }

  /// Returns the same folder, in which many paths after one another are resolved quickly.
  ///
  /// It keeps the folder of the last path open, and the next path in that folder begins there. It also keeps the last
  /// folder that was missing. So use it for one operation, in which no folder is made, or removed and made again, on
  /// the way to a path.
  func keepingLastOpen() -> SystemFolder {
    SystemFolder(path: path, last: LastFolder(), walks: walks)
  }

  /// The number of paths that were resolved from the outer folder on, for tests that count work.
  var walkCount: Int { walks.count }

  private final class WalkCount: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  /// The place of a file: an open folder and a name in it.
  struct Place {
    fileprivate let open: OpenFolder

    /// The descriptor of the folder that contains the file, which is open as long as the place is used.
    var folder: Int32 { open.descriptor }

    /// The name of the file in that folder.
    let name: String

    /// The path with all links resolved, relative to the outer folder.
    let realPath: String

    /// The folders that were created along the path, relative to the outer folder, outermost first.
    let madeFolders: [String]

    /// Whether a folder on the way to the file is missing; the name begins with that folder then.
    var isInMissingFolder: Bool { name.utf8.contains(UInt8(ascii: "/")) }

    fileprivate init(_ open: OpenFolder, name: String, realPath: String, madeFolders: [String]) {
      self.open = open
      self.name = name
      self.realPath = realPath
      self.madeFolders = madeFolders
    }
  }

  /// A descriptor of a folder, which is closed after its last use.
  fileprivate final class OpenFolder: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  /// The folder in which the last path was.
  private final class LastFolder: Sendable {
    struct Folder {
      /// Its path, as it was given.
      let path: Substring
      let open: OpenFolder

      /// Its path with all links resolved, with a `/` at its end; empty for the outer folder.
      let realPath: String
    }

    private let folder = Mutex<Folder?>(nil)

    /// The last place in a missing folder, which no link led to, and that folder's path.
    private let missing = Mutex<(path: String, place: Place)?>(nil)

    func keep(_ new: Folder) { folder.withLock { $0 = new } }

    func keepMissing(_ path: String, _ place: Place) {
      missing.withLock { $0 = (path, place) }
    }

    /// Returns a place if it's in the last folder that was missing.
    func missingPlace(of path: String) -> Place? {
      guard let (folder, place) = missing.withLock({ $0 }), path.utf8.count > folder.utf8.count,
        path.hasPrefix(folder + "/")
      else { return nil }
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
      let outer = place.realPath.utf8.count - place.name.utf8.count
      return Place(
        place.open, name: String(decoding: path.utf8.dropFirst(outer), as: UTF8.self),
        realPath: path, madeFolders: [])
    }

    /// Returns a place if it's in the last folder.
    func place(of path: String, followsLast: Bool) -> Place? {
      let (parent, name) = Self.split(path)
      guard let folder = folder.withLock({ $0 }), folder.path == parent, !name.isEmpty, name != ".",
        name != ".."
      else { return nil }
      var byte: CChar = 0
      // A link, or an entry that can't be read, takes the whole way.
      if followsLast,
        readlinkat(folder.open.descriptor, name, &byte, 1) >= 0
          || errno != EINVAL && errno != ENOENT
      {
        return nil
      }
      return Place(
        folder.open, name: name, realPath: folder.realPath + name, madeFolders: [])
    }

    /// The path of the folder that a path is in, and the last name.
    static func split(_ path: String) -> (folder: Substring, name: String) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
      return (path[..<slash], String(path[path.utf8.index(after: slash)...]))
    }
  }

  /// The maximum number of symbolic links to follow.
  private static let mostLinks = 40

  /// The path of the folder with all links resolved, or nil if it doesn't exist.
  var realPath: String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the place of a path.
  ///
  /// The file itself doesn't have to exist.
  ///
  /// - Parameters:
  ///   - path: The path, relative to this folder.
  ///   - makesFolders: Whether to create missing folders along the path. Otherwise, the place's
  ///     folder is the last one that exists, and its name is the rest of the path.
  ///   - followsLast: Whether a link with the path's own name is followed.
  /// - Returns: The place.
  /// - Throws: `FileFailure` if the path leads out of the folder, or can't be resolved.
  func place(
    of path: String, makesFolders: Bool, followsLast: Bool = true
  ) throws(FileFailure) -> Place {
    guard !path.hasPrefix("/") else { throw FileFailure.absolutePath }
    guard !path.utf8.contains(0) else { throw FileFailure.nullCharacter }
    if let place = last?.place(of: path, followsLast: followsLast) { return place }
    if !makesFolders, let place = last?.missingPlace(of: path) { return place }
    // Refuse a path that leads out before creating the first folder.
    if makesFolders {
      let place = try place(of: path, makesFolders: false, followsLast: followsLast)
      // Nothing is missing along the path.
      if !place.isInMissingFolder { return place }
    }
    walks.add()
    let root = open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw FileFailure(code: errno) }
    var walk = Walk(root: root, in: self)
    do throws(FileFailure) {
      let place = try walk.place(of: path, makesFolders: makesFolders, followsLast: followsLast)
      if let last { walk.keep(place, of: path, in: last) }
      return place
    } catch {
      walk.removeMade()
      throw error
    }
  }

  /// Resolves a path.
  private struct Walk {
    /// The open folders from the outer one to the current one, with their names.
    private var open: [(folder: OpenFolder, name: String)]
    private let outer: SystemFolder
    private var made: [String] = []
    private var links = 0

    /// Whether the last name was that of a link, which led on.
    private var followedLast = false

    init(root: Int32, in outer: SystemFolder) {
      open = [(OpenFolder(root), "")]
      self.outer = outer
    }

    /// Removes the folders that were created, innermost first.
    func removeMade() {
      for path in made.reversed() { unlinkat(open[0].folder.descriptor, path, AT_REMOVEDIR) }
    }

    private var present: OpenFolder { open[open.count - 1].folder }

    mutating func place(
      of path: String, makesFolders: Bool, followsLast: Bool
    ) throws(FileFailure) -> Place {
      var parts = Array(path.split(separator: "/").map(String.init).reversed())
      if path.hasSuffix("/") { throw FileFailure.namesFolder }
      while let part = parts.popLast() {
        switch part {
        case ".": continue
        case "..":
          try leave()
          continue
        default: break
        }
        if followsLast || !parts.isEmpty, let target = try link(part) {
          if parts.isEmpty { followedLast = true }
          try follow(target, &parts)
          continue
        }
        if parts.isEmpty { return finish(part) }
        if !(try enter(part, makes: makesFolders)) {
          if parts.contains("..") { throw FileFailure.notAFolder(part) }
          return finish(([part] + parts.reversed()).joined(separator: "/"))
        }
      }
      throw FileFailure.namesFolder
    }

    private func finish(_ name: String) -> Place {
      Place(present, name: name, realPath: realPath(of: name), madeFolders: made)
    }

    private func realPath(of name: String) -> String {
      (open.dropFirst().map(\.name) + [name]).joined(separator: "/")
    }

    /// Keeps the folder of a place open, if the path leads to that folder, or the folder that is missing.
    func keep(_ place: Place, of path: String, in last: LastFolder) {
      if place.isInMissingFolder {
        guard links == 0, place.realPath == path, let name = place.name.split(separator: "/").first
        else { return }
        return last.keepMissing(realPath(of: String(name)), place)
      }
      let (parent, name) = LastFolder.split(path)
      guard !followedLast, place.name == name else { return }
      last.keep(.init(path: parent, open: present, realPath: realPath(of: "")))
    }

    private mutating func leave() throws(FileFailure) {
      guard open.count > 1 else { throw Self.outside }
      open.removeLast()
    }

    private static let outside = FileFailure.leadsOut

    /// Returns the target of a link in the current folder, or nil if the name isn't a link.
    private func link(_ name: String) throws(FileFailure) -> String? {
      var buffer = [CChar](repeating: 0, count: 4_097)
      let count = readlinkat(present.descriptor, name, &buffer, buffer.count - 1)
      guard count >= 0 else {
        // Not a link, or nothing at all.
        if errno == EINVAL || errno == ENOENT { return nil }
        throw FileFailure(code: errno)
      }
      return String(
        decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private mutating func follow(_ target: String, _ parts: inout [String]) throws(FileFailure) {
      links += 1
      guard links <= SystemFolder.mostLinks else { throw FileFailure(code: ELOOP) }
      var rest = target[...]
      if target.hasPrefix("/") {
        // Only an absolute path inside the folder can be resolved from it.
        guard let rootPath = outer.realPath, target.hasPrefix(rootPath + "/") else {
          throw Self.outside
        }
        open.removeLast(open.count - 1)
        rest = target.dropFirst(rootPath.count + 1)
      }
      parts += rest.split(separator: "/").map(String.init).reversed()
    }

    /// Enters a folder; returns false if it doesn't exist and isn't created.
    private mutating func enter(_ name: String, makes: Bool) throws(FileFailure) -> Bool {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      var descriptor = openat(present.descriptor, name, flags)
      if descriptor < 0, errno == ENOENT {
        guard makes else { return false }
        guard mkdirat(present.descriptor, name, 0o777) == 0 else { throw FileFailure(code: errno) }
        made.append(realPath(of: name))
        descriptor = openat(present.descriptor, name, flags)
      }
      guard descriptor >= 0 else {
        throw errno == ENOTDIR
          ? FileFailure.notAFolder((open.dropFirst().map(\.name) + [name]).joined(separator: "/"))
          : FileFailure(code: errno)
      }
      open.append((OpenFolder(descriptor), name))
      return true
    }
  }
}

extension FileFailure {
  /// Creates a failure from an error number of the system.
  init(code: Int32) { self = .system(String(cString: strerror(code)).lowercased()) }
}
