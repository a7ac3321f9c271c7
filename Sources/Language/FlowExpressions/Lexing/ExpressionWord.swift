// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A word, a literal, or an operator of an expression, as editors color it.
package struct ExpressionWord: Sendable, Hashable {
  /// The kind of a word.
  package enum Kind: Sendable, Hashable, CaseIterable {
    case name, function, member, keyword, text, number, `operator`
  }

  package let kind: Kind

  /// The range in the expression, in UTF-8 offsets.
  package let range: SourceRange

  /// Creates a word.
  package init(kind: Kind, range: SourceRange) { (self.kind, self.range) = (kind, range) }

  /// Returns the words of a text, also if it isn't an expression.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func words(of text: String) -> [ExpressionWord] {
    let tokens = ExpressionLexer.tokens(of: text).tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      let kind: Kind
      switch token.kind {
      case .identifier, .quotedIdentifier:
        if index + 1 < tokens.count, tokens[index + 1].kind == .leftParenthesis {
          kind = .function
        } else {
          kind =
            index > 0 && tokens[index - 1].isDot(after: index > 1 ? tokens[index - 2] : nil)
            ? .member : .name
        }
      case .literal:
        switch token.value {
        case .string, .bytes: kind = .text
        case .bool, .null: kind = .keyword
        default: kind = .number
        }
      case .reserved, .in: kind = .keyword
      case .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .leftBrace,
        .rightBrace, .dot, .comma, .colon, .unknown, .end:
        return nil
      default: kind = .operator
      }
      return ExpressionWord(kind: kind, range: token.range)
    }
  }
}

extension Token {
  /// Whether it's a dot, or the question mark behind one.
  fileprivate func isDot(after other: Token?) -> Bool {
    kind == .dot || kind == .question && other?.kind == .dot
  }
}
