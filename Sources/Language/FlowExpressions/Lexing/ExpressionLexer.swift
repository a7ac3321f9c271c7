// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Splits the text of an expression into tokens.
struct ExpressionLexer {
  let bytes: [UInt8]
  var offset: Int
  var mistakes: [ExpressionMistake] = []
  /// Whether texts in simple quotes can continue after a line break, which is still a mistake.
  var passesLineBreaks = false
  /// Whether the last token was `=~` or one like it, after which a pattern may be in slashes.
  private var isPatternNext = false

  /// Creates a lexer that starts at a UTF-8 offset of a text.
  init(_ text: String, from offset: Int = 0) {
    bytes = Array(text.utf8)
    self.offset = min(max(0, offset), bytes.count)
  }

  /// Returns all tokens of the text, the last being the end.
  ///
  /// Stops after a mistake that it can't skip.
  static func tokens(of text: String) -> (tokens: [Token], mistakes: [ExpressionMistake]) {
    var lexer = ExpressionLexer(text)
    var tokens: [Token] = []
    tokens.reserveCapacity(lexer.bytes.count / 4 + 2)
    while true {
      let token = lexer.next()
      tokens.append(token)
      if token.kind == .end { return (tokens, lexer.mistakes) }
    }
  }

  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  var current: UInt8 { byte(at: offset) }

