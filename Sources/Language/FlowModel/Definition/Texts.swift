// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import SourceDiagnostics

/// A CEL expression in a file, with a mapping to its place.
public struct ExpressionSource: Hashable, Sendable {
  /// The expression's text, decoded.
  package var text: String

  /// The mapping from offsets of ``text`` to offsets of the file.
  package var map: SourceMap

  /// The file.
  package var file: SourceFile

  /// Creates an expression.
  package init(_ text: String, map: SourceMap, in file: SourceFile) {
    self.text = text
    self.map = map
    self.file = file
  }

  /// Creates an expression that isn't in a file.
  public init(_ text: String) {
    self.init(text, map: SourceMap(verbatimAt: 0, count: text.utf8.count), in: .code)
  }

  /// Returns the place of a range of ``text``, in UTF-8 offsets.
  package func place(of range: SourceRange) -> SourcePlace {
    SourcePlace(file, map.sourceRange(of: range))
  }

  /// Returns the part of ``text`` in a range of UTF-8 offsets.
  package func text(of range: SourceRange) -> String {
    let bytes = Array(text.utf8)
    let start = min(max(0, range.lowerBound), bytes.count)
    let end = min(max(start, range.upperBound), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The place of the whole expression.
  package var place: SourcePlace { SourcePlace(file, map.whole) }
}

/// Text in one or more languages.
public struct LocalizedText: Hashable, Sendable {
  /// The text in one language.
  package struct Variant: Hashable, Sendable {
    /// The language tag, or nil for the flow's own language.
    package var language: String?

    /// The text.
    package var template: TextTemplate

    /// Creates a variant.
    package init(language: String?, template: TextTemplate) {
      self.language = language
      self.template = template
    }
  }

  /// The variants, in the order of the file; never empty.
  package var variants: [Variant]

  /// Creates a text from its variants.
  package init(_ variants: [Variant]) { self.variants = variants }

  /// Creates a text in the flow's own language.
  public init(_ template: TextTemplate) {
    variants = [Variant(language: nil, template: template)]
  }

  /// The usual text where a flow gives none of its own, in the language of the walk: `other: true`.
  public static let usual = LocalizedText(TextTemplate(parts: []))

  /// Whether it's the usual text.
  package var isUsual: Bool { variants.allSatisfy { $0.template.parts.isEmpty } }
}

/// A literal in a file, with its place.
public struct LiteralValue: Hashable, Sendable {
  /// The value.
  package var value: Value

  /// Where it is.
  package var place: SourcePlace

  /// Creates a literal.
  public init(_ value: Value, at place: SourcePlace = .code) {
    self.value = value
    self.place = place
  }
}

/// A literal, or an expression that computes one: `max: 10`, `max: { value: size(team) }`.
public enum Setting: Hashable, Sendable {
  /// A literal.
  case literal(LiteralValue)

  /// An expression.
  case computed(ExpressionSource)

  /// Where it is.
  package var place: SourcePlace {
    switch self {
    case .literal(let literal): literal.place
    case .computed(let source): source.place
    }
  }
}

extension String {
  /// Whether it's a language tag: letters, followed by parts of letters and digits, such as `en`,
  /// `de-AT`, or `zh-Hant`.
  package var isLanguageTag: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy {
          $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
        }
    }
  }
}
