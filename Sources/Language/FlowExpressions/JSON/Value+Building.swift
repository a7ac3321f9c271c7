// SPDX-License-Identifier: Apache-2.0

// Objects of JSON, from which what has no value is left out.
extension Value {
  /// Creates a map without the entries that are nil.
  package static func object(_ entries: KeyValuePairs<String, Value?>) -> Value {
    object(entries.map { ($0.key, $0.value) })
  }

  /// Creates a map without the entries that are nil.
  package static func object(_ entries: [(String, Value?)]) -> Value {
    var map = ValueMap()
    for (key, value) in entries { map[.string(key)] = value }
    return .map(map)
  }

  /// A map from texts, sorted by key.
  package static func record(_ entries: [String: Value]) -> Value {
    .map(ValueMap(entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }

  /// A list of texts.
  package static func texts(_ texts: some Sequence<String>) -> Value {
    .list(texts.map { .string($0) })
  }

  /// A whole number.
  package static func number(_ number: some BinaryInteger) -> Value {
    .int(Int64(clamping: number))
  }

  /// True, or nil so that it's left out.
  package static func flag(_ flag: Bool) -> Value? { flag ? true : nil }
}

extension Optional<String> {
  /// The text as a value.
  package var value: Value? { map { .string($0) } }
}

extension ValueMap {
  /// Sets the entries of another map, which replace those with the same keys.
  package mutating func merge(_ other: ValueMap) {
    for entry in other { self[entry.key] = entry.value }
  }

  /// Sets the entries of a value if it's a map.
  package mutating func merge(_ value: Value) {
    if case .map(let map) = value { merge(map) }
  }
}
