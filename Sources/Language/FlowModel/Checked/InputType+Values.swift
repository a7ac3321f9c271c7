// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

extension InputType {
  /// The type of its values in expressions.
  package var valueType: ValueType {
    switch self {
    case .field(let type): type.valueType(choices: .dyn)
    case .list(let element): .list(element.valueType)
    case .map(let value): .map(.string, value.valueType)
    case .record(let parts):
      .record(
        RecordType(
          parts.map { RecordType.Field($0.name, $0.type.valueType, isOptional: $0.isOptional) }))
    }
  }

  /// Whether its values can be moments without an offset, which are those of a zone.
  var dependsOnZone: Bool {
    switch self {
    case .field(let type): if case .time = type.kind.family { true } else { false }
    case .list(let element), .map(let element): element.dependsOnZone
    case .record(let parts): parts.contains(where: \.type.dependsOnZone)
    }
  }

  /// Returns whether a value has this type, including the form of dates.
  package func accepts(_ value: Value) -> Bool { fitted(value) != nil }

  /// Returns a value as a value of this type, or nil if it isn't one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - zone: The zone of moments without an offset.
  /// - Returns: The value in this type's representation, such as a duration for `1h`.
  package func fitted(_ value: Value, in zone: ZoneRules = .utc) -> Value? {
    switch (self, value) {
    case (.field(let type), _):
      // An input can be empty text, unlike a field.
      if type.isText, value == "" { return value }
      return DataFitting(type: type, choices: [], zone: zone).value(from: value)
    case (.list(let element), .list(let values)):
      // Most elements fit as they are; then the list is shared, not copied.
      var fitted: [Value]?
      for (index, value) in values.enumerated() {
        guard let new = element.fitted(value, in: zone) else { return nil }
        if fitted == nil, new == value { continue }
        if fitted == nil { fitted = Array(values[..<index]) }
        fitted?.append(new)
      }
      return .list(fitted ?? values)
    case (.map(let type), .map(let map)):
      var fitted = ValueMap()
      for entry in map {
        guard case .string = entry.key, let value = type.fitted(entry.value, in: zone) else {
          return nil
        }
        fitted[entry.key] = value
      }
      return .map(fitted)
    case (.record(let parts), .map(let map)):
      guard map.allSatisfy({ entry in parts.contains { .string($0.name) == entry.key } }) else {
        return nil
      }
      var fitted = ValueMap()
      for part in parts {
        guard let found = map[.string(part.name)] else {
          if part.isOptional { continue }
          return nil
        }
        guard let value = part.type.fitted(found, in: zone) else { return nil }
        fitted[.string(part.name)] = value
      }
      return .map(fitted)
    default: return nil
    }
  }

  /// A description for messages.
  package var described: String {
    switch self {
    case .field(let type): type.kind.described
    case .list(let element): "a list of \(element.describedInList)"
    case .map(let value): "a map of \(value.describedInList)"
    case .record(let parts): "a record of \(Self.names(of: parts))"
    }
  }

  /// The names of the parts of a record; those that may be missing have a question mark, as in a file.
  private static func names(of parts: [RecordPart]) -> String {
    parts.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: ", ")
  }

  private var describedInList: String {
    switch self {
    case .field(let type): type.kind.describedInList
    case .list, .map: "values"
    case .record(let parts): "records of \(Self.names(of: parts))"
    }
  }
}

extension ValueType {
  /// A description of its values, for messages.
  package var described: String {
    switch self {
    case .string: "a text"
    case .int, .uint: "a whole number"
    case .double: "a number"
    case .bool: "true or false"
    case .list: "a list"
    case .map, .record: "a map"
    case .null: "null"
    case .timestamp: "a date and time"
    case .duration: "a duration"
    case .bytes: "bytes"
    default: withArticle
    }
  }

  /// The type of the elements of a list of this type.
  package var elementType: ValueType {
    switch self {
    case .list(let element): element
    case .optional(.list(let element)): element
    case .unknown: .unknown
    default: .dyn
    }
  }

  /// The types of the keys and of the values of a map of this type; nil if it's no map.
  ///
  /// The values of a record with several types are `dyn`.
  package var entryTypes: (key: ValueType, value: ValueType)? {
    switch withoutOptional {
    case .map(let key, let value): return (key, value)
    case .record(let record):
      let first = record.fields.first?.type ?? .dyn
      return (.string, record.fields.allSatisfy { $0.type == first } ? first : .dyn)
    default: return nil
    }
  }

