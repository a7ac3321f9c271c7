// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

extension CheckedField {
  /// Returns the default in a scope; nil if there's none, or if it's an empty text, with which the
  /// field is left empty.
  func defaultValue(in scope: SessionScope) throws(FlowFailure) -> Value? {
    let value = try settings[.default]?.value(in: scope).unwrapped
    return type.isText && value == "" ? nil : value
  }

  /// Returns the priority in a scope.
  func priority(in scope: SessionScope) throws(FlowFailure) -> FieldPriority {
    guard case .string(let word)? = try computedPriority?.value(in: scope) else { return priority }
    return FieldPriority(rawValue: word) ?? priority
  }

  /// Returns the priority that's known in a scope; the highest if none is.
  func knownPriority(in scope: SessionScope) -> FieldPriority {
    (try? priority(in: scope)) ?? .critical
  }
}

extension CheckedSetting {
  func value(in scope: SessionScope) throws(FlowFailure) -> Value {
    switch self {
    case .known(let value): value
    case .computed(let expression): try expression.value(in: scope)
    }
  }
}
