// SPDX-License-Identifier: Apache-2.0

/// A value of the network functions: an IP address or a range of addresses.
public enum NetworkValue: Sendable, Hashable, CustomStringConvertible {
  /// An IP address, type `net.IP`.
  case address(IPAddress)

  /// A range of addresses with its prefix, type `net.CIDR`.
  case block(CIDR)

  static let addressTypeName = "net.IP"
  static let blockTypeName = "net.CIDR"

  /// Reads an address, or a range if the text has a `/`; `nil` if it's neither.
  package init?(_ text: String) {
    if let address = try? IPAddress(text) {
      self = .address(address)
    } else if let block = try? CIDR(text) {
      self = .block(block)
    } else {
      return nil
    }
  }

  /// The text: `192.168.0.1`, `2001:db8::/32`.
  public var description: String {
    switch self {
    case .address(let address): address.description
    case .block(let block): block.description
    }
  }
}
