// SPDX-License-Identifier: Apache-2.0

/// How often a stored walk has changed: 1 when it's created, and 1 more with each change.
public struct WalkRevision: RawRepresentable, Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  /// The number, from 1.
  public let rawValue: Int64

  /// Creates a revision from its number.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The revision of a walk that was just created.
  public static let first = WalkRevision(rawValue: 1)

  /// The revision after the next change.
  public var next: WalkRevision { WalkRevision(rawValue: rawValue &+ 1) }

  /// Whether a revision is earlier than another.
  public static func < (left: WalkRevision, right: WalkRevision) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The number.
  public var description: String { "\(rawValue)" }
}
