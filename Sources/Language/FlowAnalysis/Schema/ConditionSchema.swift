// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import RegularExpressions
import SourceDiagnostics

/// Expresses conditions of a flow in JSON Schema, where the answers of a single record decide
/// them.
///
/// Parts that depend on anything else (inputs, times, answers of other records, and functions) are
/// open. A condition with open parts has two schemas: a necessary one, which is valid for every
/// record that satisfies the condition, and a sufficient one, which is valid only for such records.
struct ConditionSchema {
  let facts: FlowFacts

  /// The names of the record's answers, by number.
  let properties: [Int: String]

  /// The names of answers that may be null, which means that they're empty.
  let nullable: Set<String>

  /// The values that are taken for answers that are left out, by number.
  var defaults: [Int: DefaultAnswer] = [:]

  /// The used flows whose answers are records of the record, by number.
  var records: [Int: UsedRecord] = [:]

  /// The value that's taken for an answer that's left out.
  enum DefaultAnswer {
    case known(Value)

    /// A value that's computed when the question is asked.
    case computed
  }

  /// The answers of a used flow, as expressions read them.
  struct UsedRecord {
    /// An answer that's always given.
    struct Answer {
      let property: String
      let type: ValueType
    }

    /// The name of the record.
    let property: String

    /// Those answers that are always given, by the names that expressions read.
    let answers: [String: Answer]
  }

  /// The maximum number of parts of a condition to express; a larger one is open.
  static let maximumParts = 120

  /// A condition's requirement of a record.
  enum Claim: Equatable {
    case always
    case never
    case schema(ValueMap)
  }

  /// Whether a schema is necessary or sufficient for a condition.
  enum Side {
    /// The schema is necessary: it's valid for every record that satisfies the condition.
    case necessary

    /// The schema is sufficient: it's valid only for records that satisfy the condition.
    case sufficient

    var other: Side { self == .necessary ? .sufficient : .necessary }
  }

  /// Returns what a formula requires of a record.
  func claim(_ formula: FormulaID, _ side: Side) -> Claim {
    var budget = Self.maximumParts
    let claim = claim(formula, side, &budget)
    guard budget < 0 else { return claim }
    return side == .necessary ? .always : .never
  }

  /// Returns whether no part of a formula is open.
  func isExact(_ formula: FormulaID) -> Bool {
    var budget = Self.maximumParts
    return isExact(formula, &budget)
  }

  private func isExact(_ formula: FormulaID, _ budget: inout Int) -> Bool {
    budget -= 1
    guard budget >= 0 else { return false }
    switch facts.formulas[formula] {
    case .constant: return true
    case .atom(let atom):
      guard let schema = schema(of: atom, .necessary) else { return false }
      return schema == self.schema(of: atom, .sufficient)
    case .not(let operand): return isExact(operand, &budget)
    case .all(let operands), .any(let operands):
      for operand in operands where !isExact(operand, &budget) { return false }
      return true
    }
  }

  private func claim(_ formula: FormulaID, _ side: Side, _ budget: inout Int) -> Claim {
    budget -= 1
    guard budget >= 0 else { return .always }
    switch facts.formulas[formula] {
    case .constant(let truth): return truth ? .always : .never
    case .atom(let atom):
      if let schema = schema(of: atom, side) { return .schema(schema) }
      return side == .necessary ? .always : .never
    case .not(let operand): return claim(operand, side.other, &budget).negated
    case .all(let operands):
      return Claim.all(operands.map { claim($0, side, &budget) })
    case .any(let operands):
      return Claim.any(operands.map { claim($0, side, &budget) })
    }
  }

  // MARK: Atoms

  private func schema(of atom: Atom, _ side: Side) -> ValueMap? {
    switch (facts.terms[atom.term], atom.predicate) {
    case (.given(let name), .isTrue):
      // An answer without elements is none.
      let schema: ValueMap? =
        switch facts.names[name].type {
        case .list: ValueMap([("minItems", 1)])
        case .map: ValueMap([("minProperties", 1)])
        default: nil
        }
      return answer(name, schema, side) { $0 != .list([]) && $0 != .map(ValueMap()) }
    case (.name(let name), let predicate):
      return schema(of: predicate, type: facts.names[name].type).flatMap {
        answer(name, $0, side, predicate.holds)
      }
    case (.call(let function, let operands), let predicate):
      return schema(ofCall: function, operands.map { facts.terms[$0] }, predicate, side)
    default: return nil
    }
  }

