// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel

/// A request of a session for an effect, with all of its values evaluated.
///
/// The session is in `SessionNeed.effect` until `FlowEvent.effectEnded` gives it the
/// result, so that the result is in the log, and a replay has no effects.
public struct EffectRequest: Hashable, Sendable {
  /// An effect with its values.
  public enum Effect: Hashable, Sendable {
    /// Run a program until it ends.
    case command(CommandRequest)

    /// Call an action of the embedding program.
    case action(ActionRequest)

    /// Write a file.
    case write(WriteRequest)

    /// Restore a file as it was before it was written.
    case restore(RestoreRequest)
  }

  /// The id of the step.
  public let step: String

  /// The title of the step, or nil if it has none.
  public let title: String?

  /// Whether it undoes the effect of the step.
  public let isUndo: Bool

  /// The effect to perform.
  public var effect: Effect

  /// The attempt of a walk to perform it; nil in a request that no walk has begun.
  ///
  /// It isn't a part of what's requested: requests of different attempts can be equal.
  public var attempt: EffectAttempt?

  /// Creates a request.
  public init(step: String, title: String? = nil, isUndo: Bool = false, effect: Effect) {
    self.step = step
    self.title = title
    self.isUndo = isUndo
    self.effect = effect
  }

  /// Whether two requests ask for the same, no matter for which walk.
  public static func == (left: EffectRequest, right: EffectRequest) -> Bool {
    left.step == right.step && left.title == right.title && left.isUndo == right.isUndo
      && left.effect == right.effect
  }

  /// Hashes what's requested.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(title)
    hasher.combine(isUndo)
    hasher.combine(effect)
  }
}

/// Who performs an effect: a walk, once, at one of its steps.
///
/// A walk that's restored has the same attempt again, and no other walk has it.
public struct EffectAttempt: Hashable, Sendable {
  /// The fingerprint of the walk's beginning and of the moment when the effect began.
  public let walk: String

  /// The id of the step.
  public let step: String

  /// Creates an attempt.
  package init(walk: String, step: String) {
    self.walk = walk
    self.step = step
  }
}

/// A request to run a program.
public struct CommandRequest: Hashable, Sendable {
  /// An environment variable of the program.
  public struct Variable: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The value.
    public let value: String

    /// Whether the value must never be shown.
    public let isSecret: Bool

    /// Creates a variable.
    public init(name: String, value: String, isSecret: Bool = false) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }

  /// The program and its arguments.
  ///
  /// It's never empty, and no element contains a null character.
  public let arguments: [String]

  /// The environment variables, in addition to those in ``passed``.
  public let environment: [Variable]

  /// The names of the caller's environment variables to pass.
  public let passed: [String]

  /// The standard input.
  public let input: String

  /// The time limit.
  public let timeout: TimeSpan

  /// Whether its standard output is captured.
  public let keepsOutput: Bool

  /// Creates a command.
  public init(
    arguments: [String], environment: [Variable] = [], passed: [String] = [], input: String = "",
    timeout: TimeSpan, keepsOutput: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.passed = passed
    self.input = input
    self.timeout = timeout
    self.keepsOutput = keepsOutput
  }
}

/// A request to call an action of the embedding program.
public struct ActionRequest: Hashable, Sendable {
  /// The name of the action.
  public let name: String

  /// The arguments.
  public let arguments: ValueMap

  /// Creates a call.
  public init(name: String, arguments: ValueMap) {
    self.name = name
    self.arguments = arguments
  }
}

/// A request to write a file, or the files and folders of a tree.
public struct WriteRequest: Hashable, Sendable {
  /// The content.
  public enum Kind: Hashable, Sendable {
    /// A file.
    case file

    /// A folder, which may already exist.
    case folder

    /// A symbolic link, whose target is the content.
    case link

    /// The absence of a file or a link: what's there is removed, and with it the folders around it that are empty then.
    case removal

    /// A tree: folders, files, and links, all of them or none. Each has its whole path, and comes
    /// after the folders around it.
    case tree([WriteRequest])
  }

  /// The content.
  public var kind: Kind

  /// The path relative to the working directory.
  ///
  /// It must be inside that directory after resolving symbolic links.
  public let path: String

  /// The content to write or append.
  public let content: [UInt8]

  /// The permission bits, or nil for those of the existing file or the system's default.
  public let mode: Int?

  /// The policy for a file that already exists with different content.
  public var exists: ExistingFilePolicy

  /// Whether the content must never be shown.
  public let isSecret: Bool

  /// Whether it may replace a file by a link, and a link by a file.
  package var replacesKind = false

  /// The written parts of a tree, in a request that is only shown; nil in one that is performed.
  var counts: TreeCounts?

  /// Creates a write.
  public init(
    path: String, content: [UInt8], mode: Int? = nil, exists: ExistingFilePolicy,
    isSecret: Bool = false, kind: Kind = .file
  ) {
    self.kind = kind
    self.path = path
    self.content = content
    self.mode = mode
    self.exists = exists
    self.isSecret = isSecret
  }
}

extension WriteRequest {
  /// The folders, files, and links of a tree; otherwise, the request itself.
  public var parts: [WriteRequest] {
    if case .tree(let parts) = kind { parts } else { [self] }
  }

  /// Whether it's a tree.
  package var isTree: Bool { if case .tree = kind { true } else { false } }

  /// The size of all files in bytes.
  var byteCount: Int {
    parts.reduce(0) { $0 + ($1.kind == .file ? $1.content.count : 0) }
  }
}

/// A request to restore a file as it was before a write.
public struct RestoreRequest: Hashable, Sendable {
  /// The write to undo.
  public let write: WriteRequest

  /// A record of the file that the write replaced.
  public let written: WrittenFile

  /// Creates a restoration.
  package init(write: WriteRequest, written: WrittenFile) {
    self.write = write
    self.written = written
  }
}
