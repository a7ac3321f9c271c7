// SPDX-License-Identifier: Apache-2.0

/// A request that a walk can't take now, so nothing has changed.
///
/// Refused answers and denied moves aren't errors: they're ``WalkNotice``s.
public struct WalkError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The walk waits for something else.
    case outOfTurn = "out-of-turn"

    /// The request names a question that isn't asked.
    case notAsked = "not-asked"

    /// The request is about an earlier state.
    case stale

    /// The request isn't one that the walk could ever take.
    case invalid
  }

  /// The kind of error.
  public let kind: Kind

  /// The message: lower case, without a full stop.
  public let message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
