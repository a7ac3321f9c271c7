// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Converts libyaml's positions to ranges of the file, and examines the text around them.
struct YAMLPositions {
  /// The offsets in the edited text, which is the one that's parsed.
  private let offsets: ScalarOffsets

  /// The fixes that were applied for parsing.
  private let edits: TextEdits

  /// The original text, with forbidden characters replaced.
  let bytes: [UInt8]

  /// Creates the positions of an edited text.
  init(original: [UInt8], edits: TextEdits, edited: [UInt8]) {
    bytes = original
    self.edits = edits
    offsets = ScalarOffsets(edited)
  }

  /// Returns the UTF-8 offset in the original text of a scalar in the edited text.
  func offset(_ scalar: Int) -> Int { edits.original(offsets.offset(ofScalar: scalar)) }

  /// Returns the range in the original text between two scalars in the edited text.
  func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(offset(start), offset(end)) }

  /// Returns the range of a block scalar without trailing white space and line breaks.
  func trimmedBlock(_ range: SourceRange) -> SourceRange {
    var end = min(range.upperBound, bytes.count)
    while end > range.lowerBound + 1 {
      let byte = bytes[end - 1]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      end -= 1
    }
    return SourceRange(range.lowerBound, end)
  }

  /// Returns whether there's a `{{` at an offset.
  func isTemplate(at offset: Int) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "{")
      && bytes[offset + 1] == UInt8(ascii: "{")
  }

  /// Returns the range of the dash of the empty list item that ends at an offset.
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

    /// The end of the comment without trailing white space.
    let end: Int

    /// Whether it looks like text: there's one space before `#` and none after it.
    let looksLikeText: Bool
  }

  /// Returns the comment after an offset on the same line.
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
    return Comment(start: start, end: end, looksLikeText: start == offset + 1 && isWord)
  }
}
