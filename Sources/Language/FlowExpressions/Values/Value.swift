// SPDX-License-Identifier: Apache-2.0

/// A value of the expression language.
///
/// `==` and `hash` mean identity: they distinguish an int from a uint and a composed from a
/// decomposed letter, and two NaNs with the same bits are the same. The `==` of expressions is
/// another comparison, for which `1`, `1u`, and `1.0` are equal, and NaN equals nothing.
public enum Value: Sendable {
  /// The null value.
  case null

  /// A boolean.
  case bool(Bool)

  /// A 64-bit signed integer.
  case int(Int64)

  /// A 64-bit unsigned integer.
  case uint(UInt64)

  /// A 64-bit floating-point number.
  case double(Double)

  /// A string: a sequence of code points.
  case string(String)

  /// A sequence of bytes.
  case bytes([UInt8])

  /// A list of values.
  case list([Value])

  /// A map from bools, ints, uints, and strings to values, or a record.
  case map(ValueMap)

  /// A point in time.
  case timestamp(Timestamp)

  /// A duration.
  case duration(TimeSpan)

  /// A type as a value, such as the result of `type(1)`.
  case type(ValueType)

  /// A value that may be missing: `optional.of(1)`, `optional.none()`.
  indirect case optional(Value?)

  /// An IP address or address range.
  indirect case network(NetworkValue)
}

extension Value {
  /// The type of the value, by the value alone: lists, maps, and optionals are of
  /// `dyn`.
  public var type: ValueType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .list: .list(.dyn)
    case .map: .map(.dyn, .dyn)
    case .timestamp: .timestamp
    case .duration: .duration
    case .type: .type(.dyn)
    case .optional: .optional(.dyn)
    case .network(.address): .opaque(NetworkValue.addressTypeName, [])
    case .network(.block): .opaque(NetworkValue.blockTypeName, [])
    }
  }

  /// The text, if the value is a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The boolean, if the value is a bool.
  public var truth: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  /// The elements, if the value is a list.
  public var elements: [Value]? {
    if case .list(let elements) = self { elements } else { nil }
  }

  /// The map, if the value is a map.
  public var map: ValueMap? {
    if case .map(let map) = self { map } else { nil }
  }
}

extension Value {
  /// Returns whether the value has fewer parts than a budget, and subtracts them from it.
  ///
  /// Shared parts count each time they're reached, and sixteen bytes of text as a part.
  package func isSmaller(than budget: inout Int) -> Bool {
    budget -= 1
    guard budget >= 0 else { return false }
    switch self {
    case .string(let text):
      budget -= text.utf8.count >> 4
      return budget >= 0
    case .bytes(let bytes):
      budget -= bytes.count >> 4
      return budget >= 0
    case .list(let list): return list.allSatisfy { $0.isSmaller(than: &budget) }
    case .map(let map):
      return map.allSatisfy {
        $0.key.isSmaller(than: &budget) && $0.value.isSmaller(than: &budget)
      }
    case .optional(let inner?): return inner.isSmaller(than: &budget)
    default: return true
    }
  }

  /// About how many bytes the value takes: sixteen for each part.
  ///
  /// - Complexity: O(*n*) in the number of parts; shared parts count each time they're reached.
  package var storedSize: Int {
    var left = Int.max
    _ = isSmaller(than: &left)
    return 16 * (Int.max - left)
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an int.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// Creates a double.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a bool.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }

  /// Creates a map; if keys are equal, the last value wins.
  public init(dictionaryLiteral elements: (Value, Value)...) {
    var map = ValueMap()
    for (key, value) in elements { map[key] = value }
    self = .map(map)
  }
}

extension Value: Hashable {
  /// Returns whether two values are identical.
  ///
  /// The language's `==` is another comparison.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): TextBytes.equal(a, b)
    case (.bytes(let a), .bytes(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)): a == b
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.type(let a), .type(let b)): a == b
    case (.optional(let a), .optional(let b)): a == b
    case (.network(let a), .network(let b)): a == b
    default: false
    }
  }

  /// Hashes the identity of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .uint(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(textBytes: value)
    case .bytes(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    case .map(let value): hasher.combine(value)
    case .timestamp(let value): hasher.combine(value)
    case .duration(let value): hasher.combine(value)
    case .type(let value): hasher.combine(value)
    case .optional(let value): hasher.combine(value)
    case .network(let value): hasher.combine(value)
    }
  }
}

extension Hasher {
  /// Hashes a text by its code points.
  mutating func combine(textBytes text: String) {
    TextBytes.withBytes(of: text) { bytes in combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}
