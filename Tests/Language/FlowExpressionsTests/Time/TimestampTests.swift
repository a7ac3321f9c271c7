// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct TimestampTests {
  static let timestamps: [(String, Int64, Int32, String)] = [
    ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
    ("2009-02-13T23:31:30Z", 1_234_567_890, 0, "2009-02-13T23:31:30Z"),
    ("2009-02-13t23:31:30z", 1_234_567_890, 0, "2009-02-13T23:31:30Z"),
    ("2009-02-14T05:01:30+05:30", 1_234_567_890, 0, "2009-02-13T23:31:30Z"),
    ("2009-02-13T15:31:30.250-08:00", 1_234_567_890, 250_000_000, "2009-02-13T23:31:30.25Z"),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    ("0000-12-31T23:00:00-01:00", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    (
      "9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999,
      "9999-12-31T23:59:59.999999999Z"
    ),
    ("1969-12-31T23:59:59.5Z", -1, 500_000_000, "1969-12-31T23:59:59.5Z"),
    ("2000-02-29T12:00:00Z", 951_825_600, 0, "2000-02-29T12:00:00Z"),
    ("1970-01-01T00:00:00.1234567899Z", 0, 123_456_789, "1970-01-01T00:00:00.123456789Z"),
    ("1945-05-07T02:41:00Z", -778_022_340, 0, "1945-05-07T02:41:00Z"),
  ]

  @Test(arguments: timestamps)
  func timestampsAreReadAndWritten(_ row: (String, Int64, Int32, String)) throws {
    let moment = try Timestamp(row.0)
    expectEqual(moment.secondsSinceEpoch, row.1)
    expectEqual(moment.nanosecond, row.2)
    expectEqual(moment.description, row.3)
  }

  @Test(arguments: [
    "", "2009-02-13", "2009-02-13T23:31:30", "2009-02-13 23:31:30Z", "2009-2-13T23:31:30Z",
    "2009-02-13T23:31Z", "2009-02-13T23:31:30.Z", "2009-02-13T23:31:30+0530",
    "2009-02-13T23:31:30+05",
    "2009-02-13T23:31:30Zx", " 2009-02-13T23:31:30Z", "2009-02-13T23:31:30+24:00",
    "-2009-02-13T23:31:30Z",
    "２009-02-13T23:31:30Z",
  ])
  func otherTextsAreNotTimestamps(_ text: String) {
    let error = #expect(throws: TimeError.self) { try Timestamp(text) }
    expectEqual(error?.code, .syntax)
  }

  @Test(arguments: [
    "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2009-13-01T00:00:00Z", "2009-02-29T00:00:00Z",
    "2009-00-01T00:00:00Z", "2009-01-00T00:00:00Z", "2009-01-01T24:00:00Z", "2009-01-01T00:60:00Z",
    "2016-12-31T23:59:60Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
  ])
  func timesThatDoNotExistAreRejected(_ text: String) {
    let error = #expect(throws: TimeError.self) { try Timestamp(text) }
    expectEqual(error?.code, .range)
  }

  @Test func arithmeticStaysInRange() throws {
    let second = try TimeSpan(seconds: 1)
    let nanosecond = try TimeSpan(nanoseconds: 1)
    #expect(throws: TimeError.self) { try Timestamp.latest.adding(nanosecond) }
    #expect(throws: TimeError.self) { try Timestamp.earliest.subtracting(nanosecond) }
    try expectEqual(
      Timestamp.latest.subtracting(second).description, "9999-12-31T23:59:58.999999999Z")
    try expectEqual(
      Timestamp("0001-01-01T00:00:01.999999999Z").adding(TimeSpan(cel: "999999999ns")),
      Timestamp("0001-01-01T00:00:02.999999998Z"))
    #expect(throws: TimeError.self) { try Timestamp(secondsSinceEpoch: 253_402_300_800) }
    #expect(throws: TimeError.self) { try Timestamp(secondsSinceEpoch: -62_135_596_801) }
    #expect(throws: TimeError.self) { try Timestamp(secondsSinceEpoch: .max, nanoseconds: .max) }
    #expect(throws: TimeError.self) { try Timestamp(secondsSinceEpoch: .min, nanoseconds: .min) }
  }

  @Test func differencesAreLimitedTo292Years() throws {
    let start = try Timestamp("2009-02-13T23:29:00Z")
    let end = try Timestamp("2009-02-13T23:31:00Z")
    try expectEqual(end.since(start).description, "120s")
    try expectEqual(start.since(end).description, "-120s")
    #expect(throws: TimeError.self) { try Timestamp.latest.since(.earliest) }
    #expect(throws: TimeError.self) { try Timestamp.earliest.since(.latest) }
  }

  @Test func partsUseTheOffset() throws {
    let moment = try Timestamp("2009-02-13T23:31:20.123456789Z")
    let utc = moment.components(in: .utc)
    expectEqual([utc.year, utc.month, utc.day], [2009, 2, 13])
    expectEqual([utc.hour, utc.minute, utc.second, utc.millisecond], [23, 31, 20, 123])
    expectEqual([utc.dayOfWeek, utc.dayOfYear], [5, 44])
    let east = moment.components(atOffset: 11 * 3_600)
    expectEqual([east.day, east.hour, east.dayOfWeek], [14, 10, 6])
    let beforeYearOne = Timestamp.earliest.components(atOffset: -3_600)
    expectEqual([beforeYearOne.year, beforeYearOne.month, beforeYearOne.dayOfYear], [0, 12, 366])
    expectEqual(Timestamp.latest.components(atOffset: .max).year, 10_000)
    #expect(throws: TimeError.self) { try Timestamp.earliest.date(in: ZoneRules(fixedOffset: -1)) }
    try expectEqual(
      moment.date(in: ZoneFixtures.zone("Australia/Sydney")).description, "2009-02-14")
  }
}
