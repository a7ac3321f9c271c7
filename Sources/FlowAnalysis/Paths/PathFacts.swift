// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// A name of a flow, as far as paths are concerned.
struct NameFacts {
  /// The id with its place.
  let id: Identifier

  /// The type of its values.
  let type: ValueType

  /// What it refers to.
  let kind: DeclaredKind

  /// Its place.
  let path: FlowPath

  /// How many stops that complete the flow come before it.
  let completedStopsBefore: Int

  /// What is known of its values; nil: nothing but their type.
  var values: KnownValues?

  /// What names stood for where it was declared; nil outside items.
  var table: FlowFacts.NameTable?

  /// The type that a declaration gives its values, with the secrets in them; nil for other names.
  var shape: InputType? {
    switch kind {
    case .input(let input): input.type
    case .repeat(let list): .list(.record(InputType.parts(of: list.steps)))
    case .flow(let subflow): subflow.shape
    case .capture(let run): run.capture?.type
    case .field, .compute: nil
    }
  }

  /// The field, when it is one.
  var field: FieldDefinition? {
    guard case .field(let field) = kind else { return nil }
    return field
  }
}

/// The way to a place of a flow.
struct FlowPath: Hashable {
  /// The numbers of the conditions that must be true, the outermost first.
  var conditions: [Int] = []

  /// How many stops come before the place.
  var stopsBefore = 0
}

/// A condition on the way.
struct PathCondition {
  /// What the file says.
  let expression: CompiledExpression

  /// Its place.
  let source: ExpressionSource

  /// What it means.
  let formula: FormulaID
}

/// A stop: what follows it is reached only where it isn't.
struct StopFacts {
  /// The id with its place.
  let id: Identifier

  /// Its place.
  let path: FlowPath

  /// How it ends the session.
  let outcome: StopOutcome

  /// The conditions under which it is reached, earlier stops apart.
  let formula: FormulaID
}
