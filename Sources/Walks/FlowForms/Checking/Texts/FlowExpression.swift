// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
public import SourceDiagnostics

/// A failure of an expression, such as a division by zero, an index out of range, or excessive
/// cost; or a failure of a `run` or `write` step.
public struct FlowFailure: Error, Hashable, Sendable {
  /// The properties in a box, because most calls that can fail don't.
  private struct Contents: Hashable, Sendable {
    let message: String
    let place: SourcePlace
    var missingFact: PathQuery?
    var effect: EffectFailure?
  }

  private let contents: CopyOnWrite<Contents>

  /// The message, which never contains a secret.
  public var message: String { contents.value.message }

  /// The place of the expression.
  public var place: SourcePlace { contents.value.place }

  /// The fact that the evaluation needs to continue.
  ///
  /// It never leaves the session.
  var missingFact: PathQuery? { contents.value.missingFact }

  /// The failed step, if it's a `run` or a `write`; nil for an expression.
  public var effect: EffectFailure? { contents.value.effect }

  /// Creates a failure.
  public init(message: String, place: SourcePlace, effect: EffectFailure? = nil) {
    contents = CopyOnWrite(Contents(message: message, place: place, effect: effect))
  }

  /// Creates the failure of an evaluation that needs a fact.
  init(missing query: PathQuery, at place: SourcePlace) {
    contents = CopyOnWrite(
      Contents(
        message: "what is at '\(query.path)' is not known yet", place: place, missingFact: query))
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
      guard scope.ahead == nil else { return try outlook(in: own(scope)) }
      return try compiled.evaluate(in: own(scope))
    } catch {
      let place = error.range.map { source.place(of: $0) } ?? source.place
      throw FlowFailure(message: error.message, place: place)
    }
  }

  /// Returns the scope in which the expression's own names are read.
  private func own(_ scope: SessionScope) -> SessionScope {
    guard scope.number != self.scope || scope.readsEarlierItems != readsEarlierItems else {
      return scope
    }
    var own = scope
    own.number = self.scope
    own.readsEarlierItems = readsEarlierItems
    return own
  }

  /// Returns the value, if it doesn't depend on missing answers.
  private func outlook(in scope: SessionScope) throws(EvaluationError) -> Value {
    switch compiled.evaluatePartially(in: scope) {
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
