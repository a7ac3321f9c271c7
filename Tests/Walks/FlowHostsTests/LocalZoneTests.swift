// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

@testable import FlowExpressions
@testable import FlowHosts

/// The values of `TZ` mean what they mean to the C library.
@Suite struct LocalZoneTests {
  private static func offset(of text: String, at moment: String) throws -> Int? {
    try SystemHost.zone(ofVariable: text)?.offset(at: Timestamp(moment)).seconds
  }

  static let rules: [(String, String, Int)] = [
    ("JST-9", "2026-07-01T00:00:00Z", 32_400), (":JST-9", "2026-07-01T00:00:00Z", 32_400),
    ("<-03>3", "2026-07-01T00:00:00Z", -10_800), ("NST3:30", "2026-07-01T00:00:00Z", -12_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T00:00:00Z", 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-12-01T00:00:00Z", 3_600),
    ("", "2026-07-01T00:00:00Z", 0), (":", "2026-07-01T00:00:00Z", 0),
    ("UTC", "2026-07-01T00:00:00Z", 0),
    ("UTC0", "2026-07-01T00:00:00Z", 0), ("Etc/UTC", "2026-07-01T00:00:00Z", 0),
  ]

  @Test(arguments: rules) func rulesAndNoNameAreUnderstood(_ row: (String, String, Int)) throws {
    try expectEqual(Self.offset(of: row.0, at: row.1), row.2)
  }

  @Test(arguments: [
    "JST", "-9", "Nowhere/Land", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-25",
    "<-03", "a b",
    "/nowhere", "/", "/etc/passwd", "/dev/zero", "/dev/tty", "../../../etc/passwd", "Europe",
    String(repeating: "A", count: 300) + "5",
  ])
  func whatIsNeitherAZoneNorARuleIsNotUnderstood(_ text: String) {
    #expect(SystemHost.zone(ofVariable: text) == nil)
  }

  /// A path can lead to anything; nothing of it is waited for, and no more than a mebibyte is read.
  @Test func aPathIsReadIfItsFileIsAZone() throws {
    let folder = try Folder()
    let bytes = try #require(
      FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin"))
    try bytes.write(to: URL(filePath: folder.path + "/my zone"))
    try (bytes + Data(count: 1 << 20)).write(to: URL(filePath: folder.path + "/large"))
    expectEqual(mkfifo(folder.path + "/pipe", 0o600), 0)
    for colon in ["", ":"] {
      let zone = try #require(SystemHost.zone(ofVariable: "\(colon)\(folder.path)/my zone"))
      expectEqual(zone.name, "\(folder.path)/my zone")
      expectEqual(zone.offset(at: try Timestamp("2026-07-01T00:00:00Z")).abbreviation, "CEST")
      for name in ["large", "pipe", "", "none"] {
        #expect(SystemHost.zone(ofVariable: "\(colon)\(folder.path)/\(name)") == nil, "\(name)")
      }
    }
    expectEqual(
      SystemHost.zone(ofVariable: "/usr/share/zoneinfo/Europe/Berlin")?.name, "Europe/Berlin",
      "a zone of the machine has its name, which other machines know")
  }

  /// Other programs name a zone, and read no file with it.
  @Test func aNameOfAnotherProgramIsOneOfTheMachineOrARule() {
    expectEqual(SystemHost.zone(named: "JST-9")?.name, "JST-9")
    expectEqual(SystemHost.zone(named: "Europe/Berlin")?.name, "Europe/Berlin")
    for name in ["/usr/share/zoneinfo/Europe/Berlin", "../zoneinfo/Europe/Berlin", ":JST-9", ""] {
      #expect(SystemHost.zone(named: name) == nil, "\(name)")
    }
  }

  #if os(Linux)
  /// Returns the C library's time in the zone of this process.
  private static func localTime(_ seconds: Int64) -> (offset: Int, isSummer: Bool, name: String) {
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    return (Int(parts.tm_gmtoff), parts.tm_isdst > 0, String(cString: parts.tm_zone))
  }

  private static func difference(_ zone: ZoneRules, _ seconds: Int64) throws -> String? {
    let found = zone.offset(at: try Timestamp(secondsSinceEpoch: seconds))
    let expected = localTime(seconds)
    return (found.seconds, found.isDaylightSaving, found.abbreviation) == expected
      ? nil : "at \(seconds): \(found), C library \(expected)"
  }

  /// Sets the zone of this process, which nothing else uses.
  private static func setZone(_ text: String) {
    setenv("TZ", text, 1)
    tzset()
  }

