// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import SourceDiagnostics

/// A YAML document to be written in block style.
///
/// Unlike a map value, it can contain duplicate keys, so that the reader finds and reports them.
indirect enum YAMLLines {
  /// A scalar, as YAML source.
  case scalar(String)

  /// A text on lines of its own, after `|`.
  case block(String)

  case list([YAMLLines])

  /// A map with ordered entries; in paths, an entry is named by its key.
  case map([(key: String, value: YAMLLines)])

  /// An item of a list or a value of a map with its own name in paths.
  case named(String, YAMLLines)

  /// A value of a map that doesn't appear in paths; what it contains belongs to the map.
  case unnamed(YAMLLines)

  /// Returns a text, quoted unless every YAML reader reads it as the same text without quotes.
  static func text(_ text: String) -> YAMLLines {
    .scalar(YAMLWriter.isPlain(text) ? text : quoted(text))
  }

  /// Returns `true` or `false`.
  static func boolean(_ isTrue: Bool) -> YAMLLines { .scalar(isTrue ? "true" : "false") }

  /// Returns a text in double quotes, with escapes for line breaks and characters that YAML doesn't
  /// allow.
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

  /// Whether a text can be written after `|`, and is better read that way.
  static func isBlock(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first, !first.isEmpty, first.first != " ",
      !text.hasSuffix("\n\n")
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}",
        "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}":
        true
      default: false
      }
    }
  }

  /// Returns the text of the document, and the names of its parts.
  ///
  /// - Parameter whole: What the document represents.
  /// - Returns: The text, and an outline with the names of its parts.
  func document(of whole: String) -> (text: String, outline: SourceOutline) {
    var page = Page(outline: SourceOutline(whole: whole))
    write(indent: 0, isInLine: false, into: &page)
    return (page.text + "\n", page.outline)
  }

  /// The document written so far.
  private struct Page {
    var text = ""
    var outline: SourceOutline

    /// The current length as a UTF-8 offset.
    var end: Int { text.utf8.count }
  }

  /// Writes the value, starting at the end of the current line.
  ///
  /// - Parameters:
  ///   - indent: The number of spaces before each further line.
  ///   - isInLine: Whether there's a key before it on the line.
  ///   - isPart: Whether diagnostics show the text of a scalar.
  ///   - page: The document so far.
  private func write(
    indent: Int, isInLine: Bool, isPart: Bool = true, into page: inout Page
  ) {
    let margin = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .scalar(let source):
      if isInLine { page.text += " " }
      let start = page.end
      page.text += source
      guard isPart else { return }
      let quotes = source.utf8.first == UInt8(ascii: "\"") ? 1 : 0
      page.outline.add(
        textAt: SourceRange(start, page.end),
        showing: SourceRange(start + quotes, page.end - quotes))
    case .block(let text):
      let indicator = text.hasSuffix("\n") ? "|" : "|-"
      page.text += isInLine ? " " + indicator : indicator
      for line in text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast(text.hasSuffix("\n") ? 1 : 0)
      {
        page.text += line.isEmpty ? "\n" : margin + line
      }
    case .list(let items):
      if items.isEmpty { page.text += isInLine ? " []" : "[]" }
      for (index, item) in items.enumerated() {
        if index > 0 || isInLine { page.text += margin }
        let name = item.name
        if let name { page.outline.begin(name, at: page.end) }
        page.text += "- "
        item.value.write(indent: indent + 2, isInLine: false, into: &page)
        if name != nil { page.outline.end(at: page.end) }
      }
    case .map(let entries):
      if entries.isEmpty { page.text += isInLine ? " {}" : "{}" }
      for (index, entry) in entries.enumerated() {
        if index > 0 || isInLine { page.text += margin }
        var isPart = true
        if case .unnamed = entry.value { isPart = false }
        if isPart { page.outline.begin(entry.value.name ?? entry.key, at: page.end) }
        if case .scalar(let key) = YAMLLines.text(entry.key) { page.text += key }
        page.text += ":"
        entry.value.value.write(indent: indent + 2, isInLine: true, isPart: isPart, into: &page)
        if isPart { page.outline.end(at: page.end) }
      }
    case .named, .unnamed: value.write(indent: indent, isInLine: isInLine, into: &page)
    }
  }

  /// Its own name in paths, if it has one.
  private var name: String? {
    if case .named(let name, _) = self { name } else { nil }
  }

  /// The value without its name.
  private var value: YAMLLines {
    switch self {
    case .named(_, let value), .unnamed(let value): value.value
    default: self
    }
  }
}

extension [YAMLLines] {
  /// Returns the items, named with a 1-based number such as `check 2`.
  func numbered(_ name: String) -> [YAMLLines] {
    enumerated().map { .named("\(name) \($0 + 1)", $1) }
  }
}
