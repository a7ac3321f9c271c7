// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Finds translations with different expressions from those of the text in the flow's own language.
///
/// Values and the lists of loops are compared in any order, ignoring white space and redundant
/// parentheses, and conditions and names for values aren't: languages inflect words in different ways. Data is
/// translated, too: `item.en` in an English text is `item.de` in a German one, and `title_en` is
/// `title_de`.
extension FlowLint {
  static let translationDiffers = FlowLint(id: id) { check($0) }

  private static let id: DiagnosticID = "translation-differs"

  private static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.texts.flatMap { text -> [Diagnostic] in
      guard text.variants.count > 1 else { return [] }
      let own = flow.definition.language.lowercased()
      let base =
        text.variants.first { ($0.language ?? own).lowercased() == own } ?? text.variants[0]
      let expected = expressions(of: base, own, flow)
      return text.variants.compactMap { variant in
        guard variant != base else { return nil }
        return compare(variant, expressions(of: variant, own, flow), with: base, expected)
      }
    }
  }

  /// The maximum number of expressions of a text that may differ from those of another one; texts with
  /// more aren't compared.
  private static let maximumCount = 256

  private struct Part {
    let source: ExpressionSource
    let root: ParsedExpression?

    /// How messages show it.
    let words: String

    /// The language of its text, in lower case.
    let language: String

    func isSame(as other: Part) -> Bool {
      guard let root, let otherRoot = other.root else {
        return source.text == other.source.text
      }
      return root.isSame(as: otherRoot) { name, otherName in
        guard let stem = Self.stem(of: name, in: language) else { return false }
        return stem == Self.stem(of: otherName, in: other.language)
      }
    }

    /// Returns a name without the language at its end, or nil if it doesn't end with the language.
    ///
    /// The region may be left out: `item.de` is German for Austria, too.
    private static func stem(of name: String, in language: String) -> String? {
      let lower = name.lowercased()
      let whole = String(language.map { $0 == "-" ? "_" : $0 })
      let short = whole.split(separator: "_").first.map(String.init) ?? whole
      for tag in [language, whole, short] where !tag.isEmpty {
        if lower == tag { return "" }
        for separator in ["_", "-"] where lower.hasSuffix(separator + tag) {
          return String(lower.dropLast(tag.count + 1))
        }
      }
      return nil
    }
  }

  private static func expressions(
    of variant: LocalizedText.Variant, _ own: String, _ flow: LintedFlow
  ) -> [Part] {
    variant.template.uses.compactMap { use in
      let words: String
      switch use.role {
      case .condition, .binding: return nil
      case .value: words = "${\(use.source.text)}"
      case .list: words = "${for … in \(use.source.text)}"
      }
      return Part(
        source: use.source, root: flow.facts.compiled(use.source)?.root, words: words,
        language: (variant.language ?? own).lowercased())
    }
  }

  private static func compare(
    _ variant: LocalizedText.Variant, _ found: [Part], with base: LocalizedText.Variant,
    _ expected: [Part]
  ) -> Diagnostic? {
    let language = variant.language ?? ""
    // An expression with a mistake was already reported.
    guard (found + expected).allSatisfy({ $0.root != nil }) else { return nil }
    // Most expressions are the same in both; only the others are compared with each other.
    let roots = (found: Set(found.map(\.root)), expected: Set(expected.map(\.root)))
    let lacking = expected.filter { !roots.found.contains($0.root) }
    let added = found.filter { !roots.expected.contains($0.root) }
    guard lacking.count <= maximumCount, added.count <= maximumCount else { return nil }
    if let lacking = lacking.first(where: { part in !added.contains { $0.isSame(as: part) } }) {
      return Diagnostic(
        id, .warning,
        "the text in '\(language)' lacks `\(lacking.words)`", at: variant.template.place,
        notes: [.init("it's here", at: lacking.source.place)])
    }
    if let added = added.first(where: { part in !lacking.contains { $0.isSame(as: part) } }) {
      return Diagnostic(
        id, .warning,
        "only the text in '\(language)' has `\(added.words)`", at: added.source.place,
        notes: [.init("the other text is here", at: base.template.place)])
    }
    return nil
  }
}
