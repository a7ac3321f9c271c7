// SPDX-License-Identifier: Apache-2.0

extension FlowLibrary {
  static let cases: [FunctionDeclaration] = [
    FunctionDeclaration(
      "lower", "The text in lower case, in any script.",
      [.unary("lower_string", .string, .string, mapping { $0.lowercased() })],
      ["lower('ÄPFEL')": "'äpfel'"]),
    FunctionDeclaration(
      "upper", "The text in upper case, in any script.",
      [.unary("upper_string", .string, .string, mapping { $0.uppercased() })],
      ["upper('Straße')": "'STRASSE'"]),
    FunctionDeclaration(
      "capitalize", "The text with its first letter in upper case and all others in lower case.",
      [.unary("capitalize_string", .string, .string, mapping(capitalize))],
      ["capitalize('my PROJECT')": "'My project'"]),
    FunctionDeclaration(
      "title",
      "The text with the first letter of each word in upper case and all others in lower case; words begin "
        + "after blanks, dashes, and opening brackets.",
      [.unary("title_string", .string, .string, mapping(title))],
      ["title('my new-PROJECT')": "'My New-Project'"]),
    FunctionDeclaration(
      "slug",
      "The text as a part of a path or an address: its letters and digits in lower case, Latin letters "
        + "without marks, and a dash for each run of others between them.",
      [.unary("slug_string", .string, .string, mapping(slug))],
      ["slug(' Café Zürich, 2nd floor')": "'cafe-zurich-2nd-floor'"]),
  ]

  /// Returns a function of a text, which is charged for the text and the result.
  private static func mapping(
    _ map: @escaping @Sendable (String) -> String
  ) -> @Sendable (Value, inout EvaluationContext) throws(EvaluationError) -> Value {
    { (value, context) throws(EvaluationError) in
      let text = value.text ?? ""
      try context.chargeCreation(bytes: text.utf8.count)
      let result = map(text)
      try context.chargeCreation(bytes: result.utf8.count)
      return .string(result)
    }
  }

  private static func capitalize(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    return first.properties.titlecaseMapping
      + String(text.unicodeScalars.dropFirst()).lowercased()
  }

  private static func title(_ text: String) -> String {
    var result = ""
    var word = String.UnicodeScalarView()
    func end() {
      guard let first = word.first else { return }
      result += String(first).uppercased() + String(word.dropFirst()).lowercased()
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || "-([{<".unicodeScalars.contains(scalar) {
        end()
        result.unicodeScalars.append(scalar)
      } else {
        word.append(scalar)
      }
    }
    end()
    return result
  }

  /// - Complexity: O(*n*) in the length of the text.
  private static func slug(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isPending = false
    var isLatin = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark:
        // A mark belongs to the letter before it.
        if !isPending, !isLatin, !result.isEmpty { result.append(scalar) }
        continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber:
        break
      default:
        isPending = true
        continue
      }
      if isPending, !result.isEmpty { result.append("-") }
      isPending = false
      let base = scalar.latinBase
      isLatin = base != nil
      if let base {
        result.append(contentsOf: base.unicodeScalars)
        continue
      }
      for lower in properties.lowercaseMapping.unicodeScalars { result.append(lower) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// The letters from `a` to `z` that a Latin letter is without its marks and in lower case; nil for any
  /// other character.
  fileprivate var latinBase: String? {
    switch value {
    case 0x41...0x5A, 0x61...0x7A: return String(self).lowercased()
    // Letters that are no other ones with marks, as passports spell them.
    case 0xC6, 0xE6: return "ae"
    case 0xDF, 0x1E9E: return "ss"
    case 0xD0, 0xF0: return "d"
    case 0xDE, 0xFE: return "th"
    case 0x131: return "i"
    case 0x132, 0x133: return "ij"
    case 0x14A, 0x14B: return "ng"
    case 0x152, 0x153: return "oe"
    case 0xC0...0x24F, 0x1E00...0x1EFF: break
    default: return nil
    }
    // LATIN SMALL LETTER E WITH CIRCUMFLEX AND ACUTE
    guard let words = properties.name?.split(separator: " "), words.count > 4, words[0] == "LATIN",
      words[2] == "LETTER", words[4] == "WITH", words[3].utf8.count == 1,
      let letter = words[3].unicodeScalars.first
    else { return nil }
    return Unicode.Scalar(letter.value | 0x20).map { String($0) }
  }
}
