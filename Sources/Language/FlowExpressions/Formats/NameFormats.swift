// SPDX-License-Identifier: Apache-2.0

// Whether bytes are what the formats name.
extension TextFormat {
  /// Whether they're a host name, as defined by RFC 1123.
  static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(bytes.count) else { return false }
    return bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
        && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
    }
  }

  private static let emailMarks = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

  /// Whether they're an email address: the rule of HTML, with the lengths and dots of RFC 5321.
  static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 254, let at = bytes.lastIndex(of: 0x40) else { return false }
    let local = bytes[..<at]
    let hasDotsInside =
      local.first != 0x2E && local.last != 0x2E
      && !zip(local, local.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    return (1...64).contains(local.count) && hasDotsInside
      && local.allSatisfy { ASCII.isAlphanumeric($0) || emailMarks.contains($0) }
      && isHostname(bytes[(at + 1)...])
  }

  /// Whether they're a UUID in its usual form, of any version, in upper or lower case.
  static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { place in
      [8, 13, 18, 23].contains(place) ? bytes[place] == 0x2D : ASCII.isHexadecimal(bytes[place])
    }
  }

  /// Whether they're a version of Semantic Versioning 2.0.0.
  static func isVersion(_ bytes: [UInt8]) -> Bool {
    var core = bytes[...]
    if let plus = core.firstIndex(of: 0x2B) {
      guard identifiers(core[(plus + 1)...], mayHaveLeadingZeros: true) else { return false }
      core = core[..<plus]
    }
    if let dash = core.firstIndex(of: 0x2D) {
      guard identifiers(core[(dash + 1)...], mayHaveLeadingZeros: false) else { return false }
      core = core[..<dash]
    }
    let numbers = core.split(separator: 0x2E, omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.allSatisfy { number in
        !number.isEmpty && number.allSatisfy(ASCII.isDigit)
          && (number.count == 1 || number.first != 0x30)
      }
  }

  private static func identifiers(
    _ bytes: ArraySlice<UInt8>, mayHaveLeadingZeros: Bool
  ) -> Bool {
    bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { identifier in
      guard !identifier.isEmpty,
        identifier.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D })
      else { return false }
      let isNumber = identifier.allSatisfy(ASCII.isDigit)
      return mayHaveLeadingZeros || !isNumber || identifier.count == 1 || identifier.first != 0x30
    }
  }
}
