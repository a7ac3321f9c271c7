// SPDX-License-Identifier: Apache-2.0

extension Value {
  /// Returns whether the language's `==` holds between two values.
  ///
  /// Numbers of different types are compared by their mathematical value, values of different kinds
  /// are unequal, NaN equals nothing, and the order of map entries doesn't matter.
  ///
  /// - Complexity: O(*n*) in the number of values in both.
  package func isEqual(to other: Value) -> Bool {
    var budget = Int.max
    return Value.equal(self, other, budget: &budget) ?? false
  }

  /// The same comparison, charging each compared part to a budget; `nil` if the budget is used up.
  ///
  /// Values can share parts, so even a small value can have a huge number of parts to compare.
  static func equal(_ left: Value, _ right: Value, budget: inout Int) -> Bool? {
    budget -= 1
    guard budget >= 0 else { return nil }
    switch (left, right) {
    case (.string(let a), .string(let b)): return TextBytes.equal(a, b)
    case (.int(let a), .int(let b)): return a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.double(let a), .double(let b)): return a == b
    case (.uint(let a), .uint(let b)): return a == b
    case (.null, .null): return true
    case (.bytes(let a), .bytes(let b)): return a == b
    case (.list(let a), .list(let b)): return equal(a, b, budget: &budget)
    case (.map(let a), .map(let b)): return equal(a, b, budget: &budget)
    case (.timestamp(let a), .timestamp(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.type(let a), .type(let b)): return a.hasSameHead(as: b)
    case (.network(let a), .network(let b)): return a == b
    case (.optional(let a), .optional(let b)):
      guard let a, let b else { return a == nil && b == nil }
      return equal(a, b, budget: &budget)
    default:
      guard let order = Numbers.compare(left, right) else { return false }
      return order == 0
    }
  }

  private static func equal(_ left: [Value], _ right: [Value], budget: inout Int) -> Bool? {
    guard left.count == right.count else { return false }
    for index in left.indices {
      guard let same = equal(left[index], right[index], budget: &budget) else { return nil }
      if !same { return false }
    }
    return true
  }

  private static func equal(_ left: ValueMap, _ right: ValueMap, budget: inout Int) -> Bool? {
    guard left.count == right.count else { return false }
    for entry in left {
      budget -= 1
      guard let other = right[entry.key] else { return false }
      guard let same = equal(entry.value, other, budget: &budget) else { return nil }
      if !same { return false }
    }
    return true
  }
}

/// Comparison of numbers of different types by their mathematical value.
package enum Numbers {
  /// Returns the order of two numeric values: negative, zero, or positive; `nil` for NaN and for
  /// values that aren't numbers.
  package static func compare(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.int(let a), .int(let b)): order(a, b)
    case (.uint(let a), .uint(let b)): order(a, b)
    case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : order(a, b)
    case (.int(let a), .uint(let b)): a < 0 ? -1 : order(UInt64(a), b)
    case (.uint(let a), .int(let b)): b < 0 ? 1 : order(a, UInt64(b))
    case (.int(let a), .double(let b)): compare(a, b)
    case (.double(let a), .int(let b)): compare(b, a).map { -$0 }
    case (.uint(let a), .double(let b)): compare(a, b)
    case (.double(let a), .uint(let b)): compare(b, a).map { -$0 }
    default: nil
    }
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : (a == b ? 0 : 1) }

  /// As in the reference implementation: outside the range of the integer type the double decides,
  /// and within it the integer counts as a double.
  private static func compare(_ a: Int64, _ b: Double) -> Int? {
    if b.isNaN { return nil }
    if b < -9_223_372_036_854_775_808.0 { return 1 }
    if b > 9_223_372_036_854_775_808.0 { return -1 }
    return order(Double(a), b)
  }

  private static func compare(_ a: UInt64, _ b: Double) -> Int? {
    if b.isNaN { return nil }
    if b < 0 { return 1 }
    if b > 18_446_744_073_709_551_616.0 { return -1 }
    return order(Double(a), b)
  }
}
