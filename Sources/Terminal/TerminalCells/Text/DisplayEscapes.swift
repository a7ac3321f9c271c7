// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// This text with every control character as a visible escape, safe to send to a terminal.
  ///
  /// Tab, line feed and carriage return become `\t`, `\n` and `\r`; every other control character
  /// of ASCII, every C1 control, and the characters that reorder or break what is displayed
  /// (bidirectional embeddings, overrides and isolates U+202A…U+202E and U+2066…U+2069, the line
  /// and paragraph separators U+2028 and U+2029) become their number in Swift's notation, `\u{1b}`.
  /// Nothing else changes: a backslash stays as it is, so the result isn't meant to be parsed, and
  /// characters without width are kept, because many scripts need them.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var escapedForDisplay: String {
    // The loops over a text of a known type look up no types.
    let text = String(self)
    guard text.printableASCIICount == nil,
      text.unicodeScalars.contains(where: { $0.isShownEscaped })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isShownEscaped {
        result += scalar.displayEscape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Character {
  /// This character, or its visible escape if it is a control character.
  ///
  /// See ``Swift/StringProtocol/escapedForDisplay``.
  var escapedForDisplay: String { String(self).escapedForDisplay }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on this scalar, or reorder the text around it.
  var isShownEscaped: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var displayEscape: String {
    switch value {
    case 0x09: #"\t"#
    case 0x0A: #"\n"#
    case 0x0D: #"\r"#
    default: #"\u{"# + String(value, radix: 16) + "}"
    }
  }
}
