// SPDX-License-Identifier: Apache-2.0

/// Host names, as defined by RFC 1123.
enum HostnameFormat {
  static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(bytes.count) else { return false }
    return bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
        && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
    }
  }
}

/// Email addresses: the rule of HTML, with the lengths and dots of RFC 5321.
enum EmailFormat {
  private static let marks = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 254, let at = bytes.lastIndex(of: 0x40) else { return false }
    let local = bytes[..<at]
    let hasDotsInside =
      local.first != 0x2E && local.last != 0x2E
      && !zip(local, local.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    return (1...64).contains(local.count) && hasDotsInside
      && local.allSatisfy { ASCII.isAlphanumeric($0) || marks.contains($0) }
      && HostnameFormat.accepts(bytes[(at + 1)...])
  }
}

/// UUIDs in their usual form, of any version, in upper or lower case.
enum UUIDFormat {
  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.indices.allSatisfy { place in
      [8, 13, 18, 23].contains(place) ? bytes[place] == 0x2D : ASCII.isHexadecimal(bytes[place])
    }
  }
}

/// Semantic Versioning 2.0.0.
enum VersionFormat {
  static func accepts(_ bytes: [UInt8]) -> Bool {
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
