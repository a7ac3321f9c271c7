// SPDX-License-Identifier: GPL-3.0-or-later

/// The parts of a text that were seen, by their bytes.
///
/// A set of strings would hash and compare Characters, and hold each of them once more.
struct KnownLines {
  /// The parts at their places: the lower 32 bits of the hash, and the part; an empty one is a free
  /// place.
  private var places: [(hash: UInt32, start: UInt32, length: UInt32)]

  private let mask: Int

  /// Creates room for a number of parts.
  init(count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    places = Array(repeating: (0, 0, 0), count: size)
    mask = size - 1
  }

  /// Adds a part that isn't empty.
  ///
  /// - Returns: Whether no equal one was added before.
  /// - Complexity: O(*n*) in the length of the part.
  mutating func insert(_ part: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[part])))
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    var place = Int(hash) & mask
    while places[place].length > 0 {
      let (otherHash, start, length) = places[place]
      if otherHash == hash, Int(length) == part.count {
        let other = Int(start)
        var index = 0
        while index < part.count, bytes[part.lowerBound + index] == bytes[other + index] {
          index += 1
        }
        if index == part.count { return false }
      }
      place = (place + 1) & mask
    }
    places[place] = (hash, UInt32(part.lowerBound), UInt32(part.count))
    return true
  }
}
