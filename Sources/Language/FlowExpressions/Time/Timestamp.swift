// SPDX-License-Identifier: Apache-2.0

/// A moment between 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z: CEL's timestamp.
public struct Timestamp: Hashable, Sendable {
  /// The first moment, 0001-01-01T00:00:00Z.
  package static let earliest = Timestamp(unchecked: -62_135_596_800, 0)

  /// The last moment, 9999-12-31T23:59:59.999999999Z.
  package static let latest = Timestamp(unchecked: 253_402_300_799, 999_999_999)

  /// The moment 1970-01-01T00:00:00Z.
  public static let epoch = Timestamp(unchecked: 0, 0)

  /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let secondsSinceEpoch: Int64

  /// The nanoseconds above ``secondsSinceEpoch``, 0 to 999,999,999.
  public let nanosecond: Int32

  private init(unchecked seconds: Int64, _ nanosecond: Int32) {
    secondsSinceEpoch = seconds
    self.nanosecond = nanosecond
  }

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - secondsSinceEpoch: Seconds since 1970-01-01T00:00:00Z; negative before.
  ///   - nanoseconds: Nanoseconds to add, positive or negative.
  /// - Throws: ``TimeError/Code/range`` outside the years 1 to 9999.
  public init(secondsSinceEpoch: Int64, nanoseconds: Int64 = 0) throws(TimeError) {
    let total = Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanoseconds)
    try self.init(nanosecondsSinceEpoch: total)
  }

  init(nanosecondsSinceEpoch total: Int128) throws(TimeError) {
    var (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      rest += 1_000_000_000
      seconds -= 1
    }
    let bounds = Int128(Self.earliest.secondsSinceEpoch)...Int128(Self.latest.secondsSinceEpoch)
    guard bounds.contains(seconds) else {
      throw TimeError(
        .range, "a timestamp is between 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z")
    }
    self.init(unchecked: Int64(seconds), Int32(rest))
  }

  var nanosecondsSinceEpoch: Int128 {
    Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanosecond)
  }

  /// Returns the moment a duration later.
  ///
  /// - Parameter span: The duration, which can be negative.
  /// - Returns: That moment.
  /// - Throws: ``TimeError/Code/range`` outside the years 1 to 9999.
  public func adding(_ span: TimeSpan) throws(TimeError) -> Timestamp {
    try Timestamp(nanosecondsSinceEpoch: nanosecondsSinceEpoch + span.totalNanoseconds)
  }

  /// Returns the moment a duration earlier.
  ///
  /// - Parameter span: The duration, which can be negative.
  /// - Returns: That moment.
  /// - Throws: ``TimeError/Code/range`` outside the years 1 to 9999.
  public func subtracting(_ span: TimeSpan) throws(TimeError) -> Timestamp {
    try Timestamp(nanosecondsSinceEpoch: nanosecondsSinceEpoch - span.totalNanoseconds)
  }

  /// Returns the duration from another moment to this one.
  ///
  /// - Parameter other: The moment to start from.
  /// - Returns: The duration; negative if this moment is earlier.
  /// - Throws: ``TimeError/Code/range`` if the duration exceeds 2⁶³ − 1 nanoseconds (about 292
  ///   years): CEL's conformance suite (`timestamps/timestamp_range/sub_time_duration_over`)
  ///   requires an error here, although durations can be longer.
  func since(_ other: Timestamp) throws(TimeError) -> TimeSpan {
    let difference = nanosecondsSinceEpoch - other.nanosecondsSinceEpoch
    guard let nanoseconds = Int64(exactly: difference) else {
      throw TimeError(.range, "the timestamps are more than 292 years apart")
    }
    return try TimeSpan(nanoseconds: Int128(nanoseconds))
  }
}

extension Timestamp: Comparable {
  /// Returns whether one moment is earlier than another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.secondsSinceEpoch, left.nanosecond) < (right.secondsSinceEpoch, right.nanosecond)
  }
}
