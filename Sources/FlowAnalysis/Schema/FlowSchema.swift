// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms
import SourceDiagnostics

/// The JSON Schema (2020-12) of what a flow accepts and returns.
///
/// Whatever a session accepts is valid. Conversely, a session accepts whatever is valid, except for
/// rules that JSON Schema can't express. These have keys of their own in the schema:
///
/// - `x-stackflow-validate`: checks in CEL;
/// - `x-stackflow-min`, `x-stackflow-max`, and other constraints that are computed, that limit
///   dates, times, or durations, or that require multiples of a fraction; `x-stackflow-must`: what
///   must be at a path;
/// - `x-stackflow-choices`: choices from data, and `x-stackflow-over`: lists over data;
/// - `x-stackflow-when`, `x-stackflow-required`: conditions that depend on more than the answers of
///   the same record, such as inputs, times, or answers outside a list;
/// - `x-stackflow-format`, `x-stackflow-pattern`: formats that JSON Schema doesn't have, and
///   patterns that would be too long in ECMAScript syntax. Few validators check JSON Schema's own
///   formats.
///
/// Other such keys are only informative: `x-stackflow-type` and `x-stackflow-default`.
///
/// - Complexity: That of checking the flow, plus O(*n*) in the size of the schema.
public enum FlowSchema {
  /// Returns the schema of a flow's answers, which `run` returns if the flow has no `output`, and
  /// which answers files contain.
  ///
  /// The answers of a nested flow are a record under its id, and those of a list are a list of
  /// records. A question with a default that's left empty is null. Computed values, captures,
  /// notes, reviews, and commits aren't answers.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func answers(of flow: CheckedFlow) -> Value { answers(of: flow.definition) }

  /// Returns the schema of a flow's answers, which is less specific if the flow has mistakes.
  package static func answers(of definition: FlowDefinition) -> Value {
    schema(of: definition) { $0.record(of: $1.steps) }
  }

  /// Returns the schema of a flow's output.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func output(of flow: CheckedFlow) -> Value { output(of: flow.definition) }

  /// Returns the schema of a flow's output, which is less specific if the flow has mistakes.
  package static func output(of definition: FlowDefinition) -> Value {
    schema(of: definition) { $0.output(of: $1) }
  }

  private static func schema(
    of definition: FlowDefinition, _ content: (inout RecordSchema, FlowDefinition) -> ValueMap
  ) -> Value {
    let definition = definition.completed
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    var builder = RecordSchema(prover, language: definition.language)
    var schema = ValueMap([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", .string("urn:stackflow:\(definition.id.name):\(definition.version)")),
    ])
    if let title = definition.title {
      schema["title"] = .string(title.words(in: definition.language))
    }
    for entry in content(&builder, definition) { schema[entry.key] = entry.value }
    return .map(schema)
  }
}
