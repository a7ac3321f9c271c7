// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowExpressions

@Suite struct ZoneRulesTests {
  static let offsets: [(String, String, Int, String)] = [
    ("Europe/Berlin", "1800-01-01T00:00:00Z", 3_208, "LMT"),
    ("Europe/Berlin", "2026-01-31T09:00:00Z", 3_600, "CET"),
    ("Europe/Berlin", "2026-03-29T00:59:59Z", 3_600, "CET"),
    ("Europe/Berlin", "2026-03-29T01:00:00Z", 7_200, "CEST"),
    ("Europe/Berlin", "2026-10-25T00:59:59Z", 7_200, "CEST"),
    ("Europe/Berlin", "2026-10-25T01:00:00Z", 3_600, "CET"),
    ("Europe/Berlin", "9999-07-01T00:00:00Z", 7_200, "CEST"),
    ("Europe/Berlin", "1945-06-15T00:00:00Z", 10_800, "CEMT"),
    ("US/Central", "2009-02-13T23:31:30Z", -21_600, "CST"),
    ("US/Central", "2026-07-01T00:00:00Z", -18_000, "CDT"),
    ("Australia/Sydney", "2009-02-13T23:31:30Z", 39_600, "AEDT"),
    ("Australia/Sydney", "2500-01-01T00:00:00Z", 39_600, "AEDT"),
    ("Australia/Sydney", "2500-07-01T00:00:00Z", 36_000, "AEST"),
    ("America/St_Johns", "2009-02-13T02:00:00Z", -12_600, "NST"),
    ("Asia/Kathmandu", "2009-02-13T23:31:30Z", 20_700, "+0545"),
    ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000, "-10"),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, "+14"),
    ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600, "+11"),
    ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", 37_800, "+1030"),
    ("America/Nuuk", "2026-03-29T00:59:59Z", -7_200, "-02"),
    ("America/Nuuk", "2026-03-29T01:00:00Z", -3_600, "-01"),
  ]

  @Test(arguments: offsets)
  func offsetsMatchTheDatabase(_ row: (String, String, Int, String)) throws {
    let offset = try ZoneFixtures.zone(row.0).offset(at: Timestamp(row.1))
    expectEqual(offset.seconds, row.2)
    expectEqual(offset.abbreviation, row.3)
  }

  @Test(arguments: ["Europe/Berlin", "Australia/Sydney", "America/Nuuk", "Australia/Lord_Howe"])
  func theRuleContinuesTheTransitions(_ name: String) throws {
    let zone = try ZoneFixtures.zone(name)
    let rule = try #require(zone.rule)
    let last = try #require(zone.moments.last)
    expectEqual(rule.offset(atSeconds: last), zone.offsets.last)
  }

  static let names: [(String, Int?)] = [
    ("", 0), ("UTC", 0), ("Z", 0), ("+05:30", 19_800), ("-08:00", -28_800), ("02:00", 7_200),
    ("-00:00", 0), ("Europe/Berlin", 3_600), ("+5:30", nil), ("+05:60", nil), ("+24:00", nil),
    ("europe/berlin", nil), ("Europe/Berlin ", nil), ("+05:30x", nil), ("Nowhere", nil),
  ]

  @Test(arguments: names) func zonesAreNamesOrOffsets(_ row: (String, Int?)) throws {
    guard let seconds = row.1 else {
      let error = #expect(throws: TimeError.self) { try ZoneFixtures.zone(row.0) }
      expectEqual(error?.message, "unknown time zone '\(row.0)'")
      return
    }
    let winter = try Timestamp("2026-01-31T00:00:00Z")
    try expectEqual(ZoneFixtures.zone(row.0).offset(at: winter).seconds, seconds)
  }

  static let locals: [(String, String, String, LocalTimeMeaning)] = {
    func moment(_ text: String) -> Timestamp { (try? Timestamp(text)) ?? .epoch }
    func once(_ text: String) -> LocalTimeMeaning { .once(moment(text)) }
    func never(_ text: String) -> LocalTimeMeaning { .never(shifted: moment(text)) }
    func twice(_ first: String, _ second: String) -> LocalTimeMeaning {
      .twice(earlier: moment(first), later: moment(second))
    }
    return [
      ("Europe/Berlin", "2026-01-31", "09:00", once("2026-01-31T08:00:00Z")),
      ("Europe/Berlin", "2026-07-31", "09:00", once("2026-07-31T07:00:00Z")),
      ("Europe/Berlin", "2026-03-29", "01:59:59", once("2026-03-29T00:59:59Z")),
      ("Europe/Berlin", "2026-03-29", "02:00", never("2026-03-29T01:00:00Z")),
      ("Europe/Berlin", "2026-03-29", "02:30", never("2026-03-29T01:30:00Z")),
      ("Europe/Berlin", "2026-03-29", "03:00", once("2026-03-29T01:00:00Z")),
      (
        "Europe/Berlin", "2026-10-25", "02:00",
        twice("2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z")
      ),
      (
        "Europe/Berlin", "2026-10-25", "02:59:59",
        twice("2026-10-25T00:59:59Z", "2026-10-25T01:59:59Z")
      ),
      ("Europe/Berlin", "2026-10-25", "03:00", once("2026-10-25T02:00:00Z")),
      ("Europe/Berlin", "1980-04-06", "02:30", never("1980-04-06T01:30:00Z")),
      ("Pacific/Apia", "2011-12-30", "12:00", never("2011-12-30T22:00:00Z")),
      ("Pacific/Apia", "2011-12-31", "00:00", once("2011-12-30T10:00:00Z")),
      (
        "Australia/Lord_Howe", "2026-04-05", "01:45",
        twice("2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z")
      ),
      ("Asia/Kathmandu", "2026-01-31", "09:00", once("2026-01-31T03:15:00Z")),
      ("UTC", "2026-01-31", "09:00", once("2026-01-31T09:00:00Z")),
      ("-08:00", "9999-12-31", "15:59:59", once("9999-12-31T23:59:59Z")),
    ]
  }()

  @Test(arguments: locals)
  func localTimesMayBeUniqueAmbiguousOrMissing(_ row: (String, String, String, LocalTimeMeaning))
    throws
  {
    let zone = try ZoneFixtures.zone(row.0)
    try expectEqual(zone.meaning(of: CalendarDate(row.1), at: TimeOfDay(row.2)), row.3)
  }

  @Test func localTimesBeyondTheYearsAreRefused() throws {
    let west = try ZoneRules(fixedOffset: -28_800)
    #expect(throws: TimeError.self) {
      try west.meaning(of: .latest, at: TimeOfDay("16:00"))
    }
    let east = try ZoneRules(fixedOffset: 28_800)
    #expect(throws: TimeError.self) {
      try east.meaning(of: .earliest, at: TimeOfDay("07:59"))
    }
    #expect(throws: TimeError.self) { try ZoneRules(fixedOffset: 93_600) }
    #expect(throws: TimeError.self) { try ZoneRules(fixedOffset: .min) }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func everyLocalTimeRoundTrips(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ZoneFixtures.texts.keys.sorted() {
      let zone = try ZoneFixtures.zone(name)
      for _ in 0..<200 {
        let seconds = Int64.random(in: -5_000_000_000...9_000_000_000, using: &random)
        let moment = try Timestamp(secondsSinceEpoch: seconds)
        let parts = moment.components(in: zone)
        let date = try CalendarDate(year: parts.year, month: parts.month, day: parts.day)
        let time = try TimeOfDay(hour: parts.hour, minute: parts.minute, second: parts.second)
        switch try zone.meaning(of: date, at: time) {
        case .once(let found): expectEqual(found, moment, "seed \(seed): \(name) \(moment)")
        case .twice(let earlier, let later):
          #expect(earlier == moment || later == moment, "seed \(seed): \(name) \(moment)")
        case .never: Issue.record("seed \(seed): \(name) \(moment) was never shown")
        }
      }
    }
  }

  static let typed: [(String, String?)] = [
    ("2026-01-31 09:00", "2026-01-31T08:00:00Z"), ("2026-01-31T09:00", "2026-01-31T08:00:00Z"),
    ("2026-01-31 09:00:30", "2026-01-31T08:00:30Z"), ("2026-03-29 02:30", "2026-03-29T01:30:00Z"),
    ("2026-10-25 02:30", "2026-10-25T00:30:00Z"), ("2026-01-31T09:00:00Z", "2026-01-31T09:00:00Z"),
    ("2026-01-31 09:00Z", "2026-01-31T09:00:00Z"),
    ("2026-01-31 09:00+05:30", "2026-01-31T03:30:00Z"),
    ("2026-01-31T09:00:00.5-01:00", "2026-01-31T10:00:00.5Z"), ("2026-01-31", nil), ("09:00", nil),
    ("2026-01-31 9:00", nil), ("2026-02-30 09:00", nil), ("2026-01-31é09:00", nil), ("", nil),
    ("2026-01-31 09:00é", nil), ("2026-01-31 éééé", nil), ("2026-01-31 09:éZ", nil),
  ]

  @Test(arguments: typed) func typedTimesUseTheZone(_ row: (String, String?)) throws {
    let zone = try ZoneFixtures.zone("Europe/Berlin")
    guard let expected = row.1 else {
      #expect(throws: TimeError.self) { try Timestamp(typed: row.0, in: zone) }
      return
    }
    try expectEqual(Timestamp(typed: row.0, in: zone).description, expected)
  }

  @Test func momentsAreWrittenWithTheOffsetOfTheZone() throws {
    let moment = try Timestamp("2009-02-13T23:31:30.5Z")
    try expectEqual(
      moment.text(in: ZoneFixtures.zone("Asia/Kathmandu")), "2009-02-14T05:16:30.5+05:45")
    try expectEqual(
      moment.text(in: ZoneFixtures.zone("America/St_Johns")), "2009-02-13T20:01:30.5-03:30")
    let early = try Timestamp("1800-01-01T00:00:00Z")
    let local = try early.text(in: ZoneFixtures.zone("Europe/Berlin"))
    expectEqual(local, "1800-01-01T00:53:00+00:53")
    try expectEqual(Timestamp(local), early)
  }
}
