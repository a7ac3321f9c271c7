// SPDX-License-Identifier: Apache-2.0

/// Bytes that no program writes, which the driver appends to a program's output.
///
/// The kernel delivers output asynchronously. Once the mark has been read, so has everything before it.
struct OutputMark {
  /// They occur in no UTF-8.
  static let bytes: [UInt8] = [0xFF, 0xFE, 0xFF]

  /// Whether the mark was written, and not read yet.
  var isAwaited = false

  /// The beginning of the mark, if that was read alone.
  private var held: [UInt8] = []

  /// Removes the mark from what was read.
  mutating func removed(from bytes: [UInt8]) -> [UInt8] {
    guard isAwaited else { return bytes }
    var all = held + bytes
    held = []
    guard let start = all.firstIndex(of: 0xFF) else { return all }
    if all.count - start < Self.bytes.count {
      held = Array(all[start...])
      all.removeSubrange(start...)
    } else {
      isAwaited = false
      all.removeSubrange(start..<start + Self.bytes.count)
    }
    return all
  }
}
