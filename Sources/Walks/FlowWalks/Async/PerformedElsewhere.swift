// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// Another runner performs an effect of the walk, in this process or in another one.
///
/// Nothing is in doubt as long as that runner holds the lease of the walk: don't ask whether the effect has
/// happened. Show that it's being performed, and call ``AsyncFlowRunner/reload()`` later.
public struct PerformedElsewhere: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id of the walk.
  public let id: String

  /// The id of the step whose effect is being performed.
  public let step: String

  /// The time at which it began, by the clock of the runner that performs it.
  public let since: Timestamp

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - step: The id of the step whose effect is being performed.
  ///   - since: The time at which it began.
  package init(id: String, step: String, since: Timestamp) {
    self.id = id
    self.step = step
    self.since = since
  }

  /// The message for the operator of the program.
  public var description: String {
    "'\(step)' of the walk '\(id)' is being performed elsewhere, since \(since); reload the walk later"
  }
}
