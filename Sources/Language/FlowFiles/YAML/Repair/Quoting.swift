// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Adds quotes to texts in a YAML file.
enum Quoting {
  /// Returns the minimal edits that quote a range of a text.
  ///
  /// Double quotes are preferred if nothing in the text needs an escape, since expressions contain
  /// single quotes. Otherwise single quotes are used if possible, or else double quotes with
  /// escapes.
  static func edits(quoting range: SourceRange, in bytes: [UInt8]) -> [FixIt.Edit] {
    let text = bytes[range.lowerBound..<min(range.upperBound, bytes.count)]
    let needsEscapes = text.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if !needsEscapes { return wrapped(range, in: "\"", escaping: [], in: text) }
    if !text.contains(UInt8(ascii: "'")) { return wrapped(range, in: "'", escaping: [], in: text) }
    return wrapped(
      range, in: "\"", escaping: [UInt8(ascii: "\""), UInt8(ascii: "\\")], in: text)
  }

  /// Returns the text in quotes, as ``edits(quoting:in:)`` would quote it.
  static func quoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let edits = TextEdits().adding(edits(quoting: SourceRange(0, bytes.count), in: bytes))
    else { return text }
    return String(decoding: edits.applied(to: bytes), as: UTF8.self)
  }

  /// Returns the edits that escape every quote inside a quoted range except the outer two.
  static func edits(escapingInside range: SourceRange, in bytes: [UInt8]) -> [FixIt.Edit] {
    guard range.count >= 2, range.upperBound <= bytes.count else { return [] }
    let quote = bytes[range.lowerBound]
    var edits: [FixIt.Edit] = []
    var offset = range.lowerBound + 1
    while offset < range.upperBound - 1 {
      if quote == UInt8(ascii: "\""), bytes[offset] == UInt8(ascii: "\\") {
        offset += 2
        continue
      }
      if bytes[offset] == quote {
        if quote == UInt8(ascii: "'"), offset + 1 < range.upperBound - 1, bytes[offset + 1] == quote
        {
          offset += 2
          continue
        }
        let escape = quote == UInt8(ascii: "'") ? "''" : "\\\""
        edits.append(FixIt.Edit(SourceRange(offset, offset + 1), escape))
      }
      offset += 1
    }
    return edits
  }

  /// Returns alternative edits that fix invalid escapes in a double-quoted range: single quotes, if
  /// none of its backslashes is an escape, or doubled backslashes.
  static func edits(fixingEscapesOf range: SourceRange, in bytes: [UInt8]) -> [[FixIt.Edit]] {
    guard range.count >= 2, range.upperBound <= bytes.count else { return [] }
    let inner = (range.lowerBound + 1)..<(range.upperBound - 1)
    var wrong: [FixIt.Edit] = []
    var hasRightEscape = false
    var offset = inner.lowerBound
    while offset < inner.upperBound {
      guard bytes[offset] == UInt8(ascii: "\\"), offset + 1 < inner.upperBound else {
        offset += 1
        continue
      }
      if Array("0abt\tnvfre \"/\\N_LPxuU".utf8).contains(bytes[offset + 1]) {
        hasRightEscape = true
      } else {
        wrong.append(FixIt.Edit(SourceRange(at: offset), "\\"))
      }
      offset += 2
    }
    var candidates: [[FixIt.Edit]] = []
    // `C:\files` can't mean a form feed.
    let isPath =
      inner.count > 2 && bytes[inner.lowerBound + 1] == UInt8(ascii: ":")
      && bytes[inner.lowerBound + 2] == UInt8(ascii: "\\")
    if !hasRightEscape || isPath, !bytes[inner].contains(UInt8(ascii: "'")) {
      candidates.append([
        FixIt.Edit(SourceRange(range.lowerBound, range.lowerBound + 1), "'"),
        FixIt.Edit(SourceRange(range.upperBound - 1, range.upperBound), "'"),
      ])
    }
    if !wrong.isEmpty { candidates.append(wrong) }
    return candidates
  }

  private static func wrapped(
    _ range: SourceRange, in quote: String, escaping: Set<UInt8>, in text: ArraySlice<UInt8>
  ) -> [FixIt.Edit] {
    var edits = [FixIt.Edit(SourceRange(at: range.lowerBound), quote)]
    for (offset, byte) in zip(text.indices, text) where escaping.contains(byte) {
      edits.append(FixIt.Edit(SourceRange(at: offset), "\\"))
    }
    edits.append(FixIt.Edit(SourceRange(at: range.upperBound), quote))
    return edits
  }
}
