// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
import TerminalCells

extension StyledParts {
  /// Creates a text of one style, in which addresses are links.
  init(linking text: String, _ style: CellStyle) {
    var end = text.startIndex
    for range in Self.links(in: text) {
      if end < range.lowerBound { append(String(text[end..<range.lowerBound]), style) }
      var link = style
      link.link = String(text[range])
      append(String(text[range]), link)
      end = range.upperBound
    }
    if end < text.endIndex || parts.isEmpty { append(String(text[end...]), style) }
  }

  private static let schemes = ["https://", "http://", "file://"]

  /// The maximum length of an address, in UTF-8.
  private static let longest = 2_000

  /// The ranges of the addresses in a text that a terminal can open, in order.
  ///
  /// Only `http`, `https` and `file` are links, and only characters of addresses belong to them, so nothing
  /// that a terminal would read as a command is among them. A full stop or a bracket after an address isn't
  /// a part of it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func links(in text: String) -> [Range<String.Index>] {
    guard text.utf8.count > 7, text.includes("://") else { return [] }
    var ranges: [Range<String.Index>] = []
    var index = text.startIndex
    var follows = false
    while index < text.endIndex {
      if !follows, let range = address(in: text, at: index) {
        ranges.append(range)
        index = range.upperBound
        follows = true
      } else {
        follows = text[index].isLetter || text[index].isNumber
        index = text.index(after: index)
      }
    }
    return ranges
  }

  private static func address(in text: String, at start: String.Index) -> Range<String.Index>? {
    let rest = text[start...]
    guard
      let scheme = schemes.first(where: { rest.prefix($0.count).lowercased() == $0 })
    else { return nil }
    let body = rest.dropFirst(scheme.count)
    var end = body.firstIndex { !belongs($0) } ?? body.endIndex
    while end > body.startIndex {
      let last = text.index(before: end)
      let isOpened = text[last] == ")" && text[body.startIndex..<last].contains("(")
      guard !isOpened, ".,;:!?'\")]*".contains(text[last]) else { break }
      end = last
    }
    guard end > body.startIndex, text[start..<end].utf8.count <= longest else { return nil }
    return start..<end
  }

  private static func belongs(_ character: Character) -> Bool {
    guard character.isASCII else { return character.isLetter || character.isNumber }
    return character.isLetter || character.isNumber
      || "-._~:/?#[]@!$&'()*+,;=%".contains(character)
  }
}
