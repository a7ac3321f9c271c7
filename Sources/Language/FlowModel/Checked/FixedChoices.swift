// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Listed choices that depend on no answer, as they're offered in each language.
package struct FixedChoices: Sendable {
  /// The choices by the tags of languages; if there's only one, it's for all languages.
  private let variants: [(language: String, choices: [Choice])]

  /// Whether a text has variants, so that the language matters.
  private let dependsOnLanguage: Bool

  /// Creates them; nil if one has a condition, or a text with an expression.
  init?(_ listed: [CheckedChoice]) {
    guard
      listed.allSatisfy({ $0.when == nil && $0.disabledWhen == nil && $0.lockedWhen == nil })
    else { return nil }
    let texts = listed.flatMap { [$0.label, $0.hint, $0.section].compactMap { $0 } }
    guard texts.allSatisfy(\.isOfWords) else { return nil }
    dependsOnLanguage = texts.contains { $0.variants.count > 1 }
    var languages: [String] = []
    for variant in texts.lazy.flatMap(\.variants) where !languages.contains(variant.language) {
      languages.append(variant.language)
    }
    if !dependsOnLanguage { languages = [languages.first ?? ""] }
    variants = languages.map { language in
      let choices = listed.map { choice in
        Choice(
          value: choice.value,
          label: choice.label?.words(in: language) ?? choice.value.plainText,
          hint: choice.hint?.words(in: language), section: choice.section?.words(in: language),
          isSeparated: choice.isSeparated, isAlone: choice.isAlone)
      }
      return (language, choices)
    }
  }

  /// Returns the choices in a language; nil for a tag that no text has, for which another language stands.
  package func choices(in language: String) -> [Choice]? {
    guard dependsOnLanguage else { return variants.first?.choices }
    return variants.first { $0.language == language }?.choices
  }
}

extension CheckedText {
  /// Whether it has neither expressions nor files.
  fileprivate var isOfWords: Bool {
    variants.allSatisfy { variant in
      variant.parts.allSatisfy { if case .words = $0 { true } else { false } }
    }
  }
}
