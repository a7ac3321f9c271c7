// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Schemas of the parts that files have in common.
///
/// They mean the same in draft 7 of JSON Schema and in later ones, and are valid in the strict mode of Ajv, so without
/// lists of types: nothing but a description stands next to `$ref`.
enum SchemaPart {
  /// Returns a reference to a definition.
  static func reference(_ name: String) -> ValueMap {
    ValueMap([("$ref", .string("#/definitions/\(name)"))])
  }

  /// Returns the schema of a map that has some keys.
  static func has(_ keys: [String]) -> Value {
    var properties = ValueMap()
    for key in keys { properties[.string(key)] = true }
    return [
      "type": "object", "properties": .map(properties), "required": .list(keys.map { .string($0) }),
    ]
  }

  /// Adds a rule to the schema of a map.
  static func add(_ rule: FileRule, to schema: inout ValueMap) {
    switch rule {
    case .atLeastOne(let sets): schema["anyOf"] = .list(sets.map(has))
    case .exactlyOne(let sets, let others):
      let only: [Value] =
        others.isEmpty
        ? []
        : [["anyOf": .list(others.map { has([$0]) }), "not": ["anyOf": .list(sets.map(has))]]]
      schema["oneOf"] = .list(sets.map(has) + only)
    case .single:
      schema["minProperties"] = 1
      schema["maxProperties"] = 1
    }
  }

  /// Returns the schema of a map whose key `type` has a word.
  static func isOf(_ words: [String]) -> Value {
    let words = words.map { Value.string($0) }
    return [
      "type": "object", "required": ["type"],
      "properties": ["type": words.count == 1 ? ["const": words[0]] : ["enum": .list(words)]],
    ]
  }

  /// Returns a schema that has a part for each kind of node.
  ///
  /// A validator reports only the part of the kind that it finds. Editors offer no values from parts under a condition,
  /// so the examples beside the condition offer them.
  static func byKind(
    _ parts: [(kind: FileShape.NodeKind, schema: Value)], examples: [Value] = []
  ) -> ValueMap {
    var schema = ValueMap()
    if !examples.isEmpty { schema["examples"] = .list(examples) }
    guard parts.count > 1 else {
      schema.merge(parts.first?.schema.map ?? ValueMap())
      return schema
    }
    // Without types, some editors complete no colon after the key.
    if examples.isEmpty { schema["anyOf"] = anyOf(types: parts.flatMap(\.kind.types)) }
    schema.merge(chain(parts[...]))
    return schema
  }

  /// Returns the alternatives of some types.
  static func anyOf(types: [Value]) -> Value {
    .list(types.map { type -> Value in ["type": type] })
  }

  private static func chain(
    _ parts: ArraySlice<(kind: FileShape.NodeKind, schema: Value)>
  ) -> ValueMap {
    guard let first = parts.first else { return ValueMap() }
    let rest = parts.dropFirst()
    guard let type = first.kind.types.first, let last = rest.first else {
      return first.schema.map ?? ValueMap()
    }
    var schema = ValueMap()
    schema["if"] = ["type": type]
    schema["then"] = first.schema
    schema["else"] = rest.count == 1 ? last.schema : .map(chain(rest))
    return schema
  }

  private static func scalar(_ description: String?, mayBeEmpty: Bool = true) -> ValueMap {
    let text: Value = mayBeEmpty ? ["type": "string"] : ["type": "string", "minLength": 1]
    var schema = ValueMap()
    schema["description"] = description.map { .string($0) }
    schema["anyOf"] = [text, ["type": "number"], ["type": "boolean"]]
    return schema
  }

  private static func described(_ description: String, _ schema: ValueMap) -> ValueMap {
    var described = ValueMap([("description", .string(description))])
    described.merge(schema)
    return described
  }

  /// The definitions of shapes that many keys accept.
  static let shapes: [String: ValueMap] = [
    "word": scalar(nil, mayBeEmpty: false),
    "value": scalar(nil),
    "id": ValueMap([("type", "string"), ("pattern", "^[A-Za-z_][A-Za-z0-9_]*$")]),
    "expression": scalar(
      "An expression of CEL. Quote one that is more than name == 'word': double quotes outside, single ones inside."
    ),
    "template": scalar("A text; ${…} holds an expression, $${ is a literal ${."),
    "text": described(
      "A text, or one for each language, such as { en: Name, de: Name }; ${…} holds an expression.",
      byKind([
        (
          .map,
          [
            "type": "object", "minProperties": 1,
            "propertyNames": ["pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"],
            "additionalProperties": .map(reference("template")),
          ]
        ),
        (.scalar, .map(reference("template"))),
      ])),
    "output": described(
      "An expression, or maps and lists of them.",
      byKind([
        (.map, ["type": "object", "additionalProperties": .map(reference("output"))]),
        (.list, ["type": "array", "items": .map(reference("output"))]),
        (.scalar, .map(reference("expression"))),
      ])),
    "type": described(
      "The type of an input: a word, a record such as { id: string, note: string? }, or { type: list, of: string }.",
      byKind(
        [
          (.map, ["type": "object", "additionalProperties": .map(reference("type"))]),
          (
            .scalar,
            ["enum": .list(FileMap.inputTypes.flatMap { [.string($0), .string($0 + "?")] })]
          ),
        ], examples: FileMap.inputTypes.map { .string($0) })),
  ]
}
