// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import FlowExpressions

/// The state at the end of a text that's being typed.
@Suite struct TypedExpressionTests {
  @Test(arguments: [
    ("a.", "a"), ("a.b.si", "a.b"), ("x && a[0].", "a[0]"), ("size(a, b).", "size(a, b)"),
    ("a.?b", "a"), ("'it\\'s'.", "'it\\'s'"), ("c ? a.b", "a"), ("[1, {'k': 2}].", "[1, {'k': 2}]"),
    ("a", nil), ("a + ", nil), ("'a.", nil), ("(a.", "a"),
  ])
  func theReceiverIsTheOperandBeforeTheDot(_ text: String, _ expected: String?) {
    expectEqual(TypedExpression(text).receiver, expected)
  }

  @Test(arguments: [
    ("kind == '", "kind", ""), ("a && s.kind != \"ht", "s.kind", "ht"),
    ("kind in ['a', 'b", "kind", "b"), ("f(kind) == 'x", "f(kind)", "x"),
  ])
  func anOpenTextIsComparedWithAnOperand(_ text: String, _ operand: String, _ typed: String) {
    expectEqual(TypedExpression(text).comparedOperand, operand)
    expectEqual(TypedExpression(text).openText, typed)
  }

  @Test(arguments: ["kind == 'a'", "kind == ", "f('a", "'", "kind + 'a"])
  func anythingElseIsNotCompared(_ text: String) {
    expectEqual(TypedExpression(text).comparedOperand, nil)
  }

  @Test(arguments: [
    ("f(", "f", 0), ("f(a, ", "f", 1), ("f(g(a, b), 'x, y', ", "f", 2), ("a.f([1, ", "f", 0),
    ("f(a, '(", "f", 1),
  ])
  func theCallAroundTheEndIsTheInnermost(_ text: String, _ function: String, _ argument: Int) {
    let call = TypedExpression(text).call
    expectEqual(call?.function, function)
    expectEqual(call?.argument, argument)
  }

  @Test(arguments: ["", "f(a)", "(a, ", "[f"])
  func nothingIsCalled(_ text: String) {
    #expect(TypedExpression(text).call == nil)
  }
}
