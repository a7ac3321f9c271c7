// SPDX-License-Identifier: Apache-2.0

/// The reason why a time, date, duration, or time zone is invalid.
public struct TimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Code: Hashable, Sendable {
    /// The text has the wrong form.
    case syntax

    /// The value is outside the years 1 to 9999, or a duration is outside ±315,576,000,000 seconds.
    case range

    /// There's no time zone with that name.
    case unknownZone

    /// A time zone file is invalid.
    case zoneData
  }

  /// The kind of the failure.
  public let code: Code

  /// The message: lower case, without a full stop.
  public let message: String

  /// The part of a date or a time that doesn't exist; nil if it's the whole.
  package private(set) var part: Part?

  /// A part of a date or a time, with the number that it can't have.
  package enum Part: Hashable, Sendable {
    case year(Int)
    case month(Int)
    case day(Int, month: String, days: Int)
    case hour(Int)
    case minute(Int)
    case second(Int)
  }

  /// The message.
  public var description: String { message }

  /// Creates an error; time zone sources throw `unknownZone` and `zoneData`.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates the error of a part that doesn't exist.
  init(_ part: Part) {
    let message =
      switch part {
      case .year(let year): "the year \(year) is outside 1 to 9999"
      case .month(let month): "there is no month \(month)"
      case .day(let day, let month, let days):
        "there is no day \(day) in \(month), which has \(days) days"
      case .hour(let hour): "the hour \(hour) is outside 0 to 23"
      case .minute(let minute): "the minute \(minute) is outside 0 to 59"
      case .second(let second): "the second \(second) is outside 0 to 59"
      }
    self.init(.range, message)
    self.part = part
  }
}
