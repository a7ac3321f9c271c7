// SPDX-License-Identifier: Apache-2.0

/// The possible names of a file or a folder in a tree.
package enum TreeName {
  /// Why a name, or a part of one, can't be used, as the end of a sentence; nil if it can.
  package static func problem(in name: String, isWhole: Bool) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return "has no '/'" }
    if name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    {
      return "has no control characters"
    }
    if isWhole, name == "." || name == ".." { return "isn't '\(name)'" }
    if name.utf8.count > 255 { return "has at most 255 bytes" }
    return nil
  }

  /// Whether the target of a link at a depth is a relative path that never leaves the tree.
  package static func staysInside(_ target: String, depth: Int) -> Bool {
    guard !target.isEmpty, !target.hasPrefix("/"), !target.utf8.contains(0) else { return false }
    var depth = depth
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }
}
