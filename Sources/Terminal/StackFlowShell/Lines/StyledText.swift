// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// A text whose parts have different looks.
struct StyledText: ExpressibleByStringLiteral {
  private(set) var parts: [(text: String, look: TextLook)]

  init(_ text: String, _ look: TextLook = .plain) { parts = [(text, look)] }

  init(stringLiteral text: String) { self.init(text) }

  /// The text alone.
  var text: String { parts.map(\.text).joined() }

  /// Returns the text with each part changed, and its look.
  func map(_ change: (String) -> String) -> StyledText {
    var text = self
    text.parts = parts.map { (change($0.text), $0.look) }
    return text
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var both = left
    both.parts += right.parts
    return both
  }

  /// Adds the looks to lines that were made from this text by wrapping, indenting and escaping.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func painted(_ lines: [String]) -> [String] {
    guard parts.contains(where: { $0.look != .plain }) else { return lines }
    let source = parts.flatMap { part in
      part.text.filter { !$0.isNewline }.escapedForDisplay.map { ($0, part.look) }
    }
    var next = 0
    return lines.map { line in
      var painted = ""
      var look = TextLook.plain
      for character in line {
        var wanted = look
        if character == " " {
          if next < source.count, source[next].0 == " " { next += 1 }
        } else {
          // The lines don't contain the blanks at which they were broken.
          while next < source.count, source[next].0 == " " { next += 1 }
          wanted = .plain
          if next < source.count, source[next].0 == character {
            wanted = source[next].1
            next += 1
          }
        }
        if wanted != look {
          if look != .plain { painted += TextLook.off }
          painted += wanted.on
          look = wanted
        }
        painted.append(character)
      }
      return look == .plain ? painted : painted + TextLook.off
    }
  }
}
