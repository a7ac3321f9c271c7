// SPDX-License-Identifier: Apache-2.0

/// The offsets at which the lines of a text start.
struct LineIndex {
  /// The UTF-8 offset at which each line starts; the first is 0.
  var starts = [0]

  /// Whether every byte is ASCII.
  var isASCII = true

  /// Creates the index of an empty text.
  init() {}

  /// Finds the lines of a text, which end with `\n`, `\r`, or `\r\n`.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var high: UInt8 = 0
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      high |= byte
      offset += 1
      if byte == UInt8(ascii: "\n") {
        starts.append(offset)
      } else if byte == UInt8(ascii: "\r") {
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
        starts.append(offset)
      }
    }
    isASCII = high < 0x80
  }
}

/// The column at an offset within a very long line.
///
/// Columns count Characters, and counting them means traversing the line. To avoid traversing a
/// line once for each mistake in it, long lines get a mark every few thousand bytes.
struct ColumnMark {
  /// The UTF-8 offset of a Character's start.
  let offset: Int

  /// The 1-based column of that Character.
  let column: Int

  /// The distance between marks in bytes.
  private static let distance = 4096

  /// Returns the marks of all lines that are longer than the distance between marks.
  ///
  /// - Complexity: O(*n*) in the total length of the long lines.
  static func marks(in text: String, lineStarts: [Int]) -> [ColumnMark] {
    var marks: [ColumnMark] = []
    let utf8 = text.utf8
    for (number, start) in lineStarts.enumerated() {
      let end = number + 1 < lineStarts.count ? lineStarts[number + 1] : utf8.count
      guard end - start > distance else { continue }
      var offset = start
      var nextMark = start + distance
      var column = 1
      var index = utf8.index(utf8.startIndex, offsetBy: start)
      let limit = utf8.index(utf8.startIndex, offsetBy: end)
      while index < limit {
        let next = text.index(after: index)
        offset += utf8.distance(from: index, to: next)
        index = next
        column += 1
        guard offset >= nextMark else { continue }
        marks.append(ColumnMark(offset: offset, column: column))
        nextMark = offset + distance
      }
    }
    return marks
  }

  /// Returns the last mark at or before a UTF-8 offset.
  static func last(in marks: [ColumnMark], notAfter offset: Int) -> ColumnMark? {
    let next = marks.partitioningIndex { $0.offset > offset }
    return next > 0 ? marks[next - 1] : nil
  }
}
