// SPDX-License-Identifier: Apache-2.0

/// A source text with its name and its lines.
///
/// It's a class only so that places are cheap to copy; a file is immutable. Two files are equal if
/// they're the same object.
public final class SourceFile: Sendable {
  /// The name to show in messages, usually the path that the user entered.
  public let name: String

  /// The whole text.
  public let text: String

  /// The names of the text's parts if a program generated the text; nil for a file.
  package let outline: SourceOutline?

  /// Whether the text is the path of the file, or the target of the link, that ``name`` names, so that places are in
  /// it instead of in the file.
  package let isPath: Bool

  /// The UTF-8 offset at which each line starts; the first is 0.
  private let lineStarts: [Int]

  /// Column marks within very long lines, sorted by offset.
  private let columnMarks: [ColumnMark]

  /// Whether the text is all ASCII, so that columns equal bytes.
  private let isASCII: Bool

  /// Creates a file from its name and text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public convenience init(name: String, text: String) {
    self.init(name: name, text: text, outline: nil)
  }

  /// Creates a source text for places in the path of a file or a folder, or in the target of a link.
  ///
  /// - Parameters:
  ///   - path: The path, which messages show.
  ///   - target: The target of the link; nil for the path itself.
  package convenience init(path: String, target: String? = nil) {
    self.init(name: path, text: target ?? path, outline: nil, isPath: true)
  }

  /// Creates a source text that a program may have generated.
  ///
  /// - Parameters:
  ///   - name: The name to show in messages.
  ///   - text: The text.
  ///   - outline: The names of its parts, shown instead of lines and columns; nil for a file.
  ///   - isPath: Whether the text is a path or the target of a link, in which a place has only a column.
  /// - Complexity: O(*n*) in the length of the text.
  package init(name: String, text: String, outline: SourceOutline?, isPath: Bool = false) {
    self.name = name
    self.outline = outline
    self.isPath = isPath
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    let index = text.utf8.withContiguousStorageIfAvailable(LineIndex.init) ?? LineIndex()
    lineStarts = index.starts
    isASCII = index.isASCII
    columnMarks = index.isASCII ? [] : ColumnMark.marks(in: text, lineStarts: index.starts)
  }

  /// The number of lines; an empty text has one.
  package var lineCount: Int { lineStarts.count }

  /// The length of the text as a UTF-8 offset.
  package var utf8Count: Int { text.utf8.count }

  /// Accesses the text between two UTF-8 offsets, which are clamped to the text and rounded down to
  /// scalar boundaries.
  ///
  /// - Complexity: O(*k*) in the length of the result.
  package subscript(range: SourceRange) -> Substring {
    let start = index(at: range.lowerBound)
    let end = max(start, index(at: range.upperBound))
    return text[start..<end]
  }

  /// Returns the line and column of a UTF-8 offset, which is clamped to the text.
  ///
  /// - Complexity: O(log *n*) in the number of lines, regardless of their length.
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

  /// Returns the UTF-8 range of a 1-based line without its line break, or nil if there's no such
  /// line.
  package func range(ofLine line: Int) -> SourceRange? {
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

  /// Returns the 1-based numbers of the lines that a range touches.
  ///
  /// A range that ends at the start of a line doesn't touch that line, unless the range is empty.
  package func lines(of range: SourceRange) -> ClosedRange<Int> {
    let first = lineIndex(at: min(max(0, range.lowerBound), utf8Count)) + 1
    guard range.upperBound > range.lowerBound else { return first...first }
    let last = lineIndex(at: min(max(0, range.upperBound - 1), utf8Count)) + 1
    return first...max(first, last)
  }

  /// Returns the offset of the first byte of a line that's neither a space nor a tab.
  func indentationEnd(ofLine range: SourceRange) -> Int {
    var offset = range.lowerBound
    for byte in self[range].utf8 {
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { break }
      offset += 1
    }
    return offset
  }

  private func lineIndex(at offset: Int) -> Int {
    max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
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
  /// Returns whether both are the same object.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
