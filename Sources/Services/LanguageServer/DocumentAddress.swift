// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// The addresses of documents.
package enum DocumentAddress {
  /// Returns the path of a document; one that isn't a file gets a path that no file has.
  static func path(of address: String) -> String {
    guard address.hasPrefix("file:") else {
      return "/\u{1}/" + address.split(separator: "/").joined(separator: "\u{1}")
    }
    var rest = address.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      rest = rest.drop { $0 != "/" }
    }
    return FilePath.normalized(decoded(rest))
  }

  /// Returns the address of a file.
  package static func address(of path: String) -> String {
    var address = "file://"
    for byte in path.utf8 {
      if isPlain(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return address
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x2D && byte <= 0x39
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(Substring(rest.prefix(2))), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
