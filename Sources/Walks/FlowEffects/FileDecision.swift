// SPDX-License-Identifier: Apache-2.0

import FlowModel
import Localization

/// A decision about a file that a write would replace.
///
/// For a tree, it holds for what the user has seen: if the file or what would replace it changes before the
/// tree is written, the user is asked again.
public struct FileDecision: Hashable, Sendable {
  /// The path of the file in the request.
  public let path: String

  /// The fingerprint of the file and of what would replace it, as they were shown; see ``ExistingFile``.
  ///
  /// It's nil for a write of a single file, and if a tree holds secrets and the decision was saved without them: a
  /// restored walk then asks again.
  package let fingerprint: UInt64?

  /// Whether the file is replaced; otherwise, it's kept.
  public let isReplaced: Bool

  /// Creates a decision.
  package init(path: String, fingerprint: UInt64?, isReplaced: Bool) {
    self.path = path
    self.fingerprint = fingerprint
    self.isReplaced = isReplaced
  }
}

/// A file that a write meets, and that differs from what would be written.
public struct ExistingFile: Hashable, Sendable {
  /// The path of the file in the request.
  public let path: String

  /// A fingerprint of the file and of what would replace it, the same in every process; nil for a write of a single
  /// file, about which a restored walk asks again.
  package let fingerprint: UInt64?

  /// How it differs.
  public let difference: FileDifference

  /// Its number among the files of a tree that are decided about one after the other, from 1.
  package var number = 1

  /// The number of those files.
  package var count = 1

  /// Creates a file.
  package init(path: String, fingerprint: UInt64? = nil, difference: FileDifference = .content) {
    self.path = path
    self.fingerprint = fingerprint
    self.difference = difference
  }

  /// The obstacle in the place of the file, which can only be kept; nil for an entry that can be replaced.
  package var obstacle: WriteObstacle? {
    if case .obstacle(let obstacle) = difference { obstacle } else { nil }
  }

  /// Creates the file that a part of a tree meets; nil if it meets nothing that has to be decided about.
  ///
  /// - Complexity: O(*n*) in the size of both.
  package init?(met part: WriteRequest, _ outlook: WriteOutlook) {
    guard let difference = part.difference(from: outlook) else { return nil }
    var fingerprint = Fingerprint()
    fingerprint.add(part.kind == .link ? "link" : "file")
    fingerprint.add(part.content)
    fingerprint.add(part.mode.map { "\($0)" } ?? "")
    switch outlook {
    case .differs(let content?): fingerprint.add(content)
    case .blocked(let obstacle): fingerprint.add(obstacle.words(in: .english))
    case .new, .same, .differs(nil): break
    }
    self.init(path: part.path, fingerprint: fingerprint.value, difference: difference)
  }
}

extension WriteRequest {
  /// The fingerprint of a decision about a part of a tree with something in its place.
  package func fingerprint(at obstacle: WriteObstacle) -> UInt64? {
    ExistingFile(met: self, .blocked(by: obstacle))?.fingerprint
  }

  /// Returns the request with what was decided about the files of a tree.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func deciding(_ decision: (String) -> FileDecision?) -> WriteRequest {
    guard case .tree(var parts) = kind else { return self }
    for index in parts.indices where parts[index].isAskedAbout {
      guard let decision = decision(parts[index].path) else { continue }
      parts[index].exists = decision.isReplaced ? .overwrite : .keep
    }
    var request = self
    request.kind = .tree(parts)
    return request
  }

  /// Whether the user decides about a file that it meets.
  package var isAskedAbout: Bool { exists == .ask && kind != .folder && !isTree }
}
