// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionLexer {
  /// A number literal: `1`, `0x1F`, `1u`, `1.5`, `.5`, `1e3`.
  mutating func number() -> Token {
    let start = offset
    if current == UInt8(ascii: "0"), byte(at: offset + 1) | 0x20 == UInt8(ascii: "x"),
      ExpressionLexer.hexValue(byte(at: offset + 2)) != nil
    {
      offset += 2
      while ExpressionLexer.hexValue(current) != nil, offset < bytes.count { offset += 1 }
      return integer(start: start, digits: start + 2, radix: 16)
    }
    skipDigits()
    var isDouble = false
    if current == UInt8(ascii: "."), ExpressionLexer.isDigit(byte(at: offset + 1)) {
      isDouble = true
      offset += 1
      skipDigits()
    }
    if current | 0x20 == UInt8(ascii: "e"), offset < bytes.count {
      var ahead = offset + 1
      if byte(at: ahead) == UInt8(ascii: "+") || byte(at: ahead) == UInt8(ascii: "-") { ahead += 1 }
      if ExpressionLexer.isDigit(byte(at: ahead)) {
        isDouble = true
        offset = ahead
        skipDigits()
      }
    }
    guard isDouble else { return integer(start: start, digits: start, radix: 10) }
    let range = SourceRange(start, offset)
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    return Token(kind: .literal, range: range, value: .double(Double(text) ?? .infinity))
  }

  private mutating func skipDigits() {
    while offset < bytes.count, ExpressionLexer.isDigit(bytes[offset]) { offset += 1 }
  }

  private mutating func integer(start: Int, digits: Int, radix: UInt64) -> Token {
    let end = offset
    let isUnsigned = offset < bytes.count && current | 0x20 == UInt8(ascii: "u")
    if isUnsigned { offset += 1 }
    let range = SourceRange(start, offset)
    var magnitude: UInt64 = 0
    var overflows = false
    for byte in bytes[digits..<end] {
      let (product, overflow1) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, overflow2) = product.addingReportingOverflow(
        UInt64(ExpressionLexer.hexValue(byte) ?? 0))
      magnitude = sum
      overflows = overflows || overflow1 || overflow2
    }
    if isUnsigned {
      if overflows { tooBig("a uint", range) }
      return Token(kind: .literal, range: range, value: .uint(magnitude))
    }
    if !overflows, let value = Int64(exactly: magnitude) {
      return Token(kind: .literal, range: range, value: .int(value))
    }
    var token = Token(kind: .literal, range: range, value: .int(.min))
    if !overflows, magnitude == Int64.min.magnitude {
      // Valid only directly after a minus; the parser checks that.
      token.isMagnitudeOfMinimum = true
    } else {
      tooBig("an int", range)
    }
    return token
  }

  /// Notes that a number is outside the range of its type.
  mutating func tooBig(_ type: String, _ range: SourceRange) {
    mistakes.append(
      ExpressionMistake("number-out-of-range", "the number is out of range for \(type)", at: range))
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
