// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowExpressions
import FlowModel

/// Makes the JSON Schema of a kind of files from the maps that it may have.
///
/// The kind of a map that can be several things follows from one of its keys: from the key that names the kind of step,
/// or from the word of `type`. A mistake is reported in that one thing.
package struct FileSchema {
  /// The kinds of maps that a list may hold, each of which is named by its first key.
  package struct Kinds {
    let name: String
    let summary: String
    let maps: [FileMap]
  }

  /// The draft of JSON Schema, the latest one that all editors and SchemaStore take.
  static let draft: Value = "http://json-schema.org/draft-07/schema#"

  private let maps: [String: FileMap]
  private let kinds: [String: Kinds]

  /// Creates the schema of files with some maps.
  package init(of maps: [FileMap], _ kinds: [Kinds] = []) {
    self.maps = Dictionary(maps.map { ($0.name, $0) }) { first, _ in first }
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the schema of files whose documents are a map, with the definitions that it needs.
  ///
  /// - Parameters:
  ///   - root: The map.
  ///   - id: The identifier of the schema, a URN.
  ///   - title: The title of the schema.
  /// - Returns: The schema, as a JSON object.
  package func document(_ root: FileMap, id: String, title: String) -> Value {
    var schema = ValueMap([
      ("$schema", Self.draft), ("$id", .string(id)),
      ("title", .string(title)),
    ])
    var content = self.schema(of: root)
    content["title"] = nil
    schema.merge(content)
    var definitions: [String: ValueMap] = [:]
    var names = Self.references(in: .map(schema))
    while let name = names.popFirst() {
      guard definitions[name] == nil, let definition = definition(of: name) else { continue }
      definitions[name] = definition
      names.formUnion(Self.references(in: .map(definition)))
    }
    schema["definitions"] = .map(
      ValueMap(definitions.sorted { $0.key < $1.key }.map { ($0.key, .map($0.value)) }))
    return .map(schema)
  }

  private func definition(of name: String) -> ValueMap? {
    if let shape = SchemaPart.shapes[name] { return shape }
    if let kinds = kinds[name] { return schema(of: kinds) }
    if let map = maps[name] { return schema(of: map) }
    for map in maps.values {
      for form in map.forms where form.map.name == name {
        return schema(of: form.map, as: map)
      }
    }
    return nil
  }

  /// The names of the definitions to which a schema refers.
  private static func references(in schema: Value) -> Set<String> {
    switch schema {
    case .list(let elements): return elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
    case .map(let map):
      return map.reduce(into: []) { found, entry in
        if entry.key == "$ref", let path = entry.value.text?.split(separator: "/"), path.count > 2 {
          found.insert(String(path[2]))
        } else {
          found.formUnion(references(in: entry.value))
        }
      }
    default: return []
    }
  }

  // MARK: Maps

  private func schema(of map: FileMap) -> ValueMap {
    guard !map.forms.isEmpty else {
      return plain(map, head: Self.head(of: map))
    }
    let forms = map.forms.map { form in
      Self.when(SchemaPart.isOf([form.type.rawValue]), form.map.name)
    }
    var schema = ValueMap(Self.head(of: map))
    schema["if"] = SchemaPart.isOf(map.forms.map(\.type.rawValue))
    schema["then"] = ["allOf": .list(forms)]
    schema["else"] = .map(plain(map, head: []))
    return schema
  }

  /// The description and snippets of a map, for editors.
  private static func head(of map: FileMap) -> [(String, Value)] {
    var words = ""
    for letter in map.name { words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)" }
    return [("title", .string(words)), ("description", .string(map.summary)), ("type", "object")]
  }

  /// Returns the schema that has a definition under a condition.
  private static func when(_ condition: Value, _ name: String) -> Value {
    ["if": condition, "then": .map(SchemaPart.reference(name))]
  }

  /// Returns the schema of a form of a map, which refers to the keys that are the same in the map itself.
  private func schema(of form: FileMap, as map: FileMap) -> ValueMap {
    var schema = plain(form, head: Self.head(of: map))
    guard case .map(var properties)? = schema["properties"] else { return schema }
    for key in map.keys where properties[key.name] == .map(property(key)) {
      properties[key.name] = .map(SchemaPart.reference("\(map.name)/else/properties/\(key.name)"))
    }
    schema["properties"] = .map(properties)
    return schema
  }

  private func plain(_ map: FileMap, head: [(String, Value)]) -> ValueMap {
    var schema = ValueMap(head)
    schema["properties"] = .map(ValueMap(map.keys.map { ($0.name, .map(property($0))) }))
    let needed = map.keys.filter(\.isRequired).map { Value.string($0.name) }
    if !needed.isEmpty { schema["required"] = .list(needed) }
    schema["additionalProperties"] = false
    for rule in map.rules { SchemaPart.add(rule, to: &schema) }
    return schema
  }

  private func property(_ key: FileKey) -> ValueMap {
    var property = ValueMap([("description", .string(key.summary))])
    var shape = schema(of: key.shape)
    shape["description"] = nil
    property.merge(shape)
    let examples = key.examples + (shape["examples"]?.elements ?? [])
    if !examples.isEmpty { property["examples"] = .list(examples) }
    return property
  }

  /// Returns the schema of maps of several kinds.
  private func schema(of kinds: Kinds) -> ValueMap {
    let names = kinds.maps.map(\.name)
    let named = Value.list(names.map { SchemaPart.has([$0]) })
    let cases = names.map { Self.when(SchemaPart.has([$0]), $0) }
    var properties = ValueMap()
    for map in kinds.maps {
      var property = SchemaPart.reference("id")
      property["description"] = .string(map.summary)
      properties[.string(map.name)] = .map(property)
    }
    // A misspelled key is reported by itself. Editors offer no key whose schema is only true.
    for key in kinds.maps.flatMap(\.keys) where properties[.string(key.name)] == nil {
      properties[.string(key.name)] = true
    }
    var schema = ValueMap([("description", .string(kinds.summary)), ("type", "object")])
    schema["if"] = ["anyOf": named]
    schema["then"] = ["allOf": .list(cases)]
    var unnamed = ValueMap([("properties", .map(properties)), ("additionalProperties", false)])
    unnamed["anyOf"] = named
    // Beside a list, they'd be offered in each of its steps.
    unnamed["defaultSnippets"] = snippets(of: kinds.maps)
    schema["else"] = .map(unnamed)
    return schema
  }

  // MARK: Shapes

  private func schema(of shape: FileShape) -> ValueMap {
    switch shape {
    case .word: return SchemaPart.reference("word")
    case .id: return SchemaPart.reference("id")
    case .value: return SchemaPart.reference("value")
    case .expression, .condition: return SchemaPart.reference("expression")
    case .template: return SchemaPart.reference("template")
    case .text: return SchemaPart.reference("text")
    case .output: return SchemaPart.reference("output")
    case .map(let name): return SchemaPart.reference(name)
    case .oneOf(let words): return ValueMap([("enum", .list(words.map { .string($0) }))])
    case .answer(let type): return schema(ofAnswersTo: type)
    case .literal, .setting(.literal), .setting(.answer(.choice)):
      return ValueMap([("anyOf", SchemaPart.anyOf(types: FileShape.NodeKind.allTypes))])
    case .setting(let literal):
      return byKind([.map(FileMap.setting.name), literal], of: shape)
    case .data: return ValueMap()
    case .wholeNumber: return ValueMap([("type", "integer")])
    case .boolean: return ValueMap([("type", "boolean")])
    case .list(let element):
      var list = ValueMap([("type", "array"), ("items", .map(schema(of: element)))])
      if case .map(let name) = element, let map = maps[name] {
        list["defaultSnippets"] = snippets(of: [map])
      }
      return list
    case .names(let value):
      return ValueMap([("type", "object"), ("additionalProperties", .map(schema(of: value)))])
    case .any(let shapes): return byKind(shapes, of: shape)
    }
  }

  private func schema(ofAnswersTo type: FieldType) -> ValueMap {
    guard let type = type.schema(choice: ValueMap())["type"] else { return schema(of: .literal) }
    return ValueMap([("type", type)])
  }

  /// Returns the schema of one of several shapes: of the one for the kind of node, if there's only one for each.
  private func byKind(_ shapes: [FileShape], of shape: FileShape) -> ValueMap {
    let parts = FileShape.NodeKind.allCases.flatMap { kind in
      shapes.filter { $0.nodeKinds.contains(kind) }.map { (kind, Value.map(schema(of: $0))) }
    }
    guard parts.count == shape.nodeKinds.count, shapes.count == parts.count else {
      return ValueMap([("anyOf", .list(shapes.map { .map(schema(of: $0)) }))])
    }
    return SchemaPart.byKind(parts, examples: shape.words)
  }

  // MARK: Snippets

  /// The snippets for maps, and for those of their forms that need more.
  private func snippets(of maps: [FileMap]) -> Value {
    let writer = FileSnippet(self.maps.merging(kinds.compactMapValues(\.maps.first)) { $1 })
    return .list(
      maps.flatMap { map -> [Value] in
        let forms = map.forms.filter { $0.map.requiredNames.count > map.requiredNames.count }
        return [Self.snippet(map.name, map, writer.body(of: map))]
          + forms.map { form in
            Self.snippet(
              "\(map.name) \(form.type.rawValue)", map, writer.body(of: form.map, for: form.type))
          }
      })
  }

  private static func snippet(_ label: String, _ map: FileMap, _ body: Value) -> Value {
    ["label": .string(label), "description": .string(map.summary), "body": body]
  }
}
