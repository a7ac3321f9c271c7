// SPDX-License-Identifier: Apache-2.0

/// Text as CEL defines it: sequences of code points.
///
/// Swift's `==`, `<`, and `hash` use canonical equivalence, so a composed and a decomposed `é` are
/// equal; in CEL they're different. These functions compare UTF-8 bytes, whose order is the order
/// of code points.
package enum TextBytes {
  /// Returns whether two texts are the same sequence of code points.
  @inline(__always)
  static func equal(_ left: String, _ right: String) -> Bool {
    let count = left.utf8.count
    guard count == right.utf8.count else { return false }
    // Texts with equal bytes are canonically equal, so a difference there settles it quickly.
    return left.utf8.withContiguousStorageIfAvailable { a in
      right.utf8.withContiguousStorageIfAvailable { b in equal(a, b) }
    }.flatMap { $0 } ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Returns whether two byte sequences are the same.
  static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    let a = UnsafeRawBufferPointer(left)
    let b = UnsafeRawBufferPointer(right)
    var offset = 0
    while offset + 8 <= count {
      if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < count {
      if a[offset] != b[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Returns the order of two texts by code points: negative, zero, or positive.
  package static func compare(_ left: String, _ right: String) -> Int {
    withBytes(of: left) { a in withBytes(of: right) { b in compare(a, b) } }
  }

  /// Returns the order of two byte sequences: negative, zero, or positive.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    var offset = 0
    while offset < count {
      let (a, b) = (left[offset], right[offset])
      if a != b { return a < b ? -1 : 1 }
      offset += 1
    }
    return left.count - right.count
  }

  /// The number of code points of a text.
  static func count(_ text: String) -> Int {
    withBytes(of: text) { bytes in
      var count = 0
      for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  /// Returns whether a text starts with another, by code points.
  @inline(__always)
  static func starts(_ text: String, with prefix: String) -> Bool {
    let count = prefix.utf8.count
    guard text.utf8.count >= count else { return false }
    return withBytes(of: text) { a in
      withBytes(of: prefix) { b in equal(UnsafeBufferPointer(rebasing: a[..<count]), b) }
    }
  }

  /// Returns whether a text ends with another, by code points.
  static func ends(_ text: String, with suffix: String) -> Bool {
    let count = suffix.utf8.count
    guard text.utf8.count >= count else { return false }
    return withBytes(of: text) { a in
      withBytes(of: suffix) { b in equal(UnsafeBufferPointer(rebasing: a[(a.count - count)...]), b)
      }
    }
  }

  /// Returns the UTF-8 offset of the first occurrence of a text at or after an offset, or `nil`.
  ///
  /// - Complexity: O(*n* + *m*) in the lengths of both, with the Knuth–Morris–Pratt algorithm.
  static func offset(of needle: String, in text: String, from start: Int = 0) -> Int? {
    withBytes(of: text) { hay in
      withBytes(of: needle) { needle in offset(of: needle, in: hay, from: start) }
    }
  }

  /// Returns the offset of the first occurrence of some bytes at or after an offset, or `nil`.
  static func offset(
    of needle: UnsafeBufferPointer<UInt8>, in hay: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard !needle.isEmpty else { return start <= hay.count ? start : nil }
    guard start >= 0, hay.count - start >= needle.count else { return nil }
    if needle.count == 1 {
      return hay[start...].firstIndex(of: needle[0])
    }
    let failure = failureTable(of: needle)
    var matched = 0
    var index = start
    while index < hay.count {
      while matched > 0, hay[index] != needle[matched] { matched = failure[matched - 1] }
      if hay[index] == needle[matched] { matched += 1 }
      if matched == needle.count { return index - matched + 1 }
      index += 1
    }
    return nil
  }

  private static func failureTable(of needle: UnsafeBufferPointer<UInt8>) -> [Int] {
    var table = [Int](repeating: 0, count: needle.count)
    var length = 0
    var index = 1
    while index < needle.count {
      while length > 0, needle[index] != needle[length] { length = table[length - 1] }
      if needle[index] == needle[length] { length += 1 }
      table[index] = length
      index += 1
    }
    return table
  }

  /// Calls a closure with the UTF-8 bytes of a text.
  @inline(__always)
  static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(text.utf8).withUnsafeBufferPointer(body)
  }
}
