// SPDX-License-Identifier: Apache-2.0

/// What a running evaluation may still spend, and what functions may ask for.
public struct EvaluationContext {
  /// The cost that is left, in the units of ``ExpressionOptions/maximumCost``.
  public internal(set) var remainingCost: Int

  /// The greatest length of a text that may be made, in bytes.
  public let maximumTextLength: Int

  /// Where time zones are found by name.
  public let zones: any TimeZoneSource

  init(remainingCost: Int, maximumTextLength: Int, zones: any TimeZoneSource) {
    self.remainingCost = remainingCost
    self.maximumTextLength = maximumTextLength
    self.zones = zones
  }

  /// Counts work; throws `cost-limit` when there is too much of it.
  @inline(__always)
  public mutating func charge(_ cost: Int) throws(EvaluationError) {
    remainingCost &-= cost
    if remainingCost < 0 { throw EvaluationContext.costLimit() }
  }

  /// Counts work on some bytes of text, sixteen to a unit.
  @inline(__always)
  public mutating func charge(bytes: Int) throws(EvaluationError) { try charge(bytes >> 4) }

  /// Counts the making of a text of some bytes; throws `text-limit` when it is too long.
  public mutating func chargeMaking(bytes: Int) throws(EvaluationError) {
    if bytes > maximumTextLength {
      throw EvaluationError(
        .textLimit, "a text would be longer than \(maximumTextLength) bytes")
    }
    try charge(1 + bytes >> 4)
  }

  /// Counts the making of a list or map of some elements.
  public mutating func chargeMaking(elements: Int) throws(EvaluationError) {
    try charge(1 + elements)
  }

  static func costLimit() -> EvaluationError {
    EvaluationError(.costLimit, "the evaluation costs more than is allowed")
  }

  /// Whether the language's `==` holds, counting what is compared.
  mutating func areEqual(_ left: Value, _ right: Value) throws(EvaluationError) -> Bool {
    guard let equal = Value.equal(left, right, budget: &remainingCost) else {
      throw EvaluationContext.costLimit()
    }
    return equal
  }
}
