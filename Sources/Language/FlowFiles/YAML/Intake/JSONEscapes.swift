// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// JSON's escapes for characters beyond the first 65,536.
///
/// This is the only JSON that isn't YAML: JSON writes such a character as a surrogate pair,
/// `\ud83d\ude00`, and YAML as one escape, `\U0001F600`.
enum JSONEscapes {
  /// Returns the edits that replace each surrogate pair with one escape, or none if the text isn't
  /// JSON.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func edits(in bytes: [UInt8]) -> TextEdits {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return TextEdits() }
    var edits: [FixIt.Edit] = []
    var offset = 0
    while offset + 1 < bytes.count {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      guard let high = unit(at: offset, in: bytes), high & 0xFC00 == 0xD800,
        let low = unit(at: offset + 6, in: bytes), low & 0xFC00 == 0xDC00
      else {
        offset += 2
        continue
      }
      let code = 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
      edits.append(
        FixIt.Edit(
          SourceRange(offset, offset + 12), "\\U" + YAMLText.hexadecimal(code, digits: 8)))
      offset += 12
    }
    return TextEdits().adding(edits) ?? TextEdits()
  }

  /// Returns the UTF-16 code unit of the `\uXXXX` at an offset, or nil if there's none.
  private static func unit(at offset: Int, in bytes: [UInt8]) -> UInt32? {
    guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for byte in bytes[(offset + 2)..<(offset + 6)] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
