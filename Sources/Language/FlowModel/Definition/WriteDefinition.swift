// SPDX-License-Identifier: Apache-2.0

/// A `write` step, which writes a file, or the files of a tree, in the working directory.
public struct WriteDefinition: Hashable, Sendable {
  /// The content of the file or of the folder.
  public enum Content: Hashable, Sendable {
    /// Parts, which are concatenated.
    case parts([ContentPartDefinition])

    /// A value as JSON. Maps and lists can be nested, and each leaf is an expression.
    case json(OutputDefinition)

    /// A value as YAML.
    case yaml(OutputDefinition)

    /// The content of a file next to the flow, as it was when the flow was loaded.
    case copy(path: String, bytes: [UInt8])

    /// The files and folders of a tree next to the flow.
    case tree(TreeDefinition)
  }

  /// The path of the file, or of the folder of a tree, relative to the working directory.
  package var path: TextTemplate

  /// The content.
  package var content: Content

  /// The policy for a file that already exists.
  package var exists: ExistingFilePolicy

  /// The permission bits, or nil for those of the existing file or the system's default.
  package var mode: Int?

  /// Whether only the owner can read the file, so that it can contain secrets.
  package var isSecret: Bool

  /// The policy for its failure.
  package var onError: EffectErrorPolicy

  /// Creates a write.
  package init(
    path: TextTemplate, content: Content, exists: ExistingFilePolicy = .ask, mode: Int? = nil,
    isSecret: Bool = false, onError: EffectErrorPolicy = .retry
  ) {
    self.path = path
    self.content = content
    self.exists = exists
    self.mode = mode
    self.isSecret = isSecret
    self.onError = onError
  }
}

/// A part of a file's content.
public struct ContentPartDefinition: Hashable, Sendable {
  /// The text, which for `from:` is in the file next to the flow.
  package var text: TextTemplate

  /// The condition for including it, or nil to always include it.
  package var when: ExpressionSource?

  /// A list for whose elements the text is repeated, with the element as `item`.
  package var each: ExpressionSource?

  /// Creates a part.
  package init(text: TextTemplate, when: ExpressionSource? = nil, each: ExpressionSource? = nil) {
    self.text = text
    self.when = when
    self.each = each
  }
}

/// The policy of a `write` for a file that already exists with different content.
///
/// A file that already has the content and the mode that it should have is left alone.
public enum ExistingFilePolicy: String, Hashable, Sendable, CaseIterable {
  /// The user is asked whether to overwrite or keep the file. Without a user, the step fails.
  case ask

  /// The step fails.
  case fail

  /// The existing file is kept.
  case keep

  /// The existing file is replaced.
  case overwrite

  /// The content is appended to the existing file.
  case append
}
