// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// Expressions inside texts: `Hello ${name}`.
package enum ExpressionInterpolation {
  /// A part of a text.
  package enum Part: Sendable, Hashable {
    /// Literal text, with `$${` already replaced by `${`, and its range.
    case text(String, SourceRange)

    /// The text of an expression between `${` and `}`, and the range of the expression alone.
    case expression(String, SourceRange)

    /// A `${` without its `}`; the range extends to the end of the text.
    case unclosed(SourceRange)
  }

  /// Returns the UTF-8 offset of the `}` that ends a `${…}`, found by the language's own lexer.
  ///
  /// Braces inside text literals and comments don't count, and nested ones must match.
  ///
  /// - Parameters:
  ///   - text: The text with the interpolation.
  ///   - start: The UTF-8 offset after `${`.
  ///   - passingLineBreaks: Whether text literals in simple quotes can continue after a line break,
  ///     so that an expression with this mistake has an end.
  /// - Returns: The offset, or `nil` if there's none.
  /// - Complexity: O(*n*) in the length of the text. For all parts of a text, use ``parts(of:)``.
  package static func end(
    in text: String, from start: Int, passingLineBreaks: Bool = false
  ) -> Int? {
    var lexer = ExpressionLexer(text, from: start)
    lexer.passesLineBreaks = passingLineBreaks
    return lexer.endOfInterpolation()
  }

  /// Returns the parts of a text, in order.
  ///
  /// - Parameter text: The text; `$${` in it is a literal `${`.
  /// - Returns: Literal parts and expressions; an unclosed expression ends the list.
  /// - Complexity: O(*n*) in the length of the text.
  package static func parts(of text: String) -> [Part] {
    var lexer = ExpressionLexer(text)
    let bytes = lexer.bytes
    var parts: [Part] = []
    var literal: [UInt8] = []
    var start = 0
    var offset = 0
    let (dollar, brace) = (UInt8(ascii: "$"), UInt8(ascii: "{"))
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    func flush(upTo end: Int) {
      guard end > start else { return }
      parts.append(.text(String(decoding: literal, as: UTF8.self), SourceRange(start, end)))
      literal = []
    }
    while offset < bytes.count {
      guard bytes[offset] == dollar else {
        literal.append(bytes[offset])
        offset += 1
        continue
      }
      if lexer.byte(at: offset + 1) == dollar, lexer.byte(at: offset + 2) == brace {
        literal += [dollar, brace]
        offset += 3
        continue
      }
      guard lexer.byte(at: offset + 1) == brace else {
        literal.append(dollar)
        offset += 1
        continue
      }
      flush(upTo: offset)
      lexer.offset = offset + 2
      guard let end = lexer.endOfInterpolation() else {
        parts.append(.unclosed(SourceRange(offset, bytes.count)))
        return parts
      }
      parts.append(.expression(string(offset + 2..<end), SourceRange(offset + 2, end)))
      offset = end + 1
      start = offset
    }
    flush(upTo: bytes.count)
    return parts
  }
}

extension ExpressionLexer {
  fileprivate mutating func endOfInterpolation() -> Int? {
    var depth = 0
    while true {
      let token = next()
      switch token.kind {
      case .end: return nil
      case .leftBrace: depth += 1
      case .rightBrace:
        if depth == 0 { return token.range.lowerBound }
        depth -= 1
      default: break
      }
    }
  }
}
