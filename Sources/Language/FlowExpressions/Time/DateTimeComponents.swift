// SPDX-License-Identifier: Apache-2.0

/// The parts of a date and time in a time zone.
///
/// CEL counts some parts from zero: `getMonth` is ``month`` − 1, `getDayOfMonth` is ``day`` − 1,
/// `getDate` is ``day``, `getDayOfYear` is ``dayOfYear`` − 1, and `getDayOfWeek` is ``dayOfWeek``.
package struct DateTimeComponents: Hashable, Sendable {
  /// The year, 0 to 10000: an offset can move the first and the last day beyond the range of
  /// timestamps.
  package let year: Int

  /// The month, 1 to 12.
  package let month: Int

  /// The day of the month, from 1.
  package let day: Int

  /// The hour, 0 to 23.
  package let hour: Int

  /// The minute, 0 to 59.
  package let minute: Int

  /// The second, 0 to 59.
  package let second: Int

  /// The nanosecond, 0 to 999,999,999.
  package let nanosecond: Int

  /// The day of the week, 0 for Sunday to 6 for Saturday.
  let dayOfWeek: Int

  /// The day of the year, from 1.
  let dayOfYear: Int

  /// The millisecond, 0 to 999.
  var millisecond: Int { nanosecond / 1_000_000 }

  init(localSeconds: Int, nanosecond: Int) {
    let days = CivilCalendar.floorDivide(localSeconds, 86_400)
    let rest = localSeconds - days * 86_400
    let date = CivilCalendar.date(days: days)
    year = date.year
    month = date.month
    day = date.day
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
    self.nanosecond = nanosecond
    dayOfWeek = ((days + 4) % 7 + 7) % 7
    dayOfYear = days - CivilCalendar.days(year: date.year, month: 1, day: 1) + 1
  }

  /// The date and time without an offset: `2009-02-13T23:31:30.5`.
  var text: String {
    "\(CivilCalendar.padded(year, 4))-\(CivilCalendar.padded(month, 2))-"
      + "\(CivilCalendar.padded(day, 2))T\(CivilCalendar.padded(hour, 2)):"
      + "\(CivilCalendar.padded(minute, 2)):\(CivilCalendar.padded(second, 2))"
      + TimeSpan.fractionText(Int64(nanosecond))
  }
}

extension Timestamp {
  /// Returns the date and time at this moment, a number of seconds east of UTC.
  ///
  /// - Parameter seconds: The offset in seconds, clamped to ±26 hours, which exceeds that of any
  ///   zone.
  /// - Returns: The parts of the date and time.
  func components(atOffset seconds: Int) -> DateTimeComponents {
    let offset = min(max(seconds, -93_600), 93_600)
    return DateTimeComponents(
      localSeconds: Int(secondsSinceEpoch) + offset, nanosecond: Int(nanosecond))
  }

  /// Returns the date and time in a zone at this moment.
  package func components(in zone: ZoneRules) -> DateTimeComponents {
    components(atOffset: zone.offset(at: self).seconds)
  }

  /// Returns the day in a zone at this moment.
  ///
  /// - Parameter zone: The zone.
  /// - Returns: The calendar day there.
  /// - Throws: ``TimeError/Code/range`` if the offset moves it outside the years 1 to 9999.
  func date(in zone: ZoneRules) throws(TimeError) -> CalendarDate {
    let parts = components(in: zone)
    return try CalendarDate(year: parts.year, month: parts.month, day: parts.day)
  }
}
