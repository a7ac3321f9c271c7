// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Cuts a template into text, outputs, and statements, as Jinja 3.1 does.
///
/// Whitespace control is resolved here, so later stages see only the text that's left.
struct JinjaLexer {
  private let bytes: [UInt8]
  private let delimiters: Delimiters
  private var offset = 0
  private var segments: [JinjaSegment] = []

  /// The offset of the last delimiter that begins an output, a block, or a comment.
  private var opened = 0

  /// Whether the blanks before the next text's first word are dropped.
  private var stripsNext = false

  /// Whether a line break that's next is dropped.
  private var dropsBreak = false

  private struct Delimiters {
    let blockStart: [UInt8]
    let blockEnd: [UInt8]
    let variableStart: [UInt8]
    let variableEnd: [UInt8]
    let commentStart: [UInt8]
    let commentEnd: [UInt8]
    let trimsBlocks: Bool
    let stripsBlocks: Bool

    /// The bytes with which a delimiter can begin.
    let firstBytes: Set<UInt8>

    init(_ delimiters: JinjaDelimiters) {
      blockStart = Array(delimiters.blockStart.utf8)
      blockEnd = Array(delimiters.blockEnd.utf8)
      variableStart = Array(delimiters.variableStart.utf8)
      variableEnd = Array(delimiters.variableEnd.utf8)
      commentStart = Array(delimiters.commentStart.utf8)
      commentEnd = Array(delimiters.commentEnd.utf8)
      trimsBlocks = delimiters.trimsBlocks
      stripsBlocks = delimiters.stripsBlocks
      firstBytes = Set([blockStart, variableStart, commentStart].compactMap(\.first))
    }
  }

  private enum Opening {
    case block, variable, comment
  }

  private init(_ text: String, _ delimiters: JinjaDelimiters) {
    bytes = Array(text.utf8)
    self.delimiters = Delimiters(delimiters)
  }

  /// Returns the segments of a template.
  ///
  /// - Throws: ``JinjaFailure`` if a delimiter, a text, or `raw` isn't closed.
  /// - Complexity: O(*n*) in the length of the template.
  static func segments(
    of text: String, _ delimiters: JinjaDelimiters = JinjaDelimiters()
  ) throws(JinjaFailure) -> [JinjaSegment] {
    var lexer = JinjaLexer(text, delimiters)
    try lexer.run()
    return lexer.segments
  }

  /// Returns the tokens of the outputs and blocks of a template, also of one with mistakes.
  ///
  /// - Complexity: O(*n*) in the length of the template, once more for each of a few mistakes.
  static func tokens(of text: String, _ delimiters: JinjaDelimiters) -> [[JinjaToken]] {
    var lexer = JinjaLexer(text, delimiters)
    for _ in 0...mostMistakes {
      do throws(JinjaFailure) {
        try lexer.run()
        break
      } catch {
        // An unclosed tag is skipped, and the text below it is read.
        lexer.offset = lexer.opened + 1
      }
    }
    return lexer.segments.compactMap { segment in
      switch segment {
      case .words: nil
      case .output(let tokens, _), .statement(let tokens, _): tokens
      }
    }
  }

  /// The maximum number of mistakes after which a template is read further.
  private static let mostMistakes = 16

  private mutating func run() throws(JinjaFailure) {
    var start = offset
    while offset < bytes.count {
      guard delimiters.firstBytes.contains(bytes[offset]), let opening = opening(at: offset) else {
        offset += 1
        continue
      }
      let (length, open) = (self.length(of: opening), offset)
      opened = open
      offset += length
      let mark = current
      if mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+") { offset += 1 }
      addWords(
        start..<open, strips: mark == UInt8(ascii: "-"),
        stripsLine: opening != .variable && delimiters.stripsBlocks && mark != UInt8(ascii: "+"))
      switch opening {
      case .comment: try skipComment()
      case .variable:
        let tokens = try tokens(upTo: delimiters.variableEnd)
        segments.append(.output(tokens, SourceRange(open, offset)))
      case .block:
        if let end = try raw() {
          segments.append(.words(String(decoding: bytes[end], as: UTF8.self)))
          dropsBreak = delimiters.trimsBlocks
        } else {
          let tokens = try tokens(upTo: delimiters.blockEnd)
          dropsBreak = dropsBreak || delimiters.trimsBlocks
          segments.append(.statement(tokens, SourceRange(open, offset)))
        }
      }
      start = offset
    }
    addWords(start..<bytes.count, strips: false, stripsLine: false)
  }

