// SPDX-License-Identifier: Apache-2.0

/// A time of day to the second, without a date or time zone.
public struct TimeOfDay: Hashable, Sendable {
  /// The number of seconds since midnight, 0 to 86,399.
  package let secondsSinceMidnight: Int

  /// The hour, 0 to 23.
  public var hour: Int { secondsSinceMidnight / 3_600 }

  /// The minute, 0 to 59.
  public var minute: Int { secondsSinceMidnight / 60 % 60 }

  /// The second, 0 to 59.
  public var second: Int { secondsSinceMidnight % 60 }

  /// Creates a time of day.
  ///
  /// - Parameters:
  ///   - hour: The hour, 0 to 23.
  ///   - minute: The minute, 0 to 59.
  ///   - second: The second, 0 to 59.
  /// - Throws: ``TimeError/Code/range`` if there's no such time.
  public init(hour: Int, minute: Int, second: Int = 0) throws(TimeError) {
    guard (0...23).contains(hour) else {
      throw TimeError(.hour(hour))
    }
    guard (0...59).contains(minute) else {
      throw TimeError(.minute(minute))
    }
    guard (0...59).contains(second) else {
      throw TimeError(.second(second))
    }
    secondsSinceMidnight = hour * 3_600 + minute * 60 + second
  }

  /// Reads a time in the form `02:00` or `02:00:30`.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` if there's no
  ///   such time.
  public init(_ text: String) throws(TimeError) {
    func mistake() -> TimeError {
      TimeError(.syntax, "'\(text.prefix(64))' isn't a time such as '02:00' or '02:00:30'")
    }
    var scanner = TextScanner(text)
    guard let hour = scanner.digits(2), scanner.accept(":"), let minute = scanner.digits(2) else {
      throw mistake()
    }
    var second = 0
    if scanner.accept(":") {
      guard let value = scanner.digits(2) else { throw mistake() }
      second = value
    }
    guard scanner.isAtEnd else { throw mistake() }
    try self.init(hour: hour, minute: minute, second: second)
  }
}

extension TimeOfDay: Comparable {
  /// Returns whether one time is earlier in the day than another.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time in the form `02:00`, or `02:00:30` if the second isn't zero.
  public var description: String {
    let minutes = "\(CivilCalendar.padded(hour, 2)):\(CivilCalendar.padded(minute, 2))"
    return second == 0 ? minutes : "\(minutes):\(CivilCalendar.padded(second, 2))"
  }
}
