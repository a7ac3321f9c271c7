// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization
package import SourceDiagnostics

/// Text with checked expressions and blocks, in all languages of the file.
package struct CheckedText: Sendable {
  /// A part of the text.
  package enum Part: Sendable {
    case words(String)
    case expression(FlowExpression)

    /// The branches, and what's shown if no condition is true.
    case conditional([(condition: FlowExpression, parts: [Part])], otherwise: [Part])
    case loop(Loop)

    /// A name for a value in the parts that follow.
    case binding(name: String, FlowExpression)
    case file(UsedFile)
  }

  /// Parts that are shown once for each element of a list, or for each key of a map.
  package struct Loop: Sendable {
    package let name: String

    /// The name of the value of the key, in a loop over a map.
    package let valueName: String?
    package let indexName: String
    package let list: FlowExpression
    package let parts: [Part]

    package init(
      name: String, valueName: String?, indexName: String, list: FlowExpression, parts: [Part]
    ) {
      self.name = name
      self.valueName = valueName
      self.indexName = indexName
      self.list = list
      self.parts = parts
    }
  }

  /// The text of a file, of which the last line break isn't shown.
  package struct UsedFile: Sendable {
    /// The names that are given to values in the file.
    package let arguments: [(name: String, value: FlowExpression)]
    package let parts: [Part]

    /// The place of its path where it's used.
    package let place: SourcePlace

    package init(
      arguments: [(name: String, value: FlowExpression)], parts: [Part], place: SourcePlace
    ) {
      self.arguments = arguments
      self.parts = parts
      self.place = place
    }
  }

  /// The parts for each language tag, including the flow's own language.
  package let variants: [(language: String, parts: [Part])]

  /// Whether the language tags are normalized, so that one that equals one of them is, too.
  private let hasUsualTags: Bool

  package init(variants: [(language: String, parts: [Part])]) {
    self.variants = variants
    hasUsualTags = variants.allSatisfy { LanguageTag.isNormalized($0.language) }
  }

  /// Returns the text in a language, or nil if it contains an expression or a block.
  package func words(in language: String) -> String? {
    Self.words(of: parts(for: language) ?? [])
  }

  private static func words(of parts: [Part]) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .file(let file) where file.arguments.isEmpty:
        guard let words = words(of: file.parts) else { return nil }
        text += words.withoutLastLineBreak
      default: return nil
      }
    }
    return text
  }

  /// The expressions in all languages: values, conditions, lists, and those with names.
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
    if hasUsualTags, let found = variants.first(where: { $0.language == language }) {
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
  /// Returns its expressions, with or without those that aren't shown.
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
    case .binding(_, let expression): includingBlocks ? [expression] : []
    case .file(let file):
      (includingBlocks ? file.arguments.map(\.value) : [])
        + file.parts.flatMap { $0.expressions(includingBlocks: includingBlocks) }
    }
  }
}

extension String {
  /// The text without the line break at its end: one of one or of two characters.
  fileprivate var withoutLastLineBreak: String {
    // A line break of two characters is one.
    hasSuffix("\n") || hasSuffix("\r\n") ? String(dropLast()) : self
  }
}
