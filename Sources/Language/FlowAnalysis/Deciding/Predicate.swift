// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Evaluating predicates.
extension Predicate {
  /// Returns whether a value satisfies the predicate; false if the comparison would fail.
  func holds(of value: Value) -> Bool {
    switch self {
    case .isTrue: return value == .bool(true)
    case .compares(.equal, let literal): return value.isEqual(to: literal)
    case .compares(let binary, let literal):
      return Self.order(value, literal).map { binary.holds(ofOrder: $0) } ?? false
    case .isIn(let literals): return literals.contains { $0.isEqual(to: value) }
    case .contains(let literal):
      guard case .list(let elements) = value else { return false }
      return elements.contains { $0.isEqual(to: literal) }
    case .size(let binary, let count):
      let size: Int
      switch value {
      case .string(let text): size = text.unicodeScalars.count
      case .list(let elements): size = elements.count
      default: return false
      }
      return binary.holds(ofOrder: size < count ? -1 : size > count ? 1 : 0)
    }
  }

  /// Returns whether a text satisfies the predicate if the text isn't one of the literals, and only
  /// its length and the greatest smaller literal are known.
  func holds(ofTextAbove lower: String?, length: Int) -> Bool {
    switch self {
    case .isTrue, .contains, .isIn, .compares(.equal, _): return false
    case .compares(let binary, .string(let literal)):
      let isAbove = lower.map { TextBytes.compare(literal, $0) <= 0 } ?? false
      return binary.holds(ofOrder: isAbove ? 1 : -1)
    case .compares: return false
    case .size(let binary, let count):
      return binary.holds(ofOrder: length < count ? -1 : length > count ? 1 : 0)
    }
  }

  /// Returns the order of two values, or nil if they aren't comparable.
  static func order(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.string(let a), .string(let b)): TextBytes.compare(a, b)
    case (.bool(let a), .bool(let b)): a == b ? 0 : a ? 1 : -1
    case (.timestamp(let a), .timestamp(let b)): a == b ? 0 : a < b ? -1 : 1
    case (.duration(let a), .duration(let b)): a == b ? 0 : a < b ? -1 : 1
    default: Numbers.compare(left, right)
    }
  }

  /// The literals that the predicate compares with.
  var literals: [Value] {
    switch self {
    case .compares(_, let value), .contains(let value): [value]
    case .isIn(let values): values
    case .isTrue, .size: []
    }
  }

  /// Whether it depends on the size.
  var asksForSize: Bool {
    if case .size = self { true } else { false }
  }

  /// Whether it depends on the order, and not only on equality.
  var asksForOrder: Bool {
    if case .compares(let binary, _) = self { binary != .equal } else { false }
  }
}

extension BinaryOperator {
  /// Returns whether a comparison is true for an order that's negative, zero, or positive.
  func holds(ofOrder order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    default: false
    }
  }
}
