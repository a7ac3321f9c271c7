// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

extension ContextTool {
  /// Returns the schema of the answers of a flow as a tool has it: shorter than that of documents, because the flow checks
  /// every answer anyway.
  ///
  /// No answer is required, so that none has to be null, and conditions, checks, and expressions are left out, as
  /// are the bounds of 64 bits, and the secrets of items, which aren't accepted. Choices are a list of values, with their
  /// labels in the description.
  ///
  /// - Parameters:
  ///   - full: The schema of documents with answers.
  ///   - isGiven: Whether an answer can be given by a caller.
  /// - Returns: The schema.
  /// - Complexity: O(*n*) in the size of the schema.
  static func answersSchema(_ full: ValueMap, where isGiven: (String) -> Bool) -> ValueMap {
    var map = slim(full)
    map["title"] = nil
    guard case .map(let properties)? = map["properties"] else { return map }
    map["properties"] = .map(
      ValueMap(
        properties.filter { isGiven($0.key.plainText) }.map { ($0.key.plainText, $0.value) }))
    return map
  }

  /// Returns the schema of an input: its default, or of a long list its first element, which shows what the
  /// others have.
  static func inputSchema(_ value: Value?) -> Value {
    guard case .list(let elements)? = value, elements.count > 1, case .map? = elements.first else {
      return .object(["default": value])
    }
    return .object(["type": "array", "examples": [.list([elements[0]])]])
  }

  private static func slim(_ schema: Value) -> Value {
    switch schema {
    case .map(let map): .map(slim(map))
    case .list(let list): .list(list.map { slim($0) })
    default: schema
    }
  }

  private static func slim(_ schema: ValueMap) -> ValueMap {
    var map = ValueMap()
    for entry in schema {
      let name = entry.key.plainText
      switch (name, entry.value) {
      case ("$schema", _), ("$id", _), ("required", _), ("allOf", _), ("if", _), ("then", _),
        ("else", _), ("not", _), ("uniqueItems", _), ("dependentSchemas", _),
        ("additionalProperties", _), ("minLength", 1), ("minimum", .int(Int64.min)),
        ("maximum", .int(Int64.max)):
        continue
      // That a required text isn't blank needs no words; of a text beside choices, they're the only rule.
      case ("pattern", "\\S") where schema["not"]?.map?["anyOf"] == nil: continue
      case ("pattern", _) where schema["format"] != nil || schema["x-stackflow-type"] != nil:
        continue
      case ("title", .string(let text)) where text.includes("${"): continue
      case ("description", .string(let text)) where text.includes("${"): continue
      case ("properties", .map(let properties)):
        map[name] = .map(
          ValueMap(
            properties.filter { !isSecret($0.value) }.map { ($0.key.plainText, slim($0.value)) }))
      case ("anyOf", .list(let options)) where options.count == 2 && options[1] == null:
        if case .map(let rest) = slim(options[0]) {
          for entry in rest { map[entry.key] = entry.value }
        }
      case ("oneOf", .list(let options)):
        guard let choices = Choices(options) else {
          map[name] = slim(entry.value)
          continue
        }
        map["enum"] = .list(choices.values)
      default:
        if !name.hasPrefix("x-") { map[name] = slim(entry.value) }
      }
    }
    if case .list(let options)? = schema["oneOf"], let labels = Choices(options)?.labels {
      let before = if case .string(let text)? = map["description"] { text + ". " } else { "" }
      map["description"] = .string(before + labels)
    }
    return map
  }

  private static let null: Value = .object(["type": "null"])

  private static func isSecret(_ schema: Value) -> Bool {
    if case .map(let map) = schema { map["writeOnly"] == true } else { false }
  }

  /// The options of a field with choices.
  private struct Choices {
    let values: [Value]

    /// The labels that say more than their values; nil if none does.
    let labels: String?

    init?(_ options: [Value]) {
      var values: [Value] = []
      var labels: [String] = []
      for option in options {
        guard case .map(let map) = option, let value = map["const"] else { return nil }
        values.append(value)
        guard case .string(let label)? = map["title"], !label.includes("${"),
          Self.letters(label) != Self.letters(value.plainText)
        else { continue }
        labels.append("\(value.plainText): \(label)")
      }
      self.values = values
      self.labels = labels.isEmpty ? nil : labels.joined(separator: "; ")
    }

    private static func letters(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
  }
}
