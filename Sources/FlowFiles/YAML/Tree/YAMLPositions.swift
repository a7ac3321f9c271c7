// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// From libyaml's positions to ranges of the file, and what is around them.
struct YAMLPositions {
  /// The text as it is parsed; as long as the file's when there are no edits.
  private let offsets: ScalarOffsets

  /// The fixes that were made for parsing.
  private let edits: TextEdits

  /// The original text with forbidden characters replaced.
  let bytes: [UInt8]

  /// Creates the positions of a fixed text.
  init(original: [UInt8], edits: TextEdits, edited: [UInt8]) {
    bytes = original
    self.edits = edits
    offsets = ScalarOffsets(edited)
  }

  /// The offset in the original text of a scalar of the edited text.
  func offset(_ scalar: Int) -> Int { edits.original(offsets.offset(ofScalar: scalar)) }

  /// The range in the original text between two scalars of the edited text.
  func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(offset(start), offset(end)) }

  /// The range of a block scalar without the blank lines and the indentation after it.
  func trimmedBlock(_ range: SourceRange) -> SourceRange {
    var end = min(range.upperBound, bytes.count)
    while end > range.lowerBound + 1 {
      let byte = bytes[end - 1]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      end -= 1
    }
    return SourceRange(range.lowerBound, end)
  }

  /// Whether `{{` is at an offset.
  func isTemplate(at offset: Int) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "{")
      && bytes[offset + 1] == UInt8(ascii: "{")
  }

  /// The dash of a list's item that ends at an offset.
  func marker(before offset: Int) -> SourceRange {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, bytes[start - 1] == UInt8(ascii: "-") else { return SourceRange(at: offset) }
    return SourceRange(start - 1, start)
  }

  /// A comment that follows an offset on the same line.
  struct Comment {
    /// The offset of `#`.
    let start: Int

    /// The end of the comment without trailing blanks.
    let end: Int

    /// Whether it looks like text: one space before `#`, and none after it.
    let isGlued: Bool
  }

  /// The comment after an offset on the same line.
  func comment(after offset: Int) -> Comment? {
    var start = offset
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    guard start > offset, start < bytes.count, bytes[start] == UInt8(ascii: "#") else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    end = LineShape.trimmed(from: start, to: end, in: bytes)
    let next = start + 1 < end ? bytes[start + 1] : 0x20
    let isWord =
      next >= 0x80 || next >= 0x30 && next <= 0x39 || next | 0x20 >= 0x61 && next | 0x20 <= 0x7A
    return Comment(start: start, end: end, isGlued: start == offset + 1 && isWord)
  }
}
