// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Expressions inside texts: `Hello ${name}`.
public enum ExpressionInterpolation {
  /// The UTF-8 offset of the `}` that ends a `${…}`, found by the language's own lexer.
  ///
  /// Braces inside text literals and comments do not count, nested ones must match.
  ///
  /// - Parameters:
  ///   - text: The text with the interpolation.
  ///   - start: The UTF-8 offset behind `${`.
  /// - Returns: The offset, or nil when there is none.
  /// - Complexity: O(*n*) in the length of the text.
  public static func end(in text: String, from start: Int) -> Int? {
    var lexer = ExpressionLexer(text, from: start)
    return lexer.endOfInterpolation()
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
