// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The JSON Schema of flow files, which editors use to complete and validate them.
///
/// It describes only the structure: the keys, the kinds of values that they accept, and which keys
/// are required. `stackflow check` checks names, types of expressions, and paths. Every file that
/// loads without diagnostics is valid.
///
/// In an editor that supports JSON Schema for YAML, associate the schema with `*.flow.yaml`, or add
/// a comment on the first line: `# yaml-language-server: $schema=flow.schema.json`.
public enum FlowFileSchema {
  /// The schema of every flow file, as a JSON object.
  public static let schema: Value = {
    var definitions = FileMap.definitions(of: FileMap.all.filter { $0.name != "flowFile" })
    for shape in FileShape.named { definitions[shape.name] = shape.schema }
    definitions["step"] = [
      "description": "A step; its first key says what it is, the key's value is its id.",
      "oneOf": .list(FileMap.steps.map { .map(FileShape.reference($0.name)) }),
    ]
    definitions["element"] = [
      "description": "A field, a note or a computed value of a form.",
      "oneOf": .list([FileMap.ask, .note, .compute].map { .map(FileShape.reference($0.name)) }),
    ]
    return FileMap.flowFile.schema(
      id: "urn:stackflow:flow-file:\(FlowFile.languageVersion)", title: "A flow of StackFlow",
      definitions: definitions)
  }()

  /// The keys of each kind of map, by the names of their definitions in the schema.
  ///
  /// A test compares them with the keys that the loader accepts.
  package static var keys: [String: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: FileMap.all.map { ($0.name, Set($0.keys.map(\.name))) })
  }
}

extension FileMap {
  /// Returns the JSON Schema of files whose documents are this map.
  ///
  /// - Parameters:
  ///   - id: The identifier of the schema, a URN.
  ///   - title: The title of the schema.
  ///   - definitions: The schemas of the maps and shapes that the map's keys accept, by name.
  /// - Returns: The schema, as a JSON object.
  package func schema(id: String, title: String, definitions: ValueMap) -> Value {
    var schema = ValueMap([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("$id", .string(id)),
      ("title", .string(title)),
    ])
    schema.merge(self.schema)
    schema["$defs"] = .map(definitions)
    return .map(schema)
  }

  /// Returns the JSON Schemas of maps by name.
  package static func definitions(of maps: [FileMap]) -> ValueMap {
    ValueMap(maps.map { ($0.name, .map($0.schema)) })
  }

  /// The map as a JSON Schema.
  var schema: ValueMap {
    var properties = ValueMap()
    for key in keys {
      var shape = key.shape.schema
      shape["description"] = .string(key.summary)
      properties[key.name] = .map(shape)
    }
    var schema = ValueMap([
      ("description", .string(summary)), ("type", "object"), ("properties", .map(properties)),
    ])
    let needed = keys.filter(\.isRequired).map { Value.string($0.name) }
    if !needed.isEmpty { schema["required"] = .list(needed) }
    schema["additionalProperties"] = false
    for rule in rules { schema[rule.key] = rule.value }
    return schema
  }
}
