// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes that Readline hasn't read yet.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var head = 0

  var count: Int { bytes.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func popFirst() -> UInt8? {
    guard head < bytes.count else { return nil }
    defer { head += 1 }
    return bytes[head]
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    head = 0
  }
}
