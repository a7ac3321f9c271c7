// SPDX-License-Identifier: GPL-3.0-or-later

/// The parts of a text that were seen, by their bytes.
///
/// A set of strings would hash and compare Characters, and hold each of them once more.
struct KnownLines {
  private var parts: [(start: UInt32, length: UInt32)] = []

  /// At the place of a part's hash or after it, the number of the part, from 1; 0 is free.
  private var places: [UInt32]

  /// Creates room for a number of parts.
  init(count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
    parts.reserveCapacity(count)
  }

  /// Adds a part.
  ///
  /// - Returns: Whether no equal one was added before.
  /// - Complexity: O(*n*) in the length of the part.
  mutating func insert(_ part: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = UnsafeBufferPointer(rebasing: bytes[part])
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let mask = places.count - 1
    var place = hasher.finalize() & mask
    while places[place] > 0 {
      let (start, length) = parts[Int(places[place]) - 1]
      if Int(length) == text.count {
        var same = 0
        while same < text.count, text[same] == bytes[Int(start) + same] { same += 1 }
        if same == text.count { return false }
      }
      place = (place + 1) & mask
    }
    parts.append((UInt32(part.lowerBound), UInt32(part.count)))
    places[place] = UInt32(parts.count)
    return true
  }
}
