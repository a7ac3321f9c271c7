// SPDX-License-Identifier: Apache-2.0

import FlowBuilders
import FlowExpressions
import FlowForms
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
    #expect((plan == .pro).cel == "plan == 'pro'")
    #expect((name != "it's").cel == #"name != 'it\'s'"#)
    #expect((age > 18).cel == "age > 18")
    #expect((18 <= age).cel == "18 <= age")
    #expect((age < size).cel == "age < size")
    #expect((ratio >= 0.5).cel == "ratio >= 0.5")
    #expect((isOpen == true).cel == "open == true")
    #expect((start < (try CalendarDate("2026-01-31"))).cel == "start < '2026-01-31'")
    #expect(
      (moment == (try Timestamp("2026-01-31T09:00:00Z"))).cel
        == "moment == timestamp('2026-01-31T09:00:00Z')")
    #expect((days == ["mon"]).cel == "days == ['mon']")
  }

  @Test func parenthesesAreWhereTheyAreNeeded() {
    #expect((age > 18 && isOpen || isNew).cel == "age > 18 && open || new")
    #expect((age > 18 && (isOpen || isNew)).cel == "age > 18 && (open || new)")
    #expect((!(isOpen && isNew)).cel == "!(open && new)")
    #expect((!isOpen).cel == "!open")
    #expect(((age + 1) * size).cel == "(age + 1) * size")
    #expect((age + size * 2).cel == "age + size * 2")
    #expect((age - (size - 1)).cel == "age - (size - 1)")
    #expect((age - size - 1).cel == "age - size - 1")
    #expect((age / size > 2 && age % 2 == 0).cel == "age / size > 2 && age % 2 == 0")
    #expect(((age > 1) == isOpen).cel == "(age > 1) == open")
    #expect((age - (-1)).cel == "age - -1")
    #expect((age > 18).then("a", else: "b").cel == "age > 18 ? 'a' : 'b'")
    #expect(((age > 18).then(1, else: 2) + 1).cel == "(age > 18 ? 1 : 2) + 1")
    #expect((Term<Bool>(cel: "a || b") && isOpen).cel == "(a || b) && open")
  }

  @Test func functionsAreCalledOnTerms() {
    #expect(name.isAnswered.cel == "has(name)")
    #expect((age.or(0) > 3).cel == "age.orValue(0) > 3")
    #expect(plan.isOne(of: .free, .pro).cel == "plan in ['free', 'pro']")
    #expect(name.isOne(of: days).cel == "name in days")
    #expect((name.count > 3).cel == "size(name) > 3")
    #expect(days.size().cel == "size(days)")
    #expect(days.contains("mon").cel == "'mon' in days")
    #expect(name.hasPrefix("a").cel == "name.startsWith('a')")
    #expect(name.hasSuffix("a").cel == "name.endsWith('a')")
    #expect(name.contains("a").cel == "name.contains('a')")
    #expect(name.matches("^a+$").cel == "name.matches('^a+$')")
    #expect((name + "!").matches("a").cel == "(name + '!').matches('a')")
    #expect(name.part(age).name == "name.age")
  }

  /// Each text is a literal that means the text.
  @Test(arguments: [
    "", "it's", #"\"#, "a\nb\t\r", "\u{0}\u{1B}\u{85}", "é👩‍🚀", String(repeating: "x", count: 2_000),
  ])
  func textsAreLiteralsOfAnyLength(text: String) throws {
    let compiled = ExpressionEnvironment().compile(Term(text).cel)
    let expression = try #require(compiled.expression, "\(compiled.mistakes)")
    #expect(try expression.evaluate(in: [:] as [String: Value]) == .string(text))
  }
}
