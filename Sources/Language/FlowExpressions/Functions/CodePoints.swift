// SPDX-License-Identifier: Apache-2.0

/// A text indexed by code points.
struct CodePoints {
  let text: String
  /// The number of code points.
  let count: Int
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    count = TextBytes.count(text)
    isASCII = count == text.utf8.count
  }

  /// The UTF-8 offset of a code point, from 0 through the count.
  func offset(of position: Int) -> Int {
    if isASCII { return position }
    return TextBytes.withBytes(of: text) { bytes in
      var seen = 0
      for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
        if seen == position { return offset }
        seen += 1
      }
      return bytes.count
    }
  }

  /// The number of code points before a UTF-8 offset.
  func position(of offset: Int) -> Int {
    if isASCII { return offset }
    return TextBytes.withBytes(of: text) { bytes in
      bytes[..<offset].count { $0 & 0xC0 != 0x80 }
    }
  }

  /// The text between two code point positions.
  func slice(_ start: Int, _ end: Int) -> String {
    TextBytes.withBytes(of: text) { bytes in
      String(decoding: bytes[offset(of: start)..<offset(of: end)], as: UTF8.self)
    }
  }

  /// The position of the first occurrence of a text at or after a position, or `nil` if there's
  /// none.
  func firstPosition(of needle: String, from start: Int) -> Int? {
    TextBytes.offset(of: needle, in: text, from: offset(of: start)).map { position(of: $0) }
  }

  /// The position of the last occurrence of a text that starts at or before a position, or `nil` if
  /// there's none.
  ///
  /// - Complexity: O(*n* + *m*).
  func lastPosition(of needle: String, atOrBefore last: Int) -> Int? {
    let limit = offset(of: min(last, count))
    if needle.isEmpty { return min(last, count) }
    // The last occurrence is the first of the reversed needle in the reversed text.
    let bytes = Array(text.utf8)
    let pattern = Array(needle.utf8)
    guard pattern.count <= bytes.count else { return nil }
    let end = min(limit + pattern.count, bytes.count)
    let hay = Array(bytes[..<end].reversed())
    let reversed = Array(pattern.reversed())
    let found = hay.withUnsafeBufferPointer { hay in
      reversed.withUnsafeBufferPointer { TextBytes.offset(of: $0, in: hay, from: 0) }
    }
    return found.map { position(of: end - $0 - pattern.count) }
  }
}