  /// Returns the schema of records in which a predicate is true of the value of a function of an
  /// answer.
  private func schema(
    ofCall function: String, _ operands: [ConditionTerm], _ predicate: Predicate, _ side: Side
  ) -> ValueMap? {
    switch (function, operands.first, operands.last, predicate) {
    case ("size()", .name(let name)?, _, .compares(let binary, .int(let count)))
    where operands.count == 1:
      guard let size = Int(exactly: count),
        let schema = Self.size(binary, size, type: facts.names[name].type)
      else { return nil }
      return answer(name, schema, side, Predicate.size(binary, size).holds)
    case (BinaryOperator.isIn.rawValue, .literal(let value)?, .name(let name)?, .isTrue):
      guard case .list = facts.names[name].type, let literal = value.schemaLiteral else {
        return nil
      }
      return answer(name, Self.containing(literal), side, Predicate.contains(value).holds)
    case ("%", .name(let name)?, .literal(.int(let unit))?, .compares(.equal, .int(0))):
      guard unit != 0, unit != .min, facts.names[name].type == .int else { return nil }
      return answer(name, ValueMap([("multipleOf", .int(abs(unit)))]), side) { value in
        if case .int(let number) = value { number % abs(unit) == 0 } else { false }
      }
    case (_, .name(let name)?, .literal(.string(let text))?, .isTrue) where operands.count == 2:
      guard facts.names[name].type == .string, let pattern = Self.pattern(of: function, text),
        let written = pattern.ecmaScriptPattern
      else { return nil }
      return answer(name, ValueMap([("pattern", .string(written))]), side) { value in
        if case .string(let text) = value { pattern.matches(text) } else { false }
      }
    case (_, .name(let name)?, _, _) where function.hasPrefix(".") && operands.count == 1:
      let field = String(function.dropFirst())
      guard let record = records[name], let answer = record.answers[field],
        let schema = schema(of: predicate, type: answer.type)
      else { return nil }
      return required(record.property, required(answer.property, schema))
    default: return nil
    }
  }

  /// Returns the pattern of the texts for which a method with a text is true, or nil if it's another
  /// method.
  private static func pattern(of method: String, _ text: String) -> RegularExpression? {
    guard method == ".matches()" || !text.includes("\\E") else { return nil }
    let pattern: String
    switch method {
    case ".matches()": pattern = text
    case ".startsWith()": pattern = "^\\Q\(text)\\E"
    case ".endsWith()": pattern = "\\Q\(text)\\E$"
    case ".contains()": pattern = "\\Q\(text)\\E"
    default: return nil
    }
    return try? RegularExpression(pattern)
  }

  /// Returns the schema of records in which an answer matches a schema, or is left out and has a
  /// default for which the condition is true.
  private func answer(
    _ name: Int, _ schema: ValueMap?, _ side: Side, _ holds: (Value) -> Bool
  ) -> ValueMap? {
    guard let property = properties[name] else { return nil }
    var map = required(property, schema)
    let mayBeAbsent =
      switch defaults[name] {
      case nil: false
      case .known(let value): holds(value)
      case .computed: side == .necessary
      }
    if mayBeAbsent { map["required"] = nil }
    return map
  }

  private func schema(of predicate: Predicate, type: ValueType) -> ValueMap? {
    switch predicate {
    case .isTrue: return ValueMap([("const", true)])
    case .compares(.equal, let value):
      return value.schemaLiteral.map { ValueMap([("const", $0)]) }
    case .compares(let binary, let value):
      guard type == .int || type == .double, let bound = value.schemaLiteral else { return nil }
      switch binary {
      case .less: return ValueMap([("exclusiveMaximum", bound)])
      case .lessOrEqual: return ValueMap([("maximum", bound)])
      case .greater: return ValueMap([("exclusiveMinimum", bound)])
      case .greaterOrEqual: return ValueMap([("minimum", bound)])
      default: return nil
      }
    case .isIn(let values):
      let literals = values.compactMap(\.schemaLiteral)
      guard literals.count == values.count, !literals.isEmpty else { return nil }
      return ValueMap([("enum", .list(literals))])
    case .contains(let value): return value.schemaLiteral.map(Self.containing)
    case .size(let binary, let count): return Self.size(binary, count, type: type)
    }
  }

