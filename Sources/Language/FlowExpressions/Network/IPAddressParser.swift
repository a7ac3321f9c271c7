// SPDX-License-Identifier: Apache-2.0

/// Parses IP addresses strictly; callers add further restrictions.
enum IPAddressParser {
  /// Returns an address of either family, or `nil` for any other text.
  static func parse(_ text: some Collection<UInt8>) -> IPAddress? {
    // The longest form has eight groups, the last two as IPv4.
    let bytes = Array(text.prefix(46))
    guard bytes.count <= 45 else { return nil }
    return bytes.contains(0x3A) ? parseV6(bytes) : parseV4(bytes[...])
  }

  private static func parseV4(_ bytes: ArraySlice<UInt8>) -> IPAddress? {
    let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt64 = 0
    for part in parts {
      guard let number = decimal(part, maximum: 255) else { return nil }
      value = value << 8 | UInt64(number)
    }
    return IPAddress(family: .v4, high: 0, low: value)
  }

  private static func parseV6(_ bytes: [UInt8]) -> IPAddress? {
    var groups: [UInt64] = []
    var gap: Int?
    var index = 0
    if bytes.starts(with: [0x3A, 0x3A]) {
      gap = 0
      index = 2
    }
    while index < bytes.count {
      guard groups.count < 8 else { return nil }
      let end = bytes[index...].firstIndex(of: 0x3A) ?? bytes.count
      let part = bytes[index..<end]
      if part.contains(0x2E) {
        guard end == bytes.count, groups.count <= 6, let address = parseV4(part) else {
          return nil
        }
        groups += [address.low >> 16, address.low & 0xFFFF]
        break
      }
      guard let group = hexadecimal(part) else { return nil }
      groups.append(group)
      index = end
      guard index < bytes.count else { break }
      index += 1
      if index < bytes.count, bytes[index] == 0x3A {
        guard gap == nil else { return nil }
        gap = groups.count
        index += 1
      } else if index == bytes.count {
        return nil
      }
    }
    if let gap {
      // '::' replaces at least one group of zeros.
      guard groups.count < 8 else { return nil }
      groups.insert(contentsOf: [UInt64](repeating: 0, count: 8 - groups.count), at: gap)
    }
    guard groups.count == 8 else { return nil }
    let high = groups[..<4].reduce(0) { $0 << 16 | $1 }
    let low = groups[4...].reduce(0) { $0 << 16 | $1 }
    return IPAddress(family: .v6, high: high, low: low)
  }

  /// Reads a decimal number of at most three digits, without a sign and without leading zeros.
  static func decimal(_ digits: ArraySlice<UInt8>, maximum: Int) -> Int? {
    guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30
    else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value <= maximum ? value : nil
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard (1...4).contains(digits.count) else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
      case 0x41...0x46: value = value << 4 | UInt64(digit - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt64(digit - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
