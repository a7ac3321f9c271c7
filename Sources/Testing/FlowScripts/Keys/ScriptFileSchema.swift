// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
import FlowFiles

/// The JSON Schema of files of scripted tests, which editors use to complete and validate them.
///
/// It describes each document of a file: its keys, and the kinds of values that they accept, or `${NAME}` for a value of
/// a table. The ids of steps, their answers, and what a table fills in are checked by `stackflow test`. Every document
/// that loads without diagnostics is valid, unless a table fills in a map or a list.
///
/// In an editor that supports JSON Schema for YAML, associate the schema with `*.test.yaml`, or add a
/// comment on the first line: `# yaml-language-server: $schema=script.schema.json`.
public enum ScriptFileSchema {
  /// The schema of every document, as a JSON object.
  public static let schema: Value = {
    var definitions = FileMap.definitions(
      of: FileMap.scriptMaps.filter { $0.name != FileMap.script.name })
    definitions.merge(FileShape.definitions(of: ["word", "value"]))
    return orFilledIn(
      FileMap.script.schema(
        id: "urn:stackflow:script-file:\(FlowFile.languageVersion)",
        title: "A scripted test of StackFlow", definitions: definitions))
  }()

  /// Returns a schema whose words, numbers, and true or false may be filled in by a table, too.
  private static func orFilledIn(_ schema: Value) -> Value {
    switch schema {
    case .list(let elements): return .list(elements.map(orFilledIn))
    case .map(let map):
      var inner = map
      for key in map.keys { inner[key] = inner[key].map(orFilledIn) }
      guard
        map["enum"]?.elements != nil || map["type"] == .string("integer")
          || map["type"] == .string("boolean")
      else { return .map(inner) }
      let description = inner["description"]
      inner["description"] = nil
      var outer = ValueMap([
        ("anyOf", [.map(inner), ["type": "string", "pattern": "\\$\\{"]] as Value)
      ])
      outer["description"] = description
      return .map(outer)
    default: return schema
    }
  }
}
