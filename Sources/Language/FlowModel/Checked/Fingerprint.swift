// SPDX-License-Identifier: Apache-2.0

/// The hash FNV-1a of texts and bytes, which is the same in every process.
package struct Fingerprint {
  /// The hash of what was added so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the fingerprint of nothing.
  package init() {}

  /// Adds bytes as they are.
  package mutating func combine(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  /// Adds a text.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    // No text has this byte, so that the ends of texts count.
    add(0xFF)
  }

  /// Adds bytes, and how many there are.
  package mutating func add(_ bytes: [UInt8]) {
    combine(bytes)
    add("\(bytes.count)")
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