  private static func containing(_ value: Value) -> ValueMap {
    ValueMap([("contains", .map(ValueMap([("const", value)])))])
  }

  /// Returns a bound of the length of a text in code points, or of the number of elements of a
  /// list.
  private static func size(_ binary: BinaryOperator, _ count: Int, type: ValueType) -> ValueMap? {
    let (least, most): (String, String)
    switch type {
    case .string: (least, most) = ("minLength", "maxLength")
    case .list: (least, most) = ("minItems", "maxItems")
    default: return nil
    }
    guard count >= 0, count < 1 << 31 else { return nil }
    let size = Int64(count)
    switch binary {
    case .equal: return ValueMap([(least, .int(size)), (most, .int(size))])
    case .less: return count == 0 ? nil : ValueMap([(most, .int(size - 1))])
    case .lessOrEqual: return ValueMap([(most, .int(size))])
    case .greater: return ValueMap([(least, .int(size + 1))])
    case .greaterOrEqual: return ValueMap([(least, .int(size))])
    default: return nil
    }
  }

  /// Returns the schema of records that have a property other than null that matches a schema.
  func required(_ property: String, _ schema: ValueMap?) -> ValueMap {
    var map = ValueMap()
    var schema = schema
    if nullable.contains(property) {
      var inner = schema ?? ValueMap()
      inner["not"] = .map(ValueMap([("type", "null")]))
      schema = inner
    }
    if let schema { map["properties"] = .map(ValueMap([(property, .map(schema))])) }
    map["required"] = .list([.string(property)])
    return map
  }
}

extension ConditionSchema.Claim {
  /// The claim as a JSON Schema.
  var schema: Value {
    switch self {
    case .always: true
    case .never: false
    case .schema(let map): .map(map)
    }
  }

  var negated: Self {
    switch self {
    case .always: .never
    case .never: .always
    case .schema(let map):
      if map.count == 1, case .map(let inner)? = map["not"] {
        .schema(inner)
      } else {
        .schema(ValueMap([("not", .map(map))]))
      }
    }
  }

  /// Returns the conjunction of claims.
  static func all(_ claims: [Self]) -> Self {
    var parts: [ValueMap] = []
    for claim in claims {
      switch claim {
      case .always: continue
      case .never: return .never
      case .schema(let map):
        // Merge requirements for different properties.
        if let last = parts.last, let merged = last.joined(with: map) {
          parts[parts.count - 1] = merged
        } else {
          parts.append(map)
        }
      }
    }
    if parts.count < 2 { return parts.first.map { .schema($0) } ?? .always }
    return .schema(ValueMap([("allOf", .list(parts.map { .map($0) }))]))
  }
}

extension ConditionSchema.Claim {
  /// Returns the disjunction of claims.
  static func any(_ claims: [Self]) -> Self {
    var parts: [Value] = []
    for claim in claims {
      switch claim {
      case .always: return .always
      case .never: continue
      case .schema(let map): parts.append(.map(map))
      }
    }
    if parts.isEmpty { return .never }
    if parts.count == 1, case .map(let map) = parts[0] { return .schema(map) }
    return .schema(ValueMap([("anyOf", .list(parts))]))
  }
}

extension ValueMap {
  /// Returns two schemas of properties as one, or nil if they share a property or have other keys.
  fileprivate func joined(with other: ValueMap) -> ValueMap? {
    for map in [self, other] {
      for entry in map where entry.key != "properties" && entry.key != "required" { return nil }
    }
    var properties = self["properties"]?.map ?? ValueMap()
    for entry in other["properties"]?.map ?? ValueMap() {
      guard properties[entry.key] == nil else { return nil }
      properties[entry.key] = entry.value
    }
    var required = self["required"]?.elements ?? []
    for name in other["required"]?.elements ?? [] where !required.contains(name) {
      required.append(name)
    }
    var joined = ValueMap()
    if !properties.isEmpty { joined["properties"] = .map(properties) }
    if !required.isEmpty { joined["required"] = .list(required) }
    return joined
  }
}

extension Value {
  /// The value as a literal in a schema, or nil if no JSON value compares equally.
  var schemaLiteral: Value? {
    switch self {
    case .null, .bool, .int, .uint, .string: return self
    case .double(let number): return number.isFinite ? self : nil
    case .list(let values):
      let literals = values.compactMap(\.schemaLiteral)
      return literals.count == values.count ? .list(literals) : nil
    default: return nil
    }
  }
}
