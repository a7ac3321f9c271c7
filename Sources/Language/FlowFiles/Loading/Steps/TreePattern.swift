// SPDX-License-Identifier: Apache-2.0

/// A pattern of `skip:`, such as `*.orig`, `.git` or `docs/**/draft?.md`.
///
/// `*` stands for any characters but `/`, `**` for any, and `?` for one. A pattern without `/` is
/// compared with names, and one with `/` with paths in the tree.
package struct TreePattern: Sendable {
  private enum Part: Equatable, Sendable {
    case character(Character)
    case one
    case some
    case any
  }

  private let parts: [Part]
  private let isPath: Bool

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - isPath: Whether it's compared with paths; nil if that depends on whether it has a `/`.
  package init(_ text: String, isPath: Bool? = nil) {
    var parts: [Part] = []
    for character in text {
      switch (character, parts.last) {
      case ("*", .some?): parts[parts.count - 1] = .any
      case ("*", .any?): break
      case ("*", _): parts.append(.some)
      case ("?", _): parts.append(.one)
      default: parts.append(.character(character))
      }
    }
    self.parts = parts
    self.isPath = isPath ?? text.contains("/")
  }

  /// Returns whether a name in a folder of the tree, whose path ends in `/` or is empty, is meant.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the pattern and of the path.
  package func matches(_ name: String, at folder: String) -> Bool {
    var reached = [Bool](repeating: false, count: parts.count + 1)
    reached[0] = true
    for index in parts.indices where parts[index] == .some || parts[index] == .any {
      reached[index + 1] = reached[index]
    }
    for character in isPath ? folder + name : name {
      var next = [Bool](repeating: false, count: parts.count + 1)
      for (index, part) in parts.enumerated() {
        switch part {
        case .character(let expected): next[index + 1] = reached[index] && character == expected
        case .one: next[index + 1] = reached[index] && character != "/"
        case .some: next[index + 1] = next[index] || reached[index + 1] && character != "/"
        case .any: next[index + 1] = next[index] || reached[index + 1]
        }
      }
      reached = next
    }
    return reached[parts.count]
  }
}