  /// Reads the next token.
  mutating func next() -> Token {
    skipBlanks()
    let start = offset
    guard start < bytes.count else { return Token(kind: .end, range: SourceRange(at: start)) }
    let first = bytes[start]
    let mayBePattern = isPatternNext
    isPatternNext = false
    if mayBePattern, first == UInt8(ascii: "/"), let pattern = slashedPattern() { return pattern }
    if ExpressionLexer.isLetter(first) { return word() }
    if ExpressionLexer.isDigit(first)
      || (first == UInt8(ascii: ".") && ExpressionLexer.isDigit(byte(at: start + 1)))
    {
      return number()
    }
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return text(start: start, isRaw: false, isBytes: false)
    case UInt8(ascii: "`"): return quotedIdentifier()
    default: return punctuation(first)
    }
  }

  private mutating func skipBlanks() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: offset += 1
      case UInt8(ascii: "/") where byte(at: offset + 1) == UInt8(ascii: "/"):
        while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
      default: return
      }
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func word() -> Token {
    let start = offset
    // A prefix of a text literal: r, b, br, and their capitals.
    let first = bytes[start] | 0x20
    let second = byte(at: start + 1)
    if first == UInt8(ascii: "r"), ExpressionLexer.isQuote(second) {
      offset += 1
      return text(start: start, isRaw: true, isBytes: false)
    }
    if first == UInt8(ascii: "b") {
      if ExpressionLexer.isQuote(second) {
        offset += 1
        return text(start: start, isRaw: false, isBytes: true)
      }
      if second | 0x20 == UInt8(ascii: "r"), ExpressionLexer.isQuote(byte(at: start + 2)) {
        offset += 2
        return text(start: start, isRaw: true, isBytes: true)
      }
    }
    while offset < bytes.count,
      ExpressionLexer.isLetter(bytes[offset]) || ExpressionLexer.isDigit(bytes[offset])
    {
      offset += 1
    }
    let range = SourceRange(start, offset)
    let name = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch name {
    case "true": return Token(kind: .literal, range: range, value: .bool(true))
    case "false": return Token(kind: .literal, range: range, value: .bool(false))
    case "null": return Token(kind: .literal, range: range, value: .null)
    case "in": return Token(kind: .in, range: range, value: .string(name))
    default:
      let kind: Token.Kind = Token.reservedWords.contains(name) ? .reserved : .identifier
      return Token(kind: kind, range: range, value: .string(name))
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  private mutating func quotedIdentifier() -> Token {
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "`") {
      let byte = bytes[offset]
      guard
        ExpressionLexer.isLetter(byte) || ExpressionLexer.isDigit(byte)
          || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"), 0x20].contains(byte)
      else { break }
      offset += 1
    }
    let name = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self)
    guard current == UInt8(ascii: "`"), !name.isEmpty else {
      if current == UInt8(ascii: "`") { offset += 1 }
      mistakes.append(
        ExpressionMistake(
          "invalid-quoted-name",
          "only letters, digits, '_', '.', '-', '/', and spaces are allowed between '`'",
          at: SourceRange(start, offset)))
      return Token(kind: .quotedIdentifier, range: SourceRange(start, offset), value: .string(name))
    }
    offset += 1
    return Token(kind: .quotedIdentifier, range: SourceRange(start, offset), value: .string(name))
  }

  private mutating func punctuation(_ first: UInt8) -> Token {
    let start = offset
    let second = byte(at: start + 1)
    func isFollowed(by character: Unicode.Scalar) -> Bool { second == UInt8(ascii: character) }
    let kind: Token.Kind
    var length = 1
    switch Unicode.Scalar(first) {
    case "(": kind = .leftParenthesis
    case ")": kind = .rightParenthesis
    case "[": kind = .leftBracket
    case "]": kind = .rightBracket
    case "{": kind = .leftBrace
    case "}": kind = .rightBrace
    case ".": kind = .dot
    case ",": kind = .comma
    case ":": kind = .colon
    case "?": kind = .question
    case "+": kind = .plus
    case "-": kind = .minus
    case "*": kind = .star
    case "/": kind = .slash
    case "%": kind = .percent
    case "=" where isFollowed(by: "~"), "!" where isFollowed(by: "~"),
      "~" where isFollowed(by: "="):
      (kind, length, isPatternNext) = (.match, 2, true)
    case "!" where isFollowed(by: "="): (kind, length) = (.notEqual, 2)
    case "!": kind = .not
    case "&" where isFollowed(by: "&"): (kind, length) = (.and, 2)
    case "&": kind = .singleAnd
    case "|" where isFollowed(by: "|"): (kind, length) = (.or, 2)
    case "|": kind = .singleOr
    case "<" where isFollowed(by: "="): (kind, length) = (.lessOrEqual, 2)
    case "<": kind = .less
    case ">" where isFollowed(by: "="): (kind, length) = (.greaterOrEqual, 2)
    case ">": kind = .greater
    case "=" where isFollowed(by: "="): (kind, length) = (.equal, 2)
    case "=": kind = .assign
    case "$" where isFollowed(by: "{"):
      offset = start + 2
      return misplacedInterpolation(from: start)
    default:
      kind = .unknown
      length = noteUnexpected(first, at: start)
    }
    offset = min(bytes.count, start + length)
    return Token(kind: kind, range: SourceRange(start, offset))
  }

  /// Notes a `${`, which only texts can have.
  private mutating func misplacedInterpolation(from start: Int) -> Token {
    let range = SourceRange(start, offset)
    var fixIts: [FixIt] = []
    // Only a name is searched, so a long sequence of `${` takes linear time.
    if let end = bytes[offset...].firstIndex(where: { !Self.isPartOfName($0) }), end > offset,
      bytes[end] == UInt8(ascii: "}")
    {
      let inner = String(decoding: bytes[offset..<end], as: UTF8.self)
      fixIts.append(
        FixIt("write '\(inner)'", [FixIt.Edit(SourceRange(start, end + 1), inner)], isSafe: true))
    }
    mistakes.append(
      ExpressionMistake(
        "unexpected-character", "'${' is only for texts; an expression uses names directly",
        at: range, fixIts: fixIts))
    return Token(kind: .unknown, range: range)
  }

  /// Whether a byte can be part of a name, or of a chain of names such as `license.holder`.
  static func isPartOfName(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
    default: false
    }
  }

  static func isUnexpectedControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0C && byte != 0x0D)
  }
}
