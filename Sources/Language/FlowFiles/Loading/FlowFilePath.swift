// SPDX-License-Identifier: Apache-2.0

/// Paths relative to a flow's folder.
enum FlowFilePath {
  /// Returns a path without `.` and `..`, or nil if it's absolute, empty, or outside the folder.
  ///
  /// - Parameters:
  ///   - path: The path as written in the flow.
  ///   - mayLeave: Whether the path may be outside the folder; if so, the result may start with
  ///     `..` components.
  /// - Returns: The normalized path.
  static func normalized(_ path: String, mayLeave: Bool = false) -> String? {
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
