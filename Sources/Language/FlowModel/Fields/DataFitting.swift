// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import Localization

/// Converts data to a field's type, without parsing text as other types.
package struct DataFitting {
  let type: FieldType
  let choices: [Choice]

  /// The texts that are answers beside the choices; nil for none.
  var other: OtherTexts?

  /// The rules for the items of a list or a map.
  var items = ItemRules.anyText

  /// The time zone of dates and times without an offset.
  var zone = ZoneRules.utc

  package init(
    type: FieldType, choices: [Choice], other: OtherTexts? = nil,
    items: ItemRules = ItemRules.anyText, zone: ZoneRules = ZoneRules.utc
  ) {
    self.type = type
    self.choices = choices
    self.other = other
    self.items = items
    self.zone = zone
  }

  /// Returns data as a value of the field's type, or nil if it isn't one.
  package func value(from data: Value) -> Value? { type.kind.fit(self, data) }

  /// The reading of the items of a list or a map.
  var reading: ItemReading {
    ItemReading(isMap: type == .map, rules: items, choices: choices, zone: zone, catalog: .english)
  }

  /// Returns the position of the first item of a list or a map that's none of the choices; nil if there's none, and
  /// for data of another kind.
  ///
  /// - Complexity: O(*n* × *m*) in the numbers of items and choices.
  package func stranger(in data: Value) -> Int? {
    type.hasItems ? reading.stranger(in: data) : nil
  }

  /// Returns data as a value of the field's type, without the elements that can't be chosen now; nil if nothing
  /// of it is one.
  package func part(of data: Value) -> Value? {
    guard type == .choices, case .list(let values) = data, !values.isEmpty else {
      return value(from: data)
    }
    if let other {
      let left = values.filter(Set(meanings(of: values, beside: other).keys).contains)
      return left.isEmpty ? nil : picked(left)
    }
    let open = Set(choices.lazy.filter(\.isEnabled).map(\.value.comparedAsData))
    let left = values.filter { open.contains($0.comparedAsData) }
    return left.isEmpty ? nil : picked(left)
  }

  /// Returns the chosen values in the order of the choices, and then the texts beside them in theirs, without
  /// duplicates, or nil if one is neither.
  func picked(_ values: [Value]) -> Value? {
    if let other { return picked(values, beside: other) }
    let wanted = Set(values.map(\.comparedAsData))
    let found = choices.filter { $0.isEnabled && wanted.contains($0.value.comparedAsData) }
      .map(\.value)
    return Set(found).count == wanted.count ? .list(found) : nil
  }

  private func picked(_ values: [Value], beside other: OtherTexts) -> Value? {
    let meanings = meanings(of: values, beside: other)
    let meant = values.compactMap { meanings[$0] }
    guard meant.count == values.count else { return nil }
    var left = Set(meant)
    let chosen = choices.map(\.value).filter { left.remove($0) != nil }
    return .list(chosen + meant.filter { left.remove($0) != nil })
  }

  /// Returns what each of several values means, a choice or a text beside the choices; without those that mean
  /// nothing.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of values and choices.
  private func meanings(of values: [Value], beside other: OtherTexts) -> [Value: Value] {
    var named: [Value: Choice] = [:]
    for choice in choices where named[choice.value] == nil { named[choice.value] = choice }
    for choice in choices where named[.string(choice.label)] == nil {
      named[.string(choice.label)] = choice
    }
    var meanings: [Value: Value] = [:]
    for value in values {
      if let choice = named[value] {
        meanings[value] = choice.isEnabled ? choice.value : nil
      } else if case .string(let text) = value {
        meanings[value] = other.value(of: text)
      }
    }
    return meanings
  }
}
