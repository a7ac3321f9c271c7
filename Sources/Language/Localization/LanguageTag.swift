// SPDX-License-Identifier: Apache-2.0

/// A language tag, such as `de-AT`, as it's compared with others.
package enum LanguageTag {
  /// A tag, followed by the more general tags that can replace it: `de-AT`, then `de`.
  ///
  /// An environment's spelling is accepted too: `de_AT.UTF-8`.
  ///
  /// - Returns: The tags in lower case, separated by `-`; empty for an empty tag.
  package static func fallbacks(of tag: String) -> [String] {
    var tags: [String] = []
    var rest = Substring(normalized(tag))
    while !rest.isEmpty {
      tags.append(String(rest))
      guard let dash = rest.lastIndex(of: "-") else { break }
      rest = rest[..<dash]
    }
    return tags
  }

  /// Whether ``normalized(_:)`` leaves a tag as it is.
  package static func isNormalized(_ tag: String) -> Bool {
    tag.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "_"): false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): false
      default: true
      }
    }
  }

  /// The tag in lower case, separated by `-`, without an encoding or a modifier.
  package static func normalized(_ tag: String) -> String {
    var bytes: [UInt8] = []
    for byte in tag.utf8 {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "@"): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "-"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
