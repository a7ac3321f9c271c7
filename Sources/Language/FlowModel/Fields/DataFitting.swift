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
  package func value(from data: Value) -> Value? { type.kind.fit(self, data) }

  /// The reading of the items of a list or a map.
  var reading: ItemReading {
    ItemReading(isMap: type == .map, rules: items, choices: choices, zone: zone, catalog: .english)
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
  func picked(_ values: [Value]) -> Value? {
    let wanted = Set(values.map(\.comparedAsData))
    let found = choices.filter { $0.isEnabled && wanted.contains($0.value.comparedAsData) }
      .map(\.value)
    return Set(found).count == wanted.count ? .list(found) : nil
  }
}
