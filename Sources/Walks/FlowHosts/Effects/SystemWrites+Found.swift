// SPDX-License-Identifier: Apache-2.0

import CLibrary
package import FlowEffects
import FlowSessions

/// An entry at a path of a project.
package enum FoundFile: Hashable, Sendable {
  /// Nothing.
  case nothing

  /// A file, with its permission bits.
  case file([UInt8], mode: Int)

  /// A symbolic link.
  case link(to: String)

  /// Something that can't be read or replaced.
  case obstacle(WriteObstacle)

  /// Whether it's a file.
  package var isFile: Bool { if case .file = self { true } else { false } }

  /// The identity by which it equals another file; nil if it has none.
  package var identity: FileIdentity? {
    switch self {
    case .file(let bytes, let mode): .file(bytes, isExecutable: mode & 0o100 != 0)
    case .link(let target): .link(to: target)
    case .nothing, .obstacle: nil
    }
  }
}

extension SystemWrites {
  /// Finds what's at each of several paths, without following a link at its end.
  ///
  /// - Complexity: O(*n*) in the size of the files; folders on the way to several paths after one another are looked up
  ///   once.
  package func found(at paths: [String]) -> [FoundFile] {
    let writes = ofManyPaths
    return paths.map { path in
      do throws(FileFailure) {
        let place = try writes.folder.place(of: path, makesFolders: false, followsLast: false)
        guard !place.isInMissingFolder, let obstacle = try Self.obstacle(at: place) else {
          return .nothing
        }
        switch obstacle {
        case .file:
          guard let file = try OldFile(place) else { return .nothing }
          return .file(file.content, mode: file.mode)
        case .link: return try Self.target(at: place).map { .link(to: $0) } ?? .nothing
        default: return .obstacle(obstacle)
        }
      } catch {
        return .obstacle(.unreadable(reason: error.reason(in: catalog)))
      }
    }
  }

  /// The maximum number of files in a folder that can be removed for a file in its place.
  private static let maximumFolderCount = 1_000

  /// Returns the paths of all files and links in a folder, and in the folders in it.
  ///
  /// - Returns: The paths; nil if it isn't a folder, or something in it can't be removed as a file: an empty folder, a
  ///   device, a name that isn't UTF-8, or more than a thousand files.
  /// - Complexity: O(*n* log *n*) in their number.
  package func files(inFolder path: String) -> [String]? {
    var files: [String] = []
    var rest = [path]
    while let next = rest.popLast() {
      guard let names = SystemFiles.names(inFolder: "\(folder.path)/\(next)"), !names.isEmpty,
        files.count + rest.count + names.count <= Self.maximumFolderCount
      else { return nil }
      for name in names {
        let inner = "\(next)/\(name)"
        var status = stat()
        guard lstat("\(folder.path)/\(inner)", &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: rest.append(inner)
        case S_IFREG, S_IFLNK: files.append(inner)
        default: return nil
        }
      }
    }
    return files
  }
}
