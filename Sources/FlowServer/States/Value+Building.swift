// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Messages are maps; what has no value is left out.
extension Value {
  /// Creates a map without the entries that are nil.
  static func object(_ entries: KeyValuePairs<String, Value?>) -> Value {
    var map = ValueMap()
    for (key, value) in entries { map[.string(key)] = value }
    return .map(map)
  }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> Value { .list(texts.map { .string($0) }) }

  /// A whole number.
  static func number(_ number: some BinaryInteger) -> Value { .int(Int64(clamping: number)) }

  /// True, or nil so that it's left out.
  static func flag(_ flag: Bool) -> Value? { flag ? true : nil }
}

extension Optional<String> {
  /// The text as a value.
  var value: Value? { map { .string($0) } }
}
