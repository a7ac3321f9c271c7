// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// A text whose parts look different.
struct LookedText: ExpressibleByStringLiteral {
  private(set) var parts: [(text: String, look: LineLook)]

  init(_ text: String, _ look: LineLook = .plain) { parts = [(text, look)] }

  init(stringLiteral text: String) { self.init(text) }

  /// The text alone.
  var text: String { parts.map(\.text).joined() }

  static func + (left: LookedText, right: LookedText) -> LookedText {
    var both = left
    both.parts += right.parts
    return both
  }

  /// Puts the looks into lines that were made of this text: wrapped, indented, made visible.
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
      var look = LineLook.plain
      for character in line {
        var wanted = look
        if character == " " {
          if next < source.count, source[next].0 == " " { next += 1 }
        } else {
          // Blanks at which a line was broken are not in the lines.
          while next < source.count, source[next].0 == " " { next += 1 }
          wanted = .plain
          if next < source.count, source[next].0 == character {
            wanted = source[next].1
            next += 1
          }
        }
        if wanted != look {
          if look != .plain { painted += LineLook.off }
          painted += wanted.on
          look = wanted
        }
        painted.append(character)
      }
      return look == .plain ? painted : painted + LineLook.off
    }
  }
}
