// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let times: [FunctionDeclaration] = [
    FunctionDeclaration(
      "timestamp", "A point in time from RFC 3339, or from seconds since 1970.",
      [
        .unary("timestamp_to_timestamp", .timestamp, .timestamp) { value, _ in value },
        .unary("string_to_timestamp", .string, .timestamp) { (value, _) throws(EvaluationError) in
          .timestamp(try timed { () throws(TimeError) in try Timestamp(value.text ?? "") })
        },
        .unary("int64_to_timestamp", .int, .timestamp) { (value, _) throws(EvaluationError) in
          guard case .int(let seconds) = value else { throw notA("a time") }
          return .timestamp(
            try timed { () throws(TimeError) in try Timestamp(secondsSinceEpoch: seconds) })
        },
      ], ["timestamp('2026-01-31T09:00:00Z').getHours()": "9", "int(timestamp(60))": "60"]),
    FunctionDeclaration(
      "duration", "A duration from a text such as `1h30m` or `1.5s`.",
      [
        .unary("duration_to_duration", .duration, .duration) { value, _ in value },
        .unary("string_to_duration", .string, .duration) { (value, _) throws(EvaluationError) in
          .duration(try timed { () throws(TimeError) in try TimeSpan(cel: value.text ?? "") })
        },
      ], ["duration('90m') == duration('1h30m')": "true"]),
    part("getFullYear", "The year.") { Int64($0.year) },
    part("getMonth", "The month, from 0.") { Int64($0.month - 1) },
    part("getDate", "The day of the month, from 1.") { Int64($0.day) },
    part("getDayOfMonth", "The day of the month, from 0.") { Int64($0.day - 1) },
    part("getDayOfWeek", "The day of the week, from 0 for Sunday.") { Int64($0.dayOfWeek) },
    part("getDayOfYear", "The day of the year, from 0.") { Int64($0.dayOfYear - 1) },
    part("getHours", "The hour of a time, or the whole hours of a duration.", \.wholeHours) {
      Int64($0.hour)
    },
    part(
      "getMinutes", "The minute of a time, or the whole minutes of a duration.",
      \.wholeMinutes
    ) { Int64($0.minute) },
    part(
      "getSeconds", "The second of a time, or the whole seconds of a duration.",
      \.wholeSeconds
    ) { Int64($0.second) },
    part(
      "getMilliseconds", "The milliseconds within the second, of a time or a duration.",
      \.millisecondPart
    ) { Int64($0.millisecond) },
  ]

  /// Runs a body that works with times, and converts its errors to those of the evaluation.
  static func timed<Result>(
    _ body: () throws(TimeError) -> Result
  ) throws(EvaluationError) -> Result {
    do throws(TimeError) {
      return try body()
    } catch {
      switch error.code {
      case .range: throw EvaluationError(.overflow, "the time is out of the range of its type")
      case .unknownZone, .zoneData: throw EvaluationError(.unknownZone, "the time zone is unknown")
      default: throw EvaluationError(.invalidValue, "the text cannot be read as a time")
      }
    }
  }

  private static func part(
    _ name: String, _ summary: String,
    _ ofSpan: (@Sendable (TimeSpan) -> Int64)? = nil,
    _ ofTime: @escaping @Sendable (DateTimeComponents) -> Int64
  ) -> FunctionDeclaration {
    let time = "timestamp('2026-03-01T10:20:30.5Z')"
    let results: [String: String] = [
      "getFullYear": "2026", "getMonth": "2", "getDate": "1", "getDayOfMonth": "0",
      "getDayOfWeek": "0", "getDayOfYear": "59", "getHours": "10", "getMinutes": "20",
      "getSeconds": "30", "getMilliseconds": "500",
    ]
    return FunctionDeclaration(
      name, summary, overloads: overloads(name, ofSpan, ofTime),
      examples: results[name].map { [("\(time).\(name)()", $0)] } ?? [])
  }

  private static func overloads(
    _ name: String, _ ofSpan: (@Sendable (TimeSpan) -> Int64)?,
    _ ofTime: @escaping @Sendable (DateTimeComponents) -> Int64
  ) -> [FunctionOverload] {
    var overloads: [FunctionOverload] = [
      .unary("timestamp_\(name)", .timestamp, .int, isMethod: true) {
        (value, _) throws(EvaluationError) in
        guard case .timestamp(let time) = value else { throw notA("a time") }
        return .int(ofTime(time.components(in: .utc)))
      },
      .binary("timestamp_\(name)_with_tz", .timestamp, .string, .int, isMethod: true) {
        (value, zone, context) throws(EvaluationError) in
        guard case .timestamp(let time) = value, let name = zone.text else {
          throw notA("a time")
        }
        try context.charge(8)
        let zones = context.zones
        let rules = try timed { () throws(TimeError) in try zones.rules(for: name) }
        return .int(ofTime(time.components(in: rules)))
      },
    ]
    if let ofSpan {
      overloads.append(
        .unary("duration_\(name)", .duration, .int, isMethod: true) {
          (value, _) throws(EvaluationError) in
          guard case .duration(let span) = value else { throw notA("a duration") }
          return .int(ofSpan(span))
        })
    }
    return overloads
  }
}
