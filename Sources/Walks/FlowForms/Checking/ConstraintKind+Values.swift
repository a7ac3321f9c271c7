// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

extension FieldType {
  /// Returns the type of its answers in expressions, given the type of its choices.
  func valueType(choices: ValueType) -> ValueType {
    switch self {
    case .string, .text, .secret, .date, .time, .path: .string
    case .datetime: .timestamp
    case .duration: .duration
    case .integer: .int
    case .number: .double
    case .boolean: .bool
    case .choice: choices
    case .choices: .list(choices)
    }
  }

  /// A description of its literals, for messages.
  var described: String {
    switch self {
    case .string, .text, .secret: "a text"
    case .date: "a date such as 2026-01-31"
    case .time: "a time such as 02:00"
    case .datetime: "a date and time such as 2026-01-31 09:00"
    case .duration: "a duration such as 1h30m"
    case .path: "a path"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .choice: "one of the choices"
    case .choices: "a list of choices"
    }
  }

  /// The form of its answers, if they're strings with a form.
  var form: TextForm? {
    switch self {
    case .date: .date
    case .time: .time
    default: nil
    }
  }

  /// Whether it takes text as it is.
  var isText: Bool { self == .string || self == .text || self == .secret || self == .path }
}

extension ConstraintKind {
  /// Returns whether the constraint applies to fields of a type.
  package func applies(to type: FieldType) -> Bool {
    switch self {
    case .min, .max: type == .integer || type == .number || type.isTime
    case .multipleOf: type == .integer || type == .number
    case .minLength, .maxLength, .pattern: type.isText
    case .format: type == .string
    case .minItems, .maxItems: type == .choices
    case .must: type == .path
    }
  }

  /// Returns the corresponding constraint for fields of a type to which this one doesn't apply, or
  /// nil if there isn't one.
  package func meant(for type: FieldType) -> ConstraintKind? {
    let meant: ConstraintKind?
    switch self {
    case .min, .minLength, .minItems:
      meant = type.isText ? .minLength : type == .choices ? .minItems : .min
    case .max, .maxLength, .maxItems:
      meant = type.isText ? .maxLength : type == .choices ? .maxItems : .max
    default: meant = nil
    }
    return meant.flatMap { $0 != self && $0.applies(to: type) ? $0 : nil }
  }

  /// Returns a value as a limit for fields of a type, or nil if it isn't valid.
  package func limit(_ value: Value, for type: FieldType, in zone: ZoneRules) -> Value? {
    switch self {
    case .min, .max:
      return type.isTime ? TypedTime.fitted(value, to: type, in: zone) : value
    case .must:
      guard case .string(let word) = value, PathRequirement(rawValue: word) != nil else {
        return nil
      }
      return value
    default: return value
    }
  }

  /// Describes the least valid limit, for messages; returns nil if the value is valid.
  func least(below value: Value) -> String? {
    switch (self, value) {
    case (.minLength, .int(..<0)), (.maxLength, .int(..<0)), (.minItems, .int(..<0)),
      (.maxItems, .int(..<0)):
      "0 or more"
    case (.multipleOf, .int(...0)): "more than 0"
    case (.multipleOf, .double(let unit)): unit > 0 ? nil : "more than 0"
    default: nil
    }
  }

  /// Returns the type of its value for fields of a type, and the requirement for literals.
  func valueType(for type: FieldType) -> (ValueType, need: LiteralNeed) {
    switch self {
    case .min, .max, .multipleOf:
      switch type {
      case .number, .date, .time, .datetime, .duration:
        (type.valueType(choices: .dyn), .answer(type))
      default: (.int, .answer(.integer))
      }
    case .minLength, .maxLength, .minItems, .maxItems: (.int, .answer(.integer))
    case .pattern: (.string, .pattern)
    case .format: (.string, .format)
    case .must: (.string, .requirement)
    }
  }
}

extension FieldDefinition {
  /// Returns a literal as a value of the field, or nil if it has another type.
  func literal(_ value: Value) -> Value? {
    switch (type, value) {
    case (.string, .string), (.text, .string), (.secret, .string), (.path, .string),
      (.boolean, .bool), (.integer, .int):
      return value
    case (.number, .double): return value
    case (.number, .int(let number)): return .double(Double(number))
    case (.datetime, .string):
      // Without an offset, it depends on the session's time zone.
      return TypedTime.fitted(value, to: type, in: .utc) == nil ? nil : value
    case (.date, .string), (.time, .string), (.duration, .string):
      return TypedTime.fitted(value, to: type, in: .utc)
    case (.choice, _):
      return accepts(choice: value) ? value : nil
    case (.choices, .list(let values)):
      return values.allSatisfy(accepts(choice:)) ? value : nil
    default: return nil
    }
  }

  /// Returns whether a value is one of the listed choices.
  func accepts(choice value: Value) -> Bool {
    guard case .listed(let listed)? = choices, !listed.isEmpty else { return true }
    return listed.contains { $0.value.value == value }
  }
}

extension InputType {
  /// The type of its values in expressions.
  public var valueType: ValueType {
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

  /// Returns whether a value has this type, including the form of dates.
  func accepts(_ value: Value) -> Bool { fitted(value) != nil }

  /// Returns a value as a value of this type, or nil if it isn't one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - zone: The zone of moments without an offset.
  /// - Returns: The value in this type's representation, such as a duration for `1h`.
  func fitted(_ value: Value, in zone: ZoneRules = .utc) -> Value? {
    switch (self, value) {
    case (.field(let type), _):
      // An input can be empty text, unlike a field.
      if type.isText, case .string = value { return value }
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
  public var described: String {
    switch self {
    case .field(let type): type.described
    case .list(let element): "a list of \(element.describedInList)"
    case .map(let value): "a map of \(value.describedInList)"
    case .record(let parts): "a record of \(parts.map(\.name).joined(separator: ", "))"
    }
  }

  private var describedInList: String {
    switch self {
    case .field(.string), .field(.text), .field(.secret): "texts"
    case .field(.integer): "whole numbers"
    case .field(.number): "numbers"
    case .field(.boolean): "true or false"
    case .field(.date): "dates"
    case .field(.time): "times such as 02:00"
    case .field(.datetime): "dates and times"
    case .field(.duration): "durations such as 1h30m"
    case .field(.path): "paths"
    case .field, .list, .map: "values"
    case .record(let parts): "records of \(parts.map(\.name).joined(separator: ", "))"
    }
  }
}

extension ValueType {
  /// A description of its values, for messages.
  var described: String {
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
  var elementType: ValueType {
    switch self {
    case .list(let element): element
    case .optional(.list(let element)): element
    case .unknown: .unknown
    default: .dyn
    }
  }

  /// Returns whether a value of another type can be used where this type is required.
  ///
  /// - Parameters:
  ///   - other: The type of the value.
  ///   - known: What else is known about the value. A value of type `dyn` must be known to fit.
  /// - Returns: Whether it can be used.
  func accepts(_ other: ValueType, knowing known: KnownValues? = nil) -> Bool {
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
  static func joined(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .unknown }
    if types.allSatisfy({ $0 == first }) { return first }
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
          return RecordType.Field(
            name, joined(fields.map(\.type)),
            isOptional: fields.count < records.count || fields.contains(where: \.isOptional))
        }))
  }
}

extension Value {
  /// A description of a literal, for messages.
  var describedForPeople: String {
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

  var isString: Bool {
    if case .string = self { true } else { false }
  }
}
