// SPDX-License-Identifier: Apache-2.0

/// An address and the length of its network prefix: `net.CIDR` of CEL's network extension.
///
/// The bits after the prefix are kept: `192.168.0.1/24` and `192.168.0.0/24` are different, and
/// `masked()` of expressions converts the first to the second.
public struct CIDR: Hashable, Sendable {
  /// The address before the slash, as written.
  let address: IPAddress

  /// The number of bits that the network's addresses share.
  let prefixLength: Int

  private init(address: IPAddress, prefixLength: Int) {
    self.address = address
    self.prefixLength = prefixLength
  }

  /// Reads an address range, such as `192.168.0.0/24` or `2001:db8::/32`.
  ///
  /// - Parameter text: An address, a slash, and a number without leading zeros, at most 32 or 128.
  /// - Throws: ``NetworkError`` for any other form, and as for an address.
  init(_ text: String) throws(NetworkError) {
    let mistake = NetworkError(
      .syntax, "'\(text.prefix(64))' isn't an address range such as '192.168.0.0/24'")
    let bytes = Array(text.utf8)
    guard let slash = bytes.lastIndex(of: 0x2F) else { throw mistake }
    if bytes.contains(0x25), bytes.contains(0x3A) {
      throw NetworkError(.zone, "an address range with a zone is not allowed: '\(text.prefix(64))'")
    }
    guard let address = IPAddressParser.parse(bytes[..<slash]) else { throw mistake }
    guard !address.isMappedIPv4 else {
      throw NetworkError(
        .mapped, "an IPv4 address written as an IPv6 one is not allowed: '\(text.prefix(64))'")
    }
    let digits = bytes[(slash + 1)...]
    guard let length = IPAddressParser.decimal(digits, maximum: address.family.bitCount) else {
      throw mistake
    }
    self.init(address: address, prefixLength: length)
  }

  /// Returns whether ``init(_:)`` accepts a text.
  static func isCIDR(_ text: String) -> Bool {
    (try? CIDR(text)) != nil
  }

  /// The range with all bits after the prefix set to zero.
  var masked: CIDR {
    CIDR(address: address.masked(prefixLength), prefixLength: prefixLength)
  }

  /// Returns whether an address is of this family and shares the prefix.
  func contains(_ other: IPAddress) -> Bool {
    other.family == address.family && other.masked(prefixLength) == address.masked(prefixLength)
  }

  /// Returns whether every address of another range is in this one.
  func contains(_ other: CIDR) -> Bool {
    other.prefixLength >= prefixLength && contains(other.address)
  }
}

extension CIDR: CustomStringConvertible {
  /// The canonical address, a slash, and the length of the prefix.
  public var description: String { "\(address)/\(prefixLength)" }
}
