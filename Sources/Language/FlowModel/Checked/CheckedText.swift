// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
import SourceDiagnostics

/// Text with checked expressions and blocks, in all languages of the file.
package struct CheckedText: Sendable {
  /// A part of the text.
  package enum Part: Sendable {
    case words(String)
    case expression(FlowExpression)

    /// The branches, and what's shown if no condition is true.
    case conditional([(condition: FlowExpression, parts: [Part])], otherwise: [Part])
    case loop(Loop)
  }

  /// Parts that are shown once for each element of a list.
  package struct Loop: Sendable {
    package let name: String
    package let indexName: String
    package let list: FlowExpression
    package let parts: [Part]

    package init(name: String, indexName: String, list: FlowExpression, parts: [Part]) {
      self.name = name
      self.indexName = indexName
      self.list = list
      self.parts = parts
    }
  }

  /// The parts for each language tag, including the flow's own language.
  package let variants: [(language: String, parts: [Part])]

  package init(variants: [(language: String, parts: [Part])]) {
    self.variants = variants
  }

  /// Returns the text in a language, or nil if it contains an expression.
  package func words(in language: String) -> String? {
    var text = ""
    for part in parts(for: language) ?? [] {
      guard case .words(let words) = part else { return nil }
      text += words
    }
    return text
  }

  /// The expressions in all languages: values, conditions, and lists.
  package var expressions: [FlowExpression] {
    variants.flatMap { $0.parts.flatMap { $0.expressions(includingBlocks: true) } }
  }

  /// The expressions in all languages whose values are shown.
  package var shownExpressions: [FlowExpression] {
    variants.flatMap { $0.parts.flatMap { $0.expressions(includingBlocks: false) } }
  }

  /// Returns the variant for a language tag, with the usual fallback: `de-AT`, `de`, and the flow's
  /// own language, which is the first.
  package func parts(for language: String) -> [Part]? {
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
