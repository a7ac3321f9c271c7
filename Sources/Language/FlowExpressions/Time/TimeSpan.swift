// SPDX-License-Identifier: Apache-2.0

/// A duration in nanoseconds: CEL's duration.
///
/// The range is −315,576,000,000 to 315,576,000,000 seconds (10,000 years), as in protocol buffers.
/// Swift's own `Duration` counts attoseconds without bounds and traps on overflow; here, every
/// operation that can leave the range throws.
public struct TimeSpan: Hashable, Sendable {
  /// The maximum number of whole seconds, positive or negative.
  package static let maximumSeconds: Int64 = 315_576_000_000

  /// Zero.
  public static let zero = TimeSpan(unchecked: 0, 0)

  /// The whole seconds, rounded down.
  let flooredSeconds: Int64

  /// The nanoseconds above ``flooredSeconds``, from 0 to 999,999,999.
  let fraction: Int32

  private init(unchecked seconds: Int64, _ fraction: Int32) {
    flooredSeconds = seconds
    self.fraction = fraction
  }

  /// Creates a duration from nanoseconds.
  ///
  /// - Parameter nanoseconds: The number of nanoseconds, positive or negative.
  /// - Throws: ``TimeError/Code/range`` outside ±315,576,000,000 seconds.
  package init(nanoseconds: Int128) throws(TimeError) {
    let limit = Int128(Self.maximumSeconds) * 1_000_000_000
    guard nanoseconds >= -limit, nanoseconds <= limit else {
      throw TimeError(.range, "a duration is between -315576000000s and 315576000000s")
    }
    var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      rest += 1_000_000_000
      seconds -= 1
    }
    self.init(unchecked: Int64(seconds), Int32(rest))
  }

  /// Creates a duration from the sum of seconds and nanoseconds.
  ///
  /// - Parameters:
  ///   - seconds: The whole seconds, positive or negative.
  ///   - nanoseconds: The nanoseconds to add, positive or negative.
  /// - Throws: ``TimeError/Code/range`` outside ±315,576,000,000 seconds.
  public init(seconds: Int64, nanoseconds: Int64 = 0) throws(TimeError) {
    try self.init(nanoseconds: Int128(seconds) * 1_000_000_000 + Int128(nanoseconds))
  }

  /// The whole duration in nanoseconds.
  package var totalNanoseconds: Int128 {
    Int128(flooredSeconds) * 1_000_000_000 + Int128(fraction)
  }

  /// The whole duration in hours, truncated toward zero: `getHours()` of CEL.
  package var wholeHours: Int64 { wholeSeconds / 3_600 }

  /// The whole duration in minutes, truncated toward zero: `getMinutes()` of CEL.
  package var wholeMinutes: Int64 { wholeSeconds / 60 }

  /// The whole duration in seconds, truncated toward zero: `getSeconds()` of CEL.
  public var wholeSeconds: Int64 {
    flooredSeconds < 0 && fraction > 0 ? flooredSeconds + 1 : flooredSeconds
  }

  /// The nanoseconds beyond ``wholeSeconds``, with the sign of the duration.
  public var nanosecondPart: Int64 {
    flooredSeconds < 0 && fraction > 0 ? Int64(fraction) - 1_000_000_000 : Int64(fraction)
  }

  /// The milliseconds beyond ``wholeSeconds``, with the sign of the duration: `getMilliseconds()`
  /// of CEL.
  var millisecondPart: Int64 { nanosecondPart / 1_000_000 }

  /// Returns the sum of two durations.
  ///
  /// - Throws: ``TimeError/Code/range`` if the sum is outside the range.
  package func adding(_ other: TimeSpan) throws(TimeError) -> TimeSpan {
    try TimeSpan(nanoseconds: totalNanoseconds + other.totalNanoseconds)
  }

  /// Returns the difference of two durations.
  ///
  /// - Throws: ``TimeError/Code/range`` if the difference is outside the range.
  package func subtracting(_ other: TimeSpan) throws(TimeError) -> TimeSpan {
    try TimeSpan(nanoseconds: totalNanoseconds - other.totalNanoseconds)
  }

  /// The duration with the opposite sign.
  package var negated: TimeSpan {
    fraction == 0
      ? TimeSpan(unchecked: -flooredSeconds, 0)
      : TimeSpan(unchecked: -flooredSeconds - 1, 1_000_000_000 - fraction)
  }
}

extension TimeSpan: Comparable {
  /// Returns whether one duration is less than another.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    (left.flooredSeconds, left.fraction) < (right.flooredSeconds, right.fraction)
  }
}
