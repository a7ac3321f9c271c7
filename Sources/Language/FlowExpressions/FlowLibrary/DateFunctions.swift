// SPDX-License-Identifier: Apache-2.0

extension FlowLibrary {
  static let dates: [FunctionDeclaration] = [
    FunctionDeclaration(
      "date", "A date from a text; fails if the text isn't a date.",
      [
        .unary("string_to_date", .string, .string) { (text, _) throws(EvaluationError) in
          .string(try date(text).description)
        }
      ], ["date('2026-01-31')": "'2026-01-31'"]),
    FunctionDeclaration(
      "time", "A time of day from a text; fails if the text isn't a time.",
      [
        .unary("string_to_time", .string, .string) { (text, _) throws(EvaluationError) in
          do throws(TimeError) {
            return .string(try TimeOfDay(text.text ?? "").description)
          } catch {
            throw EvaluationError(.invalidValue, "the text isn't a time such as '02:00'")
          }
        }
      ], ["time('02:00')": "'02:00'"]),
    FunctionDeclaration(
      "yearsBetween", "The full years from one date to another, like an age.",
      [
        .binary("yearsBetween_string_string", .string, .string, .int) {
          (first, second, _) throws(EvaluationError) in
          .int(Int64(try date(first).years(to: try date(second))))
        }
      ], ["yearsBetween('2000-02-29', '2026-02-28')": "25"]),
    FunctionDeclaration(
      "daysBetween", "The days from one date to another; negative if the second is earlier.",
      [
        .binary("daysBetween_string_string", .string, .string, .int) {
          (first, second, _) throws(EvaluationError) in
          .int(Int64(try date(first).days(to: try date(second))))
        }
      ], ["daysBetween('2026-01-31', '2026-03-01')": "29"]),
    FunctionDeclaration(
      "addDays", "The date a number of days later, or earlier for a negative number.",
      [
        .binary("addDays_string_int", .string, .int, .string) {
          (text, days, _) throws(EvaluationError) in
          let date = try date(text)
          guard case .int(let days) = days, let count = Int(exactly: days) else {
            throw FunctionTable.notA("a number of days")
          }
          return .string(
            try FunctionTable.timed { () throws(TimeError) in
              try date.adding(days: count).description
            })
        }
      ], ["addDays('2026-01-31', 1)": "'2026-02-01'"]),
    FunctionDeclaration(
      "formatDate",
      "A date, or a time in UTC, by a pattern with the fields of `strftime`, in English: `%Y`, `%m`, `%d`, `%H`, "
        + "`%M`, `%S`, `%y`, `%j`, `%e`, `%I`, `%p`, `%b`, `%B`, `%a`, `%A`, and `%%`; `-` after `%` leaves out "
        + "zeros at the start.",
      [
        .binary("formatDate_string_string", .string, .string, .string) {
          (text, pattern, context) throws(EvaluationError) in
          let date = try date(text)
          let days = CivilCalendar.days(year: date.year, month: date.month, day: date.day)
          let time = DateTimeComponents(localSeconds: days * 86_400, nanosecond: 0)
          return .string(try DatePattern(pattern.text ?? "").text(of: time, &context))
        },
        .binary("formatDate_timestamp_string", .timestamp, .string, .string) {
          (time, pattern, context) throws(EvaluationError) in
          guard case .timestamp(let time) = time else { throw FunctionTable.notA("a time") }
          return .string(
            try DatePattern(pattern.text ?? "").text(of: time.components(in: .utc), &context))
        },
      ],
      [
        "formatDate('2026-01-31', '%d %b %Y')": "'31 Jan 2026'",
        "formatDate(timestamp('2026-03-01T10:20:30Z'), '%-d %B, %H:%M')": "'1 March, 10:20'",
      ]),
  ]

  private static func date(_ text: Value) throws(EvaluationError) -> CalendarDate {
    do throws(TimeError) {
      return try CalendarDate(text.text ?? "")
    } catch {
      throw EvaluationError(.invalidValue, "the text isn't a date such as '2026-01-31'")
    }
  }
}

/// A pattern with the fields of `strftime`.
private struct DatePattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  /// Returns a time in the form of the pattern.
  ///
  /// - Complexity: O(*n*) in the length of the pattern.
  func text(
    of time: DateTimeComponents, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> String {
    try context.chargeCreation(bytes: pattern.utf8.count * 10)
    var result = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      let isBare = rest.first == "-"
      if isBare { rest.removeFirst() }
      guard let field = rest.popFirst(), let text = Self.text(of: field, in: time) else {
        throw EvaluationError(.invalidValue, "the pattern has a field that isn't known")
      }
      let bare = text.drop { $0 == "0" || $0 == " " }
      result += isBare ? (bare.isEmpty ? "0" : String(bare)) : text
    }
    return result
  }

  private static func text(of field: Character, in time: DateTimeComponents) -> String? {
    switch field {
    case "Y": return CivilCalendar.padded(time.year, 4)
    case "y": return CivilCalendar.padded(time.year % 100, 2)
    case "m": return CivilCalendar.padded(time.month, 2)
    case "d": return CivilCalendar.padded(time.day, 2)
    case "e": return (time.day < 10 ? " " : "") + String(time.day)
    case "j": return CivilCalendar.padded(time.dayOfYear, 3)
    case "H": return CivilCalendar.padded(time.hour, 2)
    case "I": return CivilCalendar.padded((time.hour + 11) % 12 + 1, 2)
    case "M": return CivilCalendar.padded(time.minute, 2)
    case "S": return CivilCalendar.padded(time.second, 2)
    case "p": return time.hour < 12 ? "AM" : "PM"
    case "b", "h": return String(months[time.month - 1].prefix(3))
    case "B": return months[time.month - 1]
    case "a": return String(weekdays[time.dayOfWeek].prefix(3))
    case "A": return weekdays[time.dayOfWeek]
    case "%": return "%"
    default: return nil
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
