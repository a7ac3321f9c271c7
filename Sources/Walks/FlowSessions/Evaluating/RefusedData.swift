// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization

extension DataFitting {
  /// The message about data that is none of the choices.
  ///
  /// It gives the reason for a choice that can't be made now, and the remedy for a number where the
  /// choices are texts.
  private static func stranger(
    _ data: Value, for field: FieldState, _ catalog: MessageCatalog
  ) -> String {
    let choice = field.choices.first { $0.value.comparedAsData == data.comparedAsData }
    if let refusal = choice?.refusal(catalog) { return refusal }
    if let other = field.texts.other, case .string(let text) = data {
      if let refusal = field.choices.first(where: { $0.label == text })?.refusal(catalog) {
        return refusal
      }
      return other.refusal(of: text, catalog)
    }
    let areTexts = field.choices.allSatisfy { if case .string = $0.value { true } else { false } }
    return catalog.text(
      data.isNumber && areTexts ? .numberNotAText : .notAChoice, ["word": .echo(data.plainText)])
  }

  /// Returns what's wrong with data that can't be converted.
  static func complaint(
    about data: Value, for field: FieldState, in zone: ZoneRules, _ catalog: MessageCatalog
  ) -> String {
    switch (field.type, data) {
    case (.choice, _) where field.choices.isEmpty && field.texts.other == nil,
      (.choices, _) where field.choices.isEmpty && field.texts.other == nil:
      return catalog.text(.nothingToChoose)
    case (.choice, .list): return catalog.text(.chooseOneNotSeveral)
    case (.choice, _): return stranger(data, for: field, catalog)
    case (.choices, .list(let picks)):
      let fitting = DataFitting(type: .choice, choices: field.choices, other: field.texts.other)
      return stranger(
        picks.first { fitting.value(from: $0) == nil } ?? data, for: field, catalog)
    case (.choices, _): return catalog.text(.choiceListNeeded)
    case (.list, _), (.map, _):
      return ItemReading(
        isMap: field.type == .map, rules: field.texts.items, choices: field.choices, zone: zone,
        catalog: catalog
      ).complaint(aboutData: data)
    case (.integer, .double(let number)) where number.rounded() == number:
      return catalog.text(.numberTooLarge)
    case (.integer, .uint): return catalog.text(.numberTooLarge)
    default: return field.type.needed(within: field.constraints, in: zone, catalog)
    }
  }
}
