// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import SourceDiagnostics

/// A YAML document that is being written, in block style.
///
/// Unlike a map value it keeps keys that are in it twice, so that the reader of the document finds
/// them.
indirect enum YAMLLines {
  /// A scalar as the document writes it.
  case scalar(String)

  /// A list.
  case list([YAMLLines])

  /// A map, in order; in paths an entry goes by its key.
  case map([(key: String, value: YAMLLines)])

  /// An item of a list, or the value of a map, that goes by a name of its own in paths.
  case named(String, YAMLLines)

  /// The value of a map that is no part of paths: what is in it belongs to the map.
  case unnamed(YAMLLines)

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

  /// The document, and the names of its parts.
  ///
  /// - Parameter whole: What the document is written for.
  /// - Returns: The text, and the names of its parts by their places.
  func document(of whole: String) -> (text: String, outline: SourceOutline) {
    var page = Page(outline: SourceOutline(whole: whole))
    write(indent: 0, isInLine: false, into: &page)
    return (page.text + "\n", page.outline)
  }

  /// A document that is being written.
  private struct Page {
    var text = ""
    var outline: SourceOutline

    /// The present length as a UTF-8 offset.
    var end: Int { text.utf8.count }
  }

  /// Writes the value, whose first line continues where the text ends.
  ///
  /// - Parameters:
  ///   - indent: The number of blanks before each further line.
  ///   - isInLine: Whether a key is before it in its line.
  ///   - isPart: Whether a scalar is shown as it is where something is wrong in it.
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

  /// The name of its own that it goes by in paths.
  private var name: String? {
    if case .named(let name, _) = self { name } else { nil }
  }

  /// What is written, without the name.
  private var value: YAMLLines {
    switch self {
    case .named(_, let value), .unnamed(let value): value.value
    default: self
    }
  }
}

extension [YAMLLines] {
  /// The items with a name and their number, from 1: `check 2`.
  func numbered(_ name: String) -> [YAMLLines] {
    enumerated().map { .named("\(name) \($0 + 1)", $1) }
  }
}
