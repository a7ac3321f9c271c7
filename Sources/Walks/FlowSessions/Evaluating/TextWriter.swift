// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

extension CheckedText {
  /// Returns the text in a scope and a language.
  ///
  /// - Throws: The failure of an expression, or of a text that's too long.
  func text(in scope: SessionScope, language: String) throws(FlowFailure) -> String {
    // Most texts are words alone.
    if let parts = parts(for: language), parts.count == 1, case .words(let words) = parts[0] {
      return words
    }
    var writer = TextWriter()
    try write(in: scope, language: language, to: &writer)
    return writer.text
  }

  /// Writes the text in a scope and a language.
  func write(
    in scope: SessionScope, language: String, to writer: inout TextWriter
  ) throws(FlowFailure) {
    guard let parts = parts(for: language) else { return }
    try writer.write(parts, in: scope) { (expression, scope) throws(FlowFailure) in
      try expression.value(in: scope).plainText
    }
  }
}

/// Writes the parts of a text, and counts its work.
struct TextWriter {
  /// The text so far.
  private(set) var text = ""

  /// The number of parts that were written in loops.
  private(set) var steps = 0

  /// The maximum number of parts to write in the loops of a text.
  static let maximumSteps = 1_000_000

  /// The maximum length of a text with loops, in bytes.
  static let maximumLength = 10_000_000

  /// Writes parts in a scope.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - scope: The names that their expressions can read.
  ///   - words: Returns the words for the value of an expression.
  /// - Throws: The failure of an expression, or that of too much work.
  mutating func write(
    _ parts: [CheckedText.Part], in scope: SessionScope,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    try write(parts, in: scope, loop: nil, words)
  }

  private mutating func write(
    _ parts: [CheckedText.Part], in scope: SessionScope, loop: CheckedText.Loop?,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    for part in parts {
      if let loop { try count(in: loop, scope) }
      switch part {
      case .words(let words): text += words
      case .expression(let expression): text += try words(expression, scope)
      case .conditional(let branches, let otherwise):
        var shown = otherwise
        for branch in branches {
          if let loop { try count(in: loop, scope) }
          guard try branch.condition.isTrue(in: scope) else { continue }
          shown = branch.parts
          break
        }
        try write(shown, in: scope, loop: loop, words)
      case .loop(let inner): try write(inner, in: scope, words)
      }
    }
  }

  private mutating func write(
    _ loop: CheckedText.Loop, in outer: SessionScope,
    _ words: (FlowExpression, SessionScope) throws(FlowFailure) -> String
  ) throws(FlowFailure) {
    var scope = outer
    var items: [Value] = []
    if case .list(let found)? = try loop.list.value(in: scope).unwrapped { items = found }
    scope.observer?.evaluated(loop.list.source.place, isTrue: !items.isEmpty)
    for (index, item) in items.enumerated() {
      try count(in: loop, scope)
      scope.local[loop.name] = item
      scope.local[loop.indexName] = .int(Int64(index))
      try write(loop.parts, in: scope, loop: loop, words)
    }
  }

  /// Counts a step in a loop.
  private mutating func count(
    in loop: CheckedText.Loop, _ scope: SessionScope
  ) throws(FlowFailure) {
    steps += 1
    guard steps > Self.maximumSteps || text.utf8.count > Self.maximumLength else { return }
    throw FlowFailure(
      message: steps > Self.maximumSteps
        ? scope.catalog.text(.loopTooLong, ["limit": .count(Self.maximumSteps)])
        : scope.catalog.text(.textTooLong, ["limit": .count(Self.maximumLength)]),
      place: loop.list.source.place)
  }
}
