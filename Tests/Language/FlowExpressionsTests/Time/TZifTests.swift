// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowExpressions

@Suite struct TZifTests {
  /// Writes a TZif file with one block (version 1) or two.
  static func file(
    version: UInt8 = 0x32, moments: [Int64] = [], kinds: [UInt8] = [],
    types: [(Int32, UInt8, UInt8)] = [(3_600, 0, 0)], names: String = "CET\0CEST\0",
    footer: String? = "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
  ) -> [UInt8] {
    func big(_ value: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64((size - 1 - $0) * 8)) }
    }
    func block(_ size: Int) -> [UInt8] {
      var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, moments.count, types.count, names.utf8.count] {
        bytes += big(UInt64(count), 4)
      }
      for moment in moments { bytes += big(UInt64(bitPattern: moment), size) }
      bytes += kinds
      for (offset, isSummer, name) in types {
        bytes += big(UInt64(UInt32(bitPattern: offset)), 4) + [isSummer, name]
      }
      return bytes + names.utf8
    }
    return version == 0 ? block(4) : block(4) + block(8) + Array((footer ?? "").utf8)
  }

  @Test func versionOneHasNoRule() throws {
    let bytes = Self.file(
      version: 0, moments: [100, 200], kinds: [1, 0], types: [(3_600, 0, 0), (7_200, 1, 4)])
    let zone = try ZoneRules(tzif: bytes, name: "X")
    #expect(zone.rule == nil)
    expectEqual(
      [99, 100, 199, 200, 1 << 40].map { zone.offset(atSeconds: $0).seconds },
      [
        3_600, 7_200, 7_200, 3_600, 3_600,
      ])
    expectEqual(zone.offset(atSeconds: 100).abbreviation, "CEST")
    #expect(zone.offset(atSeconds: 100).isDaylightSaving)
  }

  @Test func versionTwoContinuesWithItsRule() throws {
    let zone = try ZoneRules(tzif: Self.file(), name: "X")
    let summer = try Timestamp("2026-07-01T00:00:00Z")
    expectEqual(zone.offset(at: summer).seconds, 7_200)
    let empty = try ZoneRules(tzif: Self.file(footer: "\n\n"), name: "X")
    expectEqual(empty.offset(at: summer).seconds, 3_600)
  }

  static let rules: [(String, String, Int)] = [
    ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20_700), ("EST5", "2026-07-01T00:00:00Z", -18_000),
    ("EST5EDT", "2026-03-08T06:59:59Z", -18_000), ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
    ("EST5EDT", "2026-11-01T05:59:59Z", -14_400), ("EST5EDT", "2026-11-01T06:00:00Z", -18_000),
    // Summer time all year (RFC 8536, 3.3.1).
    ("XXX3EDT4,0/0,J365/23", "2026-12-31T23:59:59Z", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:59:59Z", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T04:00:00Z", -14_400),
    // Days with and without the leap day.
    ("AAA0BBB,J60/0,J61/0", "2024-03-01T00:00:00Z", 3_600),
    ("AAA0BBB,J60/0,J61/0", "2024-02-29T12:00:00Z", 0),
    ("AAA0BBB,59/0,60/0", "2024-02-29T12:00:00Z", 3_600),
    ("AAA0BBB,59/0,60/0", "2023-03-01T12:00:00Z", 3_600),
    // Times before midnight, and more than a day (RFC 8536's extension).
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2013-03-29T00:00:00Z", 10_800),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2013-03-28T23:59:59Z", 7_200),
    // Winter time as the shifted time.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3_600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0),
  ]

  @Test(arguments: rules) func rulesAreParsed(_ row: (String, String, Int)) throws {
    let zone = try ZoneRules(tzif: Self.file(footer: "\n\(row.0)\n"), name: "X")
    try expectEqual(zone.offset(at: Timestamp(row.1)).seconds, row.2)
  }

  @Test(arguments: [
    "X", "CET", "CE-1", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
    "CET-25", "CET-1:60", "<CET-1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x",
    "CET-99999999999999999999", "CET-1CEST,M3.5.0,M10.5.0/3 ",
  ])
  func damagedRulesAreRefused(_ rule: String) {
    let error = #expect(throws: TimeError.self) {
      try ZoneRules(tzif: Self.file(footer: "\n\(rule)\n"), name: "X")
    }
    expectEqual(error?.message, "the data of time zone 'X' is invalid: the rule is invalid")
    expectEqual(error?.code, .zoneData)
  }

  @Test func damagedFilesAreRefused() {
    let good = ZoneFixtures.file("Europe/Berlin")
    #expect(throws: Never.self) { try ZoneRules(tzif: good, name: "X") }
    for length in 0..<good.count {
      #expect(throws: TimeError.self) { try ZoneRules(tzif: Array(good[..<length]), name: "X") }
    }
    let damaged: [[UInt8]] = [
      Self.file(moments: [2, 1], kinds: [0, 0]), Self.file(moments: [1, 1], kinds: [0, 0]),
      Self.file(moments: [1], kinds: [1]), Self.file(types: []), Self.file(types: [(93_600, 0, 0)]),
      Self.file(types: [(0, 0, 9)]), Self.file(footer: nil), Self.file(footer: "\nCET-1"),
    ]
    for bytes in damaged {
      #expect(throws: TimeError.self) { try ZoneRules(tzif: bytes, name: "X") }
    }
  }

  @Test(arguments: [21] as [UInt64]) func changedBytesNeverTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let good = ZoneFixtures.file("America/Nuuk")
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let zone = try? ZoneRules(tzif: bytes, name: "X") else { continue }
      for moment in [Timestamp.earliest, .epoch, .latest] {
        _ = moment.components(in: zone)
        _ = moment.text(in: zone)
      }
      for date in [CalendarDate.earliest, try CalendarDate("2026-03-29"), .latest] {
        _ = try? zone.meaning(of: date, at: TimeOfDay("02:30"))
      }
    }
  }

  @Test func foldersRefuseNamesThatLeadOutside() {
    let names = [
      "../etc/passwd", "/etc/passwd", "Europe/../../x", ".", "..", "", "a//b", "a/", "/",
      "Europe/.x",
      "a\0b", "a b", "é", String(repeating: "a", count: 256),
    ]
    for name in names {
      #expect(!ZoneFolder.isSafe(name))
      let error = #expect(throws: TimeError.self) { try ZoneFolder.system.zone(named: name) }
      expectEqual(error?.code, .unknownZone)
    }
    for name in ["Europe/Berlin", "Etc/GMT+1", "America/Argentina/Buenos_Aires", "EST5EDT"] {
      #expect(ZoneFolder.isSafe(name))
    }
    #expect(throws: TimeError.self) { try ZoneFolder("/nowhere").zone(named: "Europe/Berlin") }
    // A folder isn't a file.
    #expect(throws: TimeError.self) { try ZoneFolder("/").zone(named: "etc") }
  }
}
