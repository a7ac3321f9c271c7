// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

/// Formats a field's values for display and for editing.
package struct AnswerText {
  /// The field's type.
  let type: FieldType

  let choices: [Choice]

  /// The texts that are answers beside the choices; nil for none.
  var other: OtherTexts?

  /// The rules for the items of a list or a map.
  var items = ItemRules.anyText

  /// The time zone of dates and times.
  var zone = ZoneRules.utc

  /// The language of yes and no.
  var catalog = MessageCatalog.english

  package init(
    type: FieldType, choices: [Choice], other: OtherTexts? = nil, items: ItemRules = .anyText,
    zone: ZoneRules = .utc, catalog: MessageCatalog = .english
  ) {
    self.type = type
    self.choices = choices
    self.other = other
    self.items = items
    self.zone = zone
    self.catalog = catalog
  }

  /// The replacement for a secret of any length.
  package static let mask = "••••"

  /// Returns a value for display: labels for choices, yes or no, and dots for a secret.
  package func shown(_ value: Value) -> String {
    switch (type, value) {
    case (.secret, _): Self.mask
    case (.boolean, .bool(let flag)): flag ? catalog.yes : catalog.no
    case (.choices, .list(let values)):
      values.isEmpty ? catalog.none : catalog.list(ItemWord.apart(labels(of: values)))
    case (.choice, _): Self.labels(of: [value], among: choices)[0]
    case (.datetime, _), (.duration, _): TypedTime.text(of: value, as: type, in: zone)
    case (.list, _), (.map, _): reading.shown(value)
    default: value.plainText
    }
  }

  /// Returns a value for editing: text that the field's parser reads as the same value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - inLines: Whether each item of a list or a map is on a line of its own.
  /// - Returns: The text.
  package func edited(_ value: Value, inLines: Bool = false) -> String {
    switch (type, value) {
    case (.secret, _): ""
    case (.boolean, .bool(let flag)): flag ? catalog.yes : catalog.no
    case (.choices, .list(let values)):
      values.isEmpty ? catalog.none : words(of: values)
    case (.choice, _): isOther(value) ? word(ofOther: value) : value.plainText
    case (.datetime, _), (.duration, _): TypedTime.text(of: value, as: type, in: zone)
    case (.list, _), (.map, _): reading.edited(value, separator: inLines ? "\n" : ", ")
    default: value.plainText
    }
  }

  /// Returns a value for editing by its words on the screen: labels of choices where ``edited(_:inLines:)`` has their
  /// values.
  package func editedAsShown(_ value: Value) -> String {
    switch (type, value) {
    case (.choices, .list(let values)) where !values.isEmpty:
      let others = other == nil ? [] : Set(choices.others(in: values))
      return zip(values, labels(of: values)).map { value, label in
        others.contains(value) ? word(ofOther: value) : ItemWord(text: label).written
      }.joined(separator: ", ")
    case (.choice, _) where isOther(value): return word(ofOther: value)
    default: return shown(value)
    }
  }

  private func labels(of values: [Value]) -> [String] { Self.labels(of: values, among: choices) }

  /// Returns the values of choices, and the texts beside them, as one text that's read as them.
  private func words(of values: [Value]) -> String {
    let others = other == nil ? [] : choices.others(in: values)
    guard !others.isEmpty else {
      return ItemWord.apart(values.map(\.plainText)).joined(separator: ", ")
    }
    let known = Set(others)
    let words = values.map {
      known.contains($0) ? word(ofOther: $0) : ItemWord(text: $0.plainText).written
    }
    return words.joined(separator: ", ")
  }

  private func isOther(_ value: Value) -> Bool {
    other != nil && !choices.contains { $0.value == value }
  }

  private func word(ofOther value: Value) -> String {
    let reading = ChoiceReading(choices: choices, other: other, catalog: catalog)
    let text = value.plainText
    return reading.needsQuotes(text) ? ItemWord.quoted(text) : text
  }

  /// Returns an item of a list or a map for editing.
  package func editedItem(_ item: Value) -> String { reading.edited(item) }

  private var reading: ItemReading {
    ItemReading(
      isMap: type == .map, rules: items, choices: choices, zone: zone, catalog: catalog)
  }

  /// Returns the labels of values; a value that no choice has is its own label.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of values and choices; each choice is read at most once.
  package static func labels(of values: [Value], among choices: some Sequence<Choice>) -> [String] {
    if values.count == 1 {
      return values.map { value in choices.first { $0.value == value }?.label ?? value.plainText }
    }
    var missing = Set(values)
    var labels: [Value: String] = [:]
    for choice in choices {
      if missing.isEmpty { break }
      if missing.remove(choice.value) != nil { labels[choice.value] = choice.label }
    }
    return values.map { labels[$0] ?? $0.plainText }
  }
}
