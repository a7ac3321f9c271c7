// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

extension PatternParser {
  /// Parses a backslash and what it escapes, outside a class.
  mutating func parseEscape() throws(RegularExpressionError) -> Item {
    let start = index
    guard let next = peek(1) else {
      throw error(
        .syntax, "the pattern ends in a single '\\'; write '\\\\' for the character itself",
        from: start)
    }
    switch Unicode.Scalar(next) {
    case "A": return place(.textStart)
    case "z": return place(.textEnd)
    case "b": return place(.wordBoundary)
    case "B": return place(.noWordBoundary)
    case "Z":
      throw error(
        .unsupported, "'\\Z' is not supported; write '\\z' for the end of the text", from: start,
        to: start + 2)
    case "G", "K", "R", "X", "h", "H", "V", "N", "C":
      throw error(
        .unsupported, "'\(text(start, start + 2))' is not supported", from: start, to: start + 2)
    case "k", "g":
      throw error(
        .unsupported, "references to groups are not supported: patterns run in linear time",
        from: start, to: start + 2)
    case "1", "2", "3", "4", "5", "6", "7", "8", "9":
      if let digit = peek(2), next < 0x38, (0x30...0x37).contains(digit) { break }
      throw error(
        .unsupported,
        "references to groups such as '\(text(start, start + 2))' are not "
          + "supported: patterns run in linear time", from: start, to: start + 2)
    default: break
    }
    if let set = try parseClassEscape() { return Item(node: .scalar(set), weight: 1) }
    return literal(try parseScalarEscape())
  }

  private mutating func place(_ assertion: PatternAssertion) -> Item {
    index += 2
    return Item(node: .assertion(assertion), weight: 1)
  }

  /// Parses `\Q…\E`, where the `\E` can be missing; a repeat after it applies to the last scalar.
  mutating func parseQuoted() throws(RegularExpressionError) {
    let start = index
    index += 2
    var last: Item?
    while let next = peek(), !at("\\E") {
      if let last { openGroups[openGroups.count - 1].parts.append(last.node) }
      last = literal(next)
      index += 1
    }
    if peek() != nil { index += 2 }
    if let last { try append(last, from: start) }
  }

  /// Parses `\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `\p…`, and `\P…`; `nil` for any other escape.
  mutating func parseClassEscape() throws(RegularExpressionError) -> ScalarSet? {
    guard let next = peek(1) else { return nil }
    let set: ScalarSet
    switch Unicode.Scalar(next) {
    case "d", "D": set = UnicodeClasses.digits
    case "s", "S": set = UnicodeClasses.spaces
    case "w", "W": set = UnicodeClasses.words
    case "p", "P": return try parseUnicodeClass()
    default: return nil
    }
    index += 2
    let folded = flags.ignoresCase ? set.folded : set
    return try counted((0x41...0x5A).contains(next) ? folded.inverted : folded, from: index - 2)
  }

  private mutating func parseUnicodeClass() throws(RegularExpressionError) -> ScalarSet {
    let start = index
    var isNegated = peek(1) == 0x50
    index += 2
    var nameStart = index
    var nameEnd = index + 1
    if accept("{") {
      nameStart = index
      while let next = peek(), next != 0x7D { index += 1 }
      nameEnd = index
      guard accept("}") else {
        throw error(
          .syntax, "the name of this class is not closed; expected '}'", from: start, to: nameEnd)
      }
      if nameStart < nameEnd, scalars[nameStart] == 0x5E {
        isNegated.toggle()
        nameStart += 1
      }
    } else {
      guard peek() != nil else {
        throw error(
          .syntax, "expected the name of a Unicode class, as in '\\pL' or '\\p{Greek}'",
          from: start, to: index)
      }
      index += 1
    }
    let name = text(nameStart, nameEnd)
    let key = "\(isNegated ? "^" : "")\(flags.ignoresCase ? "i" : "c")\(name)"
    if let known = unicodeClasses[key] { return try counted(known, from: start) }
    guard let plain = UnicodeClasses.set(named: name) else {
      let hint = UnicodeClasses.suggestion(for: name).map { "; did you mean '\($0)'?" } ?? ""
      throw error(.syntax, "unknown Unicode class '\(name)'\(hint)", from: start, to: index)
    }
    let folded = flags.ignoresCase ? plain.folded : plain
    let set = isNegated ? folded.inverted : folded
    unicodeClasses[key] = set
    return try counted(set, from: start)
  }

  /// Parses an escape that represents one scalar, inside or outside a class.
  mutating func parseScalarEscape() throws(RegularExpressionError) -> UInt32 {
    let start = index
    guard let next = peek(1) else {
      throw error(
        .syntax, "the pattern ends in a single '\\'; write '\\\\' for the character itself",
        from: start)
    }
    index += 2
    switch Unicode.Scalar(next) {
    case "a": return 0x07
    case "f": return 0x0C
    case "t": return 0x09
    case "n": return 0x0A
    case "r": return 0x0D
    case "v": return 0x0B
    case "x": return try parseHexadecimal(from: start)
    case "0", "1", "2", "3", "4", "5", "6", "7":
      // A single digit other than zero would be a reference to a group.
      guard next == 0x30 || (0x30...0x37).contains(peek() ?? 0) else { break }
      var value = next - 0x30
      for _ in 0..<2 {
        guard let digit = peek(), (0x30...0x37).contains(digit) else { break }
        value = value * 8 + digit - 0x30
        index += 1
      }
      return value
    case "u", "U":
      throw error(
        .unsupported, "'\(text(start, index))' is not supported; write '\\x{2764}'", from: start,
        to: index)
    default: break
    }
    let isWord = UnicodeClasses.words.contains(next) && next != 0x5F
    guard next < 0x80, !isWord else {
      throw error(.syntax, "unknown escape '\(text(start, index))'", from: start, to: index)
    }
    return next
  }

  private mutating func parseHexadecimal(from start: Int) throws(RegularExpressionError) -> UInt32 {
    if accept("{") {
      var value: UInt32 = 0
      let digits = index
      while let digit = hexadecimalDigit(peek()) {
        value = value * 16 + digit
        index += 1
        guard value <= ScalarSet.last else {
          throw error(
            .syntax, "'\(text(start, index))' is beyond the last scalar, '\\x{10FFFF}'",
            from: start, to: index)
        }
      }
      let isEmpty = index == digits
      guard !isEmpty, accept("}") else {
        throw error(
          .syntax, "expected hexadecimal digits and '}', as in '\\x{2764}'", from: start, to: index)
      }
      return value
    }
    guard let high = hexadecimalDigit(peek()), let low = hexadecimalDigit(peek(1)) else {
      throw error(
        .syntax, "expected two hexadecimal digits, as in '\\x7E'", from: start, to: index)
    }
    index += 2
    return high * 16 + low
  }

  private func hexadecimalDigit(_ scalar: UInt32?) -> UInt32? {
    switch scalar {
    case .some(let digit) where (0x30...0x39).contains(digit): digit - 0x30
    case .some(let digit) where (0x41...0x46).contains(digit): digit - 0x41 + 10
    case .some(let digit) where (0x61...0x66).contains(digit): digit - 0x61 + 10
    default: nil
    }
  }
}
