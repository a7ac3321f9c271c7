// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The head of a response, with what a browser needs of it to go on.
struct ResponseHead {
  let status: Int

  /// The number of bytes of the body; nil if it ends with the connection.
  private(set) var byteCount: Int?

  private(set) var location: String?
  private(set) var cookies: [(name: String, value: String)] = []
  private(set) var endsConnection = false

  /// Reads a head without its end; nil if it's of another version of HTTP, or its body comes in parts.
  init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
    guard bytes.hasPrefix("HTTP/1."), let status = Int(bytes.dropFirst(9).prefix(3).text) else {
      return nil
    }
    self.status = status
    var rest = bytes
    while let end = rest.position(of: "\r\n") {
      rest = rest[(end + 2)...]
      guard let colon = rest.position(of: ":") else { break }
      let line = rest[(colon + 1)..<(rest.position(of: "\r\n") ?? rest.endIndex)]
      let value = line.drop { $0 == UInt8(ascii: " ") }
      switch colon - rest.startIndex {
      case 8 where rest.hasName("location"): location = value.text
      case 10 where rest.hasName("set-cookie"):
        let pair = value.prefix { $0 != UInt8(ascii: ";") }
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        cookies.append((name.text, pair.dropFirst(name.count + 1).text))
      case 10 where rest.hasName("connection"): endsConnection = value.hasName("close")
      case 14 where rest.hasName("content-length"): byteCount = Int(value.text)
      case 17 where rest.hasName("transfer-encoding"): return nil
      default: break
      }
    }
    if byteCount == nil { endsConnection = true }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The bytes as a text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Returns where a text begins first; nil if it doesn't occur.
  func position(of text: String) -> Int? {
    guard let byte = text.utf8.first else { return startIndex }
    var rest = UnsafeRawBufferPointer(rebasing: self)
    while let start = rest.baseAddress, let found = memchr(start, Int32(byte), rest.count) {
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start)...])
      if rest.hasPrefix(text) { return endIndex - rest.count }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    }
    return nil
  }

  /// Whether the bytes begin with a text.
  func hasPrefix(_ text: String) -> Bool { UnsafeRawBufferPointer(rebasing: self).hasPrefix(text) }

  /// Whether the bytes begin with a name, in upper or lower case.
  func hasName(_ name: StaticString) -> Bool {
    guard name.utf8CodeUnitCount <= count,
      let start = UnsafeRawBufferPointer(rebasing: self).baseAddress
    else { return false }
    return strncasecmp(
      start.assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), name.utf8CodeUnitCount)
      == 0
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes begin with a text.
  fileprivate func hasPrefix(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      guard let own = baseAddress, let other = text.baseAddress else { return text.isEmpty }
      return text.count <= count && memcmp(own, other, text.count) == 0
    }
  }
}
