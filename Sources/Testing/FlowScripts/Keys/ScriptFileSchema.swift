// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowFiles

/// The JSON Schema (draft 7) of files of scripted tests, which editors use to complete and validate them.
///
/// It describes each document of a file: its keys, and the kinds of values that they accept, or `${NAME}` for a value of
/// a table. The ids of steps, their answers, and what a table fills in are checked by `stackflow test`. Every document
/// that loads without diagnostics is valid, unless a table fills in a map or a list.
///
/// `Documentation/Editors.md` says how editors take it.
extension FileSchema {
  /// The schema of every document, as a JSON object.
  package static let script = orFilledIn(
    FileSchema(of: FileMap.scriptMaps).document(
      .script, id: "urn:stackflow:script-file:\(FlowFile.languageVersion)",
      title: "A scripted test of StackFlow"))

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
