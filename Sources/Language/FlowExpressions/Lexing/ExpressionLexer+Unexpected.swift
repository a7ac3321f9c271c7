// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Characters that can't be in an expression, and the ones that were meant by them.
extension ExpressionLexer {
  /// Notes characters that can't be here, and returns their length in UTF-8.
  mutating func noteUnexpected(_ first: UInt8, at start: Int) -> Int {
    if first >= 0x80, let scalar = scalar(at: start) {
      if let length = noteQuotedText(scalar, at: start) { return length }
      if let foreign = ForeignCharacter(scalar) {
        let range = SourceRange(start, start + UTF8.width(scalar))
        let title = foreign.meant.isEmpty ? "remove it" : "write '\(foreign.meant)'"
        mistakes.append(
          ExpressionMistake(
            "unexpected-character", foreign.message(about: scalar), at: range,
            fixIts: [FixIt(title, [FixIt.Edit(range, foreign.meant)], isSafe: foreign.meant != "'")]
          ))
        return range.count
      }
    }
    let range = SourceRange(start, min(bytes.count, start + unexpectedLength(at: start)))
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    let shown = text.count > 20 ? text.prefix(20) + "…" : text[...]
    var message = "'\(shown)' isn't allowed here"
    var fixIts: [FixIt] = []
    switch Unicode.Scalar(first) {
    case "~": message = "'~' isn't an operator here; texts are joined with '+'"
    case "$" where Self.isLetter(byte(at: start + 1)), "@" where Self.isLetter(byte(at: start + 1)):
      message = "'\(shown)' isn't part of a name here; write the name alone"
      fixIts = [FixIt("remove '\(shown)'", [FixIt.Edit(range, "")], isSafe: true)]
    default: if first < 0x20 || first == 0x7F { message = "a control character isn't allowed here" }
    }
    mistakes.append(
      ExpressionMistake("unexpected-character", message, at: range, fixIts: fixIts))
    return range.count
  }

  /// Notes a text in typographic quotes, and returns its length; `nil` if there's no such text.
  private mutating func noteQuotedText(_ open: Unicode.Scalar, at start: Int) -> Int? {
    guard ForeignCharacter.isQuote(open) else { return nil }
    let first = start + UTF8.width(open)
    var end = first
    while end < bytes.count, end - start < 1024, let scalar = scalar(at: end), scalar != "\n" {
      guard ForeignCharacter.isQuote(scalar) else {
        end += UTF8.width(scalar)
        continue
      }
      let range = SourceRange(start, end + UTF8.width(scalar))
      let inner = String(decoding: bytes[first..<end], as: UTF8.self)
      let isPlain = !inner.utf8.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\\") }
      let shown = inner.count > 40 ? "…" : inner
      mistakes.append(
        ExpressionMistake(
          "unexpected-character",
          "'\(open)' and '\(scalar)' are typographic quotation marks; write '\(shown)'", at: range,
          fixIts: isPlain
            ? [FixIt("write '\(shown)'", [FixIt.Edit(range, "'\(inner)'")], isSafe: true)] : []))
      return range.count
    }
    return nil
  }

  /// Reads a pattern in slashes after `=~` as a text; `nil` if it has no end.
  mutating func slashedPattern() -> Token? {
    let start = offset
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != 0x0A {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { return nil }
    offset = end + 1
    let pattern = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    return Token(kind: .literal, range: SourceRange(start, offset), value: .string(pattern))
  }

  /// The character at an offset, or `nil` at the end.
  private func scalar(at start: Int) -> Unicode.Scalar? {
    guard start < bytes.count else { return nil }
    let length =
      switch bytes[start] {
      case 0..<0x80: 1
      case 0..<0xE0: 2
      case 0..<0xF0: 3
      default: 4
      }
    let text = String(decoding: bytes[start..<min(bytes.count, start + length)], as: UTF8.self)
    return text.unicodeScalars.first
  }

  /// The length of what can't be here: a whole word in another script, a whole run of control
  /// characters, or one character.
  private func unexpectedLength(at start: Int) -> Int {
    if bytes[start] >= 0x80 {
      var end = start
      while end < bytes.count, bytes[end] >= 0x80, let scalar = scalar(at: end),
        end == start || ForeignCharacter(scalar) == nil
      {
        end += UTF8.width(scalar)
      }
      return end - start
    }
    guard Self.isUnexpectedControl(bytes[start]) else { return 1 }
    return (bytes[start...].firstIndex { !Self.isUnexpectedControl($0) } ?? bytes.count) - start
  }
}
