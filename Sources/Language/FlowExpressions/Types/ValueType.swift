// SPDX-License-Identifier: Apache-2.0

/// A type of the expression language.
///
/// `description` is the CEL spelling: `list(int)`, `map(string, dyn)`, `optional_type(bool)`.
public indirect enum ValueType: Sendable, Hashable {
  /// Any type; nothing is known before evaluation.
  case dyn

  /// The type of `null`.
  case null

  /// Booleans.
  case bool

  /// 64-bit signed integers.
  case int

  /// 64-bit unsigned integers.
  case uint

  /// 64-bit floating-point numbers.
  case double

  /// Strings.
  case string

  /// Sequences of bytes.
  case bytes

  /// Lists with elements of a type.
  case list(ValueType)

  /// Maps from keys of a type to values of a type.
  case map(ValueType, ValueType)

  /// Points in time.
  case timestamp

  /// Durations.
  case duration

  /// Types as values, with the type that they represent.
  case type(ValueType)

  /// Values that may be missing.
  case optional(ValueType)

  /// Maps with known string keys, each with its own type.
  case record(RecordType)

  /// A type parameter of a function's declaration.
  case parameter(String)

  /// A named type that only functions can inspect, such as `net.IP`.
  case opaque(String, [ValueType])

  /// A type that the checker hasn't decided yet; never part of a deduced type.
  case undecided(Int)
}

/// The fields of a record type, in order.
public struct RecordType: Sendable, Hashable {
  /// A field of a record type.
  public struct Field: Sendable, Hashable {
    /// The field's name: the key in the map.
    public let name: String

    /// The type of the field's value.
    public let type: ValueType

    /// Whether the field may be absent.
    ///
    /// If so, `r.f` is an optional unless a guard proves it present.
    package let isOptional: Bool

    /// The name under which results have it; nil for ``name``.
    ///
    /// It doesn't matter to expressions, so types that differ only in it are equal.
    package let key: String?

    /// Further names under which results have it: those of records of other lists that have the same type.
    package let otherKeys: [String]

    /// All names under which results have it.
    package var keys: [String] { [key ?? name] + otherKeys }

    /// Creates a field.
    public init(_ name: String, _ type: ValueType, isOptional: Bool = false) {
      self.init(name, type, isOptional: isOptional, key: nil)
    }

    /// Creates a field with another name in results.
    package init(
      _ name: String, _ type: ValueType, isOptional: Bool, key: String?, otherKeys: [String] = []
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.key = key
      self.otherKeys = otherKeys
    }

    /// Returns whether both have the same name, type, and presence.
    public static func == (left: Field, right: Field) -> Bool {
      left.name == right.name && left.type == right.type && left.isOptional == right.isOptional
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(type)
      hasher.combine(isOptional)
    }
  }

  /// The fields, in order.
  public let fields: [Field]

  /// Creates a record type.
  public init(_ fields: [Field]) { self.fields = fields }

  /// The field with a name, or `nil` if there's none.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package subscript(name: String) -> Field? { fields.first { TextBytes.equal($0.name, name) } }
}

extension ValueType {
  /// Returns whether both are the same type apart from their parameters, which is what `type(a) ==
  /// type(b)` compares.
  package func hasSameHead(as other: ValueType) -> Bool {
    TextBytes.equal(runtimeName, other.runtimeName)
  }

