// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowLanguage
import SourceDiagnostics

/// The unit in which the characters of a position are counted.
package enum PositionEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns the number of units of the character that begins with a byte.
  func units(_ lead: UInt8) -> Int {
    switch self {
    case .utf32: 1
    case .utf16: lead >= 0xF0 ? 2 : 1
    case .utf8: lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
  }
}

/// A position of the protocol: a line, and a character in it, from 0.
package struct TextPosition: Hashable, Comparable {
  let line: Int
  let character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  /// Reads a position; nil if it's none.
  init?(_ value: Value) {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer else {
      return nil
    }
    self.init(line: line, character: character)
  }

  package var value: Value { .object(["line": .number(line), "character": .number(character)]) }
}

/// The text of a document, with positions of the protocol.
package struct DocumentText: Sendable {
  /// The text without a byte order mark, in UTF-8.
  private(set) var lines: TextLines

  /// Whether the document begins with a byte order mark, which positions count.
  let hasMark: Bool

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package var bytes: [UInt8] { lines.bytes }

  package init(_ bytes: [UInt8]) {
    hasMark = bytes.starts(with: Self.mark)
    lines = TextLines(hasMark ? Array(bytes.dropFirst(3)) : bytes)
  }

  /// Returns the UTF-8 offset of a position; one behind the end of its line is the end, and one within a character is
  /// its beginning.
  ///
  /// - Complexity: O(*k*) in the length of the line.
  func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lines.count else { return bytes.count }
    let range = lines.range(position.line)
    var left = position.character
    if hasMark, position.line == 0 { left -= encoding.units(0xEF) }
    var offset = range.lowerBound
    while offset < range.upperBound, left > 0 {
      let units = encoding.units(bytes[offset])
      guard units <= left else { break }
      left -= units
      offset += 1
      while offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// Returns the position of a UTF-8 offset, which is clamped to the text.
  ///
  /// - Complexity: O(*k* + log *n*) in the length of the line and the number of lines.
  package func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = lines.line(at: offset)
    var character = hasMark && line == 0 ? encoding.units(0xEF) : 0
    for byte in bytes[lines.whole(line).lowerBound..<offset] where byte & 0xC0 != 0x80 {
      character += encoding.units(byte)
    }
    return TextPosition(line: line, character: character)
  }

  /// Replaces a range, or the whole text.
  mutating func replace(_ range: SourceRange?, with text: String) {
    guard let range else {
      self = DocumentText(Array(text.utf8))
      return
    }
    lines.replace(range, with: Array(text.utf8))
  }
}
