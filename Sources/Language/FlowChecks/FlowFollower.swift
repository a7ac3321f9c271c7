// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
package import SourceDiagnostics

/// A type that follows ``FlowChecker`` through a flow, and decides which answers were asked at each
/// place.
///
/// The checker itself takes conditions literally: an answer counts as asked if each condition under
/// which it's asked occurs again on the path. A follower can conclude more. It's notified in the
/// order of the file, and answers questions about the checker's current place.
///
/// An implementation must never consider an answer asked if any walk of a `FlowSession` leaves it
/// unasked. Random walks through random flows test this.
package protocol FlowFollower: AnyObject {
  /// Tells the follower that an expression was checked without errors.
  func checked(_ source: ExpressionSource, _ expression: CompiledExpression)

  /// Tells the follower that a function of the flow was checked, before everything that calls it.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - parameters: The names of its parameters.
  ///   - body: What it returns.
  func declare(function name: String, _ parameters: [String], _ body: CompiledExpression)

  /// Tells the follower that what follows, up to the matching ``leave()``, is only reached if a
  /// condition is true.
  func enter(_ condition: CompiledExpression, from source: ExpressionSource)

  /// Tells the follower that the scope of the last condition ends.
  func leave()

  /// Tells the follower that what follows, up to the matching ``resume()``, is also evaluated where the
  /// innermost conditions are false.
  ///
  /// - Parameter count: The number of conditions.
  func suspend(_ count: Int)

  /// Tells the follower that the conditions that were suspended last are true again.
  func resume()

  /// Tells the follower that a name is declared from here on, under the current conditions.
  ///
  /// - Parameters:
  ///   - id: The name with its place.
  ///   - type: The type of its values.
  ///   - kind: What the name stands for.
  ///   - values: What's known about its values, or nil if nothing is.
  func declare(
    _ id: Identifier, as type: ValueType, _ kind: DeclaredKind, knowing values: KnownValues?)

  /// Tells the follower that the current place is a stop.
  func pass(stop id: Identifier, outcome: StopOutcome)

  /// Tells the follower that a form ends here, which is submitted only if its checks are true.
  func pass(form id: Identifier, checks: [ValidationDefinition])

  /// Tells the follower that what follows, up to the matching ``leaveItem()``, is asked for each
  /// item of a list.
  ///
  /// The names in the item can hide outer names. They're no longer known after the item.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - element: The name of its element.
  func enterItem(of list: Identifier, as element: String)

  /// Tells the follower that a name refers to something in the current item from here on, which is
  /// declared later.
  func hide(_ name: String)

  /// Tells the follower what else is true where an expression is evaluated, such as that a check
  /// failed, for its message. It replaces earlier assumptions.
  func assume(_ guards: [Guard])

  /// Tells the follower that the steps of an item end.
  func leaveItem()

  /// Tells the follower that the current place is a used flow that can complete the outer flow.
  func pass(flow id: Identifier)

  /// Returns a follower for the used flow at the current place.
  func follower(of flow: SubflowDefinition) -> (any FlowFollower)?

  /// Tells the follower that the output is next, which is evaluated wherever the flow completes.
  func reachOutput()

  /// Returns whether a name has a value at the current place whenever the guards are true.
  ///
  /// It's only called if the conditions, taken literally, don't prove it.
  func isPresent(_ name: String, given guards: [Guard]) -> Bool

  /// Adds an explanation of why a name may have no value.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding. The follower can change its message, notes, and fix-its.
  ///   - name: The name.
  ///   - range: The range of the name in the text of the expression.
  ///   - source: The expression.
  func explain(
    _ diagnostic: inout Diagnostic, name: String, at range: SourceRange,
    in source: ExpressionSource)
}

extension FlowFollower {
  /// Tells the follower that a name is declared from here on, with unknown values.
  func declare(_ id: Identifier, as type: ValueType, _ kind: DeclaredKind) {
    declare(id, as: type, kind, knowing: nil)
  }
}

/// The declaration to which a name in a flow refers.
package enum DeclaredKind {
  case input(InputDefinition)

  /// The answer of a field.
  case field(FieldDefinition)

  /// A computed value.
  case compute(ExpressionSource)

  /// A list of records.
  case `repeat`(RepeatDefinition)

  /// The output of a used flow.
  case flow(SubflowDefinition)

  /// The captured result of a command.
  case capture(RunDefinition)
}
