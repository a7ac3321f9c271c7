// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowModel
public import FlowSessions

// The schema of one question, as it's asked.
extension FlowSchema {
  /// Returns the JSON Schema of the answers to a question as it's asked: with the choices that are offered,
  /// and the limits that hold now.
  ///
  /// It has the keys that ``FlowSchema`` describes. Checks in CEL aren't included, because they can read
  /// other answers.
  ///
  /// - Parameters:
  ///   - field: The question.
  ///   - maximumChoices: The maximum number of choices to include. If there are more,
  ///     `x-stackflow-choices` says how many.
  /// - Returns: The schema, a JSON object.
  /// - Complexity: O(*n*) in the number of choices that are included.
  public static func answer(to field: FieldState, maximumChoices: Int = 100) -> Value {
    var definition = FieldDefinition(type: field.type)
    definition.constraints = ConstraintKind.allCases.compactMap { kind in
      field.limit(of: kind).map { ConstraintDefinition(kind, .literal(LiteralValue($0))) }
    }
    if field.type.hasItems {
      func limits(_ limit: (ConstraintKind) -> Value?) -> [ConstraintDefinition] {
        ConstraintKind.allCases.compactMap { kind in
          limit(kind).map { ConstraintDefinition(kind, .literal(LiteralValue($0))) }
        }
      }
      definition.items = ItemsDefinition(
        of: field.itemType ?? .string, constraints: limits(field.itemLimit),
        names: limits(field.nameLimit))
    }
    definition.texts[.yes] = field.ownWords.yes.map { LocalizedText(words: $0) }
    definition.texts[.no] = field.ownWords.no.map { LocalizedText(words: $0) }
    definition.texts[.other] = field.otherLabel.map { LocalizedText(words: $0) }
    definition.generate = field.generate
    let hasChoices = definition.hasChoices
    let isListed = hasChoices && field.choices.count <= maximumChoices
    if isListed {
      definition.choices = .listed(field.choices.filter(\.isEnabled).map(ChoiceDefinition.init))
    }
    var schema = FieldSchema(field: definition, type: .dyn, language: "").schema
    if hasChoices, !isListed {
      schema["x-stackflow-choices"] = .map(
        ValueMap([("total", .int(Int64(field.choices.count)))]))
    }
    return .map(schema)
  }
}

extension ChoiceDefinition {
  /// The definition of a choice that's offered.
  fileprivate init(_ choice: Choice) {
    self.init(
      value: LiteralValue(choice.value),
      label: choice.label == choice.value.plainText ? nil : LocalizedText(words: choice.label),
      hint: choice.hint.map { LocalizedText(words: $0) })
  }
}
