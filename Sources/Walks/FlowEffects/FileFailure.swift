// SPDX-License-Identifier: Apache-2.0

package import Localization

/// A reason why a file can't be written or restored.
package enum FileFailure: Error, Hashable, Sendable {
  /// The path begins with `/`.
  case absolutePath

  /// The path contains a null character.
  case nullCharacter

  /// The path names a folder.
  case namesFolder

  /// The path leads out of the working directory.
  case leadsOut

  /// A part of the path isn't a folder.
  case notAFolder(String)

  /// There's no working directory.
  case noFolder

  /// The path isn't in a readable folder.
  case unreadableFolder

  /// The file already exists.
  case exists

  /// The file has changed since it was written.
  case changed

  /// The path doesn't name a regular file.
  case notAFile

  /// The file is too large to keep a copy for restoring it. The limit is in bytes.
  case tooLarge(limit: Int)

  /// Something is in the place of a file, or of a part of a tree.
  case inTheWay(WriteObstacle)

  /// Any other error, with the system's message.
  case system(String)

  /// The message for users, in lower case without a period.
  package var reason: String { reason(in: .english) }

  /// The words for a person in a language: lower case, no full stop.
  package func reason(in catalog: MessageCatalog) -> String {
    let message: MessageID
    switch self {
    case .absolutePath: message = .pathNotRelative
    case .nullCharacter: message = .pathHasNull
    case .namesFolder: message = .pathNamesFolder
    case .leadsOut: message = .pathLeadsOut
    case .notAFolder(let part): return catalog.text(.partIsNoFolder, ["part": .quoted(part)])
    case .noFolder: message = .noFolder
    case .unreadableFolder: message = .folderUnreadable
    case .exists: message = .fileExists
    case .changed: message = .fileChanged
    case .notAFile: message = .notAFile
    case .tooLarge(let limit): return catalog.text(.fileTooLarge, ["limit": .count(limit)])
    case .inTheWay(let obstacle): return obstacle.words(in: catalog)
    case .system(let words): return words
    }
    return catalog.text(message)
  }

  /// The result of an effect that fails for this reason, which is about the file at a path.
  package func result(at path: String, in catalog: MessageCatalog = .english) -> EffectResult {
    let reason =
      if case .inTheWay(let obstacle) = self {
        obstacle.sentence(at: path, in: catalog)
      } else {
        catalog.text(
          .fileBecause, ["path": .quoted(path), "reason": .text(self.reason(in: catalog))])
      }
    return .failed(message: catalog.text(.failedBecause, ["reason": .text(reason)]))
  }

  /// The result of an effect that fails for this reason.
  package func result(in catalog: MessageCatalog = .english) -> EffectResult {
    .failed(message: catalog.text(.failedBecause, ["reason": .text(reason(in: catalog))]))
  }
}
