// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The tagged notation of values in conformance cases: `{"int":"5"}`, `{"list":[…]}`.
package enum TaggedValue {
  /// Reads a value from its tagged notation as JSON; `nil` if it's invalid.
  static func value(from json: Value) -> Value? {
    guard case .map(let map) = json, map.count == 1, case .string(let tag) = map[0].key else {
      return nil
    }
    let content = map[0].value
    switch (tag, content) {
    case ("null", _): return .null
    case ("bool", .bool): return content
    case ("string", .string): return content
    case ("int", .string(let text)): return Int64(text).map { .int($0) }
    case ("uint", .string(let text)): return UInt64(text).map { .uint($0) }
    case ("double", .string(let text)): return NumberText.double(text).map { .double($0) }
    case ("bytes", .string(let text)): return Base64.decode(text).map { .bytes($0) }
    case ("type", .string(let text)):
      return (ValueType.namedTypes[text] ?? ValueType(spelling: text)).map { .type($0) }
    case ("timestamp", .string(let text)): return (try? Timestamp(text)).map { .timestamp($0) }
    case ("duration", .string(let text)): return (try? TimeSpan(cel: text)).map { .duration($0) }
    case ("optional", .null): return .optional(nil)
    case ("optional", _): return value(from: content).map { .optional($0) }
    case ("network", .string(let text)): return NetworkValue(text).map { .network($0) }
    case ("list", .list(let list)):
      let values = list.compactMap { value(from: $0) }
      return values.count == list.count ? .list(values) : nil
    case ("map", .list(let entries)): return entryMap(from: entries)
    default: return nil
    }
  }

  private static func entryMap(from entries: [Value]) -> Value? {
    var map = ValueMap()
    for entry in entries {
      guard case .list(let pair) = entry, pair.count == 2, let key = value(from: pair[0]),
        let value = value(from: pair[1]), map.insert(key, value)
      else { return nil }
    }
    return .map(map)
  }

  /// Returns the tagged notation of a value as JSON.
  ///
  /// Optionals and network values have tags of our own, because the suite has no tags for them.
  package static func json(of value: Value) -> Value {
    func tagged(_ tag: String, _ content: Value) -> Value { .map(ValueMap([(tag, content)])) }
    switch value {
    case .null: return tagged("null", .null)
    case .bool: return tagged("bool", value)
    case .int(let int): return tagged("int", .string(String(int)))
    case .uint(let uint): return tagged("uint", .string(String(uint)))
    case .double(let double):
      return tagged(
        "double", .string(double.isFinite ? double.description : NumberText.text(double)))
    case .string: return tagged("string", value)
    case .bytes(let bytes): return tagged("bytes", .string(Base64.encode(bytes)))
    case .list(let list): return tagged("list", .list(list.map { json(of: $0) }))
    case .map(let map):
      return tagged("map", .list(map.map { .list([json(of: $0.key), json(of: $0.value)]) }))
    case .timestamp(let time): return tagged("timestamp", .string(time.description))
    case .duration(let span): return tagged("duration", .string(span.description))
    case .type(let type): return tagged("type", .string(type.runtimeName))
    case .optional(let inner): return tagged("optional", inner.map { json(of: $0) } ?? .null)
    case .network(let network): return tagged("network", .string(network.description))
    }
  }

  /// Returns whether a value is the expected one: the same types, maps in any order, NaN equal to
  /// NaN.
  static func matches(_ value: Value, _ expected: Value) -> Bool {
    switch (value, expected) {
    case (.double(let a), .double(let b)): return a.isNaN ? b.isNaN : a == b
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { matches($0, $1) }
    case (.map(let a), .map(let b)):
      return a.count == b.count
        && a.allSatisfy { entry in
          b.contains { matches(entry.key, $0.key) && matches(entry.value, $0.value) }
        }
    case (.type(let a), .type(let b)): return a.hasSameHead(as: b)
    case (.optional(let a?), .optional(let b?)): return matches(a, b)
    default: return value == expected
    }
  }
}
