// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionPlanner {
  /// Returns the plan of a method of optionals that doesn't need all of its arguments, or that's
  /// called on a value that's known to exist.
  func presence(
    _ name: String, _ plans: [Plan], isMethod: Bool, _ range: SourceRange
  ) -> Plan? {
    guard isMethod, (1...2).contains(plans.count) else { return nil }
    switch (name, plans.count) {
    case ("orValue", 2): return OrValuePlan(plans[0], plans[1], isOptional: false, range)
    case ("or", 2): return OrValuePlan(plans[0], plans[1], isOptional: true, range)
    default: return nil
    }
  }
}

/// `optional.orValue(other)`, `optional.or(other)`: the other is evaluated only if it's needed.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class OrValuePlan: Plan, @unchecked Sendable {
  let target: Plan
  let other: Plan
  let isOptional: Bool

  init(_ target: Plan, _ other: Plan, isOptional: Bool, _ range: SourceRange) {
    self.target = target
    self.other = other
    self.isOptional = isOptional
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try target.evaluate(&frame)
    switch value {
    case .optional(nil): return try other.evaluate(&frame)
    case .optional(let inner?): return isOptional ? value : inner
    default:
      throw EvaluationError.noOverload(isOptional ? "or" : "orValue", [value]).located(at: range)
    }
  }
}
