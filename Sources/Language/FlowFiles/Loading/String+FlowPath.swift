// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Returns a path relative to a flow's folder without `.` and `..`, or nil if it's absolute, empty, or outside the
  /// folder.
  ///
  /// - Parameter mayLeave: Whether the path may be outside the folder; if so, the result may start with `..`
  ///   components.
  /// - Returns: The normalized path.
  func normalizedPath(mayLeave: Bool = false) -> String? {
    guard !isEmpty, !hasPrefix("/"), !utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    for part in split(separator: "/") {
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
