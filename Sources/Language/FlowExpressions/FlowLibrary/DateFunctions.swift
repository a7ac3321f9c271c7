// SPDX-License-Identifier: Apache-2.0

import Localization

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
      "A date, or a time in UTC, by a pattern with the fields of `strftime`, in English or the language of a third "
        + "argument: `%Y`, `%m`, `%d`, `%H`, `%M`, `%S`, `%y`, `%j`, `%e`, `%I`, `%p`, `%b`, `%B`, `%a`, `%A`, and "
        + "`%%`; `-` after `%` leaves out zeros at the start. The languages are `en`, `de`, `fr`, `es`, `nl`, `ja`, "
        + "and `he`; `de-AT` is `de`.",
      [
        .binary("formatDate_string_string", .string, .string, .string) {
          (date, pattern, context) throws(EvaluationError) in
          try formatted(midnight(of: date), pattern, .string("en"), &context)
        },
        .binary("formatDate_timestamp_string", .timestamp, .string, .string) {
          (time, pattern, context) throws(EvaluationError) in
          try formatted(components(of: time), pattern, .string("en"), &context)
        },
        FunctionOverload(
          "formatDate_string_string_string", [.string, .string, .string], .string, isMethod: false
        ) { (arguments, context) throws(EvaluationError) in
          try formatted(midnight(of: arguments[0]), arguments[1], arguments[2], &context)
        },
        FunctionOverload(
          "formatDate_timestamp_string_string", [.timestamp, .string, .string], .string,
          isMethod: false
        ) { (arguments, context) throws(EvaluationError) in
          try formatted(components(of: arguments[0]), arguments[1], arguments[2], &context)
        },
      ],
      [
        "formatDate('2026-01-31', '%d %b %Y')": "'31 Jan 2026'",
        "formatDate('2026-03-01', '%-d. %B %Y', 'de')": "'1. März 2026'",
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

  private static func midnight(of text: Value) throws(EvaluationError) -> DateTimeComponents {
    let date = try date(text)
    let days = CivilCalendar.days(year: date.year, month: date.month, day: date.day)
    return DateTimeComponents(localSeconds: days * 86_400, nanosecond: 0)
  }

  private static func components(of time: Value) throws(EvaluationError) -> DateTimeComponents {
    guard case .timestamp(let time) = time else { throw FunctionTable.notA("a time") }
    return time.components(in: .utc)
  }

  private static func formatted(
    _ time: DateTimeComponents, _ pattern: Value, _ language: Value,
    _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    guard let words = MessageCatalog.builtIn(for: language.text ?? "")?.calendar else {
      throw EvaluationError(.invalidValue, "there are no names of months in this language")
    }
    let pattern = pattern.text ?? ""
    try context.chargeCreation(bytes: pattern.utf8.count * 10)
    do throws(DatePattern.Mistake) {
      return .string(try DatePattern(pattern).text(of: time, in: words))
    } catch {
      throw EvaluationError(.invalidValue, "the pattern has a field that isn't known")
    }
  }
}
