// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Writes values as YAML 1.2 that older readers understand alike: block style, quotes wherever a
/// reader could take a text for something else.
enum YAMLWriter {
  /// The YAML text of a value, with a line break at its end.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  static func text(of value: Value) -> String {
    var text = ""
    write(value, level: 0, after: "", into: &text)
    return text
  }

  /// Writes a value behind what stands on its line already: nothing, `-` or `key:`.
  private static func write(_ value: Value, level: Int, after lead: String, into text: inout String)
  {
    let indent = String(repeating: "  ", count: level)
    switch value {
    case .map(let map) where map.count > 0:
      begin(lead, isItem: lead == "-", into: &text)
      for (index, entry) in map.enumerated() {
        // An item's first key stands beside its dash.
        text += lead == "-" && index == 0 ? " " : indent
        text += scalar(entry.key.plainText)
        write(entry.value, level: level + 1, after: ":", into: &text)
      }
    case .list(let list) where list.count > 0:
      begin(lead, isItem: false, into: &text)
      for item in list {
        text += indent
        write(item, level: level + 1, after: "-", into: &text)
      }
    case .string(let string):
      text += lead.isEmpty ? "" : lead + " "
      text += block(string, indent: indent) ?? scalar(string)
      text += "\n"
    default:
      text += lead.isEmpty ? "" : lead + " "
      text += (JSONWriter().text(of: value) ?? "null") + "\n"
    }
  }

  private static func begin(_ lead: String, isItem: Bool, into text: inout String) {
    text += lead
    if !lead.isEmpty, !isItem { text += "\n" }
  }

  /// A text of several lines as a literal block; nil for one that a block cannot hold as it is.
  private static func block(_ text: String, indent: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (scalar.value >= 0x20 && scalar.value < 0x7F)
        || (scalar.value >= 0xA0 && scalar.value != 0x2028 && scalar.value != 0x2029
          && scalar.value != 0xFEFF)
    }
    guard lines.count > 1, isPlain, let first = lines.first, let last = lines.last, !first.isEmpty,
      first.first != " ", lines.dropLast().allSatisfy({ $0.last != " " }), last.last != " "
    else { return nil }
    let endsLine = last.isEmpty
    let content = endsLine ? lines.dropLast() : lines[...]
    // More than one break at the end needs another mark.
    guard content.last?.isEmpty == false else { return nil }
    let margin = indent.isEmpty ? "  " : indent
    let body = content.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
    return (endsLine ? "|\n" : "|-\n") + body
  }

  /// A text on one line, quoted unless every reader takes it for a text.
  private static func scalar(_ text: String) -> String {
    isPlain(text) ? text : JSONWriter().text(of: .string(text)) ?? "\"\""
  }

  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    let isLetter: (Unicode.Scalar) -> Bool = {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "_"
    }
    let isInner: (Unicode.Scalar) -> Bool = {
      isLetter($0) || ("0"..."9").contains($0) || "-./@+ ".unicodeScalars.contains($0)
    }
    return isLetter(first) && last != " " && text.unicodeScalars.allSatisfy(isInner)
      && !words.contains(text.lowercased())
  }
}
