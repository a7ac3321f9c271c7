// SPDX-License-Identifier: Apache-2.0

/// A line of input.
public enum MessageLine: Hashable, Sendable {
  /// The bytes of the line, without its line feed.
  case bytes([UInt8])

  /// The line is longer than allowed; its bytes weren't kept.
  case tooLong
}

/// Divides bytes into lines, and keeps no more than one line of a maximum length.
public struct MessageLines: Sendable {
  private let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  /// Creates a value.
  ///
  /// - Parameter limit: The maximum number of bytes of a line.
  public init(limit: Int) { self.limit = limit }

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
    line.isEmpty && !isTooLong ? nil : take()
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    if line.count + bytes.count > limit {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }

  private mutating func take() -> MessageLine {
    defer { (line, isTooLong) = ([], false) }
    return isTooLong ? .tooLong : .bytes(line)
  }
}
