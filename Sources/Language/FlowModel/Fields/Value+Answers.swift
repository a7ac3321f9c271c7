// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension Value {
  /// The value inside an optional, or nil if it's absent or null.
  package var unwrapped: Value? {
    switch self {
    case .optional(let value): value
    case .null: nil
    default: self
    }
  }

  /// Whether it's a number.
  package var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  /// The non-empty texts in the value.
  package var texts: [String] {
    switch self {
    case .string(let text): text.isEmpty ? [] : [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let map): map.flatMap { $0.value.texts }
    default: []
    }
  }

  /// The value as a double, if that's exact; otherwise nil.
  package var exactNumber: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .uint(let number): Double(exactly: number)
    case .double(let number): number
    default: nil
    }
  }

  /// The same value, with numbers converted to doubles if that's exact, because JSON doesn't
  /// distinguish 1 and 1.0.
  package var comparedAsData: Value { exactNumber.map { .double($0) } ?? self }
}

extension Int64 {
  /// Creates the whole number that a double says; nil for a fraction, and out of range.
  ///
  /// The least whole number is out of range here, too: it's the same double as -9223372036854775809,
  /// and as many others that are out of range.
  init?(whole number: Double) {
    guard let whole = Int64(exactly: number), whole > .min else { return nil }
    self = whole
  }
}
