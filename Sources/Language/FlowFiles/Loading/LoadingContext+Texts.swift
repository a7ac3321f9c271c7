// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowForms
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

  /// Splits the text of a scalar into words and expressions; `$${` is a literal `${`.
  func template(_ scalar: YAMLScalar) -> TextTemplate {
    template(scalar.text, place: place(scalar.range)) { scalar.map(in: self.file) }
  }

  /// Splits a text into words and expressions, whose places are given by a source map.
  func template(
    _ text: String, place whole: SourcePlace, map: () -> SourceMap
  ) -> TextTemplate {
    guard text.includes("${") else {
      return TextTemplate(parts: text.isEmpty ? [] : [.words(text)], place: whole)
    }
    let map = map()
    let file = whole.file
    let bytes = Array(text.utf8)
    var parts: [TextTemplate.Part] = []
    var words: [UInt8] = []
    func flush() {
      guard !words.isEmpty else { return }
      parts.append(.words(String(decoding: words, as: UTF8.self)))
      words = []
    }
    var offset = 0
    var count = 0
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "$"), offset + 1 < bytes.count else {
        words.append(bytes[offset])
        offset += 1
        continue
      }
      if bytes[offset + 1] == UInt8(ascii: "$"), offset + 2 < bytes.count,
        bytes[offset + 2] == UInt8(ascii: "{")
      {
        words.append(contentsOf: [UInt8(ascii: "$"), UInt8(ascii: "{")])
        offset += 3
        continue
      }
      guard bytes[offset + 1] == UInt8(ascii: "{") else {
        words.append(bytes[offset])
        offset += 1
        continue
      }
      let start = offset + 2
      count += 1
      guard count <= Self.maximumExpressions else {
        diagnostics.add(
          Diagnostic(
            "too-many-expressions",
            "a text can contain at most \(Self.maximumExpressions) expressions",
            at: SourcePlace(file, map.sourceRange(of: SourceRange(offset, start)))))
        break
      }
      guard
        let end = Self.endOfExpression(in: bytes, from: start)
          ?? Self.endOfExpression(in: bytes, from: start, passingLineBreaks: true)
      else {
        diagnostics.add(
          Diagnostic(
            "unclosed-expression",
            "'${' is never closed by '}'; a literal '${' is written '$${'",
            at: SourcePlace(file, map.sourceRange(of: SourceRange(offset, start)))))
        break
      }
      flush()
      parts.append(.expression(interpolation(SourceRange(start, end), of: text, map, file)))
      offset = end + 1
    }
    flush()
    return TextTemplate(parts: parts, place: whole)
  }

  /// The maximum number of expressions in a text.
  private static let maximumExpressions = 1000

  /// Returns the offset of the `}` that ends an expression.
  ///
  /// The lexer gets no more of the text than it needs. Otherwise, a text of a megabyte with
  /// thousands of expressions would be copied once for each.
  private static func endOfExpression(
    in bytes: [UInt8], from start: Int, passingLineBreaks: Bool = false
  ) -> Int? {
    var length = 256
    while true {
      let stop = min(bytes.count, start + length)
      let part = String(decoding: bytes[start..<stop], as: UTF8.self)
      if let end = ExpressionInterpolation.end(
        in: part, from: 0, passingLineBreaks: passingLineBreaks)
      {
        return start + end
      }
      // No expression is longer than this.
      guard stop < bytes.count, length < 1 << 17 else { return nil }
      length *= 8
    }
  }

  private func interpolation(
    _ range: SourceRange, of text: String, _ map: SourceMap, _ file: SourceFile
  ) -> ExpressionSource {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    let source = String(text[start..<end])
    return ExpressionSource(source, map: map.slice(range), in: file)
  }
}
