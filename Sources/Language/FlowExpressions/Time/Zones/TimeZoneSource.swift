// SPDX-License-Identifier: Apache-2.0

/// Finds the rules of time zones by name.
///
/// The caller gives an evaluator its source, so results don't depend on the machine unless they
/// should. A source returns the same rules for the same name for its whole lifetime. It throws
/// ``TimeError/Code/unknownZone`` for a name that it doesn't know, whatever the name contains:
/// names come from expressions.
public protocol TimeZoneSource: Sendable {
  /// Returns the rules of a zone in the IANA database, such as `Europe/Berlin`.
  func zone(named name: String) throws(TimeError) -> ZoneRules
}

extension TimeZoneSource {
  /// Returns the rules of anything that CEL accepts as a zone: a name in the IANA database, `UTC`
  /// (or an empty text), or an offset such as `+05:30`, `-08:00`, or `02:00`.
  ///
  /// - Parameter text: The name or the offset.
  /// - Returns: The rules.
  /// - Throws: ``TimeError/Code/unknownZone``, or the error that the source throws.
  public func rules(for text: String) throws(TimeError) -> ZoneRules {
    if text.isEmpty || text == "UTC" || text == "Z" { return .utc }
    if let offset = Self.offset(text) { return try ZoneRules(fixedOffset: offset) }
    return try zone(named: text)
  }

  private static func offset(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    let isNegative = scanner.accept("-")
    if !isNegative { _ = scanner.accept("+") }
    guard let hours = scanner.digits(2), scanner.accept(":"), let minutes = scanner.digits(2),
      scanner.isAtEnd, hours <= 23, minutes <= 59
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}

/// A source with a fixed set of zones, for tests and for programs without zone files.
struct ZoneTable: TimeZoneSource {
  private let zones: [String: ZoneRules]

  /// Creates a source of these zones by name; if two have the same name, the later one wins.
  init(_ zones: [ZoneRules] = []) {
    self.zones = Dictionary(zones.map { ($0.name, $0) }) { $1 }
  }

  /// Returns the rules of a zone in the table.
  func zone(named name: String) throws(TimeError) -> ZoneRules {
    guard let zone = zones[name] else { throw unknownZone(name) }
    return zone
  }
}

/// The error for an unknown name.
func unknownZone(_ name: String) -> TimeError {
  TimeError(.unknownZone, "unknown time zone '\(name.prefix(64))'")
}
