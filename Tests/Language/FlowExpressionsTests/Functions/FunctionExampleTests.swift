// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

@Suite struct FunctionExampleTests {
  static let functions = FunctionTable.sections.flatMap(\.functions) + FlowLibrary.functions

  @Test(arguments: functions.map(\.name)) func theExamplesOfAFunctionAreTrue(_ name: String) throws
  {
    for function in Self.functions where function.name == name {
      #expect(!function.examples.isEmpty, "\(name) has no example")
      try check(function.examples)
    }
  }

  @Test func theExamplesOfTheMacrosAreTrue() throws {
    for macro in MacroDeclaration.all {
      #expect(!macro.examples.isEmpty, "\(macro.name) has no example")
      try check(Array(macro.examples))
    }
  }

  private func check(_ examples: [(key: String, value: String)]) throws {
    let environment = ExpressionEnvironment(functions: FlowLibrary.functions)
    for (text, equal) in examples {
      let result = environment.compile(text)
      let wanted = environment.compile(equal)
      let expression = try #require(
        result.expression, "\(text): \(result.mistakes.map(\.message))")
      let other = try #require(
        wanted.expression, "\(equal): \(wanted.mistakes.map(\.message))")
      let value = try expression.evaluate(in: [:])
      let expected = try other.evaluate(in: [:])
      expectEqual(value.type, expected.type, "\(text)")
      #expect(value.isEqual(to: expected), "\(text) gives \(value)")
    }
  }

  @Test func overloadsOfAFunctionHaveDifferentNames() {
    for function in Self.functions {
      let names = function.overloads.map { "\($0.id) \($0.isMethod)" }
      expectEqual(Set(names).count, names.count, "\(function.name): \(names)")
    }
  }
}
