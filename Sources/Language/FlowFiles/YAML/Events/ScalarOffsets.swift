// SPDX-License-Identifier: Apache-2.0

/// Converts libyaml's positions, which count Unicode scalars, to UTF-8 offsets.
struct ScalarOffsets {
  /// The number of scalars between two entries of the table.
  private static let stride = 64

  private let bytes: [UInt8]

  /// The UTF-8 offset of every 64th scalar; empty if the text is all ASCII.
  private var table: [Int] = []

  /// Builds the table for a text in valid UTF-8.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Each parse does this: over the memory, and not over a sequence.
    table = bytes.withUnsafeBufferPointer { bytes in
      var (table, count, offset): ([Int], Int, Int) = ([], 0, 0)
      var isASCII = true
      while offset < bytes.count {
        if bytes[offset] >= 0x80 { isASCII = false }
        if bytes[offset] & 0xC0 != 0x80 {
          if count % Self.stride == 0 { table.append(offset) }
          count += 1
        }
        offset += 1
      }
      return isASCII ? [] : table
    }
  }

  /// Returns the UTF-8 offset of a scalar, or the end of the text for positions beyond it.
  ///
  /// - Complexity: O(1).
  func offset(ofScalar index: Int) -> Int {
    guard !table.isEmpty else { return min(max(0, index), bytes.count) }
    let entry = max(0, index) / Self.stride
    guard entry < table.count else { return bytes.count }
    var offset = table[entry]
    var remaining = max(0, index) % Self.stride
    // Most parts are all ASCII.
    if entry + 1 < table.count, table[entry + 1] - offset == Self.stride {
      return offset + remaining
    }
    while remaining > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return offset
  }
}
