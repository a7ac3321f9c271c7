// SPDX-License-Identifier: Apache-2.0

extension RegularExpression {
  /// The pattern in the ECMAScript syntax that JSON Schema uses, or `nil` if it would be too long.
  ///
  /// It's written from the parsed pattern. Classes such as `\d` and `\pL`, and letters under
  /// `(?i)`, are spelled out, because other engines define them differently. It matches the same
  /// texts if the engine counts code points (ECMAScript's flag `u`) and `$` matches only at the end
  /// of the text. Groups, and the choice among several matches, aren't preserved.
  ///
  /// - Complexity: O(*n*) in the length of the result, which is at most several thousand
  ///   characters.
  package var ecmaScriptPattern: String? {
    if Self.isCommon(pattern) { return pattern }
    guard let parsed = try? PatternParser.parse(pattern, limits: limits) else { return nil }
    var writer = ECMAScriptWriter()
    writer.write(parsed.node, in: .choice)
    return writer.isTooLong ? nil : writer.text
  }
}

extension RegularExpression {
  /// Returns whether everything in a pattern has the same spelling and meaning in both languages.
  private static func isCommon(_ pattern: String) -> Bool {
    let bytes = Array(pattern.utf8)
    var isInClass = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case UInt8(ascii: "\\"):
        let escaped = isInClass ? "^$\\.*+?()[]{}|/-" : "^$\\.*+?()[]{}|/"
        guard escaped.utf8.contains(next) else { return false }
        index += 1
      case UInt8(ascii: "["):
        // A bracket inside a class can start a named class, and one that starts the class can end
        // it.
        guard !isInClass, next != UInt8(ascii: "]") else { return false }
        isInClass = true
        if next == UInt8(ascii: "^") {
          index += 1
          guard index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "]") else { return false }
        }
      case UInt8(ascii: "]"):
        guard isInClass else { return false }
        isInClass = false
      case UInt8(ascii: "."), UInt8(ascii: "}"):
        // ECMAScript's dot excludes other line breaks, and it reads unmatched braces differently.
        guard isInClass else { return false }
      case UInt8(ascii: "{"):
        guard !isInClass else { break }
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")), end > index + 1,
          bytes[(index + 1)..<end].allSatisfy({ "0123456789,".utf8.contains($0) }),
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
        else { return false }
        index = end
      case UInt8(ascii: "("): guard isInClass || next != UInt8(ascii: "?") else { return false }
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        // A repeat after another is read differently, except for a lazy one.
        guard isInClass || next != UInt8(ascii: "*") && next != UInt8(ascii: "+") else {
          return false
        }
      case 0x20..<0x7F: break
      default: return false
      }
      index += 1
    }
    return true
  }
}

/// Writes a parsed pattern in ECMAScript syntax.
private struct ECMAScriptWriter {
  var text = ""

  /// The maximum number of ranges in a class, and of characters in a pattern.
  private static let (maximumRanges, maximumCharacters) = (64, 4096)

  /// Whether something was omitted.
  var isTooLong = false

  /// The context of a node: an alternative, a sequence, or the body of a repeat.
  enum Place: Int { case choice, sequence, repeated }

  mutating func write(_ node: PatternNode, in place: Place) {
    guard !isTooLong, text.utf8.count < Self.maximumCharacters else {
      isTooLong = true
      return
    }
    switch node {
    case .empty: if place == .repeated { text += "(?:)" }
    case .scalar(let set): write(set)
    case .assertion(let assertion): write(assertion, in: place)
    case .group(_, let body): write(body, in: place)
    case .sequence(let parts):
      grouped(place == .repeated) { writer in
        for part in parts { writer.write(part, in: .sequence) }
      }
    case .choice(let parts):
      grouped(place != .choice) { writer in
        for (index, part) in parts.enumerated() {
          if index > 0 { writer.text += "|" }
          writer.write(part, in: .choice)
        }
      }
    case .repetition(let body, let minimum, let maximum, _, _):
      grouped(place == .repeated) { writer in
        writer.write(body, in: .repeated)
        switch (minimum, maximum) {
        case (0, nil): writer.text += "*"
        case (1, nil): writer.text += "+"
        case (0, 1): writer.text += "?"
        case (let least, nil): writer.text += "{\(least),}"
        case (let least, let most?):
          writer.text += least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
      }
    }
  }

  private mutating func grouped(_ needed: Bool, _ body: (inout Self) -> Void) {
    if needed { text += "(?:" }
    body(&self)
    if needed { text += ")" }
  }

  private mutating func write(_ assertion: PatternAssertion, in place: Place) {
    let word = "[0-9A-Za-z_]"
    let words: String
    switch assertion {
    case .textStart: words = "^"
    case .textEnd: words = "$"
    case .lineStart: words = "(?<![^\\n])"
    case .lineEnd: words = "(?![^\\n])"
    case .wordBoundary: words = "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
    case .noWordBoundary: words = "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
    default:
      isTooLong = true
      return
    }
    // An assertion can't be repeated directly.
    text += place == .repeated ? "(?:\(words))" : words
  }

  private mutating func write(_ set: ScalarSet) {
    if set == .all {
      text += "[\\s\\S]"
    } else if set == .allButNewline {
      // The dot of other engines excludes more.
      text += "[^\\n]"
    } else if set.isEmpty {
      text += "(?!)"
    } else if set.bounds.count == 2, set.bounds[0] == set.bounds[1] {
      text += Self.spelled(set.bounds[0], isInClass: false)
    } else {
      let inverted = set.inverted
      let isShorter = inverted.rangeCount < set.rangeCount
      let written = isShorter ? inverted : set
      guard written.rangeCount <= Self.maximumRanges else {
        isTooLong = true
        return
      }
      text += isShorter ? "[^" : "["
      for index in stride(from: 0, to: written.bounds.count, by: 2) {
        let (low, high) = (written.bounds[index], written.bounds[index + 1])
        text += Self.spelled(low, isInClass: true)
        if high > low + 1 { text += "-" }
        if high > low { text += Self.spelled(high, isInClass: true) }
      }
      text += "]"
    }
  }

  private static func spelled(_ value: UInt32, isInClass: Bool) -> String {
    switch value {
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xD800...0xDFFF:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default:
      guard let scalar = Unicode.Scalar(value) else { return "" }
      let special = isInClass ? "\\]^-[" : "\\^$.*+?()[]{}|/"
      return special.unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(Character(scalar))"
    }
  }
}
