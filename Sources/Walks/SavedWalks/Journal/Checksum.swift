// SPDX-License-Identifier: Apache-2.0

/// The CRC-32C checksum (Castagnoli), as in iSCSI and ext4.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0x82f6_3b78
    }
  }

  /// Returns the checksum of some bytes.
  ///
  /// - Complexity: O(*n*).
  static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes(of) }

  /// Returns the checksum of some bytes.
  ///
  /// - Complexity: O(*n*).
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withUnsafeBytes(of) }

  private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(~UInt32(0)) { crc, byte in
        (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
      }
    }
  }
}
