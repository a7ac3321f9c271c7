// SPDX-License-Identifier: Apache-2.0

internal import FlowModel

// The items of lists and maps of plain values.
extension LoadingContext {
  /// Reads `of: string`, `of: { type: string, pattern: … }`, and `keys: { pattern: … }`.
  ///
  /// - Parameters:
  ///   - reader: The keys of the field.
  ///   - choices: The choices of the items, if they're choices.
  /// - Returns: The items; nil if there's neither key.
  func items(
    _ reader: inout MapReader, _ choices: inout ChoicesDefinition?
  ) -> ItemsDefinition? {
    let of = reader.take(.of)
    let keys = reader.take(.keys)
    guard of != nil || keys != nil else { return nil }
    var items = ItemsDefinition()
    if let of, !of.value.isBroken { read(of.value, into: &items, &choices) }
    if let keys, !keys.value.isBroken,
      var reader = MapReader(keys.value, as: .itemName, what: "the names of a map", context: self)
    {
      items.names = constraints(&reader)
      reader.finish()
    }
    return items
  }

  private func read(
    _ node: YAMLNode, into items: inout ItemsDefinition, _ choices: inout ChoicesDefinition?
  ) {
    guard case .map = node.content else {
      guard let word = word(node, expected: "a type, or a map with 'type'"),
        let type = fieldType(word)
      else { return }
      (items.type, items.typePlace) = (type, word.place)
      return
    }
    guard var reader = MapReader(node, as: .item, what: "an item", context: self) else { return }
    if let type = reader.require(.type).flatMap({ fieldType($0) }) {
      (items.type, items.typePlace) = type
    }
    items.constraints = constraints(&reader)
    if let entry = reader.take(.choices) {
      choices = self.choices(entry)
      // Choices that can't be read aren't reported as missing.
      if choices == nil { items.type = .string }
    }
    reader.finish()
  }

  /// Reads a literal map, or `{ value: CEL }`; a literal map with only this key is written as an expression.
  func mapSetting(_ node: YAMLNode) -> Setting? {
    guard case .map(let entries) = node.content,
      entries.count != 1 || entries[0].key.text != "value"
    else { return setting(node) }
    return literal(node).map(Setting.literal)
  }
}