  /// The changes of a year are in that year, because the C library looks at no others.
  ///
  /// No time is before 1971, for which it takes the days of 1970. Without a folder of zones, there's no `posixrules`,
  /// which some systems have in place of the default days.
  @Test func randomRulesMeanWhatTheyMeanToTheCLibrary() async {
    let runs = RandomRuns(long: 20_000, named: "time zone rules")
    let (first, count) = (runs.firstSeed, runs.count)
    await #expect(processExitsWith: .success) { [first = first as UInt64, count = count as Int] in
      setenv("TZDIR", "/nowhere", 1)
      for seed in first..<first + UInt64(count) {
        var random = RandomTesting.SeededGenerator(seed: seed)
        let text = RandomRule.text(&random)
        let zone = try #require(SystemHost.zone(ofVariable: text), "seed \(seed): \(text)")
        Self.setZone(text)
        var moments = (0..<20).map { _ in
          Int64.random(in: 31_536_000...13_569_465_600, using: &random)
        }
        // The seconds around both changes of a year.
        let year = Int.random(in: 1971...2400, using: &random)
        for months in [(1, 7), (7, 12)] {
          var low = try RandomRule.seconds(year, months.0, months.0 == 1 ? 10 : 1)
          var high = try RandomRule.seconds(year, months.1, months.1 == 12 ? 25 : 1)
          let start = Self.localTime(low).isSummer
          while high - low > 1 {
            let middle = (low + high) / 2
            if Self.localTime(middle).isSummer == start { low = middle } else { high = middle }
          }
          moments += [low - 1, low, high, high + 1]
        }
        let wrong = try moments.compactMap { try Self.difference(zone, $0) }
        try #require(wrong.isEmpty, "seed \(seed): \(text) \(wrong.prefix(3))")
      }
    }
  }

  @Test func randomNamesMeanWhatTheyMeanToTheCLibrary() async {
    let runs = RandomRuns(long: 5_000, named: "time zone names")
    let (first, count) = (runs.firstSeed, runs.count)
    await #expect(processExitsWith: .success) { [first = first as UInt64, count = count as Int] in
      let table = try String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8)
      let names = table.split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ")
        return line.hasPrefix("Z ")
          ? String(words[1]) : line.hasPrefix("L ") ? String(words[2]) : nil
      }
      try #require(names.count > 400)
      for seed in first..<first + UInt64(count) {
        var random = RandomTesting.SeededGenerator(seed: seed)
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let text = ["", ":", "/usr/share/zoneinfo/", ":/usr/share/zoneinfo/"][Int(seed % 4)] + name
        let zone = try #require(SystemHost.zone(ofVariable: text), "seed \(seed): \(text)")
        Self.setZone(text)
        let wrong = try (0..<200).compactMap { _ in
          try Self.difference(zone, Int64.random(in: 0...13_569_465_600, using: &random))
        }
        try #require(wrong.isEmpty, "seed \(seed): \(text) \(wrong.prefix(3))")
      }
    }
  }

  @Test func theFolderOfTheVariableHasTheZones() async throws {
    let folder = try Folder()
    try FileManager.default.copyItem(
      atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: folder.path + "/Home")
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      setenv("TZDIR", path, 1)
      for text in ["Home", ":Home"] {
        let zone = try #require(SystemHost.zone(ofVariable: text))
        expectEqual(zone.offset(at: .epoch).seconds, 32_400)
      }
      #expect(SystemHost.zone(ofVariable: "Asia/Tokyo") == nil)
      #expect(throws: Never.self) { try ZoneFolder.system.zone(named: "Home") }
    }
  }
  #endif
}

/// Random values of `TZ` in POSIX's form.
private enum RandomRule {
  static func text(_ random: inout RandomTesting.SeededGenerator) -> String {
    var text = name(&random) + time(0...24, &random)
    guard Int.random(in: 0..<5, using: &random) > 0 else { return text }
    text += name(&random)
    if Bool.random(using: &random) { text += time(0...24, &random) }
    guard Int.random(in: 0..<5, using: &random) > 0 else { return text }
    let changes = [day(inSpring: true, &random), day(inSpring: false, &random)].map { day in
      Bool.random(using: &random) ? day : "\(day)/\(time(0...167, &random))"
    }
    let isNorthern = Bool.random(using: &random)
    return text + "," + (isNorthern ? changes : changes.reversed()).joined(separator: ",")
  }

  /// The first second of a day.
  static func seconds(_ year: Int, _ month: Int, _ day: Int) throws -> Int64 {
    Int64(try CalendarDate(year: year, month: month, day: day).daysSinceEpoch) * 86_400
  }

  private static func name(_ random: inout RandomTesting.SeededGenerator) -> String {
    let isQuoted = Bool.random(using: &random)
    let letters = Array("ABCXYZabcxyz" + (isQuoted ? "0123456789+-" : ""))
    let name = String(
      (0..<Int.random(in: 3...8, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      })
    return isQuoted ? "<\(name)>" : name
  }

  private static func time(
    _ hours: ClosedRange<Int>, _ random: inout RandomTesting.SeededGenerator
  ) -> String {
    let sign = ["", "+", "-"][Int.random(in: 0..<3, using: &random)]
    var text = "\(sign)\(Int.random(in: hours, using: &random))"
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let part = Int.random(in: 0...59, using: &random)
      text += part < 10 && Bool.random(using: &random) ? ":0\(part)" : ":\(part)"
    }
    return text
  }

  private static func day(
    inSpring isSpring: Bool, _ random: inout RandomTesting.SeededGenerator
  ) -> String {
    let number = Int.random(in: isSpring ? 30...150 : 215...340, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "J\(number)"
    case 1: return "\(number)"
    default:
      let month = Int.random(in: isSpring ? 2...5 : 8...11, using: &random)
      let (week, weekday) = (
        Int.random(in: 1...5, using: &random), Int.random(in: 0...6, using: &random)
      )
      return "M\(month).\(week).\(weekday)"
    }
  }
}
