// SPDX-License-Identifier: Apache-2.0

/// An operator between two operands that are both evaluated.
public enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
  /// `+` of numbers, texts, bytes, lists, times.
  case add = "+"
  /// `-` of numbers and times.
  case subtract = "-"
  /// `*` of numbers.
  case multiply = "*"
  /// `/` of numbers.
  case divide = "/"
  /// `%` of whole numbers.
  case remainder = "%"
  /// `==` of any two values of one type.
  case equal = "=="
  /// `!=` of any two values of one type.
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

  /// How tightly it binds: relations 1, sums 2, products 3.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn: 1
    case .add, .subtract: 2
    case .multiply, .divide, .remainder: 3
    }
  }

  /// Whether it asks for the order or equality of its operands.
  public var isComparison: Bool { precedence == 1 && self != .isIn }
}

/// An operator that may know its result from some of its operands.
public enum LogicalOperator: String, Sendable, Hashable {
  /// `&&`: false when any operand is.
  case and = "&&"
  /// `||`: true when any operand is.
  case or = "||"
}

/// A macro: a call that binds names for a part of itself.
public enum Macro: String, Sendable, Hashable, CaseIterable {
  /// `list.all(x, p)`: whether `p` holds for all.
  case all
  /// `list.exists(x, p)`: whether `p` holds for any.
  case exists
  /// `list.exists_one(x, p)`: whether `p` holds for exactly one.
  case existsOne
  /// `list.map(x, t)`, `list.map(x, p, t)`: a list of the transformed elements.
  case map
  /// `list.filter(x, p)`: the elements for which `p` holds.
  case filter
  /// `list.transformList(i, x, t)`: as `map`, with the index or key.
  case transformList
  /// `map.transformMap(k, v, t)`: a map of the same keys.
  case transformMap
  /// `map.transformMapEntry(k, v, t)`: a map of the entries of the maps that `t` gives.
  case transformMapEntry
  /// `list.sortBy(x, key)`: the elements in the order of their keys.
  case sortBy
  /// `optional.optMap(x, t)`: the transformed value, when there is one.
  case optionalMap = "optMap"
  /// `optional.optFlatMap(x, t)`: as `optMap`, where `t` gives an optional.
  case optionalFlatMap = "optFlatMap"
  /// `cel.bind(x, value, t)`: `t` with a name for a value.
  case bind
}
