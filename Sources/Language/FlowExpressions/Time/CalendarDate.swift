// SPDX-License-Identifier: Apache-2.0

/// A day in the years 1 to 9999, without a time or time zone.
public struct CalendarDate: Hashable, Sendable {
  /// The first day, 0001-01-01.
  package static let earliest = CalendarDate(unchecked: 1, 1, 1)

  /// The last day, 9999-12-31.
  package static let latest = CalendarDate(unchecked: 9_999, 12, 31)

  /// The year, 1 to 9999.
  public let year: Int

  /// The month, 1 to 12.
  public let month: Int

  /// The day of the month, from 1.
  public let day: Int

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day.
  ///
  /// - Parameters:
  ///   - year: The year, 1 to 9999.
  ///   - month: The month, 1 to 12.
  ///   - day: The day of the month, from 1.
  /// - Throws: ``TimeError/Code/range`` if there's no such day.
  public init(year: Int, month: Int, day: Int) throws(TimeError) {
    guard (1...9_999).contains(year) else {
      throw TimeError(.year(year))
    }
    guard (1...12).contains(month) else {
      throw TimeError(.month(month))
    }
    let length = CivilCalendar.length(ofMonth: month, year: year)
    guard (1...length).contains(day) else {
      let name = "\(CivilCalendar.padded(year, 4))-\(CivilCalendar.padded(month, 2))"
      throw TimeError(.day(day, month: name, days: length))
    }
    self.init(unchecked: year, month, day)
  }

  /// Creates the day a number of days after 1970-01-01.
  ///
  /// - Parameter daysSinceEpoch: The number of days; negative before 1970.
  /// - Throws: ``TimeError/Code/range`` outside the years 1 to 9999.
  package init(daysSinceEpoch: Int) throws(TimeError) {
    let bounds = Self.earliest.daysSinceEpoch...Self.latest.daysSinceEpoch
    guard bounds.contains(daysSinceEpoch) else {
      throw TimeError(.range, "the date is outside the years 1 to 9999")
    }
    let date = CivilCalendar.date(days: daysSinceEpoch)
    self.init(unchecked: date.year, date.month, date.day)
  }

  /// Reads a day in the form `2026-01-31`.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` if there's no
  ///   such day.
  public init(_ text: String) throws(TimeError) {
    var scanner = TextScanner(text)
    guard let year = scanner.digits(4), scanner.accept("-"), let month = scanner.digits(2),
      scanner.accept("-"), let day = scanner.digits(2), scanner.isAtEnd
    else {
      throw TimeError(.syntax, "'\(text.prefix(64))' isn't a date such as '2026-01-31'")
    }
    try self.init(year: year, month: month, day: day)
  }

  /// The number of days since 1970-01-01.
  package var daysSinceEpoch: Int { CivilCalendar.days(year: year, month: month, day: day) }

  /// The day of the week, 0 for Sunday to 6 for Saturday.
  package var dayOfWeek: Int { ((daysSinceEpoch + 4) % 7 + 7) % 7 }

  /// Returns the number of days from this day to another; negative if the other day is earlier.
  func days(to other: CalendarDate) -> Int { other.daysSinceEpoch - daysSinceEpoch }

  /// Returns the number of full years from this day to another; negative if the other day is
  /// earlier.
  ///
  /// A year is full on the same day of the same month. From February 29, it's full on March 1 of a
  /// common year.
  func years(to other: CalendarDate) -> Int {
    if other < self { return -other.years(to: self) }
    let isShort = (other.month, other.day) < (month, day)
    return other.year - year - (isShort ? 1 : 0)
  }

  /// Returns the day a number of days later, or earlier for a negative number.
  ///
  /// - Parameter days: The number of days.
  /// - Returns: That day.
  /// - Throws: ``TimeError/Code/range`` outside the years 1 to 9999.
  package func adding(days: Int) throws(TimeError) -> CalendarDate {
    let (sum, isOverflow) = daysSinceEpoch.addingReportingOverflow(days)
    guard !isOverflow else {
      throw TimeError(.range, "the date is outside the years 1 to 9999")
    }
    return try CalendarDate(daysSinceEpoch: sum)
  }
}

extension CalendarDate: Comparable {
  /// Returns whether one day is earlier than another.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The day in the form `2026-01-31`.
  public var description: String {
    "\(CivilCalendar.padded(year, 4))-\(CivilCalendar.padded(month, 2))-"
      + CivilCalendar.padded(day, 2)
  }
}
