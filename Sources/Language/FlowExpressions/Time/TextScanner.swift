// SPDX-License-Identifier: Apache-2.0

/// Reads bytes one after another; shared by the parsers of times.
struct TextScanner {
  private let bytes: [UInt8]
  private(set) var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether everything has been read.
  var isAtEnd: Bool { index >= bytes.count }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips an ASCII character if it comes next.
  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    index += 1
    return true
  }

  /// Skips one of two characters.
  mutating func accept(_ first: Unicode.Scalar, or second: Unicode.Scalar) -> Bool {
    accept(first) || accept(second)
  }

  /// Reads exactly `count` digits, at most nine.
  mutating func digits(_ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var value = 0
    for offset in 0..<count {
      let byte = bytes[index + offset]
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += count
    return value
  }

  /// Reads all digits that come next.
  mutating func run() -> ArraySlice<UInt8> {
    let start = index
    while let next, (0x30...0x39).contains(next) { index += 1 }
    return bytes[start..<index]
  }

  /// Reads one ASCII letter.
  mutating func letter() -> UInt8? {
    guard let next, ASCII.isLetter(next) else { return nil }
    index += 1
    return next
  }

  /// Reads bytes as long as they satisfy a condition.
  mutating func run(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let next, condition(next) { index += 1 }
    return bytes[start..<index]
  }
}
