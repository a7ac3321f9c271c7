// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// The bounds of times, timestamps, and durations decide conditions, as those of dates do.
@Suite struct TimeDomainTests {
  /// A field, and a condition on it that's always true, always false, or neither.
  static let rows: [(field: String, condition: String, found: [String])] = [
    ("type: time, min: 09:00, max: 17:00", "x < '18:00'", ["constant-condition"]),
    ("type: time, min: 09:00, max: 17:00", "x >= '17:00:01'", ["unreachable-step"]),
    ("type: time, min: 09:00, max: 17:00", "x == '17:00'", []),
    ("type: time, min: 09:00:00", "x >= '09:00'", ["constant-condition"]),
    ("type: time", "x < '12:00'", []),
    // Compared with something that isn't a time, it's only a text.
    ("type: time, max: 17:00", "x < '9'", ["not-a-date"]),
    ("type: duration, min: 0s, max: 2h", "x <= duration('120m')", ["constant-condition"]),
    ("type: duration, min: 0s, max: 2h", "x > duration('2h')", ["unreachable-step"]),
    ("type: duration, min: 0s, max: 2h", "x > duration('119m')", []),
    ("type: duration", "x < duration('0s')", []),
    (
      "type: datetime, min: 2026-01-01T00:00:00Z", "x > timestamp('2025-12-31T00:00:00Z')",
      ["constant-condition"]
    ),
    (
      "type: datetime, min: 2026-01-01T00:00:00Z", "x < timestamp('2026-01-01T00:00:00Z')",
      ["unreachable-step"]
    ),
    // Without an offset, the bound depends on the session's time zone.
    ("type: datetime, min: 2026-01-01 00:00", "x < timestamp('2026-01-01T00:00:00Z')", []),
    ("type: datetime", "x < now", []),
    ("type: path, minLength: 3", "size(x) > 2", ["constant-condition"]),
    // The current time, and values computed from it, may be on either side of a literal.
    ("type: datetime", "now > timestamp('2026-01-01T00:00:00Z')", []),
    ("type: datetime", "!(now <= timestamp('2026-01-01T00:00:00Z'))", []),
    (
      "type: datetime",
      "now > timestamp('2026-01-01T00:00:00Z') && now < timestamp('2025-01-01T00:00:00Z')",
      ["unreachable-step"]
    ),
    ("type: datetime", "now - x > duration('1h')", []),
    ("type: datetime", "x + duration('1h') >= timestamp('2026-01-01T00:00:00Z')", []),
    ("type: string", "today >= '2026-01-01'", []),
    // Bytes have an order, but conditions on it aren't decided.
    ("type: string", "bytes(x) > b'a'", []),
    ("type: string", "b'a' < b'b' || x == 'a'", []),
  ]

  @Test(arguments: rows.indices) func boundsDecideConditions(row: Int) {
    let (field, condition, found) = Self.rows[row]
    expectEqual(
      ids("  - { ask: x, \(field) }\n  - { note: n, when: \"\(condition)\", text: a }"), found,
      "\(field): \(condition)")
  }

  @Test(arguments: [
    ("type: duration, max: 1h", "x > duration('1h')", "1h or shorter"),
    ("type: duration, min: 1h", "x < duration('1h')", "1h or longer"),
    ("type: date, max: 2026-01-01", "x > '2026-01-01'", "2026-01-01 or earlier"),
  ])
  func aNoteSaysTheLimit(field: String, condition: String, limit: String) {
    let found = findings(
      "steps:\n  - { ask: x, \(field) }\n  - { note: n, when: \"\(condition)\", text: a }\n")
    #expect(found.contains("note: 'x' is \(limit)"), "\(found)")
  }
}
