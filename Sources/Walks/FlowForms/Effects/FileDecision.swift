// SPDX-License-Identifier: Apache-2.0

/// What was decided about a file that a tree would replace.
///
/// It holds for what the user has seen: if the file or what would replace it changes before the tree is written,
/// it's asked about again.
public struct FileDecision: Hashable, Sendable {
  /// The path of the file in the request.
  public let path: String

  /// The fingerprint of the file and of what would replace it, as they were shown; see ``ExistingFile``.
  ///
  /// It's nil if the tree holds secrets and the decision was saved without them, and then the decision doesn't hold.
  public let fingerprint: UInt64?

  /// Whether the file is replaced; otherwise, it's kept.
  public let isReplaced: Bool

  /// Creates a decision.
  public init(path: String, fingerprint: UInt64?, isReplaced: Bool) {
    self.path = path
    self.fingerprint = fingerprint
    self.isReplaced = isReplaced
  }
}

/// A file that a write meets, with different content.
public struct ExistingFile: Hashable, Sendable {
  /// The path of the file in the request.
  public let path: String

  /// A fingerprint of the file and of what would replace it, the same in every process; nil for a write of a single
  /// file, whose decision isn't kept.
  public let fingerprint: UInt64?

  /// Creates a file.
  public init(path: String, fingerprint: UInt64? = nil) {
    self.path = path
    self.fingerprint = fingerprint
  }

  /// Creates the file that a part of a tree meets.
  ///
  /// - Complexity: O(*n*) in the size of both.
  init(met part: WriteRequest, with content: [UInt8]?) {
    var fingerprint = Fingerprint()
    fingerprint.add(part.kind == .link ? "link" : "file")
    fingerprint.add(part.content)
    fingerprint.add(part.mode.map { "\($0)" } ?? "")
    if let content { fingerprint.add(content) }
    self.init(path: part.path, fingerprint: fingerprint.value)
  }
}

extension WriteRequest {
  /// Returns the request with what was decided about the files of a tree.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  func deciding(_ decision: (String) -> FileDecision?) -> WriteRequest {
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
  var isAskedAbout: Bool { exists == .ask && kind != .folder && !isTree }
}
