// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct TimeSpanTests {
  static let durations: [(String, Int128)] = [
    ("0", 0), ("0s", 0), ("-0", 0), ("+0", 0), ("1s", 1_000_000_000), ("1.5s", 1_500_000_000),
    ("-2m", -120_000_000_000), ("+5m", 300_000_000_000), ("1h30m", 5_400_000_000_000),
    ("100ms", 100_000_000), ("1us", 1_000), ("1µs", 1_000), ("1μs", 1_000), ("1ns", 1),
    ("1h1m1s1ms1us1ns", 3_661_001_001_001), ("1.s", 1_000_000_000), (".5s", 500_000_000),
    ("00.25h", 900_000_000_000), ("1s1s", 2_000_000_000), ("0.9999999999ns", 0), ("1.5ns", 1),
    ("0.33333333333333333333h", 1_200_000_000_000 - 1), ("-1.5h", -5_400_000_000_000),
    ("315576000000s", 315_576_000_000_000_000_000),
    ("-315576000000s", -315_576_000_000_000_000_000),
  ]

  @Test(arguments: durations) func durationsAreRead(_ row: (String, Int128)) throws {
    try expectEqual(TimeSpan(cel: row.0).totalNanoseconds, row.1)
    try expectEqual(TimeSpan(typed: row.0).totalNanoseconds, row.1)
  }

  @Test(arguments: [
    "", "-", "+", "1", "s", "1x", "1 s", " 1s", "1s ", "--1s", "-+1s", "1h-5m", ".s", ".", "1e3s",
    "1S",
    "1..5s", "0x1s", "00", "١s", "1d", "PT", "1s\0",
  ])
  func otherTextsAreNotDurations(_ text: String) {
    let error = #expect(throws: TimeError.self) { try TimeSpan(cel: text) }
    expectEqual(error?.code, .syntax)
  }

  @Test(arguments: [
    "315576000000.000000001s", "-320000000000s",
    "99999999999999999999999999999999999999999999999999h",
    "87660000h1ns", "315576000000s315576000000s",
  ])
  func durationsBeyondTenThousandYearsAreRefused(_ text: String) {
    let error = #expect(throws: TimeError.self) { try TimeSpan(cel: text) }
    expectEqual(error?.code, .range)
  }

  static let texts: [(Int128, String, String)] = [
    (0, "0s", "PT0S"), (1, "0.000000001s", "PT0.000000001S"), (1_500_000_000, "1.5s", "PT1.5S"),
    (-1_500_000_000, "-1.5s", "-PT1.5S"), (-1_000_000, "-0.001s", "-PT0.001S"),
    (90_000_000_000, "90s", "PT1M30S"), (5_400_000_000_000, "5400s", "PT1H30M"),
    (-120_000_000_000, "-120s", "-PT2M"), (129_600_000_000_000, "129600s", "PT36H"),
    (3_600_000_000_001, "3600.000000001s", "PT1H0.000000001S"),
    (315_576_000_000_000_000_000, "315576000000s", "PT87660000H"),
  ]

  @Test(arguments: texts) func durationsAreWritten(_ row: (Int128, String, String)) throws {
    let span = try TimeSpan(nanoseconds: row.0)
    expectEqual(span.description, row.1)
    expectEqual(span.iso8601, row.2)
    try expectEqual(TimeSpan(cel: row.1), span)
    try expectEqual(TimeSpan(iso8601: row.2), span)
    try expectEqual(TimeSpan(typed: row.2), span)
    expectEqual(span.negated.negated, span)
    expectEqual(span.negated.totalNanoseconds, -row.0)
  }

  static let isoDurations: [(String, Int128)] = [
    ("P1D", 86_400), ("P2W", 1_209_600), ("P1DT12H", 129_600), ("PT36H", 129_600), ("-PT2M", -120),
    ("+PT2M", 120), ("P1W2DT3H4M5S", 788_645), ("PT1,5H", 5_400), ("PT0.5M", 30), ("P0D", 0),
  ]

  @Test(arguments: isoDurations) func isoDurationsAreRead(_ row: (String, Int128)) throws {
    try expectEqual(TimeSpan(iso8601: row.0).totalNanoseconds, row.1 * 1_000_000_000)
  }

  static let isoMistakes: [(String, String)] = [
    ("", "expected 'P'"), ("P", "a number is missing"), ("PT", "a number is missing"),
    ("P1DT", "a number is missing"), ("1H", "expected 'P'"),
    ("P1Y", "years and months have no fixed length"),
    ("P1M", "years and months have no fixed length"),
    ("PT1M1H", "the units are in the wrong order"),
    ("PT1H1H", "the units are in the wrong order"),
    ("PT1.5H1M", "only the last number may have a fraction"),
    ("PT1", "expected a unit after a number"), ("PTH", "expected a number"),
    ("PT1H ", "expected a number"),
    ("PT1D", "expected a unit: 'W' or 'D' before the 'T', 'H', 'M', or 'S' after it"),
    ("P1H", "expected a unit: 'W' or 'D' before the 'T', 'H', 'M', or 'S' after it"),
    ("pt1h", "expected 'P'"),
  ]

  @Test(arguments: isoMistakes) func mistakesInIsoDurationsAreReported(_ row: (String, String)) {
    let error = #expect(throws: TimeError.self) { try TimeSpan(iso8601: row.0) }
    expectEqual(error?.code, .syntax)
    expectEqual(error?.message, "'\(row.0)' isn't a duration such as 'PT1H30M': \(row.1)")
  }

  @Test func arithmeticStaysInRange() throws {
    let long = try TimeSpan(cel: "200000000000s")
    #expect(throws: TimeError.self) { try long.adding(long) }
    #expect(throws: TimeError.self) { try long.negated.subtracting(long) }
    try expectEqual(long.subtracting(long), .zero)
    let half = try TimeSpan(cel: "1.5s")
    try expectEqual(half.adding(half).description, "3s")
    try expectEqual(half.subtracting(TimeSpan(cel: "2s")).description, "-0.5s")
    #expect(throws: TimeError.self) { try TimeSpan(seconds: .max, nanoseconds: .max) }
    #expect(throws: TimeError.self) { try TimeSpan(nanoseconds: .min) }
  }

  @Test func partsAreTruncatedTowardZero() throws {
    let span = try TimeSpan(cel: "-3730.5s")
    expectEqual(span.wholeHours, -1)
    expectEqual(span.wholeMinutes, -62)
    expectEqual(span.wholeSeconds, -3_730)
    expectEqual(span.millisecondPart, -500)
    try expectEqual(TimeSpan(cel: "123.321456789s").millisecondPart, 321)
    try expectEqual(TimeSpan(cel: "10000s").wholeHours, 2)
  }

  @Test func spansAreOrdered() throws {
    let spans = try ["-2s", "-1.5s", "-1s", "-1ns", "0", "1ns", "1s", "1.5s"].map(
      TimeSpan.init(cel:))
    expectEqual(spans.sorted(), spans)
    expectEqual(Set(spans).count, spans.count)
  }
}
