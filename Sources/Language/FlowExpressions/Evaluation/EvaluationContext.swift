// SPDX-License-Identifier: Apache-2.0

/// The remaining budget of an evaluation, and services for functions.
public struct EvaluationContext {
  /// The remaining cost, in the units of ``ExpressionOptions/maximumCost``.
  var remainingCost: Int

  /// The maximum size of a text that an evaluation can create, in bytes.
  let maximumTextLength: Int

  /// The source of time zones, by name.
  public let zones: any TimeZoneSource

  /// Charges work; throws `cost-limit` if the budget is used up.
  @inline(__always)
  public mutating func charge(_ cost: Int) throws(EvaluationError) {
    remainingCost &-= cost
    if remainingCost < 0 { throw EvaluationContext.costLimit() }
  }

  /// Charges work on some bytes of text, sixteen to a unit.
  @inline(__always)
  public mutating func charge(bytes: Int) throws(EvaluationError) { try charge(bytes >> 4) }

  /// Charges the creation of a text of some bytes; throws `text-limit` if it's too long.
  mutating func chargeCreation(bytes: Int) throws(EvaluationError) {
    if bytes > maximumTextLength {
      throw EvaluationError(
        .textLimit, "a text would be longer than \(maximumTextLength) bytes")
    }
    try charge(1 + bytes >> 4)
  }

  /// Charges the creation of a list or map of some elements.
  mutating func chargeCreation(elements: Int) throws(EvaluationError) {
    try charge(1 + elements)
  }

  static func costLimit() -> EvaluationError {
    EvaluationError(.costLimit, "the evaluation costs more than is allowed")
  }

  /// Whether the language's `==` holds, charging what's compared.
  mutating func areEqual(_ left: Value, _ right: Value) throws(EvaluationError) -> Bool {
    guard let equal = Value.equal(left, right, budget: &remainingCost) else {
      throw EvaluationContext.costLimit()
    }
    return equal
  }
}
