// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The result of an ``EffectRequest``.
public enum EffectResult: Hashable, Sendable {
  /// A command came to its end by itself.
  case ended(CommandResult)

  /// An action was done and gave a value.
  case returned(Value)

  /// A file was written.
  case written(WrittenFile)

  /// It is done, and there is nothing to undo: a file was kept, or restored.
  case done

  /// It wasn't done: it could not be, took too long, was killed, or no one allowed it.
  ///
  /// The words are for a person and hold no secrets.
  case failed(message: String)
}

/// The end of a command.
public struct CommandResult: Hashable, Sendable {
  /// The exit status.
  public let status: Int

  /// What it wrote to its standard output, when that was needed.
  public let output: [UInt8]

  /// The end of what it wrote to its standard error, for messages.
  public let errors: String

  /// Creates a result.
  public init(status: Int, output: [UInt8] = [], errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// What a write met, so that it can be undone.
public struct WrittenFile: Hashable, Sendable {
  /// What was there before.
  public enum Previous: Hashable, Sendable {
    /// No file.
    case nothing

    /// A file that was replaced, with its permission bits.
    case replaced([UInt8], mode: Int)

    /// A file of this many bytes to which the content was appended.
    case appended(count: Int)
  }

  /// What was there before.
  public let previous: Previous

  /// The folders that were made for it, relative to the working directory, the outermost first.
  public let madeFolders: [String]

  /// Creates a record.
  public init(previous: Previous, madeFolders: [String] = []) {
    self.previous = previous
    self.madeFolders = madeFolders
  }
}

/// A `run` or `write` that failed, as far as ``FlowFailure`` needs it.
public struct EffectFailure: Hashable, Sendable {
  /// The id of the step that failed, or could not be undone.
  public let step: String

  /// The id of the step that ``FlowEvent/retry`` runs; nil when it does nothing.
  public let retries: String?

  /// Creates a failure.
  public init(step: String, retries: String? = nil) {
    self.step = step
    self.retries = retries
  }
}
