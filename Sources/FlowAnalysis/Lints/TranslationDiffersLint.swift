// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Finds translations with different expressions from those of the text in the flow's own language.
///
/// Expressions are compared in any order, ignoring white space and redundant parentheses.
enum TranslationDiffersLint: FlowLint {
  static let explanation = Explanation(
    "translation-differs", "a translation shows other values",
    meaning: """
      The texts in different languages contain different expressions. Usually, one was forgotten, or \
      changed in only one language, so some users see less than others.
      """,
    example: """
      text:
        en: "Create ${name} in ${region}?"
        de: "${name} anlegen?"
      """,
    remedy: "use the same ${…} in every language.")

  static func check(_ flow: LintedFlow) -> [Diagnostic] {
    flow.texts.flatMap { text -> [Diagnostic] in
      guard text.variants.count > 1 else { return [] }
      let own = flow.definition.language.lowercased()
      let base =
        text.variants.first { ($0.language ?? own).lowercased() == own } ?? text.variants[0]
      let expected = expressions(of: base, flow)
      return text.variants.compactMap { variant in
        guard variant != base else { return nil }
        return compare(variant, expressions(of: variant, flow), with: base, expected)
      }
    }
  }

  private struct Part {
    let source: ExpressionSource
    let root: ParsedExpression?

    func isSame(as other: Part) -> Bool {
      if let root, let otherRoot = other.root { return root == otherRoot }
      return source.text == other.source.text
    }
  }

  private static func expressions(
    of variant: LocalizedText.Variant, _ flow: LintedFlow
  ) -> [Part] {
    variant.template.parts.compactMap { part in
      guard case .expression(let source) = part else { return nil }
      return Part(source: source, root: flow.facts.compiled(source)?.root)
    }
  }

  private static func compare(
    _ variant: LocalizedText.Variant, _ found: [Part], with base: LocalizedText.Variant,
    _ expected: [Part]
  ) -> Diagnostic? {
    let language = variant.language ?? ""
    // An expression with a mistake was already reported.
    guard (found + expected).allSatisfy({ $0.root != nil }) else { return nil }
    if let lacking = expected.first(where: { part in !found.contains { $0.isSame(as: part) } }) {
      return Diagnostic(
        explanation.id, .warning,
        "the text in '\(language)' lacks `${\(lacking.source.text)}`", at: variant.template.place,
        notes: [.init("it's here", at: lacking.source.place)])
    }
    if let added = found.first(where: { part in !expected.contains { $0.isSame(as: part) } }) {
      return Diagnostic(
        explanation.id, .warning,
        "only the text in '\(language)' has `${\(added.source.text)}`", at: added.source.place,
        notes: [.init("the other text is here", at: base.template.place)])
    }
    return nil
  }
}
