// SPDX-License-Identifier: Apache-2.0

/// Finds the rules of time zones by their names.
///
/// An evaluator gets a source from its caller, so that results do not depend on the machine where
/// they must not. A source gives the same rules for the same name for as long as it lives, and
/// throws ``TimeError/Code/unknownZone`` for a name that it does not know, whatever the name holds:
/// names come from expressions.
public protocol TimeZoneSource: Sendable {
  /// The rules of a zone of the IANA database, such as `Europe/Berlin`.
  func zone(named name: String) throws(TimeError) -> ZoneRules
}

extension TimeZoneSource {
  /// The rules of what CEL takes for a zone: a name of the IANA database, `UTC` (also as an empty
  /// text), or an offset such as `+05:30`, `-08:00` or `02:00`.
  ///
  /// - Parameter text: the name or the offset.
  /// - Returns: the rules.
  /// - Throws: ``TimeError/Code/unknownZone``, or what the source throws.
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

/// A source that knows the zones it was given, for tests and for embedders without zone files.
public struct ZoneTable: TimeZoneSource {
  private let zones: [String: ZoneRules]

  /// Creates a source that knows these zones by their names; of two with one name the later counts.
  public init(_ zones: [ZoneRules] = []) {
    self.zones = Dictionary(zones.map { ($0.name, $0) }) { $1 }
  }

  /// The rules of a zone that the source was given.
  public func zone(named name: String) throws(TimeError) -> ZoneRules {
    guard let zone = zones[name] else { throw unknownZone(name) }
    return zone
  }
}

/// The error for a name that a source does not know.
func unknownZone(_ name: String) -> TimeError {
  TimeError(.unknownZone, "unknown time zone '\(name.prefix(64))'")
}
