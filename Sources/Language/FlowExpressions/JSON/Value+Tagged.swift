// SPDX-License-Identifier: Apache-2.0

extension Value {
  /// The value as JSON that says its type: texts, booleans, ints, lists, and null are themselves, and
  /// every other value is an object with one entry.
  package var tagged: Value {
    switch self {
    case .null, .bool, .int, .string: self
    case .uint(let number): .object([("uint", .string(String(number)))])
    case .double(let number): .object([("double", .string(number.exactText))])
    case .bytes(let bytes): .object([("bytes", .string(Base64.encode(bytes)))])
    case .list(let values): .list(values.map(\.tagged))
    case .map(let map):
      .object([("map", .list(map.map { .list([$0.key.tagged, $0.value.tagged]) }))])
    case .timestamp(let time): .object([("timestamp", .string(time.description))])
    case .duration(let span):
      .object([("nanoseconds", .string(span.totalNanoseconds.description))])
    case .optional(let inner): .object([("optional", .list(inner.map { [$0.tagged] } ?? []))])
    case .network, .type: .object([("network", .string(plainText))])
    }
  }
}

extension Double {
  /// The shortest text that's read back as the same bits.
  fileprivate var exactText: String {
    isNaN ? "NaN " + bitPattern.hexadecimal : description
  }
}

extension UInt64 {
  /// The 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
