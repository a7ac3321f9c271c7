// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SourceDiagnostics

/// A failure of an expression, such as a division by zero, an index out of range, or excessive
/// cost; or a failure of a `run` or `write` step.
public struct FlowFailure: Error, Hashable, Sendable {
  /// The message, which never contains a secret.
  public let message: String

  /// The place of the expression.
  public let place: SourcePlace

  /// The fact that the evaluation needs to continue.
  ///
  /// It never leaves the session.
  let missingFact: PathQuery?

  /// The failed step, if it's a `run` or a `write`; nil for an expression.
  public let effect: EffectFailure?

  /// Creates a failure.
  public init(message: String, place: SourcePlace, effect: EffectFailure? = nil) {
    self.message = message
    self.place = place
    self.effect = effect
    missingFact = nil
  }

  /// Creates the failure of an evaluation that needs a fact.
  init(missing query: PathQuery, at place: SourcePlace) {
    message = "what is at '\(query.path)' is not known yet"
    self.place = place
    effect = nil
    missingFact = query
  }
}

/// A checked expression of a flow.
final class FlowExpression: Sendable {
  /// The expression in the file.
  let source: ExpressionSource

  /// The compiled expression.
  let compiled: CompiledExpression

  /// The number of the scope of its names.
  let scope: Int

  /// Whether `items` has only the records before the one that's asked: in a default, a condition, and a computed
  /// value, which are then the same however a record came about.
  let readsEarlierItems: Bool

  init(
    source: ExpressionSource, compiled: CompiledExpression, scope: Int,
    readsEarlierItems: Bool = false
  ) {
    self.source = source
    self.compiled = compiled
    self.scope = scope
    self.readsEarlierItems = readsEarlierItems && compiled.freeNames.contains("items")
  }

  func value(in scope: SessionScope) throws(FlowFailure) -> Value {
    do {
      guard scope.ahead == nil else { return try outlook(in: scope) }
      guard scope.number != self.scope || readsEarlierItems else {
        return try compiled.evaluate(in: scope)
      }
      var own = scope
      own.number = self.scope
      own.readsEarlierItems = readsEarlierItems
      return try compiled.evaluate(in: own)
    } catch {
      let place = error.range.map { source.place(of: $0) } ?? source.place
      throw FlowFailure(message: error.message, place: place)
    }
  }

  /// Returns the value, if it doesn't depend on missing answers.
  private func outlook(in scope: SessionScope) throws(EvaluationError) -> Value {
    var own = scope
    own.number = self.scope
    own.readsEarlierItems = readsEarlierItems
    switch compiled.evaluatePartially(in: own) {
    case .value(let value): return value
    case .lacking(let names): throw EvaluationError(.unknownName, names.joined(separator: ", "))
    case .failure(let error): throw error
    }
  }

  /// Returns the value of the expression as a condition.
  func isTrue(in scope: SessionScope) throws(FlowFailure) -> Bool {
    let isTrue = try value(in: scope) == .bool(true)
    scope.observer?.evaluated(source.place, isTrue: isTrue)
    return isTrue
  }
}
