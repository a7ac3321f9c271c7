// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// Messages are maps; what has no value is left out.
extension Value {
  /// Creates a map without the entries that are nil.
  package static func object(_ entries: KeyValuePairs<String, Value?>) -> Value {
    var map = ValueMap()
    for (key, value) in entries { map[.string(key)] = value }
    return .map(map)
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
