// SPDX-License-Identifier: Apache-2.0

/// Writes the parts of the binary format: variable-length numbers (LEB128), texts, and bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// The numbers of the texts that were written as names, by their UTF-8.
  private var names: [[UInt8]: Int] = [:]

  /// The number of entries of the object that's being written.
  var entryCount = 0

  init() { bytes.reserveCapacity(240) }

  /// Creates a writer that knows names from an earlier part.
  init(continuing known: [String]) {
    for name in known { names[Array(name.utf8)] = names.count + 1 }
  }

  /// Returns the bytes so far, and forgets them, but not the names.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The number of names so far.
  var nameCount: Int { names.count }

  /// Forgets the bytes, and the names after the first ones.
  mutating func revert(toNames count: Int) {
    bytes = []
    if names.count > count { names = names.filter { $0.value <= count } }
  }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Puts a byte in the place of one that was written.
  mutating func replaceByte(at index: Int, by byte: UInt8) { bytes[index] = byte }

  mutating func write(raw content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }

  /// Writes a number in groups of 7 bits, the lowest first.
  mutating func write(unsigned number: UInt128) {
    if var rest = UInt64(exactly: number) {
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(count: Int) {
    if (0..<0x80).contains(count) { return bytes.append(UInt8(count)) }
    write(unsigned: UInt128(clamping: count))
  }

  /// Writes a number with its sign in the lowest bit.
  mutating func write(signed number: Int128) {
    write(unsigned: UInt128(bitPattern: (number << 1) ^ (number >> 127)))
  }

  mutating func write(signed number: Int) { write(signed: Int128(number)) }

  mutating func write(_ content: [UInt8]) {
    write(count: content.count)
    bytes += content
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { content in
      write(count: content.count)
      bytes.append(contentsOf: content)
    }
  }

  /// Writes a text that can occur again: its text the first time, then its number.
  mutating func write(name: String) {
    let content = Array(name.utf8)
    if let number = names[content] { return write(count: number) }
    names[content] = names.count + 1
    write(count: 0)
    write(content)
  }

  mutating func write(flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(fixed number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
