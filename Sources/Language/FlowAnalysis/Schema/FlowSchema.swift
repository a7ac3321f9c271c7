// SPDX-License-Identifier: Apache-2.0

import FlowChecks
public import FlowExpressions
public import FlowModel

/// The JSON Schema (2020-12) of what a flow accepts and returns.
///
/// Whatever a session accepts and returns is valid, except for a choice that's repeated in a list: the
/// session takes it once, and the schema refuses it. Conversely, a session that takes defaults accepts
/// a valid document of answers without asking anything, unless the schema has one of these keys, which
/// stand for rules that JSON Schema can't express:
///
/// - `x-stackflow-validate`: checks in CEL, of forms only those that aren't expressed otherwise;
/// - `x-stackflow-stops`: conditions of stops that fail, likewise;
/// - `x-stackflow-min`, `x-stackflow-max`, and other constraints that are computed, that limit
///   dates, times, or durations, or that require multiples of a fraction; `x-stackflow-must`: what
///   must be at a path;
/// - `x-stackflow-choices`: choices from data, and `x-stackflow-over`: lists over data;
/// - `x-stackflow-when`, `x-stackflow-required`: conditions that depend on more than comparing each
///   answer of the same record with literals, such as two answers, inputs, times, answers outside a
///   list, or functions of answers other than `size`, `matches`, `startsWith`, `endsWith`, and
///   `contains`;
/// - `x-stackflow-default`: defaults that are computed, which can turn out to be no answers;
/// - `x-stackflow-format`, `x-stackflow-pattern`: formats that JSON Schema doesn't have, and
///   patterns that would be too long in ECMAScript syntax. Few validators check JSON Schema's own
///   formats.
///
/// `x-stackflow-type` and `x-stackflow-generate`, the random text that's taken for a secret that is left out, are
/// only informative. A question with words of its own for yes and no has them as titles. A validator must check formats,
/// and as a flow does: most take other addresses, and date-times whose moment in UTC is before the year 1 or after 9999.
///
/// - Complexity: That of checking the flow, plus O(*n*) in the size of the schema.
public enum FlowSchema {
  /// Returns the schema of the answers that can be given to a flow in advance, as in answers files.
  ///
  /// Answers with a default aren't required, nor are secrets that are drawn at random, and neither are lists that may be empty or that are over
  /// data. Otherwise, it's the schema of the result of a flow without an `output`: the answers of a nested flow are a record
  /// under its id, and those of a list are a list of records. A question with a default that's left
  /// empty is null. Computed values, captures, notes, reviews, and commits aren't answers.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func answers(of flow: CheckedFlow) -> Value { answers(of: flow.definition) }

  /// Returns the schema of a flow's answers, which is less specific if the flow has mistakes.
  package static func answers(of definition: FlowDefinition) -> Value {
    schema(of: definition, for: .given) { $0.record(of: $1.steps) }
  }

  /// Returns the schema of a flow's output, which are its answers if it has no `output`.
  ///
  /// Answers that are always given are required, whether or not they have a default.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: The schema, a JSON object.
  public static func output(of flow: CheckedFlow) -> Value { output(of: flow.definition) }

  /// Returns the schema of a flow's output, which is less specific if the flow has mistakes.
  package static func output(of definition: FlowDefinition) -> Value {
    schema(of: definition, for: .result) { $0.output(of: $1) }
  }

  private static func schema(
    of definition: FlowDefinition, for purpose: RecordSchema.Purpose,
    _ content: (inout RecordSchema, FlowDefinition) -> ValueMap
  ) -> Value {
    let definition = definition.completed
    let prover = PathProver()
    _ = FlowChecker.check(definition, follower: prover)
    var builder = RecordSchema(prover, language: definition.language, for: purpose)
    var schema = ValueMap([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", .string("urn:stackflow:\(definition.id.name):\(definition.version)")),
    ])
    if let title = definition.title {
      schema["title"] = .string(title.words(in: definition.language))
    }
    schema.merge(content(&builder, definition))
    return .map(schema)
  }
}
