// SPDX-License-Identifier: Apache-2.0

/// A value of Jinja, which is one of Python.
indirect enum JinjaValue: Hashable {
  case none
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case list([JinjaValue])
  case tuple([JinjaValue])
  case dictionary([Pair])

  /// The value of a name that doesn't exist.
  case undefined

  struct Pair: Hashable {
    let key: JinjaValue
    let value: JinjaValue
  }

  /// Whether it counts as true.
  var isTrue: Bool {
    switch self {
    case .none, .undefined: false
    case .bool(let truth): truth
    case .int(let number): number != 0
    case .double(let number): number != 0
    case .string(let text): !text.isEmpty
    case .list(let items), .tuple(let items): !items.isEmpty
    case .dictionary(let pairs): !pairs.isEmpty
    }
  }

  /// The test that's true for its type, of those for truths, texts, and dictionaries.
  var typeName: String? {
    switch self {
    case .bool: "boolean"
    case .string: "string"
    case .dictionary: "mapping"
    default: nil
    }
  }

  /// The elements of a list or a tuple.
  var elements: [JinjaValue]? {
    switch self {
    case .list(let items), .tuple(let items): items
    default: nil
    }
  }

  /// The number that it's equal to; a truth is 0 or 1.
  private var number: Double? {
    switch self {
    case .bool(let truth): truth ? 1 : 0
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The whole number that it is; a truth is 0 or 1.
  var integer: Int64? {
    switch self {
    case .bool(let truth): truth ? 1 : 0
    case .int(let number): number
    default: nil
    }
  }

  /// Whether Python's `==` holds.
  func isEqual(to other: JinjaValue) -> Bool {
    if let one = integer, let two = other.integer { return one == two }
    if let one = number, let two = other.number { return one == two }
    switch (self, other) {
    case (.string(let one), .string(let two)): return one.utf8.elementsEqual(two.utf8)
    case (.none, .none), (.undefined, .undefined): return true
    case (.list(let one), .list(let two)), (.tuple(let one), .tuple(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.isEqual(to: $1) }
    case (.dictionary(let one), .dictionary(let two)):
      return one.count == two.count
        && one.allSatisfy { pair in
          two.contains { $0.key.isEqual(to: pair.key) && $0.value.isEqual(to: pair.value) }
        }
    default: return false
    }
  }

  /// Whether Python's `<` holds; nil if the values have no order.
  func isLess(than other: JinjaValue) -> Bool? {
    if let one = integer, let two = other.integer { return one < two }
    if let one = number, let two = other.number { return one < two }
    guard case .string(let one) = self, case .string(let two) = other else { return nil }
    return one.unicodeScalars.lexicographicallyPrecedes(two.unicodeScalars)
  }

  /// The text that `{{ }}` shows.
  ///
  /// - Throws: ``JinjaFailure`` for what Python writes in its own notation.
  func text() throws(JinjaFailure) -> String {
    switch self {
    case .undefined: ""
    case .none: "None"
    case .bool(let truth): truth ? "True" : "False"
    case .int(let number): String(number)
    case .double(let number): try Self.text(of: number)
    case .string(let text): text
    case .list, .tuple, .dictionary: throw JinjaFailure(construct: "list as text")
    }
  }

  /// The text of a number, whose shortest digits Python and Swift write alike, except with exponents.
  private static func text(of number: Double) throws(JinjaFailure) -> String {
    guard number.isFinite, number.magnitude < 1e15, number == 0 || number.magnitude >= 1e-4 else {
      throw JinjaFailure(construct: "float")
    }
    return "\(number)"
  }
}
