// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A word of an expression.
struct Token {
  /// What kinds of words there are.
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
    case assign, singleAnd, singleOr
    case unknown
    case end
  }

  /// What kind of word it is.
  var kind: Kind

  /// Where it stands, in UTF-8 offsets.
  var range: SourceRange

  /// The value of a literal; of identifiers their name as a string.
  var value: Value = .null

  /// Whether a number literal is the magnitude of the smallest int, which needs a minus before it.
  var isMagnitudeOfMinimum = false

  /// The name of an identifier or reserved word.
  var name: String { value.text ?? "" }
}

/// The words that the language keeps to itself.
enum ReservedWords {
  /// Words that are no names, though they may be field and method names.
  static let all: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "namespace", "package", "return", "var", "void", "while",
  ]
}
