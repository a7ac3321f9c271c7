// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Finds texts that lack a language that other texts of the flow have.
///
/// The languages of a flow are those of its texts and those that the user can choose in it. A text
/// without letters, such as `${item.name} (${item.id})`, needs no translation.
extension FlowLint {
  static let missingTranslation = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "missing-translation"

  /// The maximum number of languages to look for; a text that lacks more isn't finished anyway.
  private static let maximumLanguages = 100

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    let texts = flow.texts
    let own = flow.definition.language
    var seen: Set<String> = []
    let languages = (texts.flatMap(\.variants).map { $0.language ?? own } + flow.offeredLanguages)
      .filter { seen.insert($0.lowercased()).inserted }
    // The text of a region falls back to that of its language, so regions aren't required.
    let wanted = languages.filter { !$0.contains("-") || $0.lowercased() == own.lowercased() }
      .prefix(maximumLanguages)
    guard wanted.count > 1 else { return [] }
    return texts.filter(\.hasWords).compactMap { text in
      // A region has the text of its language.
      var present: Set<Substring> = []
      for variant in text.variants {
        let tag = (variant.language ?? own).lowercased()
        present.insert(tag[...])
        present.formUnion(tag.indices.filter { tag[$0] == "-" }.map { tag[..<$0] })
      }
      let missing = wanted.filter { !present.contains($0.lowercased()[...]) }
      guard !missing.isEmpty, let first = text.variants.first else { return nil }
      let tags = missing.map { "'\($0)'" }.joined(separator: ", ")
      return Diagnostic(
        id, .warning, "this text is missing in \(tags)", at: first.template.place)
    }
  }
}
