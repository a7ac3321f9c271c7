// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// An expression of ours, with the range in the template of each of its parts.
struct TranslatedText {
  private var pieces: [(text: String, range: SourceRange)]

  /// The length in UTF-8 bytes.
  private(set) var count: Int

  /// The maximum length; a longer expression isn't analyzed.
  static let maximumCount = 8_000

  init(_ text: String, at range: SourceRange) {
    pieces = [(text, range)]
    count = text.utf8.count
  }

  static func + (left: TranslatedText, right: TranslatedText) -> TranslatedText {
    var sum = left
    sum.pieces += right.pieces
    sum.count += right.count
    return sum
  }

  /// The texts in brackets, with an operator between them.
  static func joined(
    _ parts: [TranslatedText], by sign: String, at range: SourceRange
  ) -> TranslatedText {
    var result = TranslatedText("(", at: range)
    for (index, part) in parts.enumerated() {
      if index > 0 { result = result + TranslatedText(sign, at: range) }
      result = result + part
    }
    return result + TranslatedText(")", at: range)
  }

  /// The text at another place.
  func moved(to range: SourceRange) -> TranslatedText {
    var moved = self
    for index in moved.pieces.indices { moved.pieces[index].range = range }
    return moved
  }

  var negated: TranslatedText {
    let range = pieces.first?.range ?? SourceRange(at: 0)
    return TranslatedText("!", at: range) + self
  }

  /// The text alone.
  var text: String { pieces.map(\.text).joined() }

  /// Returns the expression as a part of a definition.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - range: The range of the whole expression there.
  /// - Returns: The expression.
  func expression(in source: JinjaSource, at range: SourceRange) -> ExpressionSource {
    var runs: [SourceMap.Run] = []
    var offset = 0
    for piece in pieces {
      runs.append(
        SourceMap.Run(
          decoded: offset, source: source.map.sourceRange(of: piece.range), isVerbatim: false))
      offset += piece.text.utf8.count
    }
    let whole = source.map.sourceRange(of: range)
    return ExpressionSource(
      text, map: SourceMap(runs: runs, decodedCount: offset, whole: whole), in: source.file)
  }
}

extension String {
  /// The text as a literal of our expressions.
  var asExpressionLiteral: String {
    var literal = "'"
    for scalar in unicodeScalars {
      switch scalar {
      case "'": literal += "\\'"
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "'"
  }
}
