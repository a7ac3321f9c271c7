// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// How a part of a line stands out where the terminal may be sent styles; what it says, it says
/// without.
enum LineLook: Hashable {
  /// As everything else.
  case plain

  /// What the person must do next.
  case strong

  /// What is beside it.
  case faint

  /// What is refused.
  case wrong

  /// What is to be thought about once more.
  case careful

  /// What switches it on; it is switched off by ``off``.
  var on: String {
    switch self {
    case .plain: ""
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .wrong: "\u{1B}[31m"
    case .careful: "\u{1B}[33m"
    }
  }

  static let off = "\u{1B}[0m"
}

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
