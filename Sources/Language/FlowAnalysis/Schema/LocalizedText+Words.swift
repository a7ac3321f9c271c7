// SPDX-License-Identifier: Apache-2.0

import FlowModel

extension LocalizedText {
  /// The text of the first variant, with its expressions as they're written.
  var words: String { variants.first?.template.words ?? "" }

  /// Returns the text in a language, or the first variant if there's none, with its expressions as
  /// they're written.
  func words(in language: String) -> String {
    (variants.first { $0.language ?? language == language } ?? variants.first)?.template.words ?? ""
  }
}
