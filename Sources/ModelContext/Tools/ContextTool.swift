// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowExpressions
public import FlowForms
public import FlowServer

/// A flow as a tool of the Model Context Protocol.
public struct ContextTool: Sendable {
  /// The flow, whose name is the tool's.
  public let flow: ServedFlow

  /// Answers that every walk begins with, such as secrets from the environment of the server.
  public var answers: [String: FieldInput] = [:]

  /// The inputs that every walk begins with.
  public var inputs: [String: Value] = [:]

  /// Returns the name of the environment variable that gives the answer to a question.
  public var variable: @Sendable (String) -> String = { $0 }

  /// Whether callers give secrets; only in tests.
  package var asksSecrets = false

  /// The maximum size of the schema of the answers in bytes; a larger one isn't part of the tool.
  static let maximumSchemaSize = 65_536

  /// Creates a tool.
  ///
  /// - Parameter flow: The flow.
  public init(_ flow: ServedFlow) { self.flow = flow }

  private var checked: CheckedFlow { flow.flow }

  /// The definition of the tool, as `tools/list` has it.
  func definition(in language: String?) -> Value {
    let title = checked.title(in: language)
    return .object([
      "name": .string(flow.name), "title": title.map { .string($0) },
      "description": .string(description(titled: title)), "inputSchema": inputSchema,
      "annotations": .object([
        "readOnlyHint": .bool(!checked.hasEffects), "destructiveHint": .bool(checked.hasEffects),
        "idempotentHint": false, "openWorldHint": .bool(checked.hasEffects),
      ]),
    ])
  }

  private func description(titled title: String?) -> String {
    let about = title.map { "\($0). " } ?? ""
    return about + """
      Walks a user through the questions of the flow '\(flow.name)' and returns the answers. Give what you \
      know in 'answers', which are used when their questions are asked; the user is asked the rest. If \
      the user can't be asked, the result is the next question and a 'walk': answer it by calling the \
      tool again with that 'walk' and 'answers'.
      """
      + (checked.hasEffects ? " What the flow runs or writes is asked for first." : "")
  }

  // MARK: Arguments

  private var inputSchema: Value {
    .object([
      "type": "object",
      "properties": .object([
        "answers": answersSchema, "inputs": inputsSchema,
        "walk": .object([
          "type": "string",
          "description":
            "The walk to go on with, from an earlier result. Without it, a new walk begins.",
        ]),
        "questions": .object([
          "type": "string", "enum": ["ask", "return"],
          "description":
            "Whether the user is asked, or questions are returned to you; by default the user is asked if possible.",
        ]),
        "language": .object([
          "type": "string", "description": "The language of a new walk, such as de or de-AT.",
        ]),
        "accept": .object([
          "type": "string", "enum": ["offer", "form", "suggestions"],
          "description": """
          Take what's offered for the question (a review and a list are taken as they are), for the rest of \
          its form, or earlier answers as far as there are any.
          """,
        ]),
        "confirm": .flagSchema("Keep an answer in spite of its warning."),
        "back": .object([
          "type": ["string", "integer"],
          "description":
            "Go back to the question with this id, or by a number of steps; later answers are asked again.",
        ]),
        "decision": .object([
          "type": "string", "enum": ["yes", "keep", "no"],
          "description": """
          Whether the commands and files that the last result names may be run and written; 'keep' keeps a \
          file that exists. Ask the user before you say yes.
          """,
        ]),
        "change": .object([
          "type": "object",
          "description": "A change of a list of records; positions count from 0.",
          "properties": .object([
            "do": .object(["type": "string", "enum": ["add", "edit", "remove", "move"]]),
            "item": .object(["type": "integer", "minimum": 0]),
            "to": .object(["type": "integer", "minimum": 0]),
          ]),
          "required": ["do"],
        ]),
        "retry": .flagSchema("Try a failed command or file again."),
        "leave": .flagSchema("End the walk without a result."),
      ]),
      "additionalProperties": false,
    ])
  }

  private var answersSchema: Value {
    var schema = ValueMap([("type", "object")])
    if case .map(let full) = FlowSchema.answers(of: checked),
      let text = JSONWriter().text(of: .map(full)), text.utf8.count <= Self.maximumSchemaSize
    {
      schema = full.withoutRequirements(except: { !checked.isSecret($0) })
    }
    schema["description"] =
      "Answers by the ids of their questions. None is required, and secrets aren't accepted."
    return .map(schema)
  }

  private var inputsSchema: Value? {
    let open = checked.inputs.filter { !$0.isSecret && inputs[$0.name] == nil }
    guard !open.isEmpty else { return nil }
    return .object([
      "type": "object",
      "properties": .map(
        ValueMap(
          open.map { input in
            (input.name, .object(["default": input.definition.defaultValue?.value]))
          })),
      "required": .texts(open.filter { $0.definition.defaultValue == nil }.map(\.name)),
    ])
  }
}

extension Value {
  fileprivate static func flagSchema(_ description: String) -> Value {
    .object(["type": "boolean", "description": .string(description)])
  }
}

extension ValueMap {
  /// The schema of a record, of which no answer is required, and without its conditions and secrets.
  fileprivate func withoutRequirements(except isKept: (String) -> Bool) -> ValueMap {
    var map = ValueMap()
    for entry in self {
      let name = entry.key.plainText
      switch name {
      case "$schema", "$id", "title", "required", "allOf", "if", "then", "else": continue
      case "properties":
        guard case .map(let properties) = entry.value else { continue }
        map[entry.key] = .map(
          ValueMap(
            properties.filter { isKept($0.key.plainText) }.map { ($0.key.plainText, $0.value) }))
      default: map[entry.key] = entry.value
      }
    }
    return map
  }
}
