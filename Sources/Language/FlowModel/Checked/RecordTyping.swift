// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// Reads the answers in records that people write, in files and in calls of agents, as a user would type them.
///
/// An answer that has the type of its question stays as it is. Of any other, the text is read by the question.
package struct RecordTyping {
  /// The meaning of the name of an answer in a record.
  private enum Named {
    case field(CheckedField)
    case list
    case flow
    case nothing
  }

  private let flow: CheckedFlow
  private let zone: ZoneRules

  /// The meanings that were found, by the ids without positions.
  private var known: [String: Named] = [:]

  /// The ids of used flows, once one was looked for.
  private var flows: Set<String>?

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - zone: The time zone of dates and times without an offset.
  package init(_ flow: CheckedFlow, in zone: ZoneRules = .utc) {
    self.flow = flow
    self.zone = zone
  }

  /// Returns an answer with the values of its records as their questions read them.
  ///
  /// - Parameters:
  ///   - data: The answer, whose records have ids.
  ///   - id: The id of its question.
  ///   - spelled: The same, in which a number or a flag that's written in another way than usual is its text; nil if
  ///     only texts are read.
  /// - Returns: The answer; what no question reads is as it was.
  /// - Complexity: O(*n*) in the size of the answer.
  package mutating func answer(_ data: Value, to id: String, spelled: Value?) -> Value {
    switch data {
    case .list(let records):
      guard case .list = named(id) else { return data }
      let texts: [Value]? = if case .list(let texts)? = spelled { texts } else { nil }
      return .list(
        records.enumerated().map { index, record in
          guard case .map(let map) = record else { return record }
          let own = texts.flatMap { $0.indices.contains(index) ? $0[index] : nil }
          return .map(answers(map, under: id.withoutPositions + "[].", spelled: own))
        })
    case .map(let map):
      guard case .flow = named(id) else { return data }
      return .map(answers(map, under: id + ".", spelled: spelled))
    default: return data
    }
  }

  /// Returns an answer whose records have names in data, as ``answer(_:to:spelled:)`` does.
  package mutating func data(_ data: Value, for id: String, spelled: Value?) -> Value {
    let (own, misnamed) = flow.answer(from: data, for: id)
    guard misnamed.isEmpty else { return data }
    let texts = spelled.map { flow.answer(from: $0, for: id).value }
    return flow.data(of: answer(own, to: id, spelled: texts), for: id)
  }

  private mutating func answers(
    _ map: ValueMap, under prefix: String, spelled: Value?
  ) -> ValueMap {
    let texts: ValueMap? = if case .map(let texts)? = spelled { texts } else { nil }
    var read = ValueMap()
    read.reserveCapacity(map.count)
    for entry in map {
      let id = prefix + entry.key.plainText
      switch entry.value {
      case .list, .map: read[entry.key] = answer(entry.value, to: id, spelled: texts?[entry.key])
      default: read[entry.key] = single(entry.value, to: id, spelled: texts?[entry.key])
      }
    }
    return read
  }

  private mutating func single(_ value: Value, to id: String, spelled: Value?) -> Value {
    guard value != .null, case .field(let field) = named(id), !fits(value, field) else {
      return value
    }
    let text: String
    switch (value, spelled) {
    case (.string(let own), _), (_, .string(let own)?): text = own
    case (_, _?): text = value.plainText
    case (_, nil): return value
    }
    // An empty text is an empty answer.
    if text.trimmed.isEmpty, !field.type.isText { return .null }
    if let typed = flow.value(typed: text, for: id, in: zone) { return typed }
    // Choices from data are known when they're offered, but their type is.
    let takesTexts = field.valueType.withoutOptional == .string || field.texts[.other] != nil
    return field.type == .choice && takesTexts ? .string(text) : value
  }

  /// Whether a value has the type of a field, if that's known.
  private func fits(_ value: Value, _ field: CheckedField) -> Bool {
    var choices: [Choice] = []
    if case .listed(let listed)? = field.choices {
      choices = listed.map { Choice(value: $0.value, label: $0.value.plainText) }
    }
    return DataFitting(type: field.type, choices: choices, items: field.items.known, zone: zone)
      .value(from: value) != nil
  }

  private mutating func named(_ id: String) -> Named {
    let plain = id.withoutPositions
    if let found = known[plain] { return found }
    let found: Named
    if flow.isList(plain) {
      found = .list
    } else if let field = flow.step(withID: plain)?.elements.first(where: { $0.id == plain })?.field
    {
      found = .field(field)
    } else {
      found = isFlow(plain) ? .flow : .nothing
    }
    known[plain] = found
    return found
  }

  private mutating func isFlow(_ id: String) -> Bool {
    if let flows { return flows.contains(id) }
    var found: Set<String> = []
    for id in flow.stepIndices.keys {
      var rest = id[...]
      while let dot = rest.lastIndex(of: ".") {
        rest = rest[..<dot]
        found.insert(String(rest))
      }
    }
    flows = found
    return found.contains(id)
  }
}
