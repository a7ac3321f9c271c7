// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import Localization

/// Converts data to a field's type, without parsing text as other types.
package struct DataFitting {
  package let type: FieldType
  package let choices: [Choice]

  /// The rules for the items of a list or a map.
  package var items = ItemRules.anyText

  /// The time zone of dates and times without an offset.
  package var zone = ZoneRules.utc

  package init(
    type: FieldType, choices: [Choice], items: ItemRules = ItemRules.anyText,
    zone: ZoneRules = ZoneRules.utc
  ) {
    self.type = type
    self.choices = choices
    self.items = items
    self.zone = zone
  }

  /// Returns data as a value of the field's type, or nil if it isn't one.
  package func value(from data: Value) -> Value? {
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
  package func part(of data: Value) -> Value? {
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

}
