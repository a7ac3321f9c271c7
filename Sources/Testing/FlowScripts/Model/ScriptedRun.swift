// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import SourceDiagnostics

/// The scripted results of a command or an action, which isn't actually run.
public struct ScriptedRun: Hashable, Sendable {
  /// The result of one run.
  public struct Outcome: Hashable, Sendable {
    /// The output of a command, or the value of an action.
    public enum Content: Hashable, Sendable {
      /// No output.
      case nothing

      /// Text.
      case text(String)

      /// Lines.
      case lines([String])

      /// A value, written as JSON.
      case json(Value)
    }

    /// The exit status; 0 is success.
    public var status: Int

    /// The standard output.
    public var content: Content

    /// The standard error.
    public var errors: String

    /// Creates an outcome; without arguments, success without output.
    public init(status: Int = 0, content: Content = .nothing, errors: String = "") {
      self.status = status
      self.content = content
      self.errors = errors
    }
  }

  /// The result of each run, in order.
  ///
  /// The last one is used for all further runs.
  public var outcomes: [Outcome]

  /// The result of its undo, or nil for success.
  public var undo: Outcome?

  /// The place in the script, or nil if the script wasn't read from a file.
  public var place: SourcePlace?

  /// Creates the results of a step.
  public init(_ outcomes: [Outcome], undo: Outcome? = nil, place: SourcePlace? = nil) {
    self.outcomes = outcomes
    self.undo = undo
    self.place = place
  }
}
