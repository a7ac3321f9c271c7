// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct PartialEvaluationTests {
  private let environment = ExpressionEnvironment(variables: [
    VariableDeclaration("a", .bool), VariableDeclaration("b", .bool),
    VariableDeclaration("n", .int),
    VariableDeclaration("m", .int), VariableDeclaration("list", .list(.int)),
    VariableDeclaration("map", .map(.string, .int)),
  ])

  @Test(arguments: [
    ("a && b", ["a", "b"]), ("a || b", ["a", "b"]), ("n + m > 3", ["n", "m"]),
    ("[n, m]", ["n", "m"]), ("{'x': n, 'y': m}", ["n", "m"]), ("a ? n : m", ["a"]),
    ("list.exists(x, x > n)", ["list"]), ("math.greatest(n, m)", ["n", "m"]),
    ("n == m", ["n", "m"]),
    ("n < m", ["n", "m"]), ("list[n]", ["list", "n"]), ("a && 1 / 0 > n", ["a", "n"]),
    ("[1, 2].map(x, x + n)", ["n"]), ("n + m + 1 + n", ["n", "m"]),
  ])
  func allMissingNamesAreListed(_ text: String, _ names: [String]) throws {
    let expression = try #require(environment.compile(text).expression)
    expectEqual(expression.evaluatePartially(in: [:]), .lacking(names))
    #expect(Set(names).isSubset(of: expression.freeNames))
  }

  @Test(arguments: ["a && b", "b && a", "!(!a || !b)"])
  func unknownNamesDoNotMatterIfTheResultIsDecided(_ text: String) throws {
    let expression = try #require(environment.compile(text).expression)
    expectEqual(expression.evaluatePartially(in: ["b": false]), .value(false))
    expectEqual(expression.evaluatePartially(in: ["a": true]), .lacking(["b"]))
  }

  @Test func aNameWithoutAValueIsNamedInTheError() throws {
    let expression = try #require(environment.compile("n + 1").expression)
    let error = #expect(throws: EvaluationError.self) { try expression.evaluate(in: [:]) }
    expectEqual(error?.code, .unknownName)
    expectEqual(error?.unknownNames, ["n"])
  }

  @Test func freeNamesAreInSourceOrder() throws {
    let text = "list.exists(x, x > m) && a && map.k == n && a"
    let expression = try #require(environment.compile(text).expression)
    expectEqual(expression.freeNames, ["list", "m", "a", "map", "n"])
  }
}
