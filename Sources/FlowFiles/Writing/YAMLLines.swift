// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

/// A YAML document that is being written, in block style.
///
/// Unlike a map value it keeps keys that stand in it twice, so that the reader of the document finds
/// them.
indirect enum YAMLLines {
  /// A scalar as the document writes it.
  case scalar(String)

  /// A list.
  case list([YAMLLines])

  /// A map, in order.
  case map([(key: String, value: YAMLLines)])

  /// A text, in quotes unless every reader takes it for the same text without them.
  static func text(_ text: String) -> YAMLLines {
    .scalar(YAMLWriter.isPlain(text) ? text : quoted(text))
  }

  /// `true` or `false`.
  static func truth(_ isTrue: Bool) -> YAMLLines { .scalar(isTrue ? "true" : "false") }

  /// A text in double quotes; what no line of YAML may hold, or what ends one, is an escape.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}",
        "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}":
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value < 0x1_0000 ? 4 : 8
        let zeros = String(repeating: "0", count: width - digits.utf8.count)
        result += (width == 4 ? "\\u" : "\\U") + zeros + digits
      }
    }
    return result + "\""
  }

  /// The document.
  var document: String {
    var lines = ""
    write(indent: 0, isInLine: false, into: &lines)
    return lines + "\n"
  }

  /// Writes the value, whose first line goes on where the text ends.
  ///
  /// - Parameters:
  ///   - indent: The number of blanks before each further line.
  ///   - isInLine: Whether a key stands before it in its line.
  ///   - lines: The document so far.
  private func write(indent: Int, isInLine: Bool, into lines: inout String) {
    let margin = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .scalar(let source): lines += (isInLine ? " " : "") + source
    case .list(let items):
      if items.isEmpty { lines += isInLine ? " []" : "[]" }
      for (index, item) in items.enumerated() {
        if index > 0 || isInLine { lines += margin }
        lines += "- "
        item.write(indent: indent + 2, isInLine: false, into: &lines)
      }
    case .map(let entries):
      if entries.isEmpty { lines += isInLine ? " {}" : "{}" }
      for (index, entry) in entries.enumerated() {
        if index > 0 || isInLine { lines += margin }
        if case .scalar(let key) = YAMLLines.text(entry.key) { lines += key }
        lines += ":"
        entry.value.write(indent: indent + 2, isInLine: true, into: &lines)
      }
    }
  }
}
