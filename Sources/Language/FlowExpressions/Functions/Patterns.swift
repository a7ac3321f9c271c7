// SPDX-License-Identifier: Apache-2.0

import RegularExpressions
import SourceDiagnostics

/// Regular expressions in evaluations.
enum Patterns {
  /// Compiles a pattern, charging the work.
  static func compile(
    _ pattern: String, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> RegularExpression {
    try context.charge(16 + pattern.utf8.count)
    let expression: RegularExpression
    do throws(RegularExpressionError) {
      expression = try RegularExpression(pattern)
    } catch {
      throw EvaluationError(.invalidPattern, "the pattern cannot be read")
    }
    try context.charge(expression.size)
    return expression
  }

  /// Returns whether a pattern is found in a text, charging the work.
  static func matches(
    _ expression: RegularExpression, _ text: String, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Bool {
    try charge(expression, text, &context)
    return expression.matches(text)
  }

  /// Charges the work of searching a text.
  static func charge(
    _ expression: RegularExpression, _ text: String, _ context: inout EvaluationContext
  ) throws(EvaluationError) {
    let (steps, overflows) = text.utf8.count.multipliedReportingOverflow(
      by: 1 + min(expression.size, 1_024) / 8)
    try context.charge(bytes: overflows ? .max : steps)
  }
}

/// `text.matches('constant')`: the pattern is compiled once.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class MatchesPlan: ConditionPlan, @unchecked Sendable {
  let text: Plan
  let expression: RegularExpression

  init(_ text: Plan, _ expression: RegularExpression, _ range: SourceRange) {
    self.text = text
    self.expression = expression
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try text.evaluate(&frame)
    do throws(EvaluationError) {
      guard case .string(let text) = value else {
        throw EvaluationError.noOverload("matches", [value])
      }
      return try Patterns.matches(expression, text, &frame.context)
    } catch {
      throw error.located(at: range)
    }
  }
}

extension ExpressionPlanner {
  /// The plan of a call with a constant pattern; an invalid pattern is a mistake in the expression.
  mutating func pattern(_ name: String, _ plans: [Plan], _ range: SourceRange) -> Plan? {
    guard name == "matches", plans.count == 2, let constant = plans[1] as? ConstantPlan,
      case .string(let pattern) = constant.value
    else { return nil }
    do throws(RegularExpressionError) {
      return MatchesPlan(plans[0], try RegularExpression(pattern), range)
    } catch {
      guard checked.isChecked else { return nil }
      mistakes.append(
        ExpressionMistake("invalid-pattern", error.message, at: constant.range))
      return nil
    }
  }
}
