// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

// The output of a flow: what it defines as `output`, or every answer.
extension RecordSchema {
  /// Returns the schema of a flow's output.
  mutating func output(of definition: FlowDefinition) -> ValueMap {
    guard let output = definition.output else {
      return record(of: definition.steps)
    }
    let answers = output.isMap ? record(of: definition.steps) : ValueMap()
    return schema(of: output, Self.fields(of: definition.steps), answers: answers)
  }

  /// Returns the fields in the flow's own scope, by name.
  private static func fields(of steps: [StepDefinition]) -> [String: FieldDefinition] {
    let fields = steps.answers().compactMap { step -> (String, FieldDefinition)? in
      if case .ask(let field) = step.kind { (step.id.name, field) } else { nil }
    }
    return Dictionary(fields) { first, _ in first }
  }

  private func schema(
    of output: OutputDefinition, _ fields: [String: FieldDefinition], answers: ValueMap
  ) -> ValueMap {
    switch output {
    case .expression(let source):
      let type = facts.compiled(source)?.type ?? .dyn
      // An optional without a value is left out.
      let bare = if case .optional(let inner) = type { inner } else { type }
      if let field = fields[source.text.oneLine], field.settings[.otherwise] == nil,
        !field.answersEmpty
      {
        var schema = FieldSchema(field: field, type: bare, language: language).schema
        schema["default"] = nil
        schema["x-stackflow-default"] = nil
        return schema
      }
      return bare.schema
    case .map(let entries):
      var properties = ValueMap()
      var required: [Value] = []
      var absent: Set<Value> = []
      for entry in entries where !entry.isMerged {
        let name = Value.string(entry.key.name)
        properties[name] = .map(schema(of: entry.value, fields, answers: answers))
        if mayBeAbsent(entry.value) { absent.insert(name) } else { required.append(name) }
      }
      if let base = entries.first(where: \.isMerged) {
        let schema =
          base.isEveryAnswer ? answers : schema(of: base.value, fields, answers: answers)
        return schema.merging(properties, required: required, absent: absent)
      }
      var schema = ValueMap([("type", "object"), ("properties", .map(properties))])
      if !required.isEmpty { schema["required"] = .list(required) }
      schema["additionalProperties"] = false
      return schema
    case .list(let items):
      let schemas = items.map { Value.map(self.schema(of: $0, fields, answers: answers)) }
      // If an element may be left out, the following ones move up.
      if items.contains(where: mayBeAbsent) {
        return ValueMap([
          ("type", "array"), ("items", .map(ValueMap([("anyOf", .list(schemas))]))),
          ("maxItems", .int(Int64(items.count))),
        ])
      }
      var schema = ValueMap([("type", "array")])
      if !schemas.isEmpty { schema["prefixItems"] = .list(schemas) }
      schema["items"] = false
      schema["minItems"] = .int(Int64(items.count))
      return schema
    }
  }

  /// Returns whether a value may be left out, which is also assumed of expressions with mistakes.
  private func mayBeAbsent(_ output: OutputDefinition) -> Bool {
    guard case .expression(let source) = output else { return false }
    switch facts.compiled(source)?.type {
    case nil, .dyn, .optional: return true
    default: return false
    }
  }
}

extension OutputDefinition {
  /// Whether it's a map, which can have every answer.
  fileprivate var isMap: Bool { if case .map = self { true } else { false } }
}

extension ValueMap {
  /// Returns the schema of maps that match this one and to which entries were added.
  fileprivate func merging(
    _ added: ValueMap, required names: [Value], absent: Set<Value>
  ) -> ValueMap {
    var schema = self
    var properties = self["properties"]?.map ?? ValueMap()
    // Rules don't hold for answers that were replaced.
    let isReplacing = added.contains { properties[$0.key] != nil }
    if isReplacing { schema["allOf"] = nil }
    for entry in added { properties[entry.key] = entry.value }
    schema["properties"] = .map(properties)
    let own = (self["required"]?.elements ?? []).filter { added[$0] == nil && !absent.contains($0) }
    let required = own + names
    schema["required"] = required.isEmpty ? nil : .list(required)
    return schema
  }
}

extension ValueType {
  /// The schema of values in the notation of results; an empty one, which allows any value, if nothing is known.
  var schema: ValueMap {
    switch self {
    case .null: return ValueMap([("type", "null")])
    case .bool: return ValueMap([("type", "boolean")])
    case .int:
      return ValueMap([
        ("type", "integer"), ("minimum", .int(.min)), ("maximum", .int(.max)),
      ])
    case .uint:
      return ValueMap([("type", "integer"), ("minimum", 0), ("maximum", .uint(.max))])
    case .double:
      // NaN and infinities are written as texts.
      return ValueMap([
        (
          "anyOf",
          .list([
            .map(ValueMap([("type", "number")])),
            .map(ValueMap([("enum", .list(["NaN", "Infinity", "-Infinity"]))])),
          ])
        )
      ])
    case .string: return ValueMap([("type", "string")])
    case .bytes: return ValueMap([("type", "string"), ("contentEncoding", "base64")])
    case .timestamp: return TimeKind.datetime.schema
    case .duration: return ValueMap([("type", "string"), ("x-stackflow-type", "duration")])
    case .list(let element):
      return ValueMap([("type", "array"), ("items", .map(element.schema))])
    case .map(_, let value):
      return ValueMap([("type", "object"), ("additionalProperties", .map(value.schema))])
    case .record(let record): return record.schema
    case .optional(let inner):
      return ValueMap([
        ("anyOf", .list([.map(inner.schema), .map(ValueMap([("type", "null")]))]))
      ])
    case .type, .opaque: return ValueMap([("type", "string")])
    case .dyn, .parameter, .undecided: return ValueMap()
    }
  }
}

extension RecordType {
  /// The schema; records of several lists can have a field under different names.
  fileprivate var schema: ValueMap {
    var properties: [(name: String, schemas: [Value])] = []
    for field in fields {
      let schema = Value.map(field.type.schema)
      for name in field.keys {
        guard let place = properties.firstIndex(where: { $0.name == name }) else {
          properties.append((name, [schema]))
          continue
        }
        if !properties[place].schemas.contains(schema) { properties[place].schemas.append(schema) }
      }
    }
    let schemas = properties.map { property in
      (
        property.name,
        property.schemas.count == 1
          ? property.schemas[0] : .map(ValueMap([("anyOf", .list(property.schemas))]))
      )
    }
    var map = ValueMap([
      ("type", "object"), ("properties", .map(ValueMap(schemas))),
    ])
    let needed = fields.filter { !$0.isOptional }
    let required = needed.filter(\.otherKeys.isEmpty).map { Value.string($0.keys[0]) }
    if !required.isEmpty { map["required"] = .list(required) }
    let ways = needed.filter { !$0.otherKeys.isEmpty }.map { field in
      Value.map(
        ValueMap([
          ("anyOf", .list(field.keys.map { .map(ValueMap([("required", .list([.string($0)]))])) }))
        ]))
    }
    if !ways.isEmpty { map["allOf"] = .list(ways) }
    return map
  }
}
