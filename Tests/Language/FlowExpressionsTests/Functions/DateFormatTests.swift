// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Localization
import Testing

/// Dates in other forms.
@Suite struct DateFormatTests {
  private static let environment = ExpressionEnvironment(
    variables: [
      VariableDeclaration("d", .string), VariableDeclaration("p", .string),
      VariableDeclaration("l", .string), VariableDeclaration("t", .timestamp),
    ], functions: FlowLibrary.functions)

  private static func value(_ expression: String, _ values: [String: Value]) throws -> Value {
    try #require(environment.compile(expression).expression).evaluate(in: values)
  }

  @Test(arguments: [
    ("2026-01-05T13:04:09Z", "%Y %y %m %d %e %j %H %I %M %S", "2026 26 01 05  5 005 13 01 04 09"),
    ("2026-01-05T13:04:09Z", "%p %b %B %a %A %%", "PM Jan January Mon Monday %"),
    ("2026-01-05T13:04:09Z", "%-d %-m %-H %-j %-I %-e", "5 1 13 5 1 5"),
    ("2026-01-05T00:00:00Z", "%-H %-M %I %p", "0 0 12 AM"), ("2026-01-05T00:00:00Z", "", ""),
  ])
  func datesHaveTheFieldsOfStrftime(time: String, pattern: String, text: String) throws {
    let timestamp = try Self.value("timestamp(d)", ["d": .string(time)])
    expectEqual(
      try Self.value("formatDate(t, p)", ["t": timestamp, "p": .string(pattern)]), .string(text))
  }

  @Test(arguments: [
    ("en", "Mon Monday 2 Mar March AM"), ("de", "Mo Montag 2 Mär März AM"),
    ("fr", "lun. lundi 2 mars mars AM"), ("es", "lun lunes 2 mar marzo AM"),
    ("nl", "ma maandag 2 mrt maart AM"), ("ja", "月 月曜日 2 3月 3月 午前"),
    ("he", "ב׳ יום שני 2 מרץ מרץ AM"), ("de-AT", "Mo Montag 2 Mär März AM"),
    ("fr_CA.UTF-8", "lun. lundi 2 mars mars AM"),
  ])
  func datesHaveTheWordsOfALanguage(language: String, text: String) throws {
    let values: [String: Value] = ["l": .string(language)]
    expectEqual(
      try Self.value("formatDate('2026-03-02', '%a %A %-d %b %B %p', l)", values), .string(text))
  }

  /// Every day and month of every language has the words of its catalog, and numbers are the same in all.
  @Test func everyLanguageNamesItsMonthsAndDays() throws {
    for catalog in MessageCatalog.builtIn {
      for month in 1...12 {
        let date = "2026-\(month < 10 ? "0" : "")\(month)-07"
        let values: [String: Value] = ["d": .string(date), "l": .string(catalog.language)]
        let words = catalog.calendar
        let day = try Self.value(
          "(timestamp(d + 'T00:00:00Z').getDayOfWeek() + 6) % 7", values)
        guard case .int(let number) = day, let weekday = Int(exactly: number) else {
          Issue.record("\(day) is no day")
          continue
        }
        expectEqual(
          try Self.value("formatDate(d, '%B|%b|%A|%a', l)", values),
          .string(
            [
              words.months[month - 1], words.abbreviatedMonths[month - 1], words.weekdays[weekday],
              words.abbreviatedWeekdays[weekday],
            ].joined(separator: "|")))
        expectEqual(
          try Self.value("formatDate(d, '%Y-%m-%d %j', l)", values),
          try Self.value("formatDate(d, '%Y-%m-%d %j')", values))
      }
      expectEqual(Set(catalog.calendar.abbreviatedMonths).count, 12)
      expectEqual(Set(catalog.calendar.abbreviatedWeekdays).count, 7)
    }
  }

  @Test(arguments: ["", "dk", "xx-DE", "deutsch"])
  func aLanguageWithoutWordsIsRefused(language: String) {
    #expect(throws: EvaluationError.self) {
      try Self.value("formatDate('2026-01-05', '%b', l)", ["l": .string(language)])
    }
  }

  @Test(arguments: ["%", "%-", "%q", "a %é"])
  func anUnknownFieldIsRefused(pattern: String) {
    #expect(throws: EvaluationError.self) {
      try Self.value("formatDate('2026-01-05', p)", ["p": .string(pattern)])
    }
  }
}
