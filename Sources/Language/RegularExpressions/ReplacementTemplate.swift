// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// A replacement text with references to groups: `\1` to `\9`, `\0` for the whole match, and `\\`
/// for a backslash.
struct ReplacementTemplate {
  enum Part: Hashable {
    case text(String)
    case group(Int)
  }

  let parts: [Part]

  /// Parses a replacement text for a pattern with this many groups.
  init(_ source: String, groupCount: Int) throws(RegularExpressionError) {
    var parts: [Part] = []
    var literal = ""
    var offset = 0
    var escape: Int?
    for scalar in source.unicodeScalars {
      let width = UTF8.width(scalar)
      defer { offset += width }
      guard let start = escape else {
        if scalar == "\\" { escape = offset } else { literal.unicodeScalars.append(scalar) }
        continue
      }
      escape = nil
      let range = SourceRange(start, offset + width)
      switch scalar {
      case "\\":
        literal += "\\"
      case "0"..."9":
        let number = Int(scalar.value) - 0x30
        guard number <= groupCount else {
          throw RegularExpressionError(
            .replacement,
            "the replacement refers to group \(number), but the pattern has "
              + "\(groupCount == 1 ? "1 group" : "\(groupCount) groups")", range)
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(.group(number))
      default:
        throw RegularExpressionError(
          .replacement, "'\\\(scalar)' in a replacement; expected a digit or '\\' after '\\'",
          range)
      }
    }
    if let start = escape {
      throw RegularExpressionError(
        .replacement,
        "the replacement ends in a single '\\'; write '\\\\' for the character itself",
        SourceRange(start, offset))
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }
}
