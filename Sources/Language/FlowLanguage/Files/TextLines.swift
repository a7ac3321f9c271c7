// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The lines of a text, from 0, which end with `\n`, `\r`, or `\r\n`.
package struct TextLines: Sendable {
  /// The text.
  package private(set) var bytes: [UInt8]

  /// The UTF-8 offsets at which the lines begin.
  private var starts: [Int]

  /// Finds the lines of a text.
  ///
  /// - Complexity: O(*n*) in its length.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = Self.starts(in: bytes)
  }

  /// Returns the UTF-8 offsets at which the lines of a text begin.
  private static func starts(in bytes: [UInt8], from first: Int = 0) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var starts = [first]
      var offset = first
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        if byte == 0x0D, offset < bytes.count, bytes[offset] == 0x0A { continue }
        if byte == 0x0A || byte == 0x0D { starts.append(offset) }
      }
      return starts
    }
  }

  /// Replaces a range of the text.
  ///
  /// - Complexity: O(*n*) in the length of the text, but only the lines around the range are read.
  package mutating func replace(_ range: SourceRange, with new: [UInt8]) {
    let lower = min(max(0, range.lowerBound), bytes.count)
    let upper = min(max(lower, range.upperBound), bytes.count)
    // A line break can be joined or divided at the ends of the range.
    let first = max(0, line(at: lower) - 1)
    let last = min(line(at: upper) + 1, starts.count - 1)
    let end = whole(last).upperBound
    let shift = new.count - (upper - lower)
    bytes.replaceSubrange(lower..<upper, with: new)
    let part = Array(bytes[starts[first]..<(end + shift)])
    var within = Self.starts(in: part).map { $0 + starts[first] }
    if last + 1 < starts.count, within.last == end + shift { within.removeLast() }
    for index in (last + 1)..<max(last + 1, starts.count) { starts[index] += shift }
    starts.replaceSubrange(first...last, with: within)
  }

  package var count: Int { starts.count }

  /// Returns the number of the line of an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(at offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }

  /// Returns the range of a line with its line break.
  package func whole(_ line: Int) -> SourceRange {
    SourceRange(starts[line], line + 1 < starts.count ? starts[line + 1] : bytes.count)
  }

  /// Returns the range of a line without its line break.
  package func range(_ line: Int) -> SourceRange {
    let whole = whole(line)
    var end = whole.upperBound
    while end > whole.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return SourceRange(whole.lowerBound, end)
  }

  /// Replaces a line by spaces.
  mutating func blank(_ line: Int) {
    let range = range(line)
    for offset in range.lowerBound..<range.upperBound { bytes[offset] = 0x20 }
  }

  /// Whether a line has only white space.
  func isBlank(_ line: Int) -> Bool { self[line].allSatisfy(\.isSpace) }

  /// Whether a line is a mark of a conflict that git has left: seven signs, and maybe words.
  func marksConflict(_ line: Int) -> Bool {
    let bytes = self[line]
    guard let sign = bytes.first, "<|=>".utf8.contains(sign) else { return false }
    return bytes.prefix(8).elementsEqual(Array(repeating: sign, count: 7) + [0x20])
      || bytes.elementsEqual(Array(repeating: sign, count: 7))
  }

  /// The bytes of a line without its line break.
  private subscript(line: Int) -> ArraySlice<UInt8> {
    let range = range(line)
    return bytes[range.lowerBound..<range.upperBound]
  }

  /// Returns the number of spaces at the beginning of a line.
  package func indentation(_ line: Int) -> Int {
    let start = starts[line]
    var offset = start
    while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    return offset - start
  }

  /// Returns the last line before another one that can contain it at a column: one that isn't deeper, and in a list with its
  /// dashes there, that's no other item; nil if there's none.
  ///
  /// - Complexity: O(*n*) in the number of lines between them.
  func line(before line: Int, around column: Int, _ isList: Bool) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        func isDash(_ offset: Int) -> Bool { bytes[offset] == UInt8(ascii: "-") }
        return (0..<line).last { line in
          let (start, end) = (starts[line], starts[line + 1])
          // A line before another one ends with a line break.
          var offset = start
          while offset - start <= column, bytes[offset] == 0x20 { offset += 1 }
          if offset - start > column { return false }
          guard isList, offset - start == column, isDash(offset) else { return true }
          // Three are the beginning of a document.
          return column == 0 && end - start > 2 && isDash(start + 1) && isDash(start + 2)
        }
      }
    }
  }

  /// Returns the indentation of a line that follows another one; nil if it can be any.
  static func indentation(after line: ArraySlice<UInt8>) -> Int? {
    var rest = line
    var column = 0
    while rest.first == 0x20 {
      rest = rest.dropFirst()
      column += 1
    }
    guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
    let outer = column
    while rest.first == UInt8(ascii: "-"), rest.dropFirst().first == 0x20 {
      rest = rest.dropFirst(2)
      column += 2
    }
    let last = rest.last { !$0.isSpace }
    // An item in brackets is complete.
    if "{[".utf8.contains(rest.first ?? 0), "}]".utf8.contains(last ?? 0) { return outer }
    let opens = last == UInt8(ascii: ":") || last == UInt8(ascii: "|") || last == UInt8(ascii: ">")
    return opens ? column + 2 : column
  }
}
