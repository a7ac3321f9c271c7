// SPDX-License-Identifier: Apache-2.0

/// Divides bytes into messages with headers, `Content-Length: 17` and a blank line, and keeps no more than one message
/// of a maximum length.
package struct MessageFrames: Sendable {
  private let limit: Int

  /// The maximum size of the headers of a message in bytes.
  private static let headerLimit = 4096

  /// The bytes of the headers so far, or of the message.
  private var kept: [UInt8] = []

  /// The number of bytes of the message that are missing; nil while its headers are read.
  private var missing: Int?
  private var isTooLong = false

  /// Creates a value.
  ///
  /// - Parameter limit: The maximum number of bytes of a message.
  package init(limit: Int) { self.limit = limit }

  /// Adds bytes.
  ///
  /// Headers without a length have no message: what follows them is read as headers. A message that's too long is
  /// known by its headers, and then skipped.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The messages that are complete now, and those that are too long.
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) -> [MessageLine] {
    var messages: [MessageLine] = []
    var rest = bytes
    while !rest.isEmpty || missing == 0 {
      if let missing {
        let part = rest.prefix(missing)
        if !isTooLong { kept += part }
        self.missing = missing - part.count
        rest = rest.dropFirst(part.count)
        if missing == part.count, let message = take() { messages.append(message) }
      } else {
        let byte = rest.removeFirst()
        if kept.count < Self.headerLimit || byte == 0x0A { kept.append(byte) }
        if byte == 0x0A,
          kept.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] || kept.suffix(2) == [0x0A, 0x0A]
        {
          begin()
          if isTooLong { messages.append(.tooLong) }
        } else if kept.count > 2 * Self.headerLimit {
          kept = []
        }
      }
    }
    return messages
  }

  /// Begins the message whose headers were read.
  private mutating func begin() {
    let length = Self.length(in: kept)
    kept = []
    isTooLong = length.map { $0 > limit } ?? false
    missing = length
  }

  private mutating func take() -> MessageLine? {
    defer { (kept, missing, isTooLong) = ([], nil, false) }
    return isTooLong ? nil : .bytes(kept)
  }

  private static func length(in headers: [UInt8]) -> Int? {
    for line in headers.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let digits = line[(colon + 1)...].drop { $0 == 0x20 }
      guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { continue }
      return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
    return nil
  }

  /// Returns a message with its headers.
  package static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }
}
