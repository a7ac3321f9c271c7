// SPDX-License-Identifier: Apache-2.0

/// A line of a file that is being formatted.
struct LayoutLine {
  /// The white space that the formatter may change in a line.
  enum Freedom {
    /// Leading and trailing white space; a blank line may be removed.
    case free

    /// Leading and trailing white space, but a blank line is part of a text and stays.
    case kept

    /// Only the indentation, since trailing white space is part of a text.
    case exact
  }

  /// The offset of the line's first byte.
  let start: Int

  /// The offset of the first byte that isn't white space; ``end`` in a blank line.
  let content: Int

  /// The offset of the line break, or the end of the text.
  let end: Int

  /// The offset of the next line.
  let next: Int

  /// The new indentation of the line in spaces; nil if it isn't known yet.
  var target: Int?

  var freedom = Freedom.free

  /// Whether the line contains only white space.
  var isBlank: Bool { content == end }

  /// The number of bytes before the content.
  var indentation: Int { content - start }

  /// Returns the lines of a text, which end with `\n`, `\r`, or `\r\n`.
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

  /// Whether the byte is a space, a tab, or part of a line break.
  var isBlankOrBreak: Bool { isBlank || self == 0x0A || self == 0x0D }
}