  private var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private func starts(with part: [UInt8], at position: Int) -> Bool {
    guard !part.isEmpty, position + part.count <= bytes.count, bytes[position] == part[0] else {
      return false
    }
    return part.indices.allSatisfy { bytes[position + $0] == part[$0] }
  }

  private func length(of opening: Opening) -> Int {
    switch opening {
    case .block: delimiters.blockStart.count
    case .variable: delimiters.variableStart.count
    case .comment: delimiters.commentStart.count
    }
  }

  /// The delimiter at a position; of several, the longest.
  private func opening(at position: Int) -> Opening? {
    var found: (Opening, Int)?
    func consider(_ opening: Opening, _ part: [UInt8]) {
      if starts(with: part, at: position), part.count > found?.1 ?? 0 {
        found = (opening, part.count)
      }
    }
    consider(.comment, delimiters.commentStart)
    consider(.block, delimiters.blockStart)
    consider(.variable, delimiters.variableStart)
    return found?.0
  }

  // MARK: Text

  private mutating func addWords(_ range: Range<Int>, strips: Bool, stripsLine: Bool) {
    var range = range
    if stripsNext {
      while range.lowerBound < range.upperBound, Self.isBlank(bytes[range.lowerBound]) {
        range = range.lowerBound + 1..<range.upperBound
      }
    } else if dropsBreak {
      if starts(with: Array("\r\n".utf8), at: range.lowerBound), range.count > 1 {
        range = range.lowerBound + 2..<range.upperBound
      } else if range.count > 0, bytes[range.lowerBound] == UInt8(ascii: "\n") {
        range = range.lowerBound + 1..<range.upperBound
      }
    }
    (stripsNext, dropsBreak) = (false, false)
    if strips {
      while let last = range.last, Self.isBlank(bytes[last]) { range = range.lowerBound..<last }
    } else if stripsLine {
      var end = range.upperBound
      while end > range.lowerBound, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      if end == 0 || bytes[end - 1] == UInt8(ascii: "\n") { range = range.lowerBound..<end }
    }
    guard !range.isEmpty else { return }
    segments.append(.words(String(decoding: bytes[range], as: UTF8.self)))
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func skipComment() throws(JinjaFailure) {
    while offset < bytes.count {
      if starts(with: delimiters.commentEnd, at: offset) {
        stripsNext = bytes[offset - 1] == UInt8(ascii: "-")
        dropsBreak = delimiters.trimsBlocks
        offset += delimiters.commentEnd.count
        return
      }
      offset += 1
    }
    throw .syntax
  }

  /// Skips `raw %} … {% endraw %}`, and returns the range of the text; nil if it's another tag.
  private mutating func raw() throws(JinjaFailure) -> Range<Int>? {
    var position = offset
    func skipBlanks() {
      while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }
    /// Skips a word and the end of its tag, and returns whether blanks after it are dropped.
    func tag(_ word: String) -> Bool? {
      skipBlanks()
      guard starts(with: Array(word.utf8), at: position) else { return nil }
      position += word.utf8.count
      skipBlanks()
      var strips = false
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
        strips = true
        position += 1
      } else if position < bytes.count, bytes[position] == UInt8(ascii: "+") {
        position += 1
      }
      guard starts(with: delimiters.blockEnd, at: position) else { return nil }
      position += delimiters.blockEnd.count
      return strips
    }
    guard let stripsStart = tag("raw") else { return nil }
    var start = position
    while position < bytes.count {
      guard starts(with: delimiters.blockStart, at: position) else {
        position += 1
        continue
      }
      var end = position
      position += delimiters.blockStart.count
      let stripsEnd = position < bytes.count && bytes[position] == UInt8(ascii: "-")
      if stripsEnd || position < bytes.count && bytes[position] == UInt8(ascii: "+") {
        position += 1
      }
      guard let strips = tag("endraw") else {
        position = end + 1
        continue
      }
      if stripsStart { while start < end, Self.isBlank(bytes[start]) { start += 1 } }
      if stripsEnd {
        while start < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
      } else if delimiters.stripsBlocks {
        var line = end
        while start < line, bytes[line - 1] == 0x20 || bytes[line - 1] == 0x09 { line -= 1 }
        if start < line, bytes[line - 1] == UInt8(ascii: "\n") { end = line }
      }
      offset = position
      stripsNext = strips
      return start..<end
    }
    throw .syntax
  }

