// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms
import SourceDiagnostics

/// What a flow takes and returns, as JSON Schema 2020-12.
///
/// What a session accepts validates. The converse, that a session accepts what validates, holds
/// except for what JSON Schema can't express, each of which has a key of its own in the schema:
///
/// - `x-stackflow-validate`: checks in CEL;
/// - `x-stackflow-min`, `x-stackflow-max` and other constraints that are computed, bound dates,
///   times and durations, or are multiples of a fraction; `x-stackflow-must`: what exists at a path;
/// - `x-stackflow-choices`: choices from data, and `x-stackflow-over`: lists over data;
/// - `x-stackflow-when`, `x-stackflow-required`: conditions that read more than the answers beside
///   them, such as inputs, times, or from inside a list the answers outside it;
/// - `x-stackflow-format`, `x-stackflow-pattern`: forms of text that JSON Schema has no name for, or
///   patterns that are too long in ECMAScript. Its own formats are checked by few validators.
///
/// Other such keys only tell: `x-stackflow-type`, `x-stackflow-default`.
///
/// - Complexity: that of checking the flow, and O(*n*) in the size of the schema.
public enum FlowSchema {
  /// The schema of the answers: of what `run` returns where the flow has no `output`, and of files of
  /// answers given in advance.
  ///
  /// The answers of a flow inside the flow are a record under its id, those of a list a list of
  /// records. A question that was left empty although it has a default is null. Computed values,
  /// captures, notes, reviews and commits are no answers.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func answers(of flow: CheckedFlow) -> Value { answers(of: flow.definition) }

  /// The schema of the answers; that of a flow with mistakes says less.
  package static func answers(of definition: FlowDefinition) -> Value {
    schema(of: definition) { $0.record(of: definition.steps) }
  }

  /// The schema of what the flow returns.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func output(of flow: CheckedFlow) -> Value { output(of: flow.definition) }

  /// The schema of what the flow returns; that of a flow with mistakes says less.
  package static func output(of definition: FlowDefinition) -> Value {
    schema(of: definition) { $0.output(of: definition) }
  }

  private static func schema(
    of definition: FlowDefinition, _ content: (inout RecordSchema) -> ValueMap
  ) -> Value {
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
    for entry in content(&builder) { schema[entry.key] = entry.value }
    return .map(schema)
  }
}
