// SPDX-License-Identifier: Apache-2.0

import RegularExpressions

/// A format that a text can be required to have: `format:` of a `string` field.
package enum TextFormat: String, CaseIterable, Hashable, Sendable {
  /// An email address, as HTML's `<input type=email>` accepts it, with the lengths of RFC 5321.
  case email

  /// An absolute URI (RFC 3986), with or without a fragment.
  case uri

  /// A host name (RFC 1123).
  case hostname

  /// An IPv4 address: four decimal numbers without leading zeros.
  case ipv4

  /// An IPv6 address (RFC 4291) without a zone.
  case ipv6

  /// A UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4, and 12.
  case uuid

  /// A version (Semantic Versioning 2.0.0).
  case semver

  /// A pattern that `RegularExpression` accepts.
  case regex

  /// Returns whether a text has the format.
  ///
  /// - Complexity: O(*n*) in the length of the text; ``regex`` compiles it.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .email: Self.isEmail(Array(text.utf8))
    case .uri: URIFormat.accepts(Array(text.utf8))
    case .hostname: Self.isHostname(Array(text.utf8)[...])
    case .ipv4: IPAddressParser.parse(text.utf8)?.family == .v4
    case .ipv6: IPAddressParser.parse(text.utf8)?.family == .v6
    case .uuid: Self.isUUID(Array(text.utf8))
    case .semver: Self.isVersion(Array(text.utf8))
    case .regex: (try? RegularExpression(text)) != nil
    }
  }

  /// The message for a text in another format: lower case, without a full stop.
  var message: String {
    switch self {
    case .email: "expected an email address such as 'ada@example.org'"
    case .uri: "expected a URI such as 'https://example.org/path'"
    case .hostname: "expected a host name such as 'www.example.org'"
    case .ipv4: "expected an IPv4 address such as '192.0.2.1'"
    case .ipv6: "expected an IPv6 address such as '2001:db8::1'"
    case .uuid: "expected a UUID such as '123e4567-e89b-12d3-a456-426614174000'"
    case .semver: "expected a version such as '1.4.0' or '2.0.0-rc.1'"
    case .regex: "expected a regular expression in RE2's syntax"
    }
  }
}

/// Classes of ASCII characters that the formats share.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
