// SPDX-License-Identifier: Apache-2.0

package import Localization

/// An entry in the place of a part of a tree that can't be replaced by it.
public enum WriteObstacle: Hashable, Sendable {
  /// A folder where a file or a link belongs.
  case folder

  /// A file where a folder or a link belongs.
  case file

  /// A symbolic link where a file belongs. It isn't followed, because another file would change than the one
  /// that's named.
  case link

  /// A named pipe.
  case pipe

  /// A device or a socket.
  case device

  /// A file that can't be read or is too large, so that an undo couldn't restore it. The reason is for users.
  case unreadable(reason: String)

  /// Something on the way to the place, such as a file where a folder belongs. The reason is for users.
  case unreachable(reason: String)

  /// A sentence about what's at a path: `'a' is a folder`.
  package func sentence(at path: String, in catalog: MessageCatalog) -> String {
    let words = words(in: catalog)
    switch self {
    case .folder, .file, .link, .pipe, .device:
      return catalog.text(.fileIs, ["path": .quoted(path), "what": .text(words)])
    case .unreadable, .unreachable:
      return catalog.text(.fileBecause, ["path": .quoted(path), "reason": .text(words)])
    }
  }

  /// The words for a person, after the path: "is a folder".
  package func words(in catalog: MessageCatalog) -> String {
    switch self {
    case .folder: catalog.text(.isFolder)
    case .file: catalog.text(.isFile)
    case .link: catalog.text(.isLink)
    case .pipe: catalog.text(.isPipe)
    case .device: catalog.text(.isDevice)
    case .unreadable(let reason), .unreachable(let reason): reason
    }
  }
}

/// How a file or a link differs from the part of a tree that would replace it.
public enum FileDifference: Hashable, Sendable {
  /// In its content, or in what isn't known.
  case content

  /// Only in its permission bits: whether it's executable now, or nil if others can read a secret.
  case mode(isExecutable: Bool?)

  /// In the target of a link, which is now this one.
  case target(String)

  /// It can't be replaced at all, only kept.
  case obstacle(WriteObstacle)
}

extension WriteRequest {
  /// Whether a part of a tree can be left out because something is in its place.
  ///
  /// A folder can't.
  package func canKeep(_ obstacle: WriteObstacle) -> Bool {
    if case .unreachable = obstacle { return false }
    return kind == .file || kind == .link
  }

  /// How a part of a tree differs from what it would replace; nil if nothing would be replaced.
  ///
  /// - Complexity: O(*n*) in the size of both.
  package func difference(from outlook: WriteOutlook) -> FileDifference? {
    switch outlook {
    case .new, .same: nil
    case .blocked(let obstacle): .obstacle(obstacle)
    case .differs(let old?) where kind == .link: .target(String(decoding: old, as: UTF8.self))
    case .differs(let old): difference(from: old)
    }
  }

  private func difference(from old: [UInt8]?) -> FileDifference {
    guard old == content, let mode else { return .content }
    return .mode(isExecutable: isSecret ? nil : mode & 0o100 == 0)
  }
}
