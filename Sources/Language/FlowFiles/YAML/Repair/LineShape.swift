// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The apparent structure of a line of YAML: indentation, dashes, a key, and a value.
///
/// The shape is a guess, since it's read without a parser from lines that the parser rejected, or that are only half typed.
/// Who repairs them parses the result to confirm it.
package struct LineShape {
  /// The range of the key without its colon; nil if there's none.
  private(set) var key: SourceRange?

  /// The offset of the first byte that isn't indentation or a dash.
  package private(set) var contentStart: Int

  /// The offset at which the value or a comment begins, or the end of the line.
  package private(set) var valueStart: Int

  /// The range of the value after the key, or after the dashes if there's no key; nil if there's
  /// none.
  ///
  /// It excludes surrounding white space and comments.
  package private(set) var value: SourceRange?

  /// The range of the value with the comment after it; nil if there's no comment.
  private(set) var valueWithComment: SourceRange?

  /// The offsets of the dashes before the content.
  package private(set) var dashes: [Int] = []

  /// Whether there's a dash before the content.
  var isItem: Bool { !dashes.isEmpty }

  /// Reads the shape of a line.
  package init(_ line: SourceRange, in bytes: [UInt8]) {
    var offset = line.lowerBound
    let end = min(line.upperBound, bytes.count)
    func isBlank(_ offset: Int) -> Bool {
      offset >= end || bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t")
    }
    func skipBlanks() { while offset < end, isBlank(offset) { offset += 1 } }
    skipBlanks()
    while offset < end, bytes[offset] == UInt8(ascii: "-"), isBlank(offset + 1) {
      dashes.append(offset)
      offset += 1
      skipBlanks()
    }
    (contentStart, valueStart) = (offset, offset)
    if let colon = Self.colon(from: offset, to: end, in: bytes) {
      key = SourceRange(offset, colon)
      offset = colon + 1
      skipBlanks()
    }
    valueStart = offset
    let last = Self.trimmed(from: offset, to: end, in: bytes)
    guard last > offset else { return }
    if let comment = Self.comment(from: offset, to: last, in: bytes) {
      valueWithComment = SourceRange(offset, last)
      let before = Self.trimmed(from: offset, to: comment, in: bytes)
      if before > offset { value = SourceRange(offset, before) }
    } else {
      value = SourceRange(offset, last)
    }
  }

  /// Returns the text of the key, without quotes.
  package func keyText(in bytes: [UInt8]) -> String? {
    guard let key else { return nil }
    let text = String(decoding: bytes[key.lowerBound..<key.upperBound], as: UTF8.self)
    guard let first = text.first, first == "'" || first == "\"", text.count > 1 else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the offset of the colon after a key that starts at an offset.
  private static func colon(from start: Int, to end: Int, in bytes: [UInt8]) -> Int? {
    guard start < end else { return nil }
    var offset = start
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      offset += 1
      while offset < end, bytes[offset] != first { offset += 1 }
      offset += 1
      return offset < end && bytes[offset] == UInt8(ascii: ":") ? offset : nil
    }
    // Text that begins with an indicator isn't a key.
    if Array("!&*|>@`%{[]},#?".utf8).contains(first) { return nil }
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: ":") {
        let next = offset + 1 < end ? bytes[offset + 1] : UInt8(ascii: " ")
        if next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { return offset }
      }
      if byte == UInt8(ascii: "#"), offset > start, bytes[offset - 1] == UInt8(ascii: " ") {
        return nil
      }
      offset += 1
    }
    return nil
  }

  /// Returns the end of a range without trailing white space.
  static func trimmed(from start: Int, to end: Int, in bytes: [UInt8]) -> Int {
    var end = end
    while end > start,
      bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t")
    {
      end -= 1
    }
    return end
  }

  /// Returns the offset of the `#` that begins a comment outside quotes.
  static func comment(from start: Int, to end: Int, in bytes: [UInt8]) -> Int? {
    var quote: UInt8?
    for offset in start..<max(start, end) {
      let byte = bytes[offset]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        // An apostrophe inside a word isn't a quote.
        let before = offset > start ? bytes[offset - 1] : UInt8(ascii: " ")
        if !(before | 0x20 >= 0x61 && before | 0x20 <= 0x7A) { quote = byte }
      } else if byte == UInt8(ascii: "#"), quote == nil,
        offset == start || bytes[offset - 1] == UInt8(ascii: " ")
          || bytes[offset - 1] == UInt8(ascii: "\t")
      {
        return offset
      }
    }
    return nil
  }
}

extension Sequence<UInt8> {
  /// Whether every bracket and quote is closed, ignoring apostrophes inside words.
  var isBalanced: Bool {
    var open: [UInt8] = []
    var quote: UInt8?
    var before = UInt8(ascii: " ")
    for byte in self {
      defer { before = byte }
      if let current = quote {
        if byte == current { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let isApostrophe =
          byte == UInt8(ascii: "'") && before | 0x20 >= 0x61 && before | 0x20 <= 0x7A
        if !isApostrophe { quote = byte }
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() == byte else { return false }
      default: break
      }
    }
    return quote == nil && open.isEmpty
  }
}