  /// The name of the type as a value: `google.protobuf.Timestamp`, `list`.
  package var runtimeName: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .list: "list"
    case .map, .record: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .type: "type"
    case .optional: "optional_type"
    case .parameter(let name): name
    case .opaque(let name, _): name
    case .undecided: "dyn"
    }
  }

  /// The types that expressions refer to by name, by their names.
  package static let namedTypes: [String: ValueType] = [
    "bool": .bool, "int": .int, "uint": .uint, "double": .double, "string": .string,
    "bytes": .bytes, "list": .list(.dyn), "map": .map(.dyn, .dyn), "null_type": .null,
    "type": .type(.dyn), "optional_type": .optional(.dyn),
    "google.protobuf.Timestamp": .timestamp, "google.protobuf.Duration": .duration,
    NetworkValue.addressTypeName: .opaque(NetworkValue.addressTypeName, []),
    NetworkValue.blockTypeName: .opaque(NetworkValue.blockTypeName, []),
  ]

  /// The type of an expression that has a mistake, to avoid further mistakes about it.
  ///
  /// It agrees with every type, as `dyn` does, but is never a mistake where one type is needed.
  package static let unknown = ValueType.undecided(-1)

  /// Whether the type is `dyn` or undecided.
  var isDynamic: Bool {
    switch self {
    case .dyn, .undecided: true
    default: false
    }
  }

  /// Whether it is or contains `dyn`, so the value decides.
  var isOpen: Bool { isDynamic || components.contains { $0.isOpen } }

  /// Whether the type is int, uint or double.
  var isNumeric: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  /// The types that this type is made of.
  package var components: [ValueType] {
    switch self {
    case .list(let element): [element]
    case .map(let key, let value): [key, value]
    case .type(let type): [type]
    case .optional(let type): [type]
    case .opaque(_, let types): types
    case .record(let record): record.fields.map(\.type)
    default: []
    }
  }

  /// Returns the same type made of other types, in the order of ``components``.
  package func replacingComponents(_ transform: (ValueType) -> ValueType) -> ValueType {
    switch self {
    case .list(let element): .list(transform(element))
    case .map(let key, let value): .map(transform(key), transform(value))
    case .type(let type): .type(transform(type))
    case .optional(let type): .optional(transform(type))
    case .opaque(let name, let types) where !types.isEmpty: .opaque(name, types.map(transform))
    case .record(let record):
      .record(
        RecordType(
          record.fields.map {
            RecordType.Field(
              $0.name, transform($0.type), isOptional: $0.isOptional, key: $0.key,
              otherKeys: $0.otherKeys)
          }))
    default: self
    }
  }

  /// Returns the type, in which fields of records also have the names in results that a type of other values at the
  /// same place gives them.
  ///
  /// - Complexity: O(*n* * *m*) in the number of fields of both.
  package func addingKeys(of other: ValueType) -> ValueType {
    switch (self, other) {
    case (.list(let own), .list(let added)): return .list(own.addingKeys(of: added))
    case (.optional(let own), .optional(let added)): return .optional(own.addingKeys(of: added))
    case (.map(let key, let own), .map(_, let added)): return .map(key, own.addingKeys(of: added))
    case (.record(let own), .record(let added)):
      let fields = own.fields.map { field in
        guard let other = added[field.name] else { return field }
        let more = other.keys.filter { !field.keys.contains($0) }
        return RecordType.Field(
          field.name, field.type.addingKeys(of: other.type), isOptional: field.isOptional,
          key: field.key, otherKeys: field.otherKeys + more)
      }
      return .record(RecordType(fields))
    default: return self
    }
  }

  /// Returns whether a value is of the type, including the elements of lists, maps, and records.
  ///
  /// A record accepts a map that has its fields; the map can have further entries. Null is accepted
  /// where the checker accepts it: among times, optionals, and opaque types, as in `[null,
  /// timestamp(0)]`.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public func contains(_ value: Value) -> Bool {
    switch (self, value) {
    case (.dyn, _), (.undecided, _), (.parameter, _): true
    case (.list(let element), .list(let values)):
      element.isDynamic || values.allSatisfy { element.contains($0) }
    case (.map(let keyType, let valueType), .map(let map)):
      map.allSatisfy { keyType.contains($0.key) && valueType.contains($0.value) }
    case (.record(let record), .map(let map)):
      record.fields.allSatisfy { field in
        map[field.name].map { field.type.contains($0) } ?? field.isOptional
      }
    case (.optional(let type), .optional(let value)): value.map { type.contains($0) } ?? true
    case (.type, .type): true
    case (_, .null): TypeSubstitution.takesNull(self)
    default: hasSameHead(as: value.type)
    }
  }
}
