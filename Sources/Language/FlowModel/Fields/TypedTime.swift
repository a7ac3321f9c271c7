// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// Parses and formats dates, times, and durations as people type them.
///
/// ``value(of:as:in:)`` reads the output of ``text(of:as:in:)`` as the same value, in the same time
/// zone.
package enum TypedTime {
  /// Returns the value of typed text.
  ///
  /// - Parameters:
  ///   - text: The text, without spaces at its ends.
  ///   - type: A type for which ``FieldType/isTime`` is true.
  ///   - zone: The zone of moments without an offset.
  /// - Returns: Text for dates and times of day, a timestamp, or a duration.
  /// - Throws: `TimeError`, which distinguishes malformed text from times that don't exist.
  package static func value(
    of text: String, as type: FieldType, in zone: ZoneRules
  ) throws(TimeError) -> Value {
    switch type.timeKind ?? .date {
    case .date: .string(try CalendarDate(text).description)
    case .time: .string(try TimeOfDay(text).description)
    case .datetime: .timestamp(try Timestamp(typed: text, in: zone))
    case .duration: .duration(try duration(text))
    }
  }

  /// Returns what the local time in a text means, in the usual form or a near one; nil if it's in no form of a
  /// moment.
  package static func meaning(of text: String, in zone: ZoneRules) -> LocalTimeMeaning? {
    let word = text.trimmed
    if let meaning = try? LocalTimeMeaning(typed: word, in: zone) { return meaning }
    return NearTime.near(to: word, as: .datetime)
      .flatMap { try? LocalTimeMeaning(typed: $0.text, in: zone) }
  }

  /// Parses a duration, which can have spaces between its parts, and letters in upper or lower
  /// case.
  private static func duration(_ text: String) throws(TimeError) -> TimeSpan {
    let compact = String(text.filter { !$0.isWhitespace })
    let isISO = compact.drop { $0 == "-" || $0 == "+" }.first.map { $0 == "P" || $0 == "p" }
    return try TimeSpan(typed: isISO == true ? compact.uppercased() : compact.lowercased())
  }

  /// Returns a value as people type it.
  package static func text(of value: Value, as type: FieldType, in zone: ZoneRules) -> String {
    switch (type, value) {
    case (.datetime, .timestamp(let moment)): text(of: moment, in: zone)
    case (.duration, .duration(let span)): text(of: span)
    default: value.plainText
    }
  }

  /// Returns a limit as people type it, without fractions of a second: the first whole second that keeps it, or the
  /// last one.
  package static func text(
    ofLimit limit: Value, _ kind: ConstraintKind, as type: FieldType, in zone: ZoneRules
  ) -> String {
    guard type == .datetime, case .timestamp(let moment) = limit else {
      return text(of: limit, as: type, in: zone)
    }
    return text(of: moment.inWhole(seconds: 1, keeping: kind), in: zone)
  }

  /// Returns local time, with an offset only if it's ambiguous without one.
  private static func text(of moment: Timestamp, in zone: ZoneRules) -> String {
    let parts = moment.components(in: zone)
    if parts.nanosecond == 0,
      let date = try? CalendarDate(year: parts.year, month: parts.month, day: parts.day),
      let time = try? TimeOfDay(hour: parts.hour, minute: parts.minute, second: parts.second)
    {
      let text = "\(date) \(time)"
      if (try? Timestamp(typed: text, in: zone)) == moment { return text }
    }
    let exact = moment.text(in: zone)
    return (try? Timestamp(typed: exact, in: zone)) == moment ? exact : moment.description
  }

  /// Returns the hours, minutes, and seconds that aren't zero: `1h30m`, `-0.5s`, `0s`.
  private static func text(of span: TimeSpan) -> String {
    let isNegative = span < .zero
    let magnitude = isNegative ? span.negated : span
    let hours = magnitude.wholeHours
    let minutes = magnitude.wholeMinutes % 60
    var text = isNegative ? "-" : ""
    if hours > 0 { text += "\(hours)h" }
    if minutes > 0 { text += "\(minutes)m" }
    let rest = magnitude.wholeSeconds % 60
    if rest > 0 || magnitude.nanosecondPart > 0 || (hours == 0 && minutes == 0) {
      let seconds = try? TimeSpan(seconds: rest, nanoseconds: magnitude.nanosecondPart)
      text += seconds?.description ?? ""
    }
    return text
  }

  /// Returns a value from data or a file as a value of a type, or nil if it isn't one.
  package static func fitted(_ value: Value, to type: FieldType, in zone: ZoneRules) -> Value? {
    switch (type, value) {
    case (.datetime, .timestamp), (.duration, .duration): value
    case (_, .string(let text)) where type.isTime: try? Self.value(of: text, as: type, in: zone)
    default: nil
    }
  }
}

extension Timestamp {
  /// Returns the moment in whole units: the first after it for a least one, the last before it for a greatest one.
  ///
  /// - Parameters:
  ///   - unit: The unit in seconds, a divisor of a day.
  ///   - kind: Which limit it is.
  /// - Returns: The moment; the same one where there's none in whole units.
  package func inWhole(seconds unit: Int64, keeping kind: ConstraintKind) -> Timestamp {
    let rest = ((secondsSinceEpoch % unit) + unit) % unit
    guard rest != 0 || nanosecond != 0 else { return self }
    let seconds = secondsSinceEpoch - rest + (kind == .min ? unit : 0)
    return (try? Timestamp(secondsSinceEpoch: seconds)) ?? self
  }
}
