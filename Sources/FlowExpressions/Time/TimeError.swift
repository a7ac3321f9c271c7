// SPDX-License-Identifier: Apache-2.0

/// Why a time, a date, a time span or a time zone could not be made.
public struct TimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case syntax, range, unknownZone, zoneData
    }

    private let kind: Kind

    /// The text has another form.
    public static let syntax = Code(kind: .syntax)

    /// The value lies outside the years 1 to 9999, or a span outside ±315,576,000,000 seconds.
    public static let range = Code(kind: .range)

    /// There is no time zone of that name.
    public static let unknownZone = Code(kind: .unknownZone)

    /// A time zone file is damaged.
    public static let zoneData = Code(kind: .zoneData)

    /// The name of the kind.
    public var description: String { kind.rawValue }
  }

  /// The kind of the failure.
  public let code: Code

  /// What is wrong: lower case, no full stop.
  public let message: String

  /// The words.
  public var description: String { message }

  /// Creates an error; sources of time zones throw `unknownZone` and `zoneData`.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
