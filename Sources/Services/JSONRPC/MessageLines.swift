// SPDX-License-Identifier: Apache-2.0

/// A line of input.
public enum MessageLine: Hashable, Sendable {
  /// The bytes of the line, without its line feed.
  case bytes([UInt8])

  /// The line is longer than allowed; its bytes weren't kept.
  case tooLong

  /// The lines that are being read at all connections take too much room; its bytes weren't kept.
  case noRoom
}

/// Divides bytes into lines, and keeps no more than one line of a maximum length.
///
/// Call ``finish()`` when nothing follows, also after a failure: it leaves the room.
public struct MessageLines: Sendable {
  private let limit: Int
  private let room: MessageRoom?
  private var line: [UInt8] = []

  /// Why the bytes of the line aren't kept; nil if they are.
  private var obstacle: MessageLine?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of a line.
  ///   - room: What it shares with other connections; nil for nothing.
  public init(limit: Int, in room: MessageRoom? = nil) {
    self.limit = limit
    self.room = room
  }

  /// Adds bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The lines that are complete now.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func add(_ bytes: ArraySlice<UInt8>) -> [MessageLine] {
    var lines: [MessageLine] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      keep(rest[..<end])
      lines.append(take())
      rest = rest[(end + 1)...]
    }
    keep(rest)
    return lines
  }

  /// Returns the last line, which has no line feed; nil if there's none.
  public mutating func finish() -> MessageLine? {
    line.isEmpty && obstacle == nil ? nil : take()
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard obstacle == nil else { return }
    if line.count + bytes.count > limit {
      drop(.tooLong)
    } else if room?.take(bytes.count) == false {
      drop(.noRoom)
    } else {
      line += bytes
    }
  }

  private mutating func drop(_ reason: MessageLine) {
    room?.leave(line.count)
    (line, obstacle) = ([], reason)
  }

  private mutating func take() -> MessageLine {
    room?.leave(line.count)
    defer { (line, obstacle) = ([], nil) }
    return obstacle ?? .bytes(line)
  }
}
