// SPDX-License-Identifier: Apache-2.0

/// The reason why a text isn't valid JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message: lower case, without a full stop.
  public let message: String

  /// The UTF-8 offset at which reading stopped.
  public let offset: Int

  /// The message.
  public var description: String { message }
}

extension Value {
  /// Reads a JSON text (RFC 8259).
  ///
  /// Whole numbers that fit, without fraction or exponent, become ints, and all others become
  /// doubles. Objects become maps that keep their order.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: The maximum depth of arrays and objects.
  /// - Throws: ``JSONError`` if the text isn't valid JSON, has a key twice, or is too deep.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json text: String, maximumDepth: Int = 128) throws(JSONError) {
    var reader = JSONReader(bytes: Array(text.utf8), maximumDepth: maximumDepth)
    self = try reader.document()
  }

  /// Creates a value from a JSON text that may have halves of surrogate pairs, as JavaScript writes them; each becomes a
  /// replacement character.
  package init(json text: String, maximumDepth: Int, replacingHalves: Bool) throws(JSONError) {
    var reader = JSONReader(bytes: Array(text.utf8), maximumDepth: maximumDepth)
    reader.replacesHalves = replacingHalves
    self = try reader.document()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let maximumDepth: Int
  var offset = 0

  /// Whether half of a surrogate pair becomes a replacement character; otherwise, it's a mistake.
  var replacesHalves = false

  var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  func fail(_ message: String) -> JSONError { JSONError(message: message, offset: offset) }

  mutating func document() throws(JSONError) -> Value {
    let value = try value(depth: 0)
    skipBlanks()
    guard offset == bytes.count else { throw fail("more than one JSON value") }
    return value
  }

  mutating func skipBlanks() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func take(word: String, _ value: Value) throws(JSONError) -> Value {
    guard bytes[offset...].starts(with: word.utf8) else { throw fail("no JSON value") }
    offset += word.utf8.count
    return value
  }

  mutating func value(depth: Int) throws(JSONError) -> Value {
    skipBlanks()
    guard offset < bytes.count else { throw fail("the text ends too early") }
    guard depth < maximumDepth else { throw fail("nested deeper than \(maximumDepth) levels") }
    switch Unicode.Scalar(bytes[offset]) {
    case "{": return try object(depth: depth)
    case "[": return try array(depth: depth)
    case "\"": return .string(try string())
    case "t": return try take(word: "true", .bool(true))
    case "f": return try take(word: "false", .bool(false))
    case "n": return try take(word: "null", .null)
    default: return try number()
    }
  }

  mutating func object(depth: Int) throws(JSONError) -> Value {
    offset += 1
    var map = ValueMap()
    if take(UInt8(ascii: "}")) { return .map(map) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw fail("a key in double quotes is expected") }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw fail("':' is expected") }
      let value = try value(depth: depth + 1)
      guard map.insert(.string(key), value) else { throw fail("a key is given twice") }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw fail("',' or '}' is expected") }
    return .map(map)
  }

  mutating func array(depth: Int) throws(JSONError) -> Value {
    offset += 1
    var list: [Value] = []
    if take(UInt8(ascii: "]")) { return .list(list) }
    repeat { list.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw fail("',' or ']' is expected") }
    return .list(list)
  }

  mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    skipPlainBytes()
    // Most texts have no escapes, and aren't copied byte by byte.
    if current == UInt8(ascii: "\""), offset < bytes.count,
      let text = String(validating: bytes[start..<offset], as: UTF8.self)
    {
      offset += 1
      return text
    }
    var content = Array(bytes[start..<offset])
    while true {
      guard offset < bytes.count else { throw fail("a text is not closed") }
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw fail("a text isn't valid UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw fail("a control character in a text must be escaped")
      default: content.append(byte)
      }
    }
  }

  private mutating func skipPlainBytes() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20: return
      default: offset += 1
      }
    }
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    let letter = current
    offset += 1
    switch Unicode.Scalar(letter) {
    case "\"", "\\", "/": content.append(letter)
    case "b": content.append(0x08)
    case "f": content.append(0x0C)
    case "n": content.append(0x0A)
    case "r": content.append(0x0D)
    case "t": content.append(0x09)
    case "u":
      var code = try hexCode()
      if (0xD800..<0xDC00).contains(code), current == UInt8(ascii: "\\"),
        offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "u")
      {
        let start = offset
        offset += 2
        let low = try hexCode()
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        } else if replacesHalves {
          offset = start
        } else {
          throw fail("half of a surrogate pair")
        }
      }
      guard let scalar = Unicode.Scalar(code) ?? (replacesHalves ? "\u{FFFD}" : nil) else {
        throw fail("half of a surrogate pair")
      }
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw fail("an unknown escape")
    }
  }

  private mutating func hexCode() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = ExpressionLexer.hexValue(current), offset < bytes.count else {
        throw fail("four hexadecimal digits are expected")
      }
      code = code << 4 | digit
      offset += 1
    }
    return code
  }

  private mutating func digits() -> Bool {
    let start = offset
    while offset < bytes.count, ExpressionLexer.isDigit(bytes[offset]) { offset += 1 }
    return offset > start
  }

  mutating func number() throws(JSONError) -> Value {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    let first = current
    let firstOffset = offset
    guard digits() else { throw fail("no JSON value") }
    if first == UInt8(ascii: "0"), offset > firstOffset + 1 {
      throw fail("a number has a leading zero")
    }
    var isWhole = true
    if current == UInt8(ascii: ".") {
      offset += 1
      isWhole = false
      guard digits() else { throw fail("a digit is expected after the decimal point") }
    }
    if current | 0x20 == UInt8(ascii: "e"), offset < bytes.count {
      offset += 1
      isWhole = false
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      guard digits() else { throw fail("a digit is expected in the exponent") }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let int = Int64(text) { return .int(int) }
    guard let double = Double(text), double.isFinite else {
      throw fail("the number is too big")
    }
    return .double(double)
  }
}
