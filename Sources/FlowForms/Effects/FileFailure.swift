// SPDX-License-Identifier: Apache-2.0

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
  package var reason: String {
    switch self {
    case .absolutePath: "the path must be relative"
    case .nullCharacter: "the path holds a null character"
    case .namesFolder: "the path names a folder"
    case .leadsOut: "the path leads out of the working directory"
    case .notAFolder(let part): "'\(part)' isn't a folder"
    case .noFolder: "there is no folder"
    case .unreadableFolder: "it isn't in a folder that may be read"
    case .exists: "the file already exists"
    case .changed: "the file has changed since it was written"
    case .notAFile: "it isn't a file"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes, too large to be restored"
    case .system(let words): words
    }
  }

  /// The result of an effect that failed for this reason.
  package var result: EffectResult { .failed(message: "failed: \(reason)") }
}
