// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The text of an expression up to a place at which it's being typed.
package struct TypedExpression: Sendable {
  let text: String

  /// The part typed so far of a text in quotes; nil if none is open.
  package let openText: String?

  /// The tokens before the open text.
  private let tokens: [Token]

  /// Reads the tokens of a text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) {
    self.text = text
    var (tokens, mistakes) = ExpressionLexer.tokens(of: text)
    tokens.removeLast()
    let open = mistakes.last { $0.id == "unterminated-text" }?.range.lowerBound
    if let open, tokens.last?.range.lowerBound == open {
      tokens.removeLast()
      openText = String(decoding: Array(text.utf8.dropFirst(open + 1)), as: UTF8.self)
    } else {
      openText = nil
    }
    self.tokens = tokens
  }

  /// The operand at the end: names, members, calls, and what's in their brackets.
  package var operand: String { operand(before: tokens.count) }

  /// The operand before the dot that the name at the end follows; nil if it doesn't follow one.
  package var receiver: String? {
    guard openText == nil else { return nil }
    var end = tokens.count
    if let last = tokens.last, last.range.upperBound == text.utf8.count,
      [.identifier, .reserved, .in].contains(last.kind)
    {
      end -= 1
    }
    if end > 0, tokens[end - 1].kind == .question { end -= 1 }
    guard end > 0, tokens[end - 1].kind == .dot else { return nil }
    return operand(before: end - 1)
  }

  /// The operand that's compared with the open text, or with a list that it's in; nil if there's none.
  package var comparedOperand: String? {
    guard openText != nil else { return nil }
    var end = tokens.count
    while end > 0,
      [.comma, .literal, .leftBracket, .leftParenthesis].contains(tokens[end - 1].kind)
    {
      end -= 1
    }
    guard end > 0, [.equal, .notEqual, .in].contains(tokens[end - 1].kind) else { return nil }
    return operand(before: end - 1)
  }

  /// The operand on the other side of `==` or `!=` if the end, or the name that begins there, is compared with it; nil if
  /// it isn't, and in a text in quotes.
  package var operandToCompare: String? {
    guard openText == nil else { return nil }
    var end = tokens.count
    if let last = tokens.last, last.kind == .identifier, last.range.upperBound == text.utf8.count {
      end -= 1
    }
    guard end > 0, [.equal, .notEqual].contains(tokens[end - 1].kind) else { return nil }
    return operand(before: end - 1)
  }

  /// The call around the end: the name of its function, and the number of the argument; nil if there's none.
  package var call: (function: String, argument: Int)? {
    var (depth, argument) = (0, 0)
    for index in tokens.indices.reversed() {
      switch tokens[index].kind {
      case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
      case .leftParenthesis where depth == 0:
        guard index > 0, tokens[index - 1].kind == .identifier else { return nil }
        return (tokens[index - 1].name, argument)
      case .leftBracket where depth == 0, .leftBrace where depth == 0: argument = 0
      case .leftParenthesis, .leftBracket, .leftBrace: depth -= 1
      case .comma where depth == 0: argument += 1
      default: break
      }
    }
    return nil
  }

  private func operand(before end: Int) -> String {
    var (start, depth) = (end, 0)
    scan: while start > 0 {
      switch tokens[start - 1].kind {
      case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
      case .leftParenthesis where depth == 0, .leftBracket where depth == 0,
        .leftBrace where depth == 0:
        break scan
      case .leftParenthesis, .leftBracket, .leftBrace: depth -= 1
      case _ where depth > 0: break
      case .identifier, .quotedIdentifier, .dot, .literal: break
      case .question where start > 1 && tokens[start - 2].kind == .dot: break
      default: break scan
      }
      start -= 1
    }
    guard start < end else { return "" }
    let range = tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
    return String(
      decoding: Array(text.utf8.dropFirst(range.lowerBound).prefix(range.count)), as: UTF8.self)
  }
}
