// SPDX-License-Identifier: Apache-2.0

/// The records of a journal.
///
/// A record is its length, the checksum of the length, and the checksum of its content, each in 4
/// bytes with the lowest first, and then its content. The first record is the beginning of the walk;
/// each other one holds events in the binary format, or a remark of the driver in UTF-8.
package enum JournalRecords {
  /// The first byte of a remark, which no event has.
  static let remark: UInt8 = 0xff

  /// The number of bytes before the content of a record.
  static let headLength = 12

  package static func record(_ content: [UInt8]) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(headLength + content.count)
    add(UInt32(clamping: content.count), to: &record)
    add(checksum(of: record[...]), to: &record)
    add(checksum(of: content[...]), to: &record)
    record += content
    return record
  }

  /// The records of a file that were written completely.
  package struct Reading {
    var contents: [ArraySlice<UInt8>] = []

    /// The number of bytes of the complete records.
    ///
    /// The rest was being written when the power or the process ended.
    var length = 0
  }

  /// Reads the records of a file.
  ///
  /// - Throws: ``SavedWalkError/damaged(offset:reason:)`` if a record before the last is damaged.
  /// - Complexity: O(*n*) in the number of bytes.
  static func read(_ file: [UInt8]) throws(SavedWalkError) -> Reading {
    var reading = Reading()
    while file.count - reading.length >= headLength {
      let start = reading.length
      let head = file[start..<start + headLength]
      let length = Int(number(in: head.prefix(4)))
      guard number(in: head.dropFirst(4).prefix(4)) == checksum(of: head.prefix(4)) else {
        // A file can end in zeros, also in the middle of a head that was being written.
        if file[(start + headLength)...].allSatisfy({ $0 == 0 }) { return reading }
        throw .damaged(offset: start, reason: "the checksum of a length is wrong")
      }
      let rest = file.count - start - headLength
      guard length <= rest else { return reading }
      let content = file[start + headLength..<start + headLength + length]
      guard number(in: head.suffix(4)) == checksum(of: content[...]) else {
        if file[(start + headLength + length)...].allSatisfy({ $0 == 0 }) { return reading }
        throw .damaged(offset: start, reason: "the checksum of a record is wrong")
      }
      reading.contents.append(content)
      reading.length = start + headLength + length
    }
    return reading
  }

  /// Whether a file ends before its first record does, as a power failure can leave it.
  ///
  /// - Complexity: O(1), and O(*n*) in the number of bytes of a file of zeros.
  static func isCutInFirst(_ file: [UInt8]) -> Bool {
    guard file.count >= headLength else { return true }
    guard number(in: file[4..<8]) == checksum(of: file[..<4]) else {
      return file.allSatisfy { $0 == 0 }
    }
    return Int(number(in: file[..<4])) > file.count - headLength
  }

  private static func add(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { ($0 << 8) | UInt32($1) }
  }

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in
      crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0x82f6_3b78
    }
  }

  /// Returns the CRC-32C checksum (Castagnoli) of some bytes, as in iSCSI and ext4.
  ///
  /// - Complexity: O(*n*).
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    checksums.withUnsafeBufferPointer { table in
      bytes.withUnsafeBytes { bytes in
        ~bytes.reduce(~UInt32(0)) { crc, byte in
          (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
        }
      }
    }
  }
}
