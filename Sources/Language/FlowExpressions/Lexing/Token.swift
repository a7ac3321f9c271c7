// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A token of an expression.
struct Token {
  enum Kind: Equatable {
    case identifier
    case quotedIdentifier
    case literal
    case reserved
    case `in`
    case leftParenthesis, rightParenthesis
    case leftBracket, rightBracket
    case leftBrace, rightBrace
    case dot, comma, colon, question
    case plus, minus, star, slash, percent
    case not, and, or
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
    case assign, singleAnd, singleOr, match
    case unknown
    case end
  }

  var kind: Kind

  /// The range, in UTF-8 offsets.
  var range: SourceRange

  /// The value of a literal, or the name of an identifier as a string.
  var value: Value = .null

  /// Whether a number literal is the magnitude of the smallest int, which requires a minus before
  /// it.
  var isMagnitudeOfMinimum = false

  /// The name of an identifier or reserved word.
  var name: String { value.text ?? "" }
}

extension Token {
  /// Words that can't be names, although they can be field and method names.
  static let reservedWords: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "namespace", "package", "return", "var", "void", "while",
  ]
}
