// SPDX-License-Identifier: Apache-2.0

// Searching for texts in texts. The standard library can do it only in its module for regular
// expressions, which adds 1 MB to a program that uses any of it.
extension StringProtocol {
  /// Whether some of its Characters in a row equal a text; the empty text is part of any.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths, and rarely more than O(*n*).
  package func includes(_ part: some StringProtocol) -> Bool {
    // Bytes of a known type are compared without looking up how.
    let (whole, part) = (String(self), String(part))
    if let isPart = whole.utf8.isASCIIPart(part.utf8) { return isPart }
    return Array(whole).starts(of: Array(part)).contains { _ in true }
  }

  /// The text with another one in the place of each part that equals a text, which isn't empty.
  package func replacingParts(_ part: String, with other: String) -> String {
    let characters = Array(self)
    let length = part.count
    var result = ""
    var end = 0
    for start in characters.starts(of: Array(part)) where start >= end {
      result.append(contentsOf: characters[end..<start])
      result += other
      end = start + length
    }
    result.append(contentsOf: characters[end...])
    return result
  }
}

extension Array where Element: Equatable {
  /// Where a part begins, in order; nowhere if it's longer.
  fileprivate func starts(of part: [Element]) -> some Sequence<Int> {
    let last = count - part.count
    return (0..<Swift.max(0, last + 1)).lazy.filter { start in
      part.indices.allSatisfy { self[start + $0] == part[$0] }
    }
  }
}

extension String.UTF8View {
  /// Whether the bytes contain others; nil if some of them aren't ASCII, so that Characters must be
  /// compared.
  fileprivate func isASCIIPart(_ part: String.UTF8View) -> Bool? {
    guard part.allSatisfy({ $0 < 0x80 && $0 != 0x0A }) else { return nil }
    func search(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return part.withContiguousStorageIfAvailable { part -> Bool in
        guard let first = part.first else { return true }
        guard bytes.count >= part.count else { return false }
        for start in 0...bytes.count - part.count where bytes[start] == first {
          var length = 1
          while length < part.count, bytes[start + length] == part[length] { length += 1 }
          if length == part.count { return true }
        }
        return false
      }
    }
    return withContiguousStorageIfAvailable(search) ?? nil
  }
}
