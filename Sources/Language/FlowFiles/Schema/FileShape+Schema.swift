// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// The shapes of values as JSON Schemas.
extension FileShape {
  /// The shapes with their own definitions in the schema, since many keys accept them.
  static let named: [(name: String, schema: Value)] = [
    ("word", ["type": ["string", "number", "boolean"], "minLength": 1]),
    ("value", ["type": ["string", "number", "boolean"]]),
    (
      "expression",
      [
        "description":
          "An expression of CEL. Quote one that is more than name == 'word': double quotes outside, single ones inside.",
        "type": ["string", "number", "boolean"],
      ]
    ),
    (
      "template",
      [
        "description": "A text; ${…} holds an expression, $${ is a literal ${.",
        "type": ["string", "number", "boolean"],
      ]
    ),
    (
      "text",
      [
        "description":
          "A text, or one for each language, such as { en: Name, de: Name }; ${…} holds an expression.",
        "anyOf": [
          ["$ref": "#/$defs/template"],
          [
            "type": "object", "minProperties": 1,
            "propertyNames": ["pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"],
            "additionalProperties": ["$ref": "#/$defs/template"],
          ],
        ],
      ]
    ),
    (
      "setting",
      [
        "description": "A literal, or { value: CEL }.",
        "if": ["type": "object"],
        "then": [
          "properties": ["value": ["$ref": "#/$defs/expression"]], "required": ["value"],
          "additionalProperties": false,
        ],
        "else": ["not": ["type": "null"]],
      ]
    ),
    (
      "output",
      [
        "description": "An expression, or maps and lists of them.",
        "anyOf": [
          ["$ref": "#/$defs/expression"],
          ["type": "array", "items": ["$ref": "#/$defs/output"]],
          ["type": "object", "additionalProperties": ["$ref": "#/$defs/output"]],
        ],
      ]
    ),
    (
      "type",
      [
        "description":
          "The type of an input: a word, a record such as { id: string, note: string? }, or { type: list, of: string }.",
        "anyOf": [
          [
            "type": "string",
            "pattern": .string("^(\(FileMap.inputTypes.joined(separator: "|")))\\??$"),
          ],
          ["enum": ["list", "map", "list?", "map?"]],
          ["type": "object", "additionalProperties": ["$ref": "#/$defs/type"]],
        ],
      ]
    ),
  ]

  /// Returns the definitions of named shapes.
  package static func definitions(of names: Set<String>) -> ValueMap {
    ValueMap(named.filter { names.contains($0.name) }.map { ($0.name, $0.schema) })
  }

  /// Returns a reference to a definition.
  static func reference(_ name: String) -> ValueMap {
    ValueMap([("$ref", .string("#/$defs/\(name)"))])
  }

  var schema: ValueMap {
    switch self {
    case .word: return Self.reference("word")
    case .value: return Self.reference("value")
    case .expression, .condition: return Self.reference("expression")
    case .template: return Self.reference("template")
    case .text: return Self.reference("text")
    case .setting: return Self.reference("setting")
    case .output: return Self.reference("output")
    case .map(let name): return Self.reference(name)
    case .oneOf(let words): return ValueMap([("enum", .list(words.map { .string($0) }))])
    case .literal: return ValueMap([("not", ["type": "null"] as Value)])
    case .data: return ValueMap()
    case .wholeNumber: return ValueMap([("type", "integer")])
    case .boolean: return ValueMap([("type", "boolean")])
    case .list(let element):
      return ValueMap([("type", "array"), ("items", .map(element.schema))])
    case .names(let value):
      return ValueMap([("type", "object"), ("additionalProperties", .map(value.schema))])
    case .any(let shapes):
      return ValueMap([("anyOf", .list(shapes.map { .map($0.schema) }))])
    }
  }
}
