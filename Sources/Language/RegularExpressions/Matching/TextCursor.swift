// SPDX-License-Identifier: Apache-2.0

/// Reads scalars and positions from UTF-8 that's known to be valid.
struct TextCursor {
  /// The UTF-8 bytes of the text.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Returns the scalar at an offset and its length in bytes, or `nil` at the end.
  @inline(__always)
  func scalar(at offset: Int) -> (value: UInt32, length: Int)? {
    guard offset < bytes.count else { return nil }
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (first, 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard offset + length <= bytes.count else { return (0xFFFD, bytes.count - offset) }
    var value = first & (0xFF >> UInt32(length + 1))
    for step in 1..<length { value = value << 6 | UInt32(bytes[offset + step]) & 0x3F }
    return (value, length)
  }

  /// Returns the assertions that hold at an offset.
  func places(at offset: Int) -> PatternAssertion {
    var places: PatternAssertion = []
    if offset == 0 {
      places.formUnion([.textStart, .lineStart])
    } else if bytes[offset - 1] == 0x0A {
      places.insert(.lineStart)
    }
    if offset == bytes.count {
      places.formUnion([.textEnd, .lineEnd])
    } else if bytes[offset] == 0x0A {
      places.insert(.lineEnd)
    }
    let isBehindWord = offset > 0 && Self.isWord(bytes[offset - 1])
    let isBeforeWord = offset < bytes.count && Self.isWord(bytes[offset])
    places.insert(isBehindWord == isBeforeWord ? .noWordBoundary : .wordBoundary)
    return places
  }

  /// Returns whether a byte is an ASCII letter or digit, or `_`; no other word characters exist
  /// here.
  static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == 0x5F
  }
}
