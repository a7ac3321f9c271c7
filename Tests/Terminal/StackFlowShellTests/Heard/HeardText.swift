// SPDX-License-Identifier: Apache-2.0

/// A screen reader in memory: it's told what's typed and what's written, and says what it speaks.
protocol TextSpeaker {
  /// Takes a key, before what's written because of it.
  mutating func take(key: [UInt8])

  /// Takes what a program writes until it waits for a key, and returns what's spoken of it.
  mutating func speak(_ written: [UInt8]) -> [String]
}

extension String {
  /// The text as it's heard: without blanks at its end.
  var heard: String { String(reversed().drop { $0 == " " }.reversed()) }
}
