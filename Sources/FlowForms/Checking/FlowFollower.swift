// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import SourceDiagnostics

/// Goes through a flow beside ``FlowChecker`` and decides which answers were asked where.
///
/// The checker itself understands a condition only literally: an answer counts as asked where each
/// condition under which it is asked occurs again on the way. A follower may understand more. It is
/// told everything in the order of the file and must answer for the place at which the checker is.
///
/// An implementer must never call an answer asked that some walk of ``FlowSession`` leaves unasked:
/// random walks over random flows are the test.
package protocol FlowFollower: AnyObject {
  /// An expression of the flow was found to have no mistake.
  func checked(_ source: ExpressionSource, _ expression: CompiledExpression)

  /// What follows, up to the matching ``leave()``, is reached only when a condition is true.
  func enter(_ condition: CompiledExpression, from source: ExpressionSource)

  /// The end of what a condition guards.
  func leave()

  /// A name is known from here on, under the conditions of the present place.
  ///
  /// - Parameters:
  ///   - id: The name with its place.
  ///   - type: The type of its values.
  ///   - kind: What it stands for.
  ///   - values: What is known of its values; nil: nothing.
  func declare(
    _ id: Identifier, as type: ValueType, _ kind: DeclaredKind, knowing values: KnownValues?)

  /// The present place is a stop.
  func pass(stop id: Identifier, outcome: StopOutcome)

  /// What follows, up to the matching ``leaveItem()``, is asked for each item of a list.
  ///
  /// Its names may be those of outer ones, which they hide; after the item they are gone.
  func enterItem(of list: Identifier)

  /// A name stands for something of the present item from here on, which is declared later.
  func hide(_ name: String)

  /// What holds besides at the present place, where an expression is evaluated only then: that a
  /// check failed, where its message is built. It replaces what was assumed before.
  func assume(_ guards: [Guard])

  /// The end of what is asked for an item.
  func leaveItem()

  /// The present place is a flow that may complete the outer flow.
  func pass(flow id: Identifier)

  /// What follows a flow at the present place while it's checked.
  func follower(of flow: SubflowDefinition) -> (any FlowFollower)?

  /// The output is reached, which is evaluated at each end of the flow that completes it.
  func reachOutput()

  /// Whether a name has a value at the present place, wherever the guards hold.
  ///
  /// It is asked only when the literal reading of the conditions didn't say yes.
  func isPresent(_ name: String, given guards: [Guard]) -> Bool

  /// What explains that a name may have no value at a place of an expression.
  ///
  /// - Parameters:
  ///   - diagnostic: What was found; the follower may change its words, notes and fix-its.
  ///   - name: The name.
  ///   - range: The place of the name in the expression's text.
  ///   - source: The expression.
  func explain(
    _ diagnostic: inout Diagnostic, name: String, at range: SourceRange,
    in source: ExpressionSource)
}

extension FlowFollower {
  /// A name is known from here on, of whose values nothing is.
  func declare(_ id: Identifier, as type: ValueType, _ kind: DeclaredKind) {
    declare(id, as: type, kind, knowing: nil)
  }
}

/// What a name of a flow stands for.
package enum DeclaredKind {
  /// A value that the caller gives.
  case input(InputDefinition)

  /// The answer of a field.
  case field(FieldDefinition)

  /// A computed value.
  case compute(ExpressionSource)

  /// A list of records.
  case `repeat`(RepeatDefinition)

  /// The output of a flow.
  case flow(SubflowDefinition)

  /// What a command gives.
  case capture(RunDefinition)
}
