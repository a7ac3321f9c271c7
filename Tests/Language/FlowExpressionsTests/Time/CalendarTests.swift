// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct CalendarTests {
  @Test func everyDayRoundTrips() throws {
    var expected = CalendarDate.earliest
    var count = 0
    for days in CalendarDate.earliest.daysSinceEpoch...CalendarDate.latest.daysSinceEpoch {
      let date = CivilCalendar.date(days: days)
      let isSame =
        date == (expected.year, expected.month, expected.day)
        && CivilCalendar.days(year: date.year, month: date.month, day: date.day) == days
      guard isSame else {
        Issue.record("day \(days) is \(date), expected \(expected)")
        return
      }
      count += 1
      let isMonthEnd =
        expected.day == CivilCalendar.length(ofMonth: expected.month, year: expected.year)
      guard expected != .latest else { break }
      expected = try CalendarDate(
        year: expected.year + (isMonthEnd && expected.month == 12 ? 1 : 0),
        month: isMonthEnd ? expected.month % 12 + 1 : expected.month,
        day: isMonthEnd ? 1 : expected.day + 1)
    }
    expectEqual(count, 3_652_059)
  }

  @Test func datesAreReadAndWritten() throws {
    for text in ["0001-01-01", "1970-01-01", "2000-02-29", "2026-01-31", "9999-12-31"] {
      try expectEqual(CalendarDate(text).description, text)
    }
    let date = try CalendarDate("2026-01-31")
    expectEqual(date.daysSinceEpoch, 20_484)
    expectEqual(date.dayOfWeek, 6)
  }

  @Test(arguments: [
    "", "2026-1-31", "2026-01-31 ", "2026/01/31", "26-01-31", "+2026-01-31", "2026-01-3１",
  ])
  func otherTextsAreNotDates(_ text: String) {
    let error = #expect(throws: TimeError.self) { try CalendarDate(text) }
    expectEqual(error?.message, "'\(text)' isn't a date such as '2026-01-31'")
  }

  static let absentDays: [(String, String)] = [
    ("2026-02-29", "there is no day 29 in 2026-02, which has 28 days"),
    ("1900-02-29", "there is no day 29 in 1900-02, which has 28 days"),
    ("2026-04-31", "there is no day 31 in 2026-04, which has 30 days"),
    ("2026-13-01", "there is no month 13"), ("0000-01-01", "the year 0 is outside 1 to 9999"),
  ]

  @Test(arguments: absentDays) func daysThatDoNotExistAreRefused(_ row: (String, String)) {
    let error = #expect(throws: TimeError.self) { try CalendarDate(row.0) }
    expectEqual(error?.message, row.1)
    expectEqual(error?.code, .range)
  }

  static let years: [(String, String, Int)] = [
    ("2000-06-15", "2026-06-15", 26), ("2000-06-15", "2026-06-14", 25),
    ("2000-06-15", "2000-06-15", 0),
    ("2026-06-15", "2000-06-15", -26), ("2026-06-14", "2000-06-15", -25),
    ("2000-02-29", "2001-02-28", 0),
    ("2000-02-29", "2001-03-01", 1), ("2000-02-29", "2004-02-29", 4),
    ("0001-01-01", "9999-12-31", 9_998),
  ]

  @Test(arguments: years) func fullYearsAreCounted(_ row: (String, String, Int)) throws {
    try expectEqual(CalendarDate(row.0).years(to: CalendarDate(row.1)), row.2)
  }

  @Test func daysAreAddedAndCounted() throws {
    let date = try CalendarDate("2026-01-31")
    try expectEqual(date.adding(days: 1).description, "2026-02-01")
    try expectEqual(date.adding(days: -31).description, "2025-12-31")
    try expectEqual(date.days(to: CalendarDate("2027-01-31")), 365)
    try expectEqual(date.days(to: CalendarDate("2026-01-01")), -30)
    for days in [Int.max, .min, 4_000_000, -4_000_000] {
      #expect(throws: TimeError.self) { try date.adding(days: days) }
    }
  }

  @Test func timesOfTheDayAreReadAndWritten() throws {
    for (text, seconds) in [
      ("00:00", 0), ("02:00", 7_200), ("02:00:30", 7_230), ("23:59:59", 86_399),
    ] {
      let time = try TimeOfDay(text)
      expectEqual(time.secondsSinceMidnight, seconds)
      expectEqual(time.description, text)
    }
    try expectEqual(TimeOfDay("02:00:00").description, "02:00")
    #expect(try TimeOfDay("02:00") < TimeOfDay("02:00:01"))
    for text in ["", "2:00", "02", "02:0", "02:00:", "02:00:3", "02:00:30.5", "02:00Z", " 02:00"] {
      let error = #expect(throws: TimeError.self) { try TimeOfDay(text) }
      expectEqual(error?.message, "'\(text)' isn't a time such as '02:00' or '02:00:30'")
    }
    for text in ["24:00", "02:60", "02:00:60"] {
      let error = #expect(throws: TimeError.self) { try TimeOfDay(text) }
      expectEqual(error?.code, .range)
    }
  }
}