  /// The type of the value that's there if it isn't missing.
  package var withoutOptional: ValueType {
    if case .optional(let inner) = self { inner } else { self }
  }

  /// Returns whether a value of another type can be used where this type is required.
  ///
  /// - Parameters:
  ///   - other: The type of the value.
  ///   - known: What else is known about the value. A value of type `dyn` must be known to fit.
  /// - Returns: Whether it can be used.
  package func accepts(_ other: ValueType, knowing known: KnownValues? = nil) -> Bool {
    switch (self, other) {
    case (.dyn, _), (_, .unknown), (.unknown, _): true
    case (_, .dyn): known?.isWithin(self) ?? false
    case (.list(let wanted), .list(let found)): wanted.accepts(found, knowing: known?.element)
    case (.optional(let wanted), .optional(let found)): wanted.accepts(found, knowing: known)
    case (.map(let key, let value), .map(let otherKey, let other)):
      key.accepts(otherKey) && value.accepts(other)
    case (.record(let wanted), .record(let found)):
      found.fields.allSatisfy { wanted[$0.name] != nil }
        && wanted.fields.allSatisfy { field in
          guard let other = found[field.name] else { return field.isOptional }
          return (field.isOptional || !other.isOptional)
            && field.type.accepts(other.type, knowing: known?[field.name])
        }
    default: self == other
    }
  }

  /// Returns the common type: `dyn` if the types differ, or an unknown type if there are none.
  ///
  /// Records with different fields have a common type with all fields, in which the fields that
  /// aren't in all of them are optional.
  package static func joined(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .unknown }
    if types.allSatisfy({ $0 == first }) {
      return types.dropFirst().reduce(first) { $0.addingKeys(of: $1) }
    }
    var records: [RecordType] = []
    for type in types {
      guard case .record(let record) = type else { return .dyn }
      records.append(record)
    }
    var names: [String] = []
    var found: [String: [RecordType.Field]] = [:]
    for field in records.flatMap(\.fields) {
      if found[field.name] == nil { names.append(field.name) }
      found[field.name, default: []].append(field)
    }
    return .record(
      RecordType(
        names.map { name in
          let fields = found[name] ?? []
          let key = fields.first?.keys.first
          var others: [String] = []
          for other in fields.flatMap(\.keys) where other != key && !others.contains(other) {
            others.append(other)
          }
          return RecordType.Field(
            name, joined(fields.map(\.type)),
            isOptional: fields.count < records.count || fields.contains(where: \.isOptional),
            key: key == name ? nil : key, otherKeys: others)
        }))
  }
}

extension Value {
  /// A description of a literal, for messages.
  package var describedForPeople: String {
    switch self {
    case .null: "nothing"
    case .bool(let flag): "\(flag)"
    case .int, .uint, .double: "the number \(plainText)"
    case .string(let text): "the text '\(text)'"
    case .list: "a list"
    case .map: "a map"
    default: "'\(plainText)'"
    }
  }

  package var isString: Bool {
    if case .string = self { true } else { false }
  }
}

extension InputType {
  /// Returns what's wrong with a value that doesn't have this type, as the end of a sentence.
  package func fault(in value: Value, isInside: Bool = false) -> String {
    let found = ", found \(value.describedForPeople)" + (isInside ? " in it" : "")
    switch (self, value) {
    case (.list(let element), .list(let values)):
      return values.first { element.fitted($0) == nil }
        .map { element.fault(in: $0, isInside: true) } ?? found
    case (.map(let type), .map(let map)):
      return map.first { type.fitted($0.value) == nil }
        .map { type.fault(in: $0.value, isInside: true) } ?? found
    case (.record(let parts), .map(let map)):
      for entry in map where !parts.contains(where: { .string($0.name) == entry.key }) {
        return ", but '\(entry.key.plainText)' isn't part of it"
      }
      for part in parts {
        guard let value = map[.string(part.name)] else {
          if part.isOptional { continue }
          return ", but '\(part.name)' is missing in it"
        }
        if part.type.fitted(value) == nil { return part.type.fault(in: value, isInside: true) }
      }
      return found
    default: return found
    }
  }
}
