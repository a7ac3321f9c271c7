// SPDX-License-Identifier: Apache-2.0

/// Parses the patterns of messages; see ``MessagePattern``.
struct MessagePatternParser {
  private let bytes: [UInt8]
  private var position = 0

  /// The number of plurals around the position.
  private var depth = 0

  /// The number of plurals that can be inside each other.
  private static let maximumDepth = 2

  init(_ pattern: String) { bytes = Array(pattern.utf8) }

  /// The parts up to the end, or up to the `}` that closes a form.
  mutating func message() throws(MessagePatternError) -> [MessagePattern.Part] {
    var parts: [MessagePattern.Part] = []
    var text: [UInt8] = []
    func flush() {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "{"):
        flush()
        parts.append(try placeholder())
      case UInt8(ascii: "}"):
        guard depth > 0 else { throw mistake("a '}' closes nothing") }
        flush()
        return parts
      case UInt8(ascii: "#") where depth > 0:
        flush()
        parts.append(.number)
        position += 1
      case UInt8(ascii: "'"): text += try apostrophe()
      default:
        text.append(byte)
        position += 1
      }
    }
    guard depth == 0 else { throw mistake("a '}' is missing") }
    flush()
    return parts
  }

  /// The text that an apostrophe begins.
  private mutating func apostrophe() throws(MessagePatternError) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    position += 1
    switch peek() {
    case quote?:
      position += 1
      return [quote]
    case UInt8(ascii: "{")?, UInt8(ascii: "}")?: break
    case UInt8(ascii: "#")? where depth > 0: break
    default: return [quote]
    }
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      guard byte == quote else {
        text.append(byte)
        continue
      }
      guard peek() == quote else { return text }
      text.append(quote)
      position += 1
    }
    throw mistake("a quoting apostrophe isn't closed")
  }

  private mutating func placeholder() throws(MessagePatternError) -> MessagePattern.Part {
    position += 1
    let name = try word()
    if take("}") { return .argument(name) }
    guard take(","), try word() == "plural", take(",") else {
      throw mistake("expected '}' or ', plural,'")
    }
    guard depth < Self.maximumDepth else { throw mistake("plurals are nested too deeply") }
    var forms: [MessagePattern.Form] = []
    depth += 1
    while !take("}") {
      let selector = try selector()
      guard !forms.contains(where: { $0.selector == selector }) else {
        throw mistake("a form is given twice")
      }
      guard take("{") else { throw mistake("expected '{'") }
      let parts = try message()
      guard take("}", skippingBlanks: false) else { throw mistake("expected '}'") }
      forms.append(.init(selector: selector, parts: parts))
    }
    depth -= 1
    guard forms.contains(where: { $0.selector == .category(.other) }) else {
      throw mistake("the form 'other' is missing")
    }
    return .plural(name, forms)
  }

  private mutating func selector() throws(MessagePatternError) -> MessagePattern.Selector {
    if take("=") {
      guard let number = Int(try word()) else { throw mistake("expected a number after '='") }
      return .exactly(number)
    }
    guard let category = PluralCategory(rawValue: try word()) else {
      throw mistake("expected '=' and a number, or a plural category")
    }
    return .category(category)
  }

  /// Letters, digits and underscores, after blanks.
  private mutating func word() throws(MessagePatternError) -> String {
    skipBlanks()
    let start = position
    while let byte = peek(), Self.isOfWord(byte) { position += 1 }
    guard start < position else { throw mistake("expected a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func take(_ sign: Unicode.Scalar, skippingBlanks: Bool = true) -> Bool {
    if skippingBlanks { skipBlanks() }
    guard peek() == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\n") { position += 1 }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func mistake(_ message: String) -> MessagePatternError {
    MessagePatternError(message: message, offset: position)
  }
}
