// SPDX-License-Identifier: Apache-2.0

/// A line of a file that is being formatted.
struct LayoutLine {
  /// How much of a line may be changed.
  enum Freedom {
    /// Blanks around it, and whether it is there at all when it is blank.
    case free

    /// Blanks around it; a blank line is part of a text.
    case kept

    /// Only its indentation; blanks at its end are part of a text.
    case exact
  }

  /// The offset of the line's first byte.
  let start: Int

  /// The offset of the first byte that is no blank; ``end`` in a blank line.
  let content: Int

  /// The offset of the line break, or the end of the text.
  let end: Int

  /// The offset of the next line.
  let next: Int

  /// The indentation that the line gets, in blanks; nil: no one knows yet.
  var target: Int?

  /// How much of the line may be changed.
  var freedom = Freedom.free

  /// Whether nothing but blanks is on the line.
  var isBlank: Bool { content == end }

  /// The blanks before the content.
  var indentation: Int { content - start }

  /// The lines of a text; `\n`, `\r` and `\r\n` end one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func lines(of bytes: [UInt8]) -> [LayoutLine] {
    var lines: [LayoutLine] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      var next = min(end + 1, bytes.count)
      if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { next += 1 }
      var content = start
      while content < end, bytes[content].isBlank { content += 1 }
      lines.append(LayoutLine(start: start, content: content, end: end, next: next))
      start = next
    }
    return lines
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is a space, a tab, or ends a line.
  var isBlankOrBreak: Bool { isBlank || self == 0x0A || self == 0x0D }
}
