// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// The JSON Schema of flow files, by which editors complete and check them.
///
/// It knows structure alone: keys, what kind of value each takes, and which are needed. Names,
/// types of expressions and paths are left to `stackflow check`. Whatever loads without a finding
/// validates.
///
/// An editor that reads YAML by JSON Schema takes it for `*.flow.yaml`, or from a comment on the
/// first line: `# yaml-language-server: $schema=flow.schema.json`.
public enum FlowFileSchema {
  /// The schema, a JSON object; every flow file is compared with the same.
  public static let schema: Value = {
    var definitions = ValueMap()
    for map in FileMap.all where map.name != "flowFile" {
      definitions[map.name] = .map(map.schema)
    }
    for shape in FileShape.named { definitions[shape.name] = shape.schema }
    definitions["step"] = [
      "description": "A step; its first key says what it is, the key's value is its id.",
      "oneOf": .list(FileMap.steps.map { .map(FileShape.reference($0)) }),
    ]
    definitions["element"] = [
      "description": "A field, a note or a computed value of a form.",
      "oneOf": .list(["ask", "note", "compute"].map { .map(FileShape.reference($0)) }),
    ]
    var schema = ValueMap(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("$id", "urn:stackflow:flow-file:\(FlowFile.languageVersion)"),
        ("title", "A flow of StackFlow"),
      ].map { ($0.0, .string($0.1)) })
    for entry in FileMap.flowFile.schema { schema[entry.key] = entry.value }
    schema["$defs"] = .map(definitions)
    return .map(schema)
  }()

  /// The keys of each kind of map, by the names of their definitions in the schema.
  ///
  /// A test compares them with those that the loader takes.
  package static var keys: [String: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: FileMap.all.map { ($0.name, Set($0.keys.map(\.name))) })
  }
}

/// A kind of map in a flow file: the keys that it may have.
struct FileMap: Sendable {
  /// Its name in the schema.
  let name: String

  /// What it is, in a sentence.
  let says: String

  /// Its keys, the most telling first.
  let keys: [FileKey]

  /// What holds of its keys together.
  var rules: [(key: String, value: Value)] = []

  var schema: ValueMap {
    var properties = ValueMap()
    for key in keys {
      var shape = key.shape.schema
      shape["description"] = .string(key.says)
      properties[key.name] = .map(shape)
    }
    var schema = ValueMap([
      ("description", .string(says)), ("type", "object"), ("properties", .map(properties)),
    ])
    let needed = keys.filter(\.isNeeded).map { Value.string($0.name) }
    if !needed.isEmpty { schema["required"] = .list(needed) }
    schema["additionalProperties"] = false
    for rule in rules { schema[rule.key] = rule.value }
    return schema
  }
}

/// A key of a map in a flow file.
struct FileKey: Sendable {
  let name: String
  let shape: FileShape
  let says: String
  var isNeeded = false

  init(_ name: String, _ shape: FileShape, _ says: String, isNeeded: Bool = false) {
    self.name = name
    self.shape = shape
    self.says = says
    self.isNeeded = isNeeded
  }
}
