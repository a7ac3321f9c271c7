// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
package import FlowExpressions
package import FlowModel

/// The JSON Schema (draft 7) of flow files, which editors use to complete and validate them.
///
/// It describes only the structure: the keys of each kind of step and of each type of field, the kinds of values that they
/// accept, and which keys are required. `stackflow check` checks names, expressions, and paths. Every file that
/// loads without diagnostics is valid.
///
/// `Documentation/Editors.md` says how editors take it, and what it can't express.
extension FileSchema {
  /// The schema of every flow file, as a JSON object.
  package static let flow = FileSchema(
    of: FileMap.all + [.setting],
    [
      FileSchema.Kinds(
        name: "step", summary: "A step; the key that names its kind has its id.",
        maps: FileMap.steps),
      FileSchema.Kinds(
        name: "element", summary: "A field, a note or a computed value of a form.",
        maps: [.ask, .note, .compute]),
    ]
  ).document(
    .flowFile, id: "urn:stackflow:flow-file:\(FlowFile.languageVersion)",
    title: "A flow of StackFlow")

  /// The keys of each kind of map, by the names of their definitions in the schema.
  ///
  /// A test compares them with the keys that the loader accepts.
  package static var flowKeys: [String: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: FileMap.all.map { ($0.name, Set($0.keys.map(\.name))) })
  }
}

/// The JSON Schema (draft 7) of files with translations of a flow, `NAME.LANG.texts.yaml`.
extension FileSchema {
  /// Returns the schema of translations of a flow: only its texts have one, which are the descriptions.
  ///
  /// - Parameter flow: The flow; nil for any.
  /// - Returns: The schema, as a JSON object.
  /// - Complexity: O(*n*) in the number of texts.
  package static func texts(of flow: FlowDefinition?) -> Value {
    var schema = ValueMap([
      ("$schema", FileSchema.draft),
      ("$id", .string("urn:stackflow:texts-file:\(FlowFile.languageVersion)")),
      ("title", "Translations of a flow of StackFlow"), ("type", "object"),
    ])
    let text = Value.map(SchemaPart.shapes["template"] ?? ValueMap())
    guard var flow else {
      schema["propertyNames"] = ["pattern": "^[^.]+(\\..+)?$"]
      schema["additionalProperties"] = text
      return .map(schema)
    }
    var properties = ValueMap()
    let language = flow.language
    flow.forEachText { key, original in
      guard properties[.string(key)] == nil else { return }
      var own = text.map ?? ValueMap()
      own["description"] = .string(original.words(in: language))
      properties[.string(key)] = .map(own)
    }
    schema["properties"] = .map(properties)
    schema["additionalProperties"] = false
    return .map(schema)
  }
}

/// The JSON Schema (draft 7) of files that declare extensions of the language, `NAME.extensions.yaml`.
extension FileSchema {
  /// The schema of every such file, as a JSON object.
  package static let extensions = FileSchema(of: FileMap.ofExtensions).document(
    .extensionsFile, id: "urn:stackflow:extensions-file:\(FlowFile.languageVersion)",
    title: "Extensions of the flow language of StackFlow")
}
