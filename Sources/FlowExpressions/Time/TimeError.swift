// SPDX-License-Identifier: Apache-2.0

/// The reason why a time, date, duration, or time zone is invalid.
public struct TimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case syntax, range, unknownZone, zoneData
    }

    private let kind: Kind

    /// The text has the wrong form.
    public static let syntax = Code(kind: .syntax)

    /// The value is outside the years 1 to 9999, or a duration is outside ±315,576,000,000 seconds.
    public static let range = Code(kind: .range)

    /// There's no time zone with that name.
    public static let unknownZone = Code(kind: .unknownZone)

    /// A time zone file is invalid.
    public static let zoneData = Code(kind: .zoneData)

    /// The name of the kind.
    public var description: String { kind.rawValue }
  }

  /// The kind of the failure.
  public let code: Code

  /// The message: lower case, without a full stop.
  public let message: String

  /// The message.
  public var description: String { message }

  /// Creates an error; time zone sources throw `unknownZone` and `zoneData`.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
