// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// `&&` and `||`: an operand that settles the result absorbs the failures of others, on either side.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class LogicalPlan: ConditionPlan, @unchecked Sendable {
  let operands: [Plan]
  /// The value that settles the result: false for `&&`, true for `||`.
  let settling: Bool

  init(_ logical: LogicalOperator, _ operands: [Plan], _ range: SourceRange) {
    self.operands = operands
    settling = logical == .or
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var failure: EvaluationError?
    for operand in operands {
      do throws(EvaluationError) {
        if try operand.truth(&frame) == settling { return settling }
      } catch {
        if error.isFinal { throw error }
        failure = failure?.merged(with: error) ?? error
      }
    }
    if let failure { throw failure }
    return !settling
  }
}

/// `!operand`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class NotPlan: ConditionPlan, @unchecked Sendable {
  let operand: Plan

  init(_ operand: Plan, _ range: SourceRange) {
    self.operand = operand
    super.init(range)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    !(try operand.truth(&frame))
  }
}

/// `condition ? first : second`.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class ConditionalPlan: Plan, @unchecked Sendable {
  let condition: Plan
  let first: Plan
  let second: Plan

  init(_ condition: Plan, _ first: Plan, _ second: Plan, _ range: SourceRange) {
    self.condition = condition
    self.first = first
    self.second = second
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    try condition.truth(&frame) ? try first.evaluate(&frame) : try second.evaluate(&frame)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try condition.truth(&frame) ? try first.truth(&frame) : try second.truth(&frame)
  }
}
