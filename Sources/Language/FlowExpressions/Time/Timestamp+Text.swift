// SPDX-License-Identifier: Apache-2.0

extension Timestamp: CustomStringConvertible {
  /// The moment in UTC, as in RFC 3339 and CEL's `string(timestamp)`.
  ///
  /// The nanoseconds have no trailing zeros: `2009-02-13T23:31:30Z`, `2009-02-13T23:31:30.5Z`.
  public var description: String { components(atOffset: 0).text + "Z" }

  /// Returns the moment in a zone, in the form of RFC 3339 with the zone's offset:
  /// `2009-02-14T05:01:30+05:30`.
  public func text(in zone: ZoneRules) -> String {
    let offset = zone.offset(at: self).seconds
    // RFC 3339 has no seconds in offsets; the local time is adjusted to keep the moment.
    let minutes = CivilCalendar.floorDivide(offset, 60)
    let sign = minutes < 0 ? "-" : "+"
    let hours = CivilCalendar.padded(abs(minutes) / 60, 2)
    let rest = CivilCalendar.padded(abs(minutes) % 60, 2)
    return "\(components(atOffset: minutes * 60).text)\(sign)\(hours):\(rest)"
  }

  /// Reads an RFC 3339 moment: `2009-02-13T23:31:30Z`, `2009-02-13T23:31:30.25+01:00`.
  ///
  /// Digits beyond nanoseconds are truncated, and `t` and `z` can be lower case. A leap second
  /// (`:60`) is refused.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` if there's no
  ///   such moment.
  public init(_ text: String) throws(TimeError) {
    var scanner = TextScanner(text)
    func mistake() -> TimeError {
      TimeError(.syntax, "'\(text.prefix(64))' isn't a timestamp such as '2026-01-31T09:00:00Z'")
    }
    let digits = scanner.run()
    guard digits.count >= 4 else { throw mistake() }
    if digits.count > 4 {
      throw TimeError(
        .range,
        "the year \(String(decoding: digits.prefix(20), as: UTF8.self)) "
          + "is outside 1 to 9999")
    }
    let year = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard scanner.accept("-"), let month = scanner.digits(2), scanner.accept("-"),
      let day = scanner.digits(2), scanner.accept("T", or: "t"), let hour = scanner.digits(2),
      scanner.accept(":"), let minute = scanner.digits(2), scanner.accept(":"),
      let second = scanner.digits(2)
    else { throw mistake() }
    var nanosecond: Int64 = 0
    if scanner.accept(".") {
      let fraction = scanner.run()
      guard !fraction.isEmpty else { throw mistake() }
      for place in 0..<9 {
        let digit = place < fraction.count ? fraction[fraction.startIndex + place] - 0x30 : 0
        nanosecond = nanosecond * 10 + Int64(digit)
      }
    }
    guard let offset = Self.readOffset(&scanner), scanner.isAtEnd else { throw mistake() }
    // The last hours of year 0 can be in year 1 in UTC; year 0 had a leap day.
    _ = try CalendarDate(year: year == 0 ? 4 : year, month: month, day: day)
    let time = try TimeOfDay(hour: hour, minute: minute, second: second)
    let days = CivilCalendar.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + time.secondsSinceMidnight - offset
    try self.init(secondsSinceEpoch: Int64(seconds), nanoseconds: nanosecond)
  }

  private static func readOffset(_ scanner: inout TextScanner) -> Int? {
    if scanner.accept("Z", or: "z") { return 0 }
    let isNegative = scanner.accept("-")
    guard isNegative || scanner.accept("+"), let hours = scanner.digits(2), hours <= 23,
      scanner.accept(":"), let minutes = scanner.digits(2), minutes <= 59
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}
