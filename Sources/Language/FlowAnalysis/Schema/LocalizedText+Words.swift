// SPDX-License-Identifier: Apache-2.0

package import FlowModel

extension LocalizedText {
  /// The text of the first variant, with its expressions as they're written.
  var words: String { variants.first?.template.words ?? "" }

  /// Returns the text in a language, or the first variant if there's none, with its expressions as
  /// they're written.
  package func words(in language: String) -> String { template(in: language)?.words ?? "" }

  /// Returns the text in a language, or the first variant if there's none; nil if it has expressions.
  func literalWords(in language: String) -> String? {
    template(in: language).flatMap { $0.uses.isEmpty ? $0.words : nil }
  }

  private func template(in language: String) -> TextTemplate? {
    (variants.first { $0.language ?? language == language } ?? variants.first)?.template
  }
}
