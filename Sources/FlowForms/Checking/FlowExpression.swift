// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
public import SourceDiagnostics

/// An expression failed on a value: an index outside a list, a division by zero, its cost; or a
/// `run` or a `write` failed.
public struct FlowFailure: Error, Hashable, Sendable {
  /// What happened; it never holds the value of a secret.
  public let message: String

  /// Where the expression is.
  public let place: SourcePlace

  /// The fact without which the evaluation can't continue; it never leaves the session.
  let missingFact: PathQuery?

  /// The step that failed, when it was a `run` or a `write` and no expression.
  public let effect: EffectFailure?

  /// Creates a failure.
  public init(message: String, place: SourcePlace, effect: EffectFailure? = nil) {
    self.message = message
    self.place = place
    self.effect = effect
    missingFact = nil
  }

  /// Creates the failure of an evaluation that needs a fact first.
  init(missing query: PathQuery, at place: SourcePlace) {
    message = "what is at '\(query.path)' is not known yet"
    self.place = place
    effect = nil
    missingFact = query
  }
}

/// An expression of a flow that is proven to have no mistake of name or type.
final class FlowExpression: Sendable {
  /// What the file says.
  let source: ExpressionSource

  /// What is evaluated.
  let compiled: CompiledExpression

  /// The number of the scope whose names it reads.
  let scope: Int

  init(source: ExpressionSource, compiled: CompiledExpression, scope: Int) {
    self.source = source
    self.compiled = compiled
    self.scope = scope
  }

  /// The expression's value in a session.
  func value(in scope: SessionScope) throws(FlowFailure) -> Value {
    do {
      guard scope.ahead == nil else { return try outlook(in: scope) }
      guard scope.number != self.scope else { return try compiled.evaluate(in: scope) }
      var own = scope
      own.number = self.scope
      return try compiled.evaluate(in: own)
    } catch {
      let place = error.range.map { source.place(of: $0) } ?? source.place
      throw FlowFailure(message: error.message, place: place)
    }
  }

  /// The value as far as it doesn't depend on what is still to be answered.
  private func outlook(in scope: SessionScope) throws(EvaluationError) -> Value {
    var own = scope
    own.number = self.scope
    switch compiled.evaluatePartially(in: own) {
    case .value(let value): return value
    case .lacking(let names): throw EvaluationError(.unknownName, names.joined(separator: ", "))
    case .failure(let error): throw error
    }
  }

  /// The expression's value as a condition.
  func isTrue(in scope: SessionScope) throws(FlowFailure) -> Bool {
    let isTrue = try value(in: scope) == .bool(true)
    scope.observer?.evaluated(source.place, isTrue: isTrue)
    return isTrue
  }
}

/// A text with its expressions checked, in every language that the file has.
struct CheckedText: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    case words(String)
    case expression(FlowExpression)
  }

  /// The parts in each language; the flow's own language has its tag.
  let variants: [(language: String, parts: [Part])]

  /// The text in a scope and a language.
  func text(in scope: SessionScope, language: String) throws(FlowFailure) -> String {
    guard let parts = parts(for: language) else { return "" }
    var text = ""
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .expression(let expression): text += try expression.value(in: scope).plainText
      }
    }
    return text
  }

  /// The text in a language when it holds no expression; else nil.
  func words(in language: String) -> String? {
    var text = ""
    for part in parts(for: language) ?? [] {
      guard case .words(let words) = part else { return nil }
      text += words
    }
    return text
  }

  /// The expressions of every language.
  var expressions: [FlowExpression] {
    variants.flatMap { variant in
      variant.parts.compactMap { part in
        guard case .expression(let expression) = part else { return nil }
        return expression
      }
    }
  }

  /// The variant for a language tag with the usual fallback: `de-AT`, `de`, the flow's own, which
  /// is the first.
  private func parts(for language: String) -> [Part]? {
    if variants.count == 1 { return variants[0].parts }
    for tag in LanguageTag.fallbacks(of: language) {
      if let found = variants.first(where: { $0.language.lowercased() == tag }) {
        return found.parts
      }
    }
    return variants.first?.parts
  }
}
