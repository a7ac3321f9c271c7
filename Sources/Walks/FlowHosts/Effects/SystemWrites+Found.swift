// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowSessions

/// What's at a path of a project.
package enum FoundFile: Hashable, Sendable {
  /// Nothing.
  case nothing

  /// A file, with its permission bits.
  case file([UInt8], mode: Int)

  /// A symbolic link.
  case link(to: String)

  /// Something that can't be read or replaced.
  case obstacle(WriteObstacle)

  /// What makes it the same as another one; nil if nothing does.
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
}