  // MARK: Tokens

  private static let signs: [[UInt8]] = [
    "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}",
    ">", "<", "=", ".", ":", "|", ",", ";",
  ].map { Array($0.utf8) }

  /// Reads tokens up to a closing delimiter outside brackets, which it skips.
  private mutating func tokens(upTo end: [UInt8]) throws(JinjaFailure) -> [JinjaToken] {
    var tokens: [JinjaToken] = []
    var depth = 0
    while offset < bytes.count {
      if Self.isBlank(current) {
        offset += 1
        continue
      }
      if depth == 0 {
        let isMarked = current == UInt8(ascii: "-") || current == UInt8(ascii: "+")
        if starts(with: end, at: offset) || isMarked && starts(with: end, at: offset + 1) {
          stripsNext = current == UInt8(ascii: "-") && isMarked
          offset += end.count + (isMarked ? 1 : 0)
          return tokens
        }
      }
      let token = try token()
      switch token.kind {
      case .sign("("), .sign("["), .sign("{"): depth += 1
      case .sign(")"), .sign("]"), .sign("}"): depth -= 1
      default: break
      }
      tokens.append(token)
    }
    throw .syntax
  }

  private mutating func token() throws(JinjaFailure) -> JinjaToken {
    let start = offset
    func range() -> SourceRange { SourceRange(start, offset) }
    if current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") {
      let text = try text()
      return JinjaToken(kind: .text(text), range: range())
    }
    if Self.isDigit(current) {
      let kind = try number()
      return JinjaToken(kind: kind, range: range())
    }
    if Self.isNameByte(current) {
      while offset < bytes.count, Self.isNameByte(current) || Self.isDigit(current) { offset += 1 }
      let name = String(decoding: bytes[start..<offset], as: UTF8.self)
      return JinjaToken(kind: .name(name), range: range())
    }
    guard let sign = Self.signs.first(where: { starts(with: $0, at: offset) }) else {
      throw .syntax
    }
    offset += sign.count
    return JinjaToken(kind: .sign(String(decoding: sign, as: UTF8.self)), range: range())
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether a text is a name of Python.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return isNameByte(first) && text.utf8.allSatisfy { isNameByte($0) || isDigit($0) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x80
  }

  private mutating func number() throws(JinjaFailure) -> JinjaToken.Kind {
    let start = offset
    func digits() -> String {
      String(decoding: bytes[start..<offset].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }
    func skipDigits() {
      while offset < bytes.count, Self.isDigit(current) || current == UInt8(ascii: "_") {
        offset += 1
      }
    }
    if current == UInt8(ascii: "0"), offset + 1 < bytes.count,
      [UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b")].contains(bytes[offset + 1] | 0x20)
    {
      // Rare, and nothing depends on its value.
      offset += 2
      while offset < bytes.count, Self.isDigit(current) || Self.isNameByte(current) { offset += 1 }
      throw JinjaFailure(construct: "0x")
    }
    skipDigits()
    var isFloat = false
    if current == UInt8(ascii: "."), offset + 1 < bytes.count, Self.isDigit(bytes[offset + 1]) {
      isFloat = true
      offset += 1
      skipDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      var end = offset + 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end += 1
      }
      if end < bytes.count, Self.isDigit(bytes[end]) {
        isFloat = true
        offset = end
        skipDigits()
      }
    }
    if isFloat, let number = Double(digits()) { return .float(number) }
    guard let number = Int64(digits()) else { throw .limit }
    return .integer(number)
  }

  private mutating func text() throws(JinjaFailure) -> String {
    let quote = current
    offset += 1
    var result: [UInt8] = []
    while offset < bytes.count, current != quote {
      guard current == UInt8(ascii: "\\") else {
        result.append(current)
        offset += 1
        continue
      }
      offset += 1
      let escaped = current
      offset += 1
      switch escaped {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): result.append(escaped)
      case 0x0A: break
      case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "N"),
        0x30...0x37, UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"):
        throw JinjaFailure(construct: "\\\(Character(Unicode.Scalar(escaped)))")
      default: result += [UInt8(ascii: "\\"), escaped]
      }
    }
    guard offset < bytes.count else { throw .syntax }
    offset += 1
    return String(decoding: result, as: UTF8.self)
  }
}
