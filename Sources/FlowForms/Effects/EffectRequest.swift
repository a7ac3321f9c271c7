// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// Something that a session wants to be done outside: a value, evaluated and complete.
///
/// The session is in ``FlowNeed/effect(_:)`` until ``FlowEvent/effectEnded(_:)`` says what came
/// of it, so that the result is in the log and a replay touches nothing.
public struct EffectRequest: Hashable, Sendable {
  /// What is to be done.
  public enum Effect: Hashable, Sendable {
    /// A program is run to its end.
    case command(CommandRequest)

    /// An action of the embedder is called.
    case action(ActionRequest)

    /// A file is written.
    case write(WriteRequest)

    /// A file is put back as it was before it was written.
    case restore(RestoreRequest)
  }

  /// The id of the step.
  public let step: String

  /// The step's title; nil when it has none.
  public let title: String?

  /// Whether it takes back what the step did.
  public let isUndo: Bool

  /// What is to be done.
  public var effect: Effect

  /// Creates a request.
  public init(step: String, title: String? = nil, isUndo: Bool = false, effect: Effect) {
    self.step = step
    self.title = title
    self.isUndo = isUndo
    self.effect = effect
  }
}

/// A program with everything that it is given.
public struct CommandRequest: Hashable, Sendable {
  /// A variable of its environment.
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

  /// The program and its arguments; never empty, and no element holds a null character.
  public let arguments: [String]

  /// Its environment, besides what ``passed`` lets through.
  public let environment: [Variable]

  /// The variables of the caller's environment that it may see.
  public let passed: [String]

  /// What it reads from its standard input.
  public let input: String

  /// How long it may take.
  public let timeout: TimeSpan

  /// Whether its standard output is needed.
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

/// An action of the embedder with its arguments.
public struct ActionRequest: Hashable, Sendable {
  /// The name under which it was registered.
  public let name: String

  /// Its arguments.
  public let arguments: ValueMap

  /// Creates a call.
  public init(name: String, arguments: ValueMap) {
    self.name = name
    self.arguments = arguments
  }
}

/// A file that is to be written.
public struct WriteRequest: Hashable, Sendable {
  /// The path relative to the working directory; it must lie inside it after symbolic links.
  public let path: String

  /// What the file will hold, or what is written after what it holds.
  public let content: [UInt8]

  /// The permission bits; nil: those of the old file, or what the machine gives new files.
  public let mode: Int?

  /// What happens when the file is there with another content.
  public var exists: ExistingFilePolicy

  /// Whether the content must never be shown.
  public let isSecret: Bool

  /// Creates a write.
  public init(
    path: String, content: [UInt8], mode: Int? = nil, exists: ExistingFilePolicy,
    isSecret: Bool = false
  ) {
    self.path = path
    self.content = content
    self.mode = mode
    self.exists = exists
    self.isSecret = isSecret
  }
}

/// A file that is to be as it was before a write.
public struct RestoreRequest: Hashable, Sendable {
  /// The write.
  public let write: WriteRequest

  /// What the write met.
  public let written: WrittenFile

  /// Creates a restoration.
  public init(write: WriteRequest, written: WrittenFile) {
    self.write = write
    self.written = written
  }
}
