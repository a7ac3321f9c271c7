// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The result of an ``EffectRequest``.
public enum EffectResult: Hashable, Sendable {
  /// A command ended by itself.
  case ended(CommandResult)

  /// An action returned a value.
  case returned(Value)

  /// A file was written.
  case written(WrittenFile)

  /// It's done, and there's nothing to undo: a file was kept or restored.
  case done

  /// It failed: it couldn't start, took too long, was killed, or wasn't allowed.
  ///
  /// The message is for users, and contains no secrets.
  case failed(message: String)
}

extension EffectResult {
  /// Whether a file or a tree was written, and can be restored.
  package var isWritten: Bool {
    if case .written = self { true } else { false }
  }
}

/// The result of a command.
public struct CommandResult: Hashable, Sendable {
  /// The exit status.
  public let status: Int

  /// The standard output, if it was captured.
  public let output: [UInt8]

  /// The end of the standard error, for messages.
  public let errors: String

  /// Creates a result.
  public init(status: Int, output: [UInt8] = [], errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A record of what a write replaced, so that it can be undone.
public struct WrittenFile: Hashable, Sendable {
  /// The state of the path before a write.
  public enum Previous: Hashable, Sendable {
    /// No file.
    case nothing

    /// A file that was replaced, with its permission bits.
    case replaced([UInt8], mode: Int)

    /// A file to which the content was appended, with its size in bytes before that.
    case appended(count: Int)

    /// A symbolic link to another target.
    case link(to: String)

    /// For each part of a tree, what it replaced; nil for one that was left alone.
    case tree([WrittenFile?])
  }

  /// The state of the path before the write.
  public let previous: Previous

  /// The folders that were created for it, relative to the working directory, outermost first.
  public let madeFolders: [String]

  /// Creates a record.
  public init(previous: Previous, madeFolders: [String] = []) {
    self.previous = previous
    self.madeFolders = madeFolders
  }
}

/// The failure of a `run` or `write` step.
public struct EffectFailure: Hashable, Sendable {
  /// The id of the step that failed or couldn't be undone.
  public let step: String

  /// The id of the step that `FlowEvent.retry` runs, or nil if it can't be retried.
  public let retries: String?

  /// Whether an undo failed, or no one knows whether it happened; going back tries it again.
  public let isUndo: Bool

  /// Creates a failure.
  package init(step: String, retries: String? = nil, isUndo: Bool = false) {
    self.step = step
    self.retries = retries
    self.isUndo = isUndo
  }
}
