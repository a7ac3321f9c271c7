// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowExpressions
public import FlowModel
public import FlowServer
import FlowSessions

/// A flow as a tool of the Model Context Protocol.
public struct ContextTool: Sendable {
  /// The flow, whose name is the tool's.
  let flow: ServedFlow

  /// Answers that every walk begins with, such as secrets from the environment of the server.
  public var answers: [String: FieldInput] = [:]

  /// The inputs that every walk begins with.
  public var inputs: [String: Value] = [:]

  /// Returns the name of the environment variable that gives the answer with a name in data.
  public var variable: @Sendable (String) -> String = { $0 }

  /// Returns the name of the environment variable that gives a secret: of one in a record, that of all records.
  func variable(ofSecret name: String) -> String { variable(String(name.prefix { $0 != "[" })) }

  /// Returns how the environment gives a secret.
  func setting(ofSecret name: String) -> String {
    let variable = variable(ofSecret: name)
    return name.contains("[") ? "\(variable) to all records, with their secrets, as JSON" : variable
  }

  /// Whether callers give secrets; only in tests.
  var asksSecrets = false

  /// The maximum size of the schema of the answers in bytes; a larger one isn't part of the tool.
  static let maximumSchemaSize = 65_536

  /// Creates a tool.
  ///
  /// - Parameter flow: The flow.
  public init(_ flow: ServedFlow) { self.flow = flow }

  private var checked: CheckedFlow { flow.flow }

  /// The definition of the tool, as `tools/list` has it.
  ///
  /// A client gives all definitions to its model in each conversation, so they have no more than a caller
  /// needs. What all tools have in common is in the instructions of the server, and each result that isn't
  /// the last says how to go on.
  func definition(in language: String?) -> Value {
    let title = checked.title(in: language)
    let isReading = !checked.hasEffects
    return .object([
      "name": .string(flow.name), "title": title.map { .string($0) },
      "description": .string(description), "inputSchema": inputSchema,
      // Otherwise, what the protocol assumes is true: the tool writes, destroys, and reaches outside.
      "annotations": isReading
        ? .object(["readOnlyHint": true, "openWorldHint": false]) : nil,
    ])
  }

  private var description: String {
    "Asks a flow's questions; 'answers' gives what you know."
      + (checked.hasEffects ? " What it runs or writes is asked for first." : "")
  }

  // MARK: Arguments

  private var inputSchema: Value {
    // Only commands and files are decided about, and tried again. Arguments that aren't here are refused with
    // their names, so the schema doesn't exclude them.
    let hasEffects = checked.hasEffects
    return .object([
      "type": "object",
      "properties": .object([
        "answers": answersSchema, "inputs": inputsSchema, "walk": .object(["type": "string"]),
        "questions": .object(["enum": ["ask", "return"]]),
        "language": .object(["type": "string"]),
        "accept": .object(["enum": ["offer", "default", "form", "suggestions"]]),
        "confirm": .object(["type": "boolean"]), "back": .object(["type": ["string", "integer"]]),
        "decision": hasEffects ? .object(["enum": ["yes", "keep", "no", "perform"]]) : nil,
        "change": checked.hasLists ? .object(["type": "object"]) : nil,
        "retry": hasEffects ? .object(["type": "boolean"]) : nil,
        "leave": .object(["type": "boolean"]),
      ]),
    ])
  }

  private var answersSchema: Value {
    var schema = ValueMap([("type", "object")])
    if case .map(let full) = FlowSchema.answers(of: checked) {
      let slim = Self.answersSchema(full) {
        !checked.isSecret(checked.id(ofAnswerNamed: $0) ?? $0)
      }
      if let text = JSONWriter().text(of: .map(slim)), text.utf8.count <= Self.maximumSchemaSize {
        schema = slim
      }
    }
    return .map(schema)
  }

  private var inputsSchema: Value? {
    let open = checked.inputs.filter { !$0.isSecret && inputs[$0.name] == nil }
    guard !open.isEmpty else { return nil }
    let required = open.filter { $0.definition.defaultValue == nil }.map(\.name)
    return .object([
      "type": "object",
      "properties": .map(
        ValueMap(open.map { ($0.name, Self.inputSchema($0.definition.defaultValue?.value)) })),
      "required": required.isEmpty ? nil : .texts(required),
    ])
  }
}
