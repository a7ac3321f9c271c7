// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionLexer {
  /// A literal of text or bytes; the offset is at its opening quote, `start` at its prefix.
  mutating func text(start: Int, isRaw: Bool, isBytes: Bool) -> Token {
    let quote = current
    let isTriple = byte(at: offset + 1) == quote && byte(at: offset + 2) == quote
    offset += isTriple ? 3 : 1
    var content: [UInt8] = []
    while true {
      guard offset < bytes.count else {
        unterminated(start: start, quote: quote, isTriple: isTriple)
        break
      }
      let byte = bytes[offset]
      if byte == quote {
        if !isTriple {
          offset += 1
          break
        }
        if self.byte(at: offset + 1) == quote, self.byte(at: offset + 2) == quote {
          offset += 3
          break
        }
      } else if byte == 0x0A || byte == 0x0D {
        guard isTriple || passesLineBreaks else {
          unterminated(start: start, quote: quote, isTriple: false)
          break
        }
        // Every kind of line break is one newline.
        if byte == 0x0D, self.byte(at: offset + 1) == 0x0A { offset += 1 }
        content.append(0x0A)
        offset += 1
        continue
      } else if byte == UInt8(ascii: "\\"), !isRaw {
        escape(isBytes: isBytes, into: &content)
        continue
      }
      content.append(byte)
      offset += 1
    }
    let range = SourceRange(start, offset)
    let value: Value =
      isBytes ? .bytes(content) : .string(String(decoding: content, as: UTF8.self))
    return Token(kind: .literal, range: range, value: value)
  }

  private mutating func unterminated(start: Int, quote: UInt8, isTriple: Bool) {
    let mark = String(repeating: Character(Unicode.Scalar(quote)), count: isTriple ? 3 : 1)
    mistakes.append(
      ExpressionMistake(
        "unterminated-text",
        "the text that starts here has no closing \(mark)" + (isTriple ? "" : " on its line"),
        at: SourceRange(start, offset),
        fixIts: [FixIt("close the text", [FixIt.Edit(SourceRange(at: offset), mark)])]))
  }

  private mutating func escape(isBytes: Bool, into content: inout [UInt8]) {
    let start = offset
    let letter = byte(at: offset + 1)
    offset = min(bytes.count, offset + 2)
    switch Unicode.Scalar(letter) {
    case "a": content.append(0x07)
    case "b": content.append(0x08)
    case "f": content.append(0x0C)
    case "n": content.append(0x0A)
    case "r": content.append(0x0D)
    case "t": content.append(0x09)
    case "v": content.append(0x0B)
    case "\\", "?", "\"", "'", "`": content.append(letter)
    case "x", "X": code(start: start, digits: 2, radix: 16, isByte: isBytes, into: &content)
    case "u" where !isBytes: code(start: start, digits: 4, radix: 16, isByte: false, into: &content)
    case "U" where !isBytes: code(start: start, digits: 8, radix: 16, isByte: false, into: &content)
    case "0", "1", "2", "3":
      offset -= 1
      code(start: start, digits: 3, radix: 8, isByte: isBytes, into: &content)
    default:
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      invalidEscape(start)
    }
  }

  private mutating func code(
    start: Int, digits: Int, radix: UInt32, isByte: Bool, into content: inout [UInt8]
  ) {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = ExpressionLexer.hexValue(current), digit < radix, offset < bytes.count
      else {
        invalidEscape(start)
        return
      }
      code = code &* radix &+ digit
      offset += 1
    }
    if isByte {
      content.append(UInt8(truncatingIfNeeded: code))
    } else if digits == 4, let scalar = pair(with: code) {
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    } else if let scalar = Unicode.Scalar(code) {
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    } else {
      mistakes.append(
        ExpressionMistake(
          "invalid-escape", "the escape isn't a code point", at: SourceRange(start, offset)))
    }
  }

  /// The code point of a surrogate pair, whose second half is read; `nil` if there's none.
  private mutating func pair(with high: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(high), current == UInt8(ascii: "\\"),
      byte(at: offset + 1) == UInt8(ascii: "u"), offset + 6 <= bytes.count
    else { return nil }
    var low: UInt32 = 0
    for byte in bytes[(offset + 2)..<(offset + 6)] {
      guard let digit = ExpressionLexer.hexValue(byte) else { return nil }
      low = low << 4 | digit
    }
    guard (0xDC00..<0xE000).contains(low) else { return nil }
    offset += 6
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func invalidEscape(_ start: Int) {
    let shown = String(decoding: bytes[start..<offset], as: UTF8.self)
    mistakes.append(
      ExpressionMistake(
        "invalid-escape", "'\(shown)' isn't an escape; for a backslash write '\\\\'",
        at: SourceRange(start, offset),
        fixIts: [
          FixIt("double the backslash", [FixIt.Edit(SourceRange(at: start), "\\")], isSafe: true)
        ]))
  }
}
