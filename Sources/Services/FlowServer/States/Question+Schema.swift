// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowExpressions
import FlowModel
public import FlowScreens
import FlowSessions

// The schema of one question, as it's asked.
extension Question.Field {
  /// The JSON Schema of its answers: the type, the choices, and the limits that hold now.
  ///
  /// It has the keys that `FlowSchema` describes. Checks in CEL aren't included, because they can read
  /// other answers. Choices beyond the first hundred aren't included either; `x-stackflow-choices` says
  /// how many there are.
  ///
  /// - Complexity: O(*n*) in the number of choices that are included.
  public var schema: Value {
    let field = state
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
    if !field.isRequired || field.defaultValue?.text?.isBlank == true {
      definition.settings[.required] = .literal(LiteralValue(false))
    }
    definition.texts[.yes] = field.ownWords.yes.map { LocalizedText(words: $0) }
    definition.texts[.no] = field.ownWords.no.map { LocalizedText(words: $0) }
    definition.texts[.other] = field.otherLabel.map { LocalizedText(words: $0) }
    definition.generate = field.generate
    let hasChoices = definition.hasChoices
    let isListed = hasChoices && field.choices.count <= 100
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
