// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A chain of operators from left to right: `a + b - c == d`.
///
/// The whole chain is one plan, so evaluating it needs no stack.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class OperatorChainPlan: Plan, @unchecked Sendable {
  let first: Plan
  let links: [(binary: BinaryOperator, operand: Plan, range: SourceRange)]

  init(
    _ first: Plan, _ links: [(binary: BinaryOperator, operand: Plan, range: SourceRange)],
    _ range: SourceRange
  ) {
    self.first = first
    self.links = links
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var position = -1
    do throws(EvaluationError) {
      var value = try first.evaluate(&frame)
      for link in links {
        position += 1
        let operand = try link.operand.evaluate(&frame)
        value = try OperatorEvaluation.apply(
          link.binary, value, operand, &frame.context, at: link.range)
      }
      return value
    } catch {
      guard frame.isPartial else { throw error }
      throw links[(position + 1)...].reduce(error) { $1.operand.lacking(&frame, after: $0) }
    }
  }
}

/// `left == right`, `left != right`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class EqualityPlan: ConditionPlan, @unchecked Sendable {
  let left: Plan
  let right: Plan
  let wanted: Bool

  init(_ left: Plan, _ right: Plan, wanted: Bool, _ range: SourceRange) {
    self.left = left
    self.right = right
    self.wanted = wanted
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let a: Value
    do throws(EvaluationError) {
      a = try left.evaluate(&frame)
    } catch {
      throw right.lacking(&frame, after: error)
    }
    let b = try right.evaluate(&frame)
    do throws(EvaluationError) {
      return try frame.context.areEqual(a, b) == wanted
    } catch {
      throw error.located(at: range)
    }
  }
}

/// Equality with a constant text, such as `left == 'text'`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class TextEqualityPlan: ConditionPlan, @unchecked Sendable {
  let operand: Plan
  let text: String
  let wanted: Bool

  init(_ operand: Plan, _ text: String, wanted: Bool, _ range: SourceRange) {
    self.operand = operand
    self.text = text
    self.wanted = wanted
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    guard case .string(let other) = try operand.evaluate(&frame) else { return !wanted }
    return TextBytes.equal(text, other) == wanted
  }
}

/// `<`, `<=`, `>`, `>=`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class OrderPlan: ConditionPlan, @unchecked Sendable {
  let left: Plan
  let right: Plan
  let binary: BinaryOperator

  init(_ left: Plan, _ right: Plan, _ binary: BinaryOperator, _ range: SourceRange) {
    self.left = left
    self.right = right
    self.binary = binary
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let a: Value
    do throws(EvaluationError) {
      a = try left.evaluate(&frame)
    } catch {
      throw right.lacking(&frame, after: error)
    }
    let b = try right.evaluate(&frame)
    if case .int(let x) = a, case .int(let y) = b {
      switch binary {
      case .less: return x < y
      case .lessOrEqual: return x <= y
      case .greater: return x > y
      default: return x >= y
      }
    }
    return try OperatorEvaluation.isOrdered(binary, a, b, &frame.context, at: range)
  }
}

/// `-operand`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class NegatePlan: Plan, @unchecked Sendable {
  let operand: Plan

  init(_ operand: Plan, _ range: SourceRange) {
    self.operand = operand
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    switch try operand.evaluate(&frame) {
    case .int(let int):
      guard int != .min else { throw OperatorEvaluation.overflow("an int", at: range) }
      return .int(-int)
    case .double(let double): return .double(-double)
    case let other: throw EvaluationError.noOverload("-", [other]).located(at: range)
    }
  }
}
