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
  ]

  private static func date(_ text: Value) throws(EvaluationError) -> CalendarDate {
    do throws(TimeError) {
      return try CalendarDate(text.text ?? "")
    } catch {
      throw EvaluationError(.invalidValue, "the text isn't a date such as '2026-01-31'")
    }
  }
}
