// SPDX-License-Identifier: Apache-2.0

/// A `write` step: a file below the working directory.
public struct WriteDefinition: Hashable, Sendable {
  /// The content of the file.
  public enum Content: Hashable, Sendable {
    /// Texts one after the other.
    case parts([ContentPartDefinition])

    /// A value as JSON; maps and lists may nest, each leaf is an expression.
    case json(OutputDefinition)

    /// A value as YAML.
    case yaml(OutputDefinition)

    /// The bytes of a file beside the flow, as they were when the flow was loaded.
    case copy(path: String, bytes: [UInt8])
  }

  /// The file, relative to the working directory.
  public var path: TextTemplate

  /// The content.
  public var content: Content

  /// What happens when it is there already.
  public var exists: ExistingFilePolicy

  /// The permission bits; nil: what the machine gives new files, or those of the old file.
  public var mode: Int?

  /// Whether only its owner may read it, and secrets may be in it.
  public var isSecret: Bool

  /// What happens when it can't be written.
  public var onError: EffectErrorPolicy

  /// Creates a write.
  public init(
    path: TextTemplate, content: Content, exists: ExistingFilePolicy = .ask, mode: Int? = nil,
    isSecret: Bool = false, onError: EffectErrorPolicy = .stop
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
  /// The text; of a `from:` it is in the file beside the flow.
  public var text: TextTemplate

  /// When it is in the file; nil: always.
  public var when: ExpressionSource?

  /// A list for each of whose elements the text is in the file; each is `item` in it.
  public var each: ExpressionSource?

  /// Creates a part.
  public init(text: TextTemplate, when: ExpressionSource? = nil, each: ExpressionSource? = nil) {
    self.text = text
    self.when = when
    self.each = each
  }
}

/// What a `write` does when its file is there already with another content.
///
/// A file that holds what would be written, with the mode that it should have, is left alone.
public enum ExistingFilePolicy: String, Hashable, Sendable, CaseIterable {
  /// The person is asked whether to overwrite or to keep it; without a person it is a failure.
  case ask

  /// It is a failure.
  case fail

  /// It is left as it is.
  case keep

  /// It is replaced.
  case overwrite

  /// The content is written after what is there.
  case append
}
