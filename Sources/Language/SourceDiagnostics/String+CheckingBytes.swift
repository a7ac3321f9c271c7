// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text of bytes; nil if they aren't UTF-8.
  ///
  /// `String(validating:as:)` does the same in generic code, which looks up types at each call.
  ///
  /// - Complexity: O(*n*).
  package init?(checking bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces what isn't UTF-8.
    let isSame = text.withUTF8 { text in
      guard text.count == bytes.count else { return false }
      for index in 0..<text.count where text[index] != bytes[index] { return false }
      return true
    }
    guard isSame else { return nil }
    self = text
  }

  /// The text of bytes; nil if they aren't UTF-8.
  ///
  /// - Complexity: O(*n*).
  package init?(checking bytes: [UInt8]) {
    guard let text = bytes.withUnsafeBufferPointer({ String(checking: $0) }) else { return nil }
    self = text
  }
}
