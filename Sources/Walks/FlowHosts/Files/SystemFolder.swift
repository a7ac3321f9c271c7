// SPDX-License-Identifier: Apache-2.0

import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that no path can leave, neither by `..` nor by a symbolic link.
///
/// Paths are resolved component by component from the folder's descriptor, and links are followed
/// here rather than by the system, so that no one can replace a component between the check and the
/// use.
struct SystemFolder: Sendable {
  /// The path of the folder, as given by the caller.
  let path: String

  /// The place of a file: an open folder and a name in it.
  final class Place {
    /// The descriptor of the folder that contains the file.
    let folder: Int32

    /// The name of the file in that folder.
    let name: String

    /// The path with all links resolved, relative to the outer folder.
    let realPath: String

    /// The folders that were created along the path, relative to the outer folder, outermost first.
    let madeFolders: [String]

    init(folder: Int32, name: String, realPath: String, madeFolders: [String]) {
      self.folder = folder
      self.name = name
      self.realPath = realPath
      self.madeFolders = madeFolders
    }

    deinit { close(folder) }
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
  /// - Throws: ``FileFailure`` if the path leads out of the folder, or can't be resolved.
  func place(
    of path: String, makesFolders: Bool, followsLast: Bool = true
  ) throws(FileFailure) -> Place {
    guard !path.hasPrefix("/") else { throw FileFailure.absolutePath }
    guard !path.utf8.contains(0) else { throw FileFailure.nullCharacter }
    // Refuse a path that leads out before creating the first folder.
    if makesFolders {
      _ = try place(of: path, makesFolders: false, followsLast: followsLast)
    }
    let root = open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw FileFailure(code: errno) }
    var walk = Walk(root: root, rootPath: realPath)
    do throws(FileFailure) {
      return try walk.place(of: path, makesFolders: makesFolders, followsLast: followsLast)
    } catch {
      walk.removeMade()
      walk.closeAll()
      throw error
    }
  }

  /// Resolves a path.
  private struct Walk {
    /// The open folders from the outer one to the current one, with their names.
    private var open: [(descriptor: Int32, name: String)]
    private let rootPath: String?
    private var made: [String] = []
    private var links = 0

    init(root: Int32, rootPath: String?) {
      open = [(root, "")]
      self.rootPath = rootPath
    }

    mutating func closeAll() {
      for folder in open { close(folder.descriptor) }
      open = []
    }

    /// Removes the folders that were created, innermost first.
    func removeMade() {
      for path in made.reversed() { unlinkat(open[0].descriptor, path, AT_REMOVEDIR) }
    }

    private var present: Int32 { open[open.count - 1].descriptor }

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

    private mutating func finish(_ name: String) -> Place {
      let real = (open.dropFirst().map(\.name) + [name]).joined(separator: "/")
      let folder = open.removeLast().descriptor
      closeAll()
      return Place(folder: folder, name: name, realPath: real, madeFolders: made)
    }

    private mutating func leave() throws(FileFailure) {
      guard open.count > 1 else { throw Self.outside }
      close(open.removeLast().descriptor)
    }

    private static let outside = FileFailure.leadsOut

    /// Returns the target of a link in the current folder, or nil if the name isn't a link.
    private func link(_ name: String) throws(FileFailure) -> String? {
      var buffer = [CChar](repeating: 0, count: 4_097)
      let count = readlinkat(present, name, &buffer, buffer.count - 1)
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
        guard let rootPath, target.hasPrefix(rootPath + "/") else { throw Self.outside }
        while open.count > 1 { close(open.removeLast().descriptor) }
        rest = target.dropFirst(rootPath.count + 1)
      }
      parts += rest.split(separator: "/").map(String.init).reversed()
    }

    /// Enters a folder; returns false if it doesn't exist and isn't created.
    private mutating func enter(_ name: String, makes: Bool) throws(FileFailure) -> Bool {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      var descriptor = openat(present, name, flags)
      if descriptor < 0, errno == ENOENT {
        guard makes else { return false }
        guard mkdirat(present, name, 0o777) == 0 else { throw FileFailure(code: errno) }
        made.append((open.dropFirst().map(\.name) + [name]).joined(separator: "/"))
        descriptor = openat(present, name, flags)
      }
      guard descriptor >= 0 else {
        throw errno == ENOTDIR
          ? FileFailure.notAFolder((open.dropFirst().map(\.name) + [name]).joined(separator: "/"))
          : FileFailure(code: errno)
      }
      open.append((descriptor, name))
      return true
    }
  }
}

extension FileFailure {
  /// Creates a failure from an error number of the system.
  init(code: Int32) { self = .system(String(cString: strerror(code)).lowercased()) }
}
