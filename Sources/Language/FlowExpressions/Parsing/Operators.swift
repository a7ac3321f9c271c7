// SPDX-License-Identifier: Apache-2.0

/// An operator between two operands that are both evaluated.
package enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
  /// `+` of numbers, texts, bytes, lists, or times.
  case add = "+"
  /// `-` of numbers or times.
  case subtract = "-"
  /// `*` of numbers.
  case multiply = "*"
  /// `/` of numbers.
  case divide = "/"
  /// `%` of whole numbers.
  case remainder = "%"
  /// `==` of two values of one type.
  case equal = "=="
  /// `!=` of two values of one type.
  case notEqual = "!="
  /// `<` of ordered values.
  case less = "<"
  /// `<=` of ordered values.
  case lessOrEqual = "<="
  /// `>` of ordered values.
  case greater = ">"
  /// `>=` of ordered values.
  case greaterOrEqual = ">="
  /// `in` a list or the keys of a map.
  case isIn = "in"

  /// The name under which the operator's overloads are declared.
  var functionName: String { self == .isIn ? "@in" : "_\(rawValue)_" }

  /// The precedence: relations 1, sums 2, products 3.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn: 1
    case .add, .subtract: 2
    case .multiply, .divide, .remainder: 3
    }
  }

  /// Whether it compares its operands for order or equality.
  package var isComparison: Bool { precedence == 1 && self != .isIn }
}

/// An operator whose result can follow from some of its operands.
package enum LogicalOperator: String, Sendable, Hashable {
  /// `&&`: false if any operand is false.
  case and = "&&"
  /// `||`: true if any operand is true.
  case or = "||"
}

/// A macro: a call that binds names for part of itself.
package enum Macro: String, Sendable, Hashable, CaseIterable {
  /// `list.all(x, p)`: whether `p` holds for all elements.
  case all
  /// `list.exists(x, p)`: whether `p` holds for any element.
  case exists
  /// `list.exists_one(x, p)`: whether `p` holds for exactly one element.
  case existsOne
  /// `list.map(x, t)`, `list.map(x, p, t)`: a list of the transformed elements.
  case map
  /// `list.filter(x, p)`: the elements for which `p` holds.
  case filter
  /// `list.transformList(i, x, t)`: like `map`, with the index or key.
  case transformList
  /// `map.transformMap(k, v, t)`: a map with the same keys.
  case transformMap
  /// `map.transformMapEntry(k, v, t)`: a map of the entries of the maps that `t` returns.
  case transformMapEntry
  /// `list.sortBy(x, key)`: the elements in the order of their keys.
  case sortBy
  /// `optional.optMap(x, t)`: the transformed value, if there is one.
  case optionalMap = "optMap"
  /// `optional.optFlatMap(x, t)`: like `optMap`, where `t` returns an optional.
  case optionalFlatMap = "optFlatMap"
  /// `cel.bind(x, value, t)`: `t` with a name for a value.
  case bind
}
