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

  /// The UTF-8 offset at which each line starts; the first is 0.
  private let lineStarts: [Int]

  /// Creates a file from its name and text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(name: String, text: String) {
    self.name = name
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    var starts = [0]
    var offset = 0
    var previous: UInt8 = 0
    for byte in text.utf8 {
      offset += 1
      if byte == UInt8(ascii: "\n") {
        // "\r\n" is one line break; the start behind a lone "\r" was already noted.
        if previous == UInt8(ascii: "\r") { starts.removeLast() }
        starts.append(offset)
      } else if byte == UInt8(ascii: "\r") {
        starts.append(offset)
      }
      previous = byte
    }
    lineStarts = starts
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
  /// - Complexity: O(log *n*) in the number of lines, and linear in the length of the line.
  public func position(at utf8Offset: Int) -> SourcePosition {
    let offset = min(max(0, utf8Offset), utf8Count)
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let before = text[index(at: lineStarts[low])..<index(at: offset)]
    return SourcePosition(line: low + 1, column: before.count + 1)
  }

  /// The UTF-8 range of a 1-based line without its line break; nil outside the file.
  public func range(ofLine line: Int) -> SourceRange? {
    guard lineStarts.indices.contains(line - 1) else { return nil }
    let start = lineStarts[line - 1]
    var end = lineStarts.indices.contains(line) ? lineStarts[line] : utf8Count
    let bytes = text.utf8
    while end > start {
      let last = bytes[bytes.index(bytes.startIndex, offsetBy: end - 1)]
      guard last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") else { break }
      end -= 1
    }
    return SourceRange(start, end)
  }

  private func index(at utf8Offset: Int) -> String.Index {
    let offset = min(max(0, utf8Offset), utf8Count)
    let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
    return index.samePosition(in: text.unicodeScalars) ?? roundedDown(index)
  }

  private func roundedDown(_ index: String.Index) -> String.Index {
    var index = index
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
