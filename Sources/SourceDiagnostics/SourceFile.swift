// SPDX-License-Identifier: Apache-2.0

/// A text that mistakes can be found in, with its name and its lines.
///
/// It is a reference only to make places cheap to copy: nothing in it ever changes. Two files are
/// equal when they are the same object.
public final class SourceFile: Sendable {
  /// The name that messages show, usually the path as the person gave it.
  public let name: String

  /// The whole text.
  public let text: String

  /// The names of its parts, when a program wrote the text for a value of its own; nil for a file.
  package let outline: SourceOutline?

  /// The UTF-8 offset at which each line starts; the first is 0.
  private let lineStarts: [Int]

  /// Columns inside very long lines, by rising offset.
  private let columnMarks: [ColumnMark]

  /// Whether the text has only ASCII, so that columns are bytes.
  private let isASCII: Bool

  /// Creates a file from its name and text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public convenience init(name: String, text: String) {
    self.init(name: name, text: text, outline: nil)
  }

  /// Creates a text that a program wrote for a value of its own.
  ///
  /// - Parameters:
  ///   - name: What the text is called.
  ///   - text: The text.
  ///   - outline: The names of its parts, which stand for lines and columns; nil for a file.
  /// - Complexity: O(*n*) in the length of the text.
  package init(name: String, text: String, outline: SourceOutline?) {
    self.name = name
    self.outline = outline
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    let index = text.utf8.withContiguousStorageIfAvailable(LineIndex.init) ?? LineIndex()
    lineStarts = index.starts
    isASCII = index.isASCII
    columnMarks = index.isASCII ? [] : ColumnMark.marks(in: text, lineStarts: index.starts)
  }

  /// The number of lines; an empty text has one.
  public var lineCount: Int { lineStarts.count }

  /// The length of the text as a UTF-8 offset.
  public var utf8Count: Int { text.utf8.count }

  /// The text between two UTF-8 offsets, which are clamped to the text and rounded down to
  /// whole scalars.
  ///
  /// - Complexity: O(*k*) in the length of the result.
  public subscript(range: SourceRange) -> Substring {
    let start = index(at: range.lowerBound)
    let end = max(start, index(at: range.upperBound))
    return text[start..<end]
  }

  /// The line and column of a UTF-8 offset; offsets outside the text are clamped.
  ///
  /// - Complexity: O(log *n*) in the number of lines; the length of the line doesn't matter.
  public func position(at utf8Offset: Int) -> SourcePosition {
    let offset = min(max(0, utf8Offset), utf8Count)
    let line = lineIndex(at: offset)
    var start = lineStarts[line]
    if isASCII { return SourcePosition(line: line + 1, column: offset - start + 1) }
    var column = 1
    if let mark = ColumnMark.last(in: columnMarks, notAfter: offset), mark.offset > start {
      start = mark.offset
      column = mark.column
    }
    let before = text[index(at: start)..<index(at: offset)]
    return SourcePosition(line: line + 1, column: column + before.count)
  }

  /// The UTF-8 range of a 1-based line without its line break; nil outside the file.
  public func range(ofLine line: Int) -> SourceRange? {
    guard lineStarts.indices.contains(line - 1) else { return nil }
    let start = lineStarts[line - 1]
    guard lineStarts.indices.contains(line) else { return SourceRange(start, utf8Count) }
    var end = lineStarts[line]
    let bytes = text.utf8
    func byte(before offset: Int) -> UInt8 {
      bytes[bytes.index(bytes.startIndex, offsetBy: offset - 1)]
    }
    if end > start, byte(before: end) == UInt8(ascii: "\n") { end -= 1 }
    if end > start, byte(before: end) == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start, end)
  }

  /// The 1-based numbers of the lines that a range touches.
  ///
  /// A range that ends at the start of a line doesn't touch it, unless it is empty.
  package func lines(of range: SourceRange) -> ClosedRange<Int> {
    let first = lineIndex(at: min(max(0, range.lowerBound), utf8Count)) + 1
    guard range.upperBound > range.lowerBound else { return first...first }
    let last = lineIndex(at: min(max(0, range.upperBound - 1), utf8Count)) + 1
    return first...max(first, last)
  }

  /// The offset of the first byte of a line's range that is neither a space nor a tab.
  func indentationEnd(ofLine range: SourceRange) -> Int {
    var offset = range.lowerBound
    for byte in self[range].utf8 {
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { break }
      offset += 1
    }
    return offset
  }

  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func index(at utf8Offset: Int) -> String.Index {
    let offset = min(max(0, utf8Offset), utf8Count)
    var index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
    while index.samePosition(in: text.unicodeScalars) == nil {
      index = text.utf8.index(before: index)
    }
    return index
  }
}

extension SourceFile: Hashable {
  /// Whether both are the same object.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
