// SPDX-License-Identifier: Apache-2.0

/// A path relative to a flow's folder, as a flow may write it.
package enum FlowFilePath {
  /// The path without `.` and `..`; nil when it is absolute, empty, or leads out of the folder.
  ///
  /// - Parameters:
  ///   - path: The path as a flow writes it.
  ///   - mayLeave: Whether it may lead out of the folder; then each `..` that does is first.
  /// - Returns: The path.
  package static func normalized(_ path: String, mayLeave: Bool = false) -> String? {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if let last = parts.last, last != ".." {
          parts.removeLast()
        } else if mayLeave {
          parts.append(part)
        } else {
          return nil
        }
      default: parts.append(part)
      }
    }
    guard let last = parts.last, last != ".." else { return nil }
    return parts.joined(separator: "/")
  }
}
