// SPDX-License-Identifier: Apache-2.0

package import Localization

/// Why a file that a flow writes can't be written or restored.
package enum FileFailure: Error, Hashable, Sendable {
  /// The path begins with `/`.
  case absolutePath

  /// The path holds a null character.
  case nullCharacter

  /// The path names a folder.
  case namesFolder

  /// The path leads out of the working directory.
  case leadsOut

  /// A part of the path is something else than a folder.
  case notAFolder(String)

  /// There's no working directory.
  case noFolder

  /// The path lies in no folder that may be read.
  case unreadableFolder

  /// The file exists already.
  case exists

  /// The file no longer holds what was written.
  case changed

  /// The path names something else than a file.
  case notAFile

  /// The file is too large to be kept for restoring it; the limit is in bytes.
  case tooLarge(limit: Int)

  /// Anything else, in the words of the system.
  case system(String)

  /// The words for a person: lower case, no full stop.
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
    case .system(let words): return words
    }
    return catalog.text(message)
  }

  /// The result of an effect that failed for this reason.
  package func result(in catalog: MessageCatalog = .english) -> EffectResult {
    .failed(message: catalog.text(.failedBecause, ["reason": .text(reason(in: catalog))]))
  }
}
