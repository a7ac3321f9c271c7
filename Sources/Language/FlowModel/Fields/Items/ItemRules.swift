// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

/// The rules for the items of a list or of a map of plain values.
package struct ItemRules: Hashable, Sendable {
  /// The type of an item.
  package let type: FieldType

  /// The constraints on an item.
  package let constraints: [ConstraintCheck]

  /// The constraints on the names of a map.
  package let names: [ConstraintCheck]

  package init(type: FieldType, constraints: [ConstraintCheck], names: [ConstraintCheck]) {
    self.type = type
    self.constraints = constraints
    self.names = names
  }

  /// Items that are texts of any kind.
  package static let anyText = ItemRules(type: .string, constraints: [], names: [])
}

/// Reads, checks, and writes the items of a list or of a map.
package struct ItemReading {
  /// Whether items have names.
  let isMap: Bool

  let rules: ItemRules

  /// The choices, if each item is one of them.
  var choices: [Choice] = []

  let zone: ZoneRules

  let catalog: MessageCatalog

  package init(
    isMap: Bool, rules: ItemRules, choices: [Choice] = [], zone: ZoneRules, catalog: MessageCatalog
  ) {
    self.isMap = isMap
    self.rules = rules
    self.choices = choices
    self.zone = zone
    self.catalog = catalog
  }

  private var parser: AnswerParser {
    AnswerParser(
      type: rules.type, choices: choices, zone: zone, catalog: catalog,
      constraints: rules.constraints)
  }

  // MARK: Typed text

  /// Returns the list or the map that a text says: items on lines of their own, or separated by commas.
  ///
  /// - Complexity: O(*n*) in the length of the text, and in the constraints for each item.
  package func value(typed text: String) throws(AnswerParser.Failure) -> Value {
    if catalog.meansNone(text.trimmed) { return isMap ? .map(ValueMap()) : .list([]) }
    let words: [ItemWord]
    do {
      words = try ItemWord.words(of: text, named: isMap)
    } catch {
      throw AnswerParser.Failure(catalog.text(.quoteOpen, ["quote": .text(error.quote)]))
    }
    var values: [Value] = []
    var map = ValueMap()
    for (index, word) in words.enumerated() {
      let value: Value
      do {
        value = try self.value(of: word)
      } catch {
        throw refusal(of: index, in: words, because: error)
      }
      guard let name = word.name else {
        values.append(value)
        continue
      }
      guard map[.string(name)] == nil else {
        var failure = AnswerParser.Failure(catalog.text(.itemTwice, ["item": .echo(name)]))
        failure.item = index
        throw failure
      }
      map[.string(name)] = value
    }
    return isMap ? .map(map) : .list(values)
  }

  private func value(of word: ItemWord) throws(AnswerParser.Failure) -> Value {
    if isMap, word.name == nil { throw AnswerParser.Failure(catalog.text(.pairNeeded)) }
    if rules.type == .string { return .string(word.text) }
    guard let value = try parser.parse(word.text) else {
      throw AnswerParser.Failure(rules.type.needed(within: rules.constraints, in: zone, catalog))
    }
    return value
  }

  private func refusal(
    of index: Int, in words: [ItemWord], because failure: AnswerParser.Failure
  ) -> AnswerParser.Failure {
    var refusal = AnswerParser.Failure(
      failure.rule, message(about: words[index].written, at: index, failure.message))
    refusal.item = index
    refusal.proposal = failure.proposal.map { proposal in
      var meant = words
      meant[index].text = proposal
      return meant.map(\.written).joined(separator: ", ")
    }
    return refusal
  }

  private func message(about item: String, at index: Int, _ problem: String) -> String {
    guard !item.isEmpty, item != "\"\"" else {
      return catalog.text(
        .itemEmpty, ["number": .count(index + 1), "problem": .text(problem)])
    }
    return catalog.text(
      .itemRefused,
      ["number": .count(index + 1), "item": .echo(item), "problem": .text(problem)])
  }

  // MARK: Data

  /// Returns data as a list or a map of items, or nil if it isn't one.
  func value(from data: Value) -> Value? {
    switch (isMap, data) {
    case (false, .list(let values)):
      var fitted: [Value] = []
      for value in values {
        guard let item = item(from: value) else { return nil }
        fitted.append(item)
      }
      return .list(fitted)
    case (true, .map(let map)):
      var fitted = ValueMap()
      for entry in map {
        guard case .string = entry.key, let item = item(from: entry.value) else { return nil }
        fitted[entry.key] = item
      }
      return .map(fitted)
    default: return nil
    }
  }

  private func item(from data: Value) -> Value? {
    // Unlike an answer, an item can be an empty text.
    if rules.type == .string { return data.isString ? data : nil }
    return DataFitting(type: rules.type, choices: choices, zone: zone).value(from: data)
  }

  /// Returns the position of the first item that's none of the choices; nil if there's none, and for data of another
  /// kind.
  func stranger(in data: Value) -> Int? {
    guard rules.type == .choice else { return nil }
    switch (isMap, data) {
    case (false, .list(let values)): return values.firstIndex { item(from: $0) == nil }
    case (true, .map(let map)) where map.allSatisfy({ $0.key.isString }):
      return map.enumerated().first { item(from: $0.element.value) == nil }?.offset
    default: return nil
    }
  }

  /// Returns what's wrong with data that can't be converted.
  package func complaint(aboutData data: Value) -> String {
    func needed(_ item: Value) -> String {
      if rules.type == .string, item.isNumber { return catalog.text(.numberAsText) }
      return rules.type == .choice
        ? catalog.text(.notAChoice, ["word": .echo(item.plainText)])
        : rules.type.needed(within: rules.constraints, in: zone, catalog)
    }
    switch (isMap, data) {
    case (false, .list(let values)):
      let index = values.firstIndex { item(from: $0) == nil } ?? 0
      let wrong = values.indices.contains(index) ? values[index] : ""
      return message(about: wrong.plainText, at: index, needed(wrong))
    case (true, .map(let map)):
      guard let entry = map.first(where: { item(from: $0.value) == nil }) else {
        return catalog.text(.pairMapNeeded)
      }
      return catalog.text(
        .pairRefused, ["name": .echo(entry.key.plainText), "problem": .text(needed(entry.value))]
      )
    default: return catalog.text(isMap ? .pairMapNeeded : .itemListNeeded)
    }
  }

  // MARK: Constraints

  /// Returns why the first item that violates a rule does so; nil if none does.
  ///
  /// - Complexity: O(*n*) in the number of items, and in the constraints for each item.
  package func complaint(about value: Value) -> (kind: ConstraintKind?, words: String, item: Int)? {
    switch value {
    case .list(let values):
      for (index, value) in values.enumerated() {
        guard let found = complaint(about: value, by: rules.constraints, of: rules.type) else {
          continue
        }
        return (found.kind, message(about: shown(value), at: index, found.words), index)
      }
    case .map(let map):
      for (index, entry) in map.enumerated() {
        guard
          let found = complaint(about: entry.key, by: rules.names, of: .string)
            ?? complaint(about: entry.value, by: rules.constraints, of: rules.type)
        else { continue }
        return (
          found.kind,
          catalog.text(
            .pairRefused, ["name": .echo(entry.key.plainText), "problem": .text(found.words)]),
          index
        )
      }
    default: break
    }
    return nil
  }

  private func complaint(
    about value: Value, by checks: [ConstraintCheck], of type: FieldType
  ) -> (kind: ConstraintKind?, words: String)? {
    if type == .string, case .string(let text) = value,
      text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" })
    {
      return (nil, catalog.text(.lineNeeded))
    }
    for check in checks {
      let words = check.fitted(to: type, in: zone).complaint(
        about: value, of: type, in: zone, catalog)
      if let words { return (check.kind, words) }
    }
    return nil
  }

  // MARK: Texts

  private var text: AnswerText {
    AnswerText(type: rules.type, choices: choices, zone: zone, catalog: catalog)
  }

  /// Returns a list, a map, or an item for display; an item with a comma is in quotation marks.
  func shown(_ value: Value) -> String { written(value, text.shown) }

  /// Returns a list or a map as the text that's read as the same value, with a separator between items.
  func edited(_ value: Value, separator: String = ", ") -> String {
    switch value {
    case .list(let values) where values.isEmpty: catalog.none
    case .map(let map) where map.isEmpty: catalog.none
    case .list(let values):
      ItemWord.joined(
        values.map { ItemWord(text: text.edited($0)) }, separator: separator,
        none: catalog.meansNone)
    case .map(let map):
      ItemWord.joined(
        map.map { ItemWord(name: $0.key.plainText, text: text.edited($0.value)) },
        separator: separator, none: catalog.meansNone)
    default: text.edited(value)
    }
  }

  private func written(_ value: Value, _ item: (Value) -> String) -> String {
    switch value {
    case .list(let values):
      values.isEmpty
        ? catalog.none : values.map { ItemWord(text: item($0)).written }.joined(separator: ", ")
    case .map(let map):
      map.isEmpty
        ? catalog.none
        : map.map { ItemWord(name: $0.key.plainText, text: item($0.value)).written }
          .joined(separator: ", ")
    default: item(value)
    }
  }
}
