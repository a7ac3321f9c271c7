// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import Testing

@testable import FlowExpressions
@testable import RegularExpressions

/// Random and damaged texts: every parser returns or throws, and whatever it accepts can be used.
@Suite struct ParserFuzzTests {
  /// A parser, texts that it accepts, and what must hold for everything that it accepts.
  struct Subject: Sendable, CustomTestStringConvertible {
    let name: String
    let examples: [String]
    let check: @Sendable (String) -> Bool

    var testDescription: String { name }
  }

  static let subjects: [Subject] = [
    Subject(
      name: "RegularExpression",
      examples: [
        "^[a-z][a-z0-9-]*$", "(?i)(?P<n>a{2,5}?|[^\\d[:alpha:]\\pL]+)*\\b",
        "\\Qa.b\\E\\x{1F600}\\012",
        "((a*)*|b){1,3}$", "[[:^word:]-a]é+?", "(?m:^|$)(?s-i:.)(?U)x*",
      ]
    ) { text in
      guard let expression = try? RegularExpression(text) else { return true }
      let target = text + "aéb\n1"
      let match = expression.firstMatch(in: target)
      let count = target.utf8.count
      let isInside = match?.groups.allSatisfy { $0 == nil || $0?.upperBound ?? 0 <= count } ?? true
      return isInside && expression.matches(target) == (match != nil)
        && expression.allMatches(in: target).count <= count + 1
        && expression == (try? RegularExpression(text))
    },
    Subject(name: "replacement", examples: ["\\1-\\2", "a\\\\b\\0", "é$1"]) { text in
      guard let expression = try? RegularExpression("(a)(b)?") else { return false }
      let isGood = (try? expression.replacing(in: "", with: text)) != nil
      return ((try? expression.replacing(in: "xabay", with: text)) != nil) == isGood
    },
    Subject(
      name: "Timestamp",
      examples: ["2009-02-13T23:31:30.250-08:00", "9999-12-31T23:59:59.999999999Z"]
    ) { text in
      guard let moment = try? Timestamp(text) else { return true }
      return (try? Timestamp(moment.description)) == moment
    },
    Subject(
      name: "typed Timestamp",
      examples: ["2026-01-31 09:00", "2026-03-29T02:30:00", "2026-01-31 09:00+01:00"]
    ) { text in
      guard let zone = try? ZoneFixtures.zone("Europe/Berlin") else { return false }
      guard let moment = try? Timestamp(typed: text, in: zone) else { return true }
      return Timestamp.earliest <= moment && moment <= .latest
    },
    Subject(
      name: "TimeSpan",
      examples: ["1h30m", "-1.5s", "100ms", "P1DT2H3.5S", "-PT2M", "P2W", "1h2m3s4ms5us6µs7ns"]
    ) { text in
      _ = try? TimeSpan(iso8601: text)
      guard let span = try? TimeSpan(typed: text) else { return true }
      return (try? TimeSpan(cel: span.description)) == span
        && (try? TimeSpan(iso8601: span.iso8601)) == span
    },
    Subject(name: "CalendarDate", examples: ["2026-01-31", "2000-02-29", "9999-12-31"]) { text in
      guard let date = try? CalendarDate(text) else { return true }
      return date.description == text
        && (try? CalendarDate(daysSinceEpoch: date.daysSinceEpoch)) == date
    },
    Subject(name: "TimeOfDay", examples: ["02:00", "23:59:59"]) { text in
      guard let time = try? TimeOfDay(text) else { return true }
      return (try? TimeOfDay(time.description)) == time
    },
    Subject(name: "zone", examples: ["Europe/Berlin", "+05:30", "-08:00", "02:00", "UTC"]) { text in
      guard let zone = try? ZoneFixtures.zone(text) else { return true }
      return abs(zone.offset(at: .epoch).seconds) <= ZoneRules.maximumOffset
    },
    Subject(
      name: "RecurringRule",
      examples: [
        "CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,J365/23:59:59", "EST5EDT,0/0,365/167",
      ]
    ) { text in
      guard let rule = RecurringRule(text.utf8) else { return true }
      return [-62_135_596_800, 0, 253_402_300_799].allSatisfy {
        abs(rule.offset(atSeconds: $0).seconds) <= 100_000
      }
    },
    Subject(
      name: "IPAddress", examples: ["192.168.0.1", "2001:db8::68", "::1.2.3.4", "1:2:3:4:5:6:7::"]
    ) {
      text in
      guard let address = try? IPAddress(text) else { return true }
      return (try? IPAddress(address.description)) == address
    },
    Subject(name: "CIDR", examples: ["192.168.0.0/24", "2001:db8::/32", "::/0"]) { text in
      guard let range = try? CIDR(text) else { return true }
      return (try? CIDR(range.description)) == range && range.masked.contains(range)
        && range.contains(range.address)
    },
    Subject(
      name: "TextFormat",
      examples: [
        "ada@example.org", "http://u@[2001:db8::1]:80/%20?q#f", "www.example.org",
        "1.0.0-alpha.1+b.7",
        "123e4567-e89b-12d3-a456-426614174000",
      ]
    ) { text in
      // Only a pattern accepts control characters and spaces.
      TextFormat.allCases.allSatisfy { format in
        !format.accepts(text) || format == .regex || text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      }
    },
  ]

  static let letters = Array(
    "aZé09.:-+/\\()[]{}|*?^$,<>PTHMS%@#_ \n\0😀\u{212A}\u{301}".unicodeScalars)

  @Test(arguments: subjects, [31, 32] as [UInt64])
  func parsersReturnOrThrow(_ subject: Subject, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let start = round % 8 == 0 ? "" : subject.examples.randomElement(using: &random) ?? ""
      var scalars = Array(start.unicodeScalars)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        mutate(&scalars, using: &random)
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      #expect(
        subject.check(text), "seed \(seed): \(subject.name) on \(text.unicodeScalars.map(\.value))")
    }
  }

  private func mutate(_ scalars: inout [Unicode.Scalar], using random: inout SeededGenerator) {
    let place = Int.random(in: 0...scalars.count, using: &random)
    let letter = Self.letters.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<5, using: &random) {
    case 0: scalars.insert(letter, at: place)
    case 1 where place < scalars.count: scalars.remove(at: place)
    case 2 where place < scalars.count: scalars[place] = letter
    case 3: scalars += scalars.prefix(place)
    default:
      let digits = String(UInt64.random(in: 0...UInt64.max >> UInt64(place % 64), using: &random))
      scalars.insert(contentsOf: digits.unicodeScalars, at: place)
    }
  }
}
