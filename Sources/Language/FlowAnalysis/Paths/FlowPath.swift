// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The prover's knowledge of a name of a flow.
struct NameFacts {
  /// The id, with its place.
  let id: Identifier

  let type: ValueType

  let kind: DeclaredKind

  let path: FlowPath

  /// The number of stops before it that complete the flow.
  let completedStopsBefore: Int

  /// The known facts about its values; nil if only their type is known.
  var values: KnownValues?

  /// The meanings of names where it was declared; nil outside items.
  var table: FlowFacts.NameTable?

  /// The field, if it's one.
  var field: FieldDefinition? {
    guard case .field(let field) = kind else { return nil }
    return field
  }
}

/// The path to a place in a flow.
struct FlowPath: Hashable {
  /// The numbers of the conditions that must be true, outermost first.
  var conditions: [Int] = []

  /// The number of stops before the place.
  var stopsBefore = 0
}

struct PathCondition {
  /// The checked expression.
  let expression: CompiledExpression

  let source: ExpressionSource

  /// The expression as a formula.
  let formula: FormulaID
}

/// A stop, or a check of a form; what follows it is reached only if the stop isn't, or if the check
/// is true.
struct StopFacts {
  /// The id of the step, with its place.
  let id: Identifier

  let path: FlowPath

  /// The outcome of the session.
  let outcome: StopOutcome

  /// The conditions under which it's reached, and under which the check is false, ignoring earlier
  /// stops.
  let formula: FormulaID

  /// The check of the form; nil for a stop.
  var check: Check?

  /// The item that it's in, as in ``FlowFacts/itemMark``; 0 outside items.
  var itemMark = 0

  /// The check of a form.
  struct Check {
    /// The checked expression.
    let expression: CompiledExpression

    /// The place of the expression.
    let place: SourcePlace
  }
}
