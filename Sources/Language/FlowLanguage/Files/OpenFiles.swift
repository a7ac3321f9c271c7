// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowHosts
package import FlowModel
import Synchronization

/// The files that an editor has open, before those on disk.
package struct OpenFiles: Sendable {
  /// The contents of open files by absolute path, without byte order marks.
  private(set) var contents: [String: TextLines] = [:]

  /// The maximum size of a file in bytes.
  package let limit: Int

  /// Other folders whose files flows may use.
  let readable: [String]

  package init(limit: Int = FlowFile.defaultLimit, readable: [String] = []) {
    self.limit = limit
    self.readable = readable
  }

  /// Whether a file is open.
  func isOpen(_ path: String) -> Bool { contents[path] != nil }

  /// The paths of the open files, sorted.
  var paths: [String] { contents.keys.sorted() }

  package mutating func set(_ path: String, _ text: TextLines?) { contents[path] = text }

  /// Returns the bytes of a file; nil if it can't be read.
  package func read(_ path: String) -> [UInt8]? {
    contents[path]?.bytes ?? (try? SystemFiles.read(path, limit: limit))
  }

  /// Returns the names in a folder, also of files that are only open.
  func names(in folder: String) -> [String] {
    let disk = SystemFiles.names(inFolder: folder) ?? []
    let known = Set(disk)
    return disk + Self.names(of: contents, in: folder).filter { !known.contains($0) }
  }

  fileprivate static func names(of contents: [String: TextLines], in folder: String) -> [String] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return contents.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .filter { !$0.contains("/") }.sorted()
  }

  /// Returns the files next to a flow, and notes which are read.
  package func files(beside path: String, noting reads: FileReads) -> any FlowFileSource {
    BufferedFiles(
      folder: FilePath.folder(of: path), contents: contents,
      disk: FolderFiles(beside: path, limit: limit, otherFolders: readable), reads: reads)
  }
}

/// The absolute paths of the files that a check has read, and of folders whose names it has read.
package final class FileReads: Sendable {
  private let noted = Mutex<(files: Set<String>, folders: Set<String>)>(([], []))

  package init() {}

  func note(file path: String) { noted.withLock { _ = $0.files.insert(path) } }
  func note(folder path: String) { noted.withLock { _ = $0.folders.insert(path) } }

  /// Whether a change of a file can change the result of the check.
  func contains(_ path: String) -> Bool {
    noted.withLock {
      $0.files.contains(path) || $0.folders.contains(FilePath.folder(of: path))
        || $0.folders.contains(path + "/")
    }
  }

  /// Whether the check has read a file.
  func contains(file path: String) -> Bool { noted.withLock { $0.files.contains(path) } }

  /// The files, sorted.
  var files: [String] { noted.withLock { $0.files.sorted() } }
}

/// Absolute paths.
package enum FilePath {
  /// The folder of a path, with its slash.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A path without `.`, `..`, and repeated slashes.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// The files in a flow's folder: those that are open, and those on disk.
private struct BufferedFiles: FlowFileSource {
  let folder: String
  let contents: [String: TextLines]
  let disk: FolderFiles
  let reads: FileReads

  var names: [String] { names(at: folder, disk.names) }
  var reachesOutside: Bool { disk.reachesOutside }

  func names(in inner: String) -> [String] {
    names(at: FilePath.normalized(folder + inner) + "/", disk.names(in: inner))
  }

  private func names(at path: String, _ disk: [String]) -> [String] {
    reads.note(folder: path)
    let known = Set(disk)
    return disk + OpenFiles.names(of: contents, in: path).filter { !known.contains($0) }
  }

  func read(_ relativePath: String) throws -> [UInt8] {
    let path = FilePath.normalized(folder + relativePath)
    reads.note(file: path)
    // An open file outside of the folder is as far away as on disk.
    if let open = contents[path], path.hasPrefix(folder) || disk.reachesOutside {
      if !path.hasPrefix(folder) { _ = try disk.read(relativePath) }
      return open.bytes
    }
    return try disk.read(relativePath)
  }

  func isExecutable(_ relativePath: String) -> Bool { disk.isExecutable(relativePath) }

  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    reads.note(folder: FilePath.normalized(self.folder + folder) + "/")
    return try disk.entries(in: folder, limit: limit)
  }
}
