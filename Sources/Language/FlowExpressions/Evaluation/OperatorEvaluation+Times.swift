// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension OperatorEvaluation {
  /// Sums and differences of times, or `nil` if the operands aren't times.
  static func time(
    _ binary: BinaryOperator, _ left: Value, _ right: Value, at range: SourceRange?
  ) throws(EvaluationError) -> Value? {
    do throws(TimeError) {
      switch (binary, left, right) {
      case (.add, .timestamp(let a), .duration(let b)): return .timestamp(try a.adding(b))
      case (.add, .duration(let a), .timestamp(let b)): return .timestamp(try b.adding(a))
      case (.add, .duration(let a), .duration(let b)): return .duration(try a.adding(b))
      case (.subtract, .timestamp(let a), .timestamp(let b)): return .duration(try a.since(b))
      case (.subtract, .timestamp(let a), .duration(let b)):
        return .timestamp(try a.subtracting(b))
      case (.subtract, .duration(let a), .duration(let b)):
        return .duration(try a.subtracting(b))
      default: return nil
      }
    } catch {
      throw EvaluationError(.overflow, error.message, at: range)
    }
  }
}
