// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension FieldDefinition {
  /// Returns the value of a constraint that's a literal.
  package func literal(_ kind: ConstraintKind) -> Value? {
    constraints.literal(kind)
  }

  /// The least number of elements of an answer: an optional question that's left empty has no answer.
  package var leastElements: Int {
    // A choice that goes with no other is enough.
    let least = min(count(.minItems) ?? 0, hasChoiceAlone ? 1 : .max)
    guard case .literal(let required)? = settings[.required], required.value == false else {
      return least
    }
    return max(1, least)
  }

  /// Whether one of its choices goes with no other.
  package var hasChoiceAlone: Bool {
    guard case .listed(let choices)? = choices else { return false }
    return choices.contains(where: \.isAlone)
  }

  /// Returns the value of a literal constraint that's a count.
  package func count(_ kind: ConstraintKind) -> Int? {
    guard case .int(let count)? = literal(kind) else { return nil }
    return Int(exactly: count)
  }
}

extension [ConstraintDefinition] {
  /// Returns the value of a constraint that's a literal.
  package func literal(_ kind: ConstraintKind) -> Value? {
    for constraint in self where constraint.kind == kind {
      if case .literal(let literal) = constraint.value { return literal.value }
    }
    return nil
  }
}
