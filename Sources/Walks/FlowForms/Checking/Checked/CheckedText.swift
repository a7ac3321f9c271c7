// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics

/// Text with checked expressions and blocks, in all languages of the file.
struct CheckedText: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    case words(String)
    case expression(FlowExpression)

    /// The branches, and what's shown if no condition is true.
    case conditional([(condition: FlowExpression, parts: [Part])], otherwise: [Part])
    case loop(Loop)
  }

  /// Parts that are shown once for each element of a list.
  struct Loop: Sendable {
    let name: String
    let indexName: String
    let list: FlowExpression
    let parts: [Part]
  }

  /// The parts for each language tag, including the flow's own language.
  let variants: [(language: String, parts: [Part])]

  /// Returns the text in a scope and a language.
  ///
  /// - Throws: The failure of an expression, or of a text that's too long.
  func text(in scope: SessionScope, language: String) throws(FlowFailure) -> String {
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

  /// Returns the text in a language, or nil if it contains an expression.
  func words(in language: String) -> String? {
    var text = ""
    for part in parts(for: language) ?? [] {
      guard case .words(let words) = part else { return nil }
      text += words
    }
    return text
  }

  /// The expressions in all languages: values, conditions, and lists.
  var expressions: [FlowExpression] {
    variants.flatMap { $0.parts.flatMap { $0.expressions(includingBlocks: true) } }
  }

  /// The expressions in all languages whose values are shown.
  var shownExpressions: [FlowExpression] {
    variants.flatMap { $0.parts.flatMap { $0.expressions(includingBlocks: false) } }
  }

  /// Returns the variant for a language tag, with the usual fallback: `de-AT`, `de`, and the flow's
  /// own language, which is the first.
  func parts(for language: String) -> [Part]? {
    if variants.count == 1 { return variants[0].parts }
    // The usual tag needs no fallback.
    if LanguageTag.isNormalized(language),
      let found = variants.first(where: { $0.language == language })
    {
      return found.parts
    }
    for tag in LanguageTag.fallbacks(of: language) {
      if let found = variants.first(where: { $0.language.lowercased() == tag }) {
        return found.parts
      }
    }
    return variants.first?.parts
  }
}

extension CheckedText.Part {
  /// Returns its expressions, with or without the conditions and lists of blocks.
  fileprivate func expressions(includingBlocks: Bool) -> [FlowExpression] {
    switch self {
    case .words: []
    case .expression(let expression): [expression]
    case .conditional(let branches, let otherwise):
      branches.flatMap { branch in
        (includingBlocks ? [branch.condition] : [])
          + branch.parts.flatMap { $0.expressions(includingBlocks: includingBlocks) }
      } + otherwise.flatMap { $0.expressions(includingBlocks: includingBlocks) }
    case .loop(let loop):
      (includingBlocks ? [loop.list] : [])
        + loop.parts.flatMap { $0.expressions(includingBlocks: includingBlocks) }
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
