// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A text with styled parts, which is wrapped as a whole.
struct StyledParts: Hashable, Sendable {
  /// Whether lines are broken only at spaces, as those of a command are, so that it can be copied.
  var breaksAtSpaces = false

  /// Whether the sign before the text is before each of its lines.
  var repeatsSign = false

  /// The parts, in order; control characters are visible escapes.
  private(set) var parts: [(text: String, style: CellStyle)] = []

  /// Creates a text.
  init() {}

  /// Creates a text with a command in it, which is broken only at spaces.
  init(command text: String, _ style: CellStyle) {
    self.init(text, style)
    breaksAtSpaces = true
  }

  /// Creates a text of one part.
  init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  /// Adds a part; its line breaks stay, and other control characters are escaped.
  mutating func append(_ text: String, _ style: CellStyle = .plain) {
    let paragraphs = text.paragraphs
    let safe =
      paragraphs.count == 1
      ? text.escapedForDisplay
      : paragraphs.map { String($0).escapedForDisplay }.joined(separator: "\n")
    parts.append((safe, style))
  }

  /// Adds the parts of another text.
  mutating func append(_ other: StyledParts) { parts += other.parts }

  /// The whole text.
  var text: String { parts.map(\.text).joined() }

  /// Whether there is nothing to show.
  var isEmpty: Bool { parts.allSatisfy(\.text.isEmpty) }

  /// The lines at a width in cells, each as styled parts.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func lines(columns: Int) -> [[(text: Substring, style: CellStyle)]] {
    let whole = text
    var ends: [(end: Int, style: CellStyle)] = []
    var end = 0
    for part in parts {
      end += part.text.utf8.count
      ends.append((end, part.style))
    }
    let lines = breaksAtSpaces ? whole.wrappedAtSpaces(to: columns) : whole.wrapped(to: columns)
    return lines.map { line in
      var start = line.startIndex
      var runs: [(Substring, CellStyle)] = []
      for (end, style) in ends {
        guard start < line.endIndex else { break }
        let limit = whole.utf8.index(whole.startIndex, offsetBy: end)
        let stop = Swift.min(limit, line.endIndex)
        if stop > start {
          runs.append((whole[start..<stop], style))
          start = stop
        }
      }
      return runs
    }
  }

  static func == (one: StyledParts, other: StyledParts) -> Bool {
    one.breaksAtSpaces == other.breaksAtSpaces && one.parts.count == other.parts.count
      && zip(one.parts, other.parts).allSatisfy { $0.text == $1.text && $0.style == $1.style }
  }

  func hash(into hasher: inout Hasher) {
    for part in parts {
      hasher.combine(part.text)
      hasher.combine(part.style)
    }
  }
}

extension CellCanvas {
  /// Writes the parts of a line from a column on.
  mutating func write(_ line: [(text: Substring, style: CellStyle)], column: Int = 0, row: Int) {
    var column = column
    for part in line { column += write(part.text, column: column, row: row, style: part.style) }
  }
}
