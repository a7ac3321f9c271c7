// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension ConstraintKind {
  /// Returns whether the constraint applies to fields of a type.
  package func applies(to type: FieldType) -> Bool { type.kind.constraints.contains(self) }

  /// Returns the corresponding constraint for fields of a type to which this one doesn't apply, or
  /// nil if there isn't one.
  package func meant(for type: FieldType) -> ConstraintKind? {
    let least: [ConstraintKind] = [.min, .minLength, .minItems]
    let most: [ConstraintKind] = [.max, .maxLength, .maxItems]
    return [least, most].first { $0.contains(self) }?.first { $0 != self && $0.applies(to: type) }
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
      applies(to: type) ? (type.valueType(choices: .dyn), .answer(type)) : (.int, .answer(.integer))
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
  package func literal(_ value: Value) -> Value? { type.kind.literal(self, value) }

  /// The definition of an item of a list or a map, as a field of its own.
  package var itemField: FieldDefinition {
    FieldDefinition(
      type: items?.type ?? .string, typePlace: items?.typePlace ?? typePlace,
      constraints: items?.constraints ?? [], choices: choosesItems ? choices : nil)
  }

  /// Returns a literal as an item of a list or a map, or nil if it has another type.
  func itemLiteral(_ value: Value) -> Value? { itemField.literal(value) }

  /// Returns whether a value is one of the listed choices, or a text beside the choices.
  ///
  /// A label stands for its choice, so it's no such text.
  package func accepts(choice value: Value) -> Bool {
    guard case .listed(let listed)? = choices, !listed.isEmpty else { return true }
    if listed.contains(where: { $0.value.value == value }) { return true }
    guard takesOthers, case .string(let text) = value else { return false }
    let labels = listed.compactMap(\.label).flatMap(\.variants)
    return OtherTexts(label: "").value(of: text) != nil
      && !labels.contains { $0.template.parts == [.words(text)] }
  }

  /// Whether texts beside the choices are answers.
  package var takesOthers: Bool { type.isChoice && texts[.other] != nil }

  /// Returns whether a constraint applies to the field.
  package func takes(_ constraint: ConstraintKind) -> Bool {
    constraint.applies(to: type) || takesOthers && constraint.applies(to: .string)
  }

  /// Returns the parts of an answer that a constraint is about: what's beside the choices, for one on texts.
  package func parts(of value: Value, for constraint: ConstraintKind) -> [Value] {
    guard takesOthers, !constraint.applies(to: type) else { return [value] }
    let values = if case .list(let values) = value { values } else { [value] }
    guard case .listed(let listed)? = choices else { return values }
    let known = Set(listed.map(\.value.value))
    return values.filter { !known.contains($0) }
  }
}
