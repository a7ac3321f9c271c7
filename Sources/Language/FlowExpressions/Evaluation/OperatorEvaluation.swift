// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The operators on values.
enum OperatorEvaluation {
  static func overflow(_ type: String, at range: SourceRange?) -> EvaluationError {
    EvaluationError(.overflow, "the result is out of range for \(type)", at: range)
  }

  static func apply(
    _ binary: BinaryOperator, _ left: Value, _ right: Value, _ context: inout EvaluationContext,
    at range: SourceRange
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      switch binary {
      case .add, .subtract, .multiply, .divide, .remainder:
        return try arithmetic(binary, left, right, &context, at: range)
      case .equal: return .bool(try context.areEqual(left, right))
      case .notEqual: return .bool(!(try context.areEqual(left, right)))
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        return .bool(try isOrdered(binary, left, right, &context, at: range))
      case .isIn: return .bool(try contains(right, left, &context, at: range))
      }
    } catch {
      throw error.located(at: range)
    }
  }

  /// The sum of two numbers or durations.
  static func add(
    _ left: Value, _ right: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Value {
    try arithmetic(.add, left, right, &context, at: nil)
  }

  private static func arithmetic(
    _ binary: BinaryOperator, _ left: Value, _ right: Value, _ context: inout EvaluationContext,
    at range: SourceRange?
  ) throws(EvaluationError) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .int(try integer(binary, a, b, at: range))
    case (.uint(let a), .uint(let b)): return .uint(try integer(binary, a, b, at: range))
    case (.double(let a), .double(let b)):
      switch binary {
      case .add: return .double(a + b)
      case .subtract: return .double(a - b)
      case .multiply: return .double(a * b)
      case .divide: return .double(a / b)
      default: break
      }
    case (.string(let a), .string(let b)) where binary == .add:
      try context.chargeCreation(bytes: a.utf8.count + b.utf8.count)
      return .string(a + b)
    case (.bytes(let a), .bytes(let b)) where binary == .add:
      try context.chargeCreation(bytes: a.count + b.count)
      return .bytes(a + b)
    case (.list(let a), .list(let b)) where binary == .add:
      try context.chargeCreation(elements: a.count + b.count)
      return .list(a + b)
    default:
      if let value = try time(binary, left, right, at: range) { return value }
    }
    throw EvaluationError.noOverload(binary.rawValue, [left, right])
  }

  private static func integer<T: FixedWidthInteger>(
    _ binary: BinaryOperator, _ a: T, _ b: T, at range: SourceRange?
  ) throws(EvaluationError) -> T {
    let (result, overflows): (T, Bool)
    switch binary {
    case .add: (result, overflows) = a.addingReportingOverflow(b)
    case .subtract: (result, overflows) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflows) = a.multipliedReportingOverflow(by: b)
    default:
      guard b != 0 else {
        throw EvaluationError(.divisionByZero, "division by zero", at: range)
      }
      (result, overflows) =
        binary == .divide
        ? a.dividedReportingOverflow(by: b) : a.remainderReportingOverflow(dividingBy: b)
    }
    if overflows { throw overflow(T.isSigned ? "an int" : "a uint", at: range) }
    return result
  }

  // MARK: Order

  /// The order of two values of one kind: negative, zero, or positive; `nil` for NaN.
  static func compare(
    _ left: Value, _ right: Value, _ context: inout EvaluationContext
  ) throws(EvaluationError) -> Int? {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      try context.charge(bytes: min(a.utf8.count, b.utf8.count))
      return TextBytes.compare(a, b)
    case (.bool(let a), .bool(let b)): return (a ? 1 : 0) - (b ? 1 : 0)
    case (.bytes(let a), .bytes(let b)):
      try context.charge(bytes: min(a.count, b.count))
      return a.withUnsafeBufferPointer { x in
        b.withUnsafeBufferPointer { y in TextBytes.compare(x, y) }
      }
    case (.timestamp(let a), .timestamp(let b)): return a < b ? -1 : (a == b ? 0 : 1)
    case (.duration(let a), .duration(let b)): return a < b ? -1 : (a == b ? 0 : 1)
    case (.int, _), (.uint, _), (.double, _):
      switch right {
      case .int, .uint, .double: return Numbers.compare(left, right)
      default: break
      }
    default: break
    }
    throw EvaluationError.noOverload("<", [left, right])
  }

  static func isOrdered(
    _ binary: BinaryOperator, _ left: Value, _ right: Value, _ context: inout EvaluationContext,
    at range: SourceRange
  ) throws(EvaluationError) -> Bool {
    do throws(EvaluationError) {
      guard let order = try compare(left, right, &context) else { return false }
      switch binary {
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .greater: return order > 0
      default: return order >= 0
      }
    } catch {
      throw error.located(at: range)
    }
  }

  /// `element in container`.
  static func contains(
    _ container: Value, _ element: Value, _ context: inout EvaluationContext, at range: SourceRange
  ) throws(EvaluationError) -> Bool {
    switch container {
    case .list(let list):
      for other in list where try context.areEqual(element, other) { return true }
      return false
    case .map(let map): return map[element] != nil
    default: throw EvaluationError.noOverload("in", [element, container])
    }
  }
}
