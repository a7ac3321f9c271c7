// SPDX-License-Identifier: Apache-2.0

/// A character that looks like another one or can't be seen, and the text that was meant by it.
///
/// Word processors, chats, and web pages replace quotes, dashes, and spaces by typographic ones.
package struct ForeignCharacter {
  /// The name of a character that can't be seen, or is easily confused with another one.
  let name: String?

  /// The text that was meant; empty for a character to remove.
  package let meant: String

  /// The character that was probably meant by another one, or `nil` if that's unclear.
  package init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xA0: self.init("a no-break space", " ")
    case 0x202F: self.init("a narrow no-break space", " ")
    case 0x2000...0x200A, 0x205F: self.init("a typographic space", " ")
    case 0x3000: self.init("an ideographic space", " ")
    case 0x2028, 0x2029, 0x85: self.init("a typographic line break", " ")
    case 0xAD: self.init("a soft hyphen", "")
    case 0x200B: self.init("a zero-width space", "")
    case 0x200C, 0x200D, 0x2060: self.init("a zero-width joiner", "")
    case 0xFEFF: self.init("a byte order mark", "")
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069:
      self.init("a mark of writing direction", "")
    case 0x2018...0x201B, 0x2039, 0x203A, 0x2032, 0xB4:
      self.init("a typographic quotation mark", "'")
    case 0x201C...0x201F, 0xAB, 0xBB, 0x2033: self.init("a typographic quotation mark", "'")
    case 0x2010, 0x2011: self.init("a typographic hyphen", "-")
    case 0x2012, 0x2013: self.init("an en dash", "-")
    case 0x2014, 0x2015: self.init("an em dash", "-")
    case 0x2212: self.init("a typographic minus", "-")
    case 0x2264: self.init(nil, "<=")
    case 0x2265: self.init(nil, ">=")
    case 0x2260: self.init(nil, "!=")
    case 0xD7, 0x22C5, 0xB7: self.init(nil, "*")
    case 0xF7: self.init(nil, "/")
    case 0x2227: self.init(nil, "&&")
    case 0x2228: self.init(nil, "||")
    case 0xAC: self.init(nil, "!")
    case 0x2208: self.init(nil, "in")
    case 0xFF01...0xFF5E:
      guard let plain = Unicode.Scalar(scalar.value - 0xFEE0) else { return nil }
      self.init("a full-width character", String(Character(plain)))
    default: return nil
    }
  }

  private init(_ name: String?, _ meant: String) {
    self.name = name
    self.meant = meant
  }

  /// Whether it's a quotation mark.
  package static func isQuote(_ scalar: Unicode.Scalar) -> Bool { Self(scalar)?.meant == "'" }

  /// The name and the code of the first such character of a text, such as `a no-break space
  /// (U+00A0)`; `nil` if there's none.
  package static func first(in text: String) -> String? {
    for scalar in text.unicodeScalars where scalar.value > 0x7F {
      if let name = Self(scalar)?.name { return "\(name) (\(code(of: scalar)))" }
    }
    return nil
  }

  static func code(of scalar: Unicode.Scalar) -> String {
    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
  }

  /// The message about a character, lower case and without a full stop.
  package func message(about scalar: Unicode.Scalar) -> String {
    let code = Self.code(of: scalar)
    guard let name else { return "'\(scalar)' isn't an operator here; did you mean '\(meant)'?" }
    switch meant {
    case "": return "\(name) (\(code)) isn't allowed here; remove it"
    case " ": return "\(name) (\(code)) isn't allowed here; write an ordinary space"
    default: return "'\(scalar)' is \(name) (\(code)); write \(meant == "'" ? "'" : "'\(meant)'")"
    }
  }
}
