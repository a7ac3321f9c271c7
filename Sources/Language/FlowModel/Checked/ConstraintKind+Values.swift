// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension ConstraintKind {
  /// Returns whether the constraint applies to fields of a type.
  package func applies(to type: FieldType) -> Bool { type.constraints.contains(self) }

  /// Returns the corresponding constraint for fields of a type to which this one doesn't apply, or
  /// nil if there isn't one.
  package func meant(for type: FieldType) -> ConstraintKind? {
    let meant: ConstraintKind?
    switch self {
    case .min, .minLength, .minItems:
      meant = type.isText ? .minLength : type == .choices || type.hasItems ? .minItems : .min
    case .max, .maxLength, .maxItems:
      meant = type.isText ? .maxLength : type == .choices || type.hasItems ? .maxItems : .max
    default: meant = nil
    }
    return meant.flatMap { $0 != self && $0.applies(to: type) ? $0 : nil }
  }

  /// Returns a value as a limit for fields of a type, or nil if it isn't valid.
  package func limit(_ value: Value, for type: FieldType, in zone: ZoneRules) -> Value? {
    switch self {
    case .min, .max:
      return type.isTime ? TypedTime.fitted(value, to: type, in: zone) : value
    case .must:
      guard case .string(let word) = value, PathRequirement(rawValue: word) != nil else {
        return nil
      }
      return value
    default: return value
    }
  }

  /// Describes the least valid limit, for messages; returns nil if the value is valid.
  package func least(below value: Value) -> String? {
    switch (self, value) {
    case (.minLength, .int(..<0)), (.maxLength, .int(..<0)), (.minItems, .int(..<0)),
      (.maxItems, .int(..<0)):
      "0 or more"
    case (.multipleOf, .int(...0)): "more than 0"
    case (.multipleOf, .double(let unit)): unit > 0 ? nil : "more than 0"
    default: nil
    }
  }

  /// Returns the type of its value for fields of a type, and the requirement for literals.
  package func valueType(for type: FieldType) -> (ValueType, need: LiteralNeed) {
    switch self {
    case .min, .max, .multipleOf:
      switch type {
      case .number, .date, .time, .datetime, .duration:
        (type.valueType(choices: .dyn), .answer(type))
      case .string, .text, .secret, .integer, .boolean, .path, .choice, .choices, .list, .map:
        (.int, .answer(.integer))
      }
    case .minLength, .maxLength, .minItems, .maxItems: (.int, .answer(.integer))
    case .pattern: (.string, .pattern)
    case .format: (.string, .format)
    case .must: (.string, .requirement)
    case .unique: (.bool, .answer(.boolean))
    }
  }
}

extension FieldDefinition {
  /// Returns a literal as a value of the field, or nil if it has another type.
  package func literal(_ value: Value) -> Value? {
    switch type {
    case .string, .text, .secret, .path: return value.isString ? value : nil
    case .boolean: if case .bool = value { return value }
    case .integer: if case .int = value { return value }
    case .number:
      if case .int(let number) = value { return .double(Double(number)) }
      if case .double = value { return value }
    case .datetime:
      // Without an offset, it depends on the session's time zone.
      return value.isString && TypedTime.fitted(value, to: type, in: .utc) != nil ? value : nil
    case .date, .time, .duration:
      return value.isString ? TypedTime.fitted(value, to: type, in: .utc) : nil
    case .choice: return accepts(choice: value) ? value : nil
    case .choices:
      if case .list(let values) = value {
        return values.allSatisfy(accepts(choice:)) ? value : nil
      }
    case .list:
      if case .list(let values) = value {
        let fitted = values.compactMap(itemLiteral)
        return fitted.count == values.count ? .list(fitted) : nil
      }
    case .map:
      if case .map(let map) = value {
        var fitted = ValueMap()
        for entry in map {
          guard case .string = entry.key, let item = itemLiteral(entry.value) else { return nil }
          fitted[entry.key] = item
        }
        return .map(fitted)
      }
    }
    return nil
  }

  /// The definition of an item of a list or a map, as a field of its own.
  package var itemField: FieldDefinition {
    FieldDefinition(
      type: items?.type ?? .string, typePlace: items?.typePlace ?? typePlace,
      constraints: items?.constraints ?? [], choices: choosesItems ? choices : nil)
  }

  private func itemLiteral(_ value: Value) -> Value? { itemField.literal(value) }

  /// Returns whether a value is one of the listed choices.
  package func accepts(choice value: Value) -> Bool {
    guard case .listed(let listed)? = choices, !listed.isEmpty else { return true }
    return listed.contains { $0.value.value == value }
  }
}
