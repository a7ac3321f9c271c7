// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A part of an expression, prepared for evaluation.
///
/// It's a class with virtual methods instead of closures: a call costs one indirection, and
/// conditions are evaluated to a bool without creating a value.
///
/// Unchecked because a class with subclasses can't be checked. This class and every subclass hold
/// only constants of Sendable types, set in their initializers. Don't write a plan with a stored
/// `var`.
class Plan: @unchecked Sendable {
  /// The range in the expression's text.
  let range: SourceRange

  init(_ range: SourceRange) { self.range = range }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    throw EvaluationError(.noOverload, "nothing can be evaluated here", at: range)
  }

  /// Returns whether a condition holds.
  func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try evaluate(&frame)
    guard case .bool(let truth) = value else {
      throw EvaluationError(
        .noOverload, "\(value.type.briefWithArticle) is not a condition", at: range)
    }
    return truth
  }

  /// Evaluates an operand after others have failed, only for the names that it lacks.
  final func lacking(
    _ frame: inout Frame, after error: EvaluationError
  ) -> EvaluationError {
    guard frame.isPartial, !error.isFinal else { return error }
    do {
      _ = try evaluate(&frame)
      return error
    } catch let other {
      return error.merged(with: other)
    }
  }
}

/// A condition, whose value is whether it holds.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants. A subclass overrides ``truth(_:)``.
class ConditionPlan: Plan, @unchecked Sendable {
  final override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    .bool(try truth(&frame))
  }
}

/// A constant.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class ConstantPlan: Plan, @unchecked Sendable {
  let value: Value

  init(_ value: Value, _ range: SourceRange) {
    self.value = value
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { value }
}

/// A plan that always fails, such as the call of a function that doesn't exist.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class FailingPlan: Plan, @unchecked Sendable {
  let error: EvaluationError

  init(_ error: EvaluationError, _ range: SourceRange) {
    self.error = error.located(at: range)
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value { throw error }
}

/// A name of the scope.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class VariablePlan: Plan, @unchecked Sendable {
  let slot: Int

  init(_ slot: Int, _ range: SourceRange) {
    self.slot = slot
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    guard let value = frame.value(slot: slot) else {
      throw EvaluationError.unknown(frame.names[slot], at: range)
    }
    return value
  }
}

/// A name that may have no value, as an optional, or whether it has one.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class OptionalVariablePlan: Plan, @unchecked Sendable {
  let slot: Int
  let isTest: Bool

  init(_ slot: Int, isTest: Bool, _ range: SourceRange) {
    self.slot = slot
    self.isTest = isTest
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try value(&frame)
    if isTest { return .bool(value != nil) }
    return .optional(value)
  }

  override func truth(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    if isTest { return try value(&frame) != nil }
    throw EvaluationError(.noOverload, "an optional is not a condition", at: range)
  }

  /// The value, or `nil` if there's none; throws if the name may still get a value.
  private func value(_ frame: inout Frame) throws(EvaluationError) -> Value? {
    let value = frame.value(slot: slot)
    guard value == nil, frame.isPartial, frame.scope.isUnknown(frame.names[slot]) else {
      return value
    }
    throw EvaluationError.unknown(frame.names[slot], at: range)
  }
}

/// A name bound by a macro.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class BoundPlan: Plan, @unchecked Sendable {
  let position: Int

  init(_ position: Int, _ range: SourceRange) {
    self.position = position
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    frame.locals[position]
  }
}

/// A name or chain of selections in an unchecked expression, resolved to the longest name that has
/// a value.
///
/// Unchecked for the reason given in ``Plan``: it holds only constants.
final class DynamicPathPlan: Plan, @unchecked Sendable {
  let parts: [String]
  /// For each number of parts, from all down to one, the full names in the order of the namespaces.
  let candidates: [[String]]

  init(_ parts: [String], candidates: [[String]], _ range: SourceRange) {
    self.parts = parts
    self.candidates = candidates
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    for (dropped, names) in candidates.enumerated() {
      for name in names {
        try frame.context.charge(1)
        let found =
          frame.scope.value(of: name) ?? ValueType.namedTypes[name].map { Value.type($0) }
        guard var value = found else { continue }
        for field in parts.suffix(dropped) {
          value = try Selection.select(field, from: value, isOptional: false, at: range)
        }
        return value
      }
    }
    throw EvaluationError.unknown(parts.joined(separator: "."), at: range)
  }
}
