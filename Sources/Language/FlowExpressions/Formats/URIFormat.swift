// SPDX-License-Identifier: Apache-2.0

/// URIs as defined by RFC 3986: a scheme, then an authority and a path or only a path, optionally a
/// query and a fragment.
enum URIFormat {
  private static let unreserved = Set("-._~".utf8)
  private static let subDelimiters = Set("!$&'()*+,;=".utf8)

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: 0x3A), isScheme(bytes[..<colon]) else { return false }
    var rest = bytes[(colon + 1)...]
    if let hash = rest.firstIndex(of: 0x23) {
      guard consists(rest[(hash + 1)...], of: ":@/?") else { return false }
      rest = rest[..<hash]
    }
    if let question = rest.firstIndex(of: 0x3F) {
      guard consists(rest[(question + 1)...], of: ":@/?") else { return false }
      rest = rest[..<question]
    }
    guard rest.starts(with: [0x2F, 0x2F]) else { return consists(rest, of: ":@/") }
    let start = rest.startIndex + 2
    let slash = rest[start...].firstIndex(of: 0x2F) ?? rest.endIndex
    return isAuthority(rest[start..<slash]) && consists(rest[slash...], of: ":@/")
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, ASCII.isLetter(first) else { return false }
    return bytes.allSatisfy { ASCII.isAlphanumeric($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let at = host.lastIndex(of: 0x40) {
      guard consists(host[..<at], of: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == 0x5B {
      guard let close = host.firstIndex(of: 0x5D) else { return false }
      let port = host[(close + 1)...]
      return isLiteral(host[(host.startIndex + 1)..<close])
        && (port.isEmpty || (port.first == 0x3A && port.dropFirst().allSatisfy(ASCII.isDigit)))
    }
    if let colon = host.lastIndex(of: 0x3A) {
      guard host[(colon + 1)...].allSatisfy(ASCII.isDigit) else { return false }
      host = host[..<colon]
    }
    return consists(host, of: "")
  }

  /// Whether the bytes are allowed between brackets: an IPv6 address, or `v1.…`.
  private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    if let first = bytes.first, first == 0x76 || first == 0x56 {
      let version = bytes.dropFirst().prefix(while: ASCII.isHexadecimal)
      let rest = bytes.dropFirst(1 + version.count)
      return !version.isEmpty && rest.first == 0x2E && rest.count > 1
        && rest.dropFirst().allSatisfy {
          ASCII.isAlphanumeric($0) || unreserved.contains($0) || subDelimiters.contains($0)
            || $0 == 0x3A
        }
    }
    return IPAddressParser.parse(bytes)?.family == .v6
  }

  /// Whether all bytes are unreserved, sub-delimiters, in `extra`, or `%` followed by two digits.
  private static func consists(_ bytes: ArraySlice<UInt8>, of extra: String) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x25 {
        guard index + 2 < bytes.endIndex, ASCII.isHexadecimal(bytes[index + 1]),
          ASCII.isHexadecimal(bytes[index + 2])
        else { return false }
        index += 3
        continue
      }
      guard
        ASCII.isAlphanumeric(byte) || unreserved.contains(byte) || subDelimiters.contains(byte)
          || extra.utf8.contains(byte)
      else { return false }
      index += 1
    }
    return true
  }
}
