// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

extension FlowExpression {
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
