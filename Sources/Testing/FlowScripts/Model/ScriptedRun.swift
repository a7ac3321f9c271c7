// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// The scripted results of a command or an action, which isn't actually run.
package struct ScriptedRun: Hashable, Sendable {
  /// The result of one run.
  package struct Outcome: Hashable, Sendable {
    /// The output of a command, or the value of an action.
    package enum Content: Hashable, Sendable {
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
    package var status: Int

    /// The standard output.
    var content: Content

    /// The standard error.
    var errors: String

    /// Creates an outcome; without arguments, success without output.
    package init(status: Int = 0, content: Content = .nothing, errors: String = "") {
      self.status = status
      self.content = content
      self.errors = errors
    }
  }

  /// The result of each run, in order.
  ///
  /// The last one is used for all further runs.
  package var outcomes: [Outcome]

  /// The results of undoing runs, by the positions of the runs in ``outcomes``; nothing is success.
  ///
  /// Each result of a run is for one attempt to undo it, in order; the last one is for all further attempts.
  var undos: [Int: [Outcome]]

  /// The place in the script, or nil if the script wasn't read from a file.
  var place: SourcePlace?

  /// Creates the results of a step.
  init(
    _ outcomes: [Outcome], undos: [Int: [Outcome]] = [:], place: SourcePlace? = nil
  ) {
    self.outcomes = outcomes
    self.undos = undos
    self.place = place
  }
}
