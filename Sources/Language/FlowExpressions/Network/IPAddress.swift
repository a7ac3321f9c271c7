// SPDX-License-Identifier: Apache-2.0

/// An IPv4 or IPv6 address without a zone: `net.IP` of CEL's network extension.
public struct IPAddress: Hashable, Sendable {
  /// The version of the protocol.
  package enum Family: Int, Hashable, Sendable {
    /// IPv4, 32 bits.
    case v4 = 4
    /// IPv6, 128 bits.
    case v6 = 6

    /// The number of bits of an address.
    var bitCount: Int { self == .v4 ? 32 : 128 }
  }

  /// The version of the protocol.
  let family: Family

  /// The upper 64 bits of an IPv6 address; zero for IPv4.
  let high: UInt64

  /// The lower 64 bits, or the 32 bits of an IPv4 address.
  let low: UInt64

  init(family: Family, high: UInt64, low: UInt64) {
    self.family = family
    self.high = high
    self.low = low
  }

  /// Reads an address, such as `192.0.2.1` or `2001:db8::68`.
  ///
  /// - Parameter text: IPv4 as four decimal numbers without leading zeros, or IPv6 as in RFC 4291.
  ///   An IPv4 address written as IPv6 in hexadecimal, `::ffff:c000:201`, is that IPv4 address
  ///   (`network_ext/ipv4/ipv4_equals_ipv6` in the conformance suite).
  /// - Throws: ``NetworkError`` for any other form, for an address with a zone, and for `::ffff:192.0.2.1`. The extension
  ///   refuses both.
  init(_ text: String) throws(NetworkError) {
    if text.utf8.contains(0x25), text.utf8.contains(0x3A) {
      throw NetworkError(.zone, "an address with a zone is not allowed: '\(text.prefix(64))'")
    }
    guard let address = IPAddressParser.parse(text.utf8) else {
      throw NetworkError(.syntax, "'\(text.prefix(64))' isn't an IP address")
    }
    guard address.isMappedIPv4 else {
      self = address
      return
    }
    guard !text.utf8.contains(0x2E) else {
      throw NetworkError(
        .mapped, "an IPv4 address written as an IPv6 one is not allowed: '\(text.prefix(64))'")
    }
    self.init(family: .v4, high: 0, low: address.low & 0xFFFF_FFFF)
  }

  /// Returns whether ``init(_:)`` accepts a text.
  static func isIP(_ text: String) -> Bool {
    (try? IPAddress(text)) != nil
  }

  /// Whether it is `0.0.0.0` or `::`.
  var isUnspecified: Bool { high == 0 && low == 0 }

  /// Whether it is in `127.0.0.0/8` or is `::1`.
  var isLoopback: Bool {
    family == .v4 ? low >> 24 == 127 : high == 0 && low == 1
  }

  /// Whether it is in `224.0.0.0/4` or `ff00::/8`.
  var isMulticast: Bool {
    family == .v4 ? low >> 28 == 0xE : high >> 56 == 0xFF
  }

  /// Whether it is in `224.0.0.0/24`, or an IPv6 multicast address of link-local scope.
  var isLinkLocalMulticast: Bool {
    family == .v4 ? low >> 8 == 0xE0_0000 : high >> 48 & 0xFF0F == 0xFF02
  }

  /// Whether it is in `169.254.0.0/16` or `fe80::/10`.
  var isLinkLocalUnicast: Bool {
    family == .v4 ? low >> 16 == 0xA9FE : high >> 54 == 0xFE80 >> 6
  }

  /// Whether it's none of unspecified, broadcast, loopback, multicast, and link-local; private
  /// addresses count as global.
  var isGlobalUnicast: Bool {
    let isBroadcast = family == .v4 && low == 0xFFFF_FFFF
    return !isUnspecified && !isBroadcast && !isLoopback && !isMulticast && !isLinkLocalUnicast
  }

  /// Whether it is in `::ffff:0:0/96`.
  var isMappedIPv4: Bool { family == .v6 && high == 0 && low >> 32 == 0xFFFF }

  /// The address with all bits after a prefix set to zero.
  func masked(_ length: Int) -> IPAddress {
    if family == .v4 {
      let mask: UInt64 = length == 0 ? 0 : 0xFFFF_FFFF << UInt64(32 - length) & 0xFFFF_FFFF
      return IPAddress(family: .v4, high: 0, low: low & mask)
    }
    let highMask: UInt64 = length == 0 ? 0 : length >= 64 ? .max : .max << UInt64(64 - length)
    let lowMask: UInt64 = length <= 64 ? 0 : .max << UInt64(128 - length)
    return IPAddress(family: .v6, high: high & highMask, low: low & lowMask)
  }
}

extension IPAddress: CustomStringConvertible {
  /// The canonical form: dotted decimal, or RFC 5952 with the longest run of zeros as `::`.
  public var description: String {
    if family == .v4 {
      return [24, 16, 8, 0].map { String(low >> $0 & 0xFF) }.joined(separator: ".")
    }
    let groups = (0..<8).map { (place: Int) -> UInt64 in
      let half = place < 4 ? high : low
      return half >> UInt64(48 - place % 4 * 16) & 0xFFFF
    }
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start >= 2, end - start > best.count { best = start..<end }
      start = end + 1
    }
    func text(_ range: Range<Int>) -> String {
      groups[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return best.isEmpty ? text(0..<8) : "\(text(0..<best.lowerBound))::\(text(best.upperBound..<8))"
  }
}
