// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// Texts with `${…}`, in one or several languages.
extension LoadingContext {
  /// Reads a text, or a map from language tags to texts.
  func localizedText(_ entry: YAMLEntry) -> LocalizedText? {
    guard case .map(let entries) = entry.value.content else {
      return template(entry.value, key: entry.key.text).map { LocalizedText($0) }
    }
    var variants: [LocalizedText.Variant] = []
    for variant in entries {
      let tag = variant.key.text
      guard tag.isLanguageTag else {
        report(
          "unknown-language",
          "'\(tag)' isn't a language tag; expected a text, or texts by language such as 'en', 'de-AT'",
          at: variant.key.range)
        continue
      }
      if let template = template(variant.value, key: tag) {
        variants.append(LocalizedText.Variant(language: tag, template: template))
      }
    }
    if entries.isEmpty { reportKind(entry.value, expected: "a text") }
    return variants.isEmpty ? nil : LocalizedText(variants)
  }

  /// Reads a text with `${…}`.
  ///
  /// The source text of numbers and words is used, so that their written form is preserved.
  func template(_ node: YAMLNode, key: String) -> TextTemplate? {
    guard let scalar = node.scalar, scalar.value != .null else {
      reportKind(node, expected: "a text")
      return nil
    }
    return template(scalar)
  }

  /// Reads the text of a scalar, with its expressions and blocks; `$${` is a literal `${`.
  func template(_ scalar: YAMLScalar) -> TextTemplate {
    template(scalar.text, place: place(scalar.range)) { scalar.map(in: self.file) }
  }

  /// Reads a text whose places are given by a source map, and reports its mistakes, with those of the files that it
  /// uses.
  func template(
    _ text: String, place whole: SourcePlace, takesLines: Bool = true, map: () -> SourceMap
  ) -> TextTemplate {
    let (template, mistakes) = TextTemplate.reading(
      text, at: whole, takesLines: takesLines, map: map)
    for mistake in mistakes { diagnostics.add(mistake) }
    return readingUsedFiles(of: template, takesLines: takesLines)
  }
}
