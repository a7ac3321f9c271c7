// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

/// The examples of the tour.
@Suite struct TourTests {
  @Test func anExpressionIsCompiledOnceAndEvaluatedOften() throws {
    let environment = ExpressionEnvironment(variables: [VariableDeclaration("port", .int)])
    let compiled = try #require(
      environment.compile("port > 1024 ? 'user' : 'system'").expression)
    expectEqual(compiled.type, .string)
    try expectEqual(compiled.evaluate(in: ["port": 8080]), "user")
  }

  @Test func aMistakeHasAMessageAndAFix() {
    let environment = ExpressionEnvironment(variables: [VariableDeclaration("port", .int)])
    let mistake = environment.compile("prt = 80").mistakes[0]
    expectEqual(mistake.id, "wrong-operator")
    expectEqual(mistake.message, "'=' isn't an operator here; did you mean '=='?")
    expectEqual(mistake.fixIts[0].title, "write '=='")
  }

  @Test func unknownNamesAreListed() throws {
    let environment = ExpressionEnvironment(variables: [VariableDeclaration("port", .int)])
    let both = try #require(environment.compile("port > 0 && port < 100").expression)
    expectEqual(both.evaluatePartially(in: [:]), .lacking(["port"]))
    expectEqual(both.evaluatePartially(in: ["port": 8080]), .value(false))
  }

  @Test func aCustomFunctionIsChecked() throws {
    let shout = FunctionDeclaration(
      "shout", "The text in capitals with an exclamation mark.",
      overloads: [
        FunctionOverload("shout_string", [.string], .string) { arguments, _ in
          .string((arguments[0].text ?? "").uppercased() + "!")
        }
      ])
    let loud = ExpressionEnvironment(functions: [shout])
    let hello = try #require(loud.compile("shout('hello')").expression)
    try expectEqual(hello.evaluate(in: [:]), "HELLO!")
    #expect(loud.compile("shout(1)").expression == nil)
  }

  @Test func theLandingPageShowsACondition() throws {
    let environment = ExpressionEnvironment(variables: [
      VariableDeclaration("plan", .string), VariableDeclaration("team", .list(.string)),
    ])
    let result = environment.compile(
      "plan == 'pro' && team.exists(m, m.startsWith('a'))", expecting: .bool)
    let expression = try #require(result.expression)
    #expect(try expression.isTrue(in: ["plan": "pro", "team": ["bob", "ann"]]))
  }

  @Test func choicesThatTheDefinitionLeavesOpenMatchThePage() throws {
    let environment = ExpressionEnvironment()
    let mixed = try #require(environment.compile("[1, 'a']").expression)
    expectEqual(mixed.type, .list(.dyn))
    let sorted = try #require(environment.compile("[1, 2.0].sort()").expression)
    #expect(throws: EvaluationError.self) { try sorted.evaluate(in: [:]) }
    let infinite = try #require(environment.compile("1e400").expression)
    try expectEqual(infinite.evaluate(in: [:]), .double(.infinity))
    #expect(environment.compile("9223372036854775808").expression == nil)
    let bound = try #require(environment.compile("cel.bind(x, 1 / 0, true || x > 0)").expression)
    #expect(try bound.evaluate(in: [:]) == true)
  }
}
