// SPDX-License-Identifier: Apache-2.0

import Expectations
import SourceDiagnostics
import Testing

@testable import FlowExpressions

@Suite struct EvaluationTests {
  private let environment = ExpressionEnvironment(
    variables: [
      VariableDeclaration("secret", .string), VariableDeclaration("n", .int),
      VariableDeclaration("list", .list(.int)), VariableDeclaration("map", .map(.string, .int)),
      VariableDeclaration("any", .dyn),
    ], functions: FlowLibrary.functions, zones: ZoneFixtures.table)

  private let bindings: [String: Value] = [
    "secret": "hunter2", "n": 4_711_815, "list": [1, 2], "map": ["hunter2": 1], "any": "hunter2",
  ]

  private func failure(_ text: String) throws -> EvaluationError? {
    let result = environment.compile(text)
    let expression = try #require(result.expression, "\(text): \(result.mistakes.map(\.message))")
    return #expect(throws: EvaluationError.self, "\(text)") {
      try expression.evaluate(in: bindings)
    }
  }

  @Test(arguments: [
    ("n / 0", EvaluationError.Code.divisionByZero, 0, 5), ("1 + n % 0", .divisionByZero, 4, 9),
    ("list[n]", .indexOutOfRange, 0, 7), ("map[secret + 'x']", .noSuchKey, 0, 17),
    ("9223372036854775807 + n", .overflow, 0, 23), ("int(secret)", .invalidValue, 0, 11),
    ("timestamp(secret)", .invalidValue, 0, 17), ("secret.charAt(n)", .indexOutOfRange, 0, 16),
    ("optional.none().value()", .noValue, 0, 23),
    ("secret.matches(secret + '(')", .invalidPattern, 0, 28),
    ("timestamp(0).getHours(secret)", .unknownZone, 0, 29), ("any.foo", .noOverload, 0, 7),
    ("any + 1", .noOverload, 0, 7), ("{secret: 1, 'hunter2': 2}", .invalidKey, 12, 21),
    ("[1, any].sort()", .noOverload, 0, 15), ("ip(secret)", .invalidValue, 0, 10),
    ("'%d'.format([secret])", .invalidValue, 0, 21),
    ("daysBetween(secret, secret)", .invalidValue, 0, 27),
    ("[0].map(i, n / i)", .divisionByZero, 11, 16), ("string(b'\\xff')", .invalidValue, 0, 15),
    ("list.slice(1, n)", .indexOutOfRange, 0, 16), ("dyn(n) ? 1 : 2", .noOverload, 0, 6),
  ])
  func failuresHaveALocationAndNoValues(
    _ text: String, _ code: EvaluationError.Code, _ start: Int, _ end: Int
  ) throws {
    let error = try failure(text)
    expectEqual(error?.code, code)
    expectEqual(error?.range, SourceRange(start, end))
    for value in ["hunter2", "4711815"] { expectEqual(error?.message.contains(value), false) }
  }

  @Test(arguments: [
    ("1 / 0 > 1 || true", true), ("true || 1 / 0 > 1", true), ("1 / 0 > 1 && false", false),
    ("[1, 0].exists(i, 1 / i > 0)", true), ("[0, 1].exists(i, 1 / i > 0)", true),
    ("[0, 1].all(i, 1 / i > 1)", false), ("any.foo == 1 || n > 0", true),
  ]) func decisiveOperandsAbsorbFailures(_ text: String, _ wanted: Bool) throws {
    let expression = try #require(environment.compile(text).expression)
    try expectEqual(expression.isTrue(in: bindings), wanted)
    try expectEqual(expression.evaluate(in: bindings), .bool(wanted))
  }

  @Test(arguments: [
    ("timestamp('2026-03-29T01:30:00Z').getHours('Europe/Berlin')", 3),
    ("timestamp('2026-01-31T23:30:00Z').getDate('Asia/Kathmandu')", 1),
    ("timestamp('2026-01-31T23:30:00Z').getDayOfWeek('-08:00')", 6),
    ("duration('-1.5s').getMilliseconds()", -500), ("duration('1h2m3s').getMinutes()", 62),
  ]) func componentsOfTimesUseTheGivenZone(_ text: String, _ wanted: Int64) throws {
    let expression = try #require(environment.compile(text).expression)
    try expectEqual(expression.evaluate(in: [:]), .int(wanted))
  }

  @Test func aValueOfAnUnexpectedTypeIsRejected() throws {
    let expression = try #require(environment.compile("any", expecting: .int).expression)
    try expectEqual(expression.evaluate(in: ["any": 1]), 1)
    #expect(throws: EvaluationError.self) { try expression.evaluate(in: ["any": "x"]) }
    let list = try #require(environment.compile("[any]", expecting: .list(.int)).expression)
    #expect(throws: EvaluationError.self) { try list.evaluate(in: ["any": "x"]) }
  }

  @Test func hostFunctionsAreChosenByTheirTypes() throws {
    let twice = FunctionDeclaration(
      "twice", "Twice as much.",
      overloads: [
        FunctionOverload("twice_int", [.int], .int) { arguments, _ in
          if case .int(let int) = arguments[0] { .int(2 * int) } else { .null }
        },
        FunctionOverload("twice_string", [.string], .string, isMethod: true) { arguments, _ in
          .string((arguments[0].text ?? "") + (arguments[0].text ?? ""))
        },
      ])
    let environment = ExpressionEnvironment(functions: [twice])
    let expression = try #require(
      environment.compile("twice(2) == 4 && 'a'.twice() == 'aa'").expression)
    #expect(try expression.isTrue(in: [:]))
    #expect(environment.compile("twice('a')").expression == nil)
  }

  @Test func functionsOfANameReadTheCallFromTheBindings() throws {
    var environment = ExpressionEnvironment(variables: [
      VariableDeclaration("kind", .string), VariableDeclaration("label(kind)", .string),
    ])
    environment.nameFunctions = ["label": "an answer"]
    let expression = try #require(environment.compile("label(kind) + '!'").expression)
    try expectEqual(
      expression.evaluate(in: ["kind": "http", "label(kind)": "HTTP API"]), "HTTP API!")
    expectEqual(expression.freeNames, ["kind"])
  }

  @Test(arguments: [
    "kinds.map(k, label(k)) == ['A', 'B']", "kinds.filter(k, k != 'a').map(k, label(k)) == ['B']",
    "cel.bind(all, kinds, all.exists(k, label(k) == 'B'))",
    "kinds.orValue([]).map(k, label(k)).size() == 2",
    "kinds.sortBy(k, label(k)).map(k, label(k)) == ['A', 'B']",
    "kinds.map(k, kinds.map(k, label(k)).size()) == [2, 2]",
  ])
  func functionsOfAnElementReadAMapOfTheElements(text: String) throws {
    var environment = ExpressionEnvironment(variables: [
      VariableDeclaration(
        "kinds", .list(.string), presence: text.contains("orValue") ? .maybe : .always),
      VariableDeclaration("label(kinds)[]", .string),
    ])
    environment.nameFunctions = ["label": "an answer"]
    let expression = try #require(environment.compile(text).expression, "\(text)")
    #expect(
      try expression.isTrue(
        in: ["kinds": ["a", "b"], "label(kinds)[]": .map(ValueMap([("a", "A"), ("b", "B")]))]))
  }

  /// An element of anything else has no label.
  @Test(arguments: [
    "['a'].map(k, label(k))", "(kinds + kinds).map(k, label(k))",
    "kinds.map(k, [k].map(j, label(j)))", "label(k)",
    "kinds.map(k, label(kinds))",
  ])
  func functionsTakeElementsOfTheAnswerAlone(text: String) {
    var environment = ExpressionEnvironment(variables: [
      VariableDeclaration("kinds", .list(.string)), VariableDeclaration("label(kinds)[]", .string),
    ])
    environment.nameFunctions = ["label": "an answer"]
    #expect(environment.compile(text).expression == nil)
  }

  @Test func longListsInMapsAndLoopsAreComplete() throws {
    let list = Value.list((0..<1_000).map { .int($0) })
    let expression = try #require(
      environment.compile("list.filter(x, x % 2 == 0).map(x, x * x).sum()").expression)
    try expectEqual(expression.evaluate(in: ["list": list]), 166_167_000)
  }
}
