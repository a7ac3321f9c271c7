// SPDX-License-Identifier: Apache-2.0

import FlowFiles

/// Patterns of paths, of which the last that matches decides, as in `.gitignore`.
struct PathPatterns {
  private let patterns: [(pattern: TreePattern, isNegated: Bool)]

  /// Reads patterns of copier, which are those of Git.
  init(gitPatterns: [String]) {
    patterns = gitPatterns.map { text in
      let isNegated = text.hasPrefix("!")
      var text = isNegated ? String(text.dropFirst()) : text
      while text.hasSuffix("/") { text.removeLast() }
      // A pattern with a `/` in it is a path from the top.
      if text.hasPrefix("/") {
        text.removeFirst()
        return (TreePattern(text, isPath: true), isNegated)
      }
      return (TreePattern(text), isNegated)
    }
  }

  /// Reads patterns of cookiecutter, which are those of Python's `fnmatch`: `*` is also for `/`.
  init(namePatterns: [String]) {
    patterns = namePatterns.map { text in
      (
        TreePattern(
          text.split(separator: "*", omittingEmptySubsequences: false)
            .joined(separator: "**"), isPath: true), false
      )
    }
  }

  /// Whether a name in a folder, whose path ends in `/` or is empty, is meant.
  func match(_ name: String, in folder: String) -> Bool {
    patterns.last { $0.pattern.matches(name, at: folder) }.map { !$0.isNegated } ?? false
  }
}
