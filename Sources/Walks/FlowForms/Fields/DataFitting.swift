// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// Converts data to a field's type, without parsing text as other types.
struct DataFitting {
  let type: FieldType
  let choices: [Choice]

  /// The rules for the items of a list or a map.
  var items = ItemRules.anyText

  /// The time zone of dates and times without an offset.
  var zone = ZoneRules.utc

  /// Returns data as a value of the field's type, or nil if it isn't one.
  func value(from data: Value) -> Value? {
    switch (type, data) {
    case (.string, .string(let text)), (.secret, .string(let text)), (.text, .string(let text)),
      (.path, .string(let text)):
      text.isEmpty ? Value?.none : data
    case (.date, _), (.time, _), (.datetime, _), (.duration, _):
      TypedTime.fitted(data, to: type, in: zone)
    case (.boolean, .bool): data
    case (.integer, .int): data
    case (.integer, .uint(let number)): Int64(exactly: number).map { .int($0) }
    // In JSON and JSON Schema, 5.0 is an integer as well.
    case (.integer, .double(let number)): Int64(whole: number).map { .int($0) }
    case (.number, .double(let number)): number.isFinite ? data : nil
    case (.number, .int(let number)): .double(Double(number))
    case (.number, .uint(let number)): .double(Double(number))
    case (.choice, _):
      choices.first { $0.isEnabled && $0.value.comparedAsData == data.comparedAsData }
        .map(\.value)
    case (.choices, .list(let values)): picked(values)
    case (.list, _), (.map, _):
      ItemReading(
        isMap: type == .map, rules: items, choices: choices, zone: zone, catalog: .english
      ).value(from: data)
    default: nil
    }
  }

  /// Returns data as a value of the field's type, without the elements that can't be chosen now; nil if nothing
  /// of it is one.
  func part(of data: Value) -> Value? {
    guard type == .choices, case .list(let values) = data, !values.isEmpty else {
      return value(from: data)
    }
    let open = Set(choices.lazy.filter(\.isEnabled).map(\.value.comparedAsData))
    let left = values.filter { open.contains($0.comparedAsData) }
    return left.isEmpty ? nil : picked(left)
  }

  /// Returns the chosen values in the order of the choices, without duplicates, or nil if one isn't
  /// a choice.
  private func picked(_ values: [Value]) -> Value? {
    let wanted = Set(values.map(\.comparedAsData))
    let found = choices.filter { $0.isEnabled && wanted.contains($0.value.comparedAsData) }
      .map(\.value)
    return Set(found).count == wanted.count ? .list(found) : nil
  }

  /// The message about data that is none of the choices.
  ///
  /// It gives the reason for a choice that can't be made now, and the remedy for a number where the
  /// choices are texts.
  private static func stranger(
    _ data: Value, for field: FieldState, _ catalog: MessageCatalog
  ) -> String {
    let choice = field.choices.first { $0.value.comparedAsData == data.comparedAsData }
    if let refusal = choice?.refusal(catalog) { return refusal }
    let areTexts = field.choices.allSatisfy { if case .string = $0.value { true } else { false } }
    return catalog.text(
      data.isNumber && areTexts ? .numberNotAText : .notAChoice, ["word": .echo(data.plainText)])
  }

  /// Returns what's wrong with data that can't be converted.
  static func complaint(
    about data: Value, for field: FieldState, in zone: ZoneRules, _ catalog: MessageCatalog
  ) -> String {
    switch (field.type, data) {
    case (.choice, _) where field.choices.isEmpty, (.choices, _) where field.choices.isEmpty:
      return catalog.text(.nothingToChoose)
    case (.choice, .list): return catalog.text(.chooseOneNotSeveral)
    case (.choice, _): return stranger(data, for: field, catalog)
    case (.choices, .list(let picks)):
      let enabled = Set(field.choices.filter(\.isEnabled).map(\.value.comparedAsData))
      return stranger(
        picks.first { !enabled.contains($0.comparedAsData) } ?? data, for: field, catalog)
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
