// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowBuilders
import FlowExpressions
import Testing

/// Keys and operators make the expressions of flows.
@Suite struct TermTests {
  private enum Plan: String, CaseIterable, AnswerValue { case free, pro }

  private let plan = AnswerKey<Plan>("plan")
  private let name = AnswerKey<String>("name")
  private let age = AnswerKey<Int>("age")
  private let size = AnswerKey<Int>("size")
  private let ratio = AnswerKey<Double>("ratio")
  private let isOpen = AnswerKey<Bool>("open")
  private let isNew = AnswerKey<Bool>("new")
  private let days = AnswerKey<[String]>("days")
  private let start = AnswerKey<CalendarDate>("start")
  private let moment = AnswerKey<Timestamp>("moment")

  @Test func comparisonsTakeTermsAndValues() throws {
    expectEqual((plan == .pro).cel, "plan == 'pro'")
    expectEqual((name != "it's").cel, #"name != 'it\'s'"#)
    expectEqual((age > 18).cel, "age > 18")
    expectEqual((Term(18) <= age).cel, "18 <= age")
    expectEqual((age < size).cel, "age < size")
    expectEqual((ratio >= 0.5).cel, "ratio >= 0.5")
    expectEqual((isOpen == true).cel, "open == true")
    expectEqual((start < (try CalendarDate("2026-01-31"))).cel, "start < '2026-01-31'")
    expectEqual(
      (moment == (try Timestamp("2026-01-31T09:00:00Z"))).cel,
      "moment == timestamp('2026-01-31T09:00:00Z')")
    expectEqual((days == ["mon"]).cel, "days == ['mon']")
  }

  @Test func parenthesesAreWhereTheyAreNeeded() {
    expectEqual((age > 18 && isOpen || isNew).cel, "age > 18 && open || new")
    expectEqual((age > 18 && (isOpen || isNew)).cel, "age > 18 && (open || new)")
    expectEqual((!(isOpen && isNew)).cel, "!(open && new)")
    expectEqual((!isOpen).cel, "!open")
    expectEqual(((age + 1) * size).cel, "(age + 1) * size")
    expectEqual((age + size * 2).cel, "age + size * 2")
    expectEqual((age - (size - 1)).cel, "age - (size - 1)")
    expectEqual((age - size - 1).cel, "age - size - 1")
    expectEqual((age / size > 2 && age % 2 == 0).cel, "age / size > 2 && age % 2 == 0")
    expectEqual(((age > 1) == isOpen).cel, "(age > 1) == open")
    expectEqual((age - (-1)).cel, "age - -1")
    expectEqual((age > 18).then("a", else: "b").cel, "age > 18 ? 'a' : 'b'")
    expectEqual(((age > 18).then(1, else: 2) + 1).cel, "(age > 18 ? 1 : 2) + 1")
    expectEqual((Term<Bool>(cel: "a || b") && isOpen).cel, "(a || b) && open")
  }

  @Test func functionsAreCalledOnTerms() {
    expectEqual(name.isAnswered.cel, "has(name)")
    expectEqual((age.or(0) > 3).cel, "age.orValue(0) > 3")
    expectEqual(plan.isOne(of: .free, .pro).cel, "plan in ['free', 'pro']")
    expectEqual(name.isOne(of: days).cel, "name in days")
    expectEqual((name.count > 3).cel, "size(name) > 3")
    expectEqual(days.size().cel, "size(days)")
    expectEqual(days.contains("mon").cel, "'mon' in days")
    expectEqual(name.hasPrefix("a").cel, "name.startsWith('a')")
    expectEqual(name.hasSuffix("a").cel, "name.endsWith('a')")
    expectEqual(name.contains("a").cel, "name.contains('a')")
    expectEqual(name.matches("^a+$").cel, "name.matches('^a+$')")
    expectEqual((name + "!").matches("a").cel, "(name + '!').matches('a')")
    expectEqual(name.part(age).name, "name.age")
  }

  /// Each text is a literal that means the text.
  @Test(arguments: [
    "", "it's", #"\"#, "a\nb\t\r", "\u{0}\u{1B}\u{85}", "é👩‍🚀", String(repeating: "x", count: 2_000),
  ])
  func textsAreLiteralsOfAnyLength(text: String) throws {
    let compiled = ExpressionEnvironment().compile(Term(text).cel)
    let expression = try #require(compiled.expression, "\(compiled.mistakes)")
    try expectEqual(expression.evaluate(in: [:] as [String: Value]), .string(text))
  }
}
