// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import SourceDiagnostics

/// What a command or an action gives under a scripted test, which runs none.
public struct ScriptedRun: Hashable, Sendable {
  /// What one run gives.
  public struct Outcome: Hashable, Sendable {
    /// What is written, or returned by an action.
    public enum Content: Hashable, Sendable {
      /// Nothing.
      case nothing

      /// A text.
      case text(String)

      /// Lines.
      case lines([String])

      /// A value, written as JSON.
      case json(Value)
    }

    /// The exit status; 0 is success.
    public var status: Int

    /// What is written.
    public var content: Content

    /// What is written to standard error.
    public var errors: String

    /// Creates an outcome: success without a word, unless something is said.
    public init(status: Int = 0, content: Content = .nothing, errors: String = "") {
      self.status = status
      self.content = content
      self.errors = errors
    }
  }

  /// What each run gives, the first first; the last stands for all that follow.
  public var outcomes: [Outcome]

  /// What its undo gives; nil: success.
  public var undo: Outcome?

  /// Where they are; nil where the script wasn't read from a file.
  public var place: SourcePlace?

  /// Creates the results of a step.
  public init(_ outcomes: [Outcome], undo: Outcome? = nil, place: SourcePlace? = nil) {
    self.outcomes = outcomes
    self.undo = undo
    self.place = place
  }
}
