// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// A picture of a screen, with `…` for parts that don't matter.
struct ScreenPattern {
  /// The lines, without blanks at their ends.
  let lines: [String]

  /// A line of a comparison.
  enum Row: Equatable {
    /// A line that's shown.
    case same(String, found: String)

    /// Rows for which the picture has `…`.
    case any([String])

    /// A line that's shown differently, isn't shown, or isn't expected.
    case different(expected: String?, found: String?)
  }

  init(_ text: String) { lines = Self.trimmed(text) }

  /// Whether rows are what the picture shows.
  ///
  /// - Complexity: O(*m* · *n*) comparisons of lines.
  func matches(_ rows: [String]) -> Bool {
    Self.matches(lines, Self.withoutEmptyEnd(rows), isAny: { $0 == "…" }) { line, row in
      Self.matches(line, row: row)
    }
  }

  /// Returns whether a line of a picture is a row.
  static func matches(_ line: String, row: String) -> Bool {
    guard line.contains("…") else { return line == row }
    return matches(Array(line), Array(row), isAny: { $0 == "…" }, isSame: ==)
  }

  /// Matches a pattern by going back to the last part that can be anything, which no earlier one can better.
  private static func matches<Element>(
    _ pattern: [Element], _ found: [Element], isAny: (Element) -> Bool,
    isSame: (Element, Element) -> Bool
  ) -> Bool {
    var (next, place) = (0, 0)
    var last: (next: Int, place: Int)?
    while place < found.count {
      if next < pattern.count, isAny(pattern[next]) {
        last = (next + 1, place)
        next += 1
      } else if next < pattern.count, isSame(pattern[next], found[place]) {
        next += 1
        place += 1
      } else if let begin = last {
        last = (begin.next, begin.place + 1)
        (next, place) = (begin.next, begin.place + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy(isAny)
  }

  // MARK: Differences

  /// Aligns the picture and rows, with as few different lines as possible.
  ///
  /// - Complexity: O(*m* · *n*) comparisons of lines.
  func compared(with rows: [String]) -> [Row] {
    let rows = Self.withoutEmptyEnd(rows)
    let (height, width) = (lines.count, rows.count)
    var costs = [[Int]](repeating: [Int](repeating: 0, count: width + 1), count: height + 1)
    func isAny(_ line: Int) -> Bool { lines[line] == "…" }
    func isSame(_ line: Int, _ row: Int) -> Bool { Self.matches(lines[line], row: rows[row]) }
    for row in 0..<width { costs[height][row] = width - row }
    for line in (0..<height).reversed() {
      for row in (0...width).reversed() {
        if isAny(line) {
          let rest = costs[line + 1][row]
          costs[line][row] = row < width ? min(rest, costs[line][row + 1]) : rest
        } else if row == width {
          costs[line][row] = costs[line + 1][row] + 1
        } else {
          let pair = costs[line + 1][row + 1] + (isSame(line, row) ? 0 : 1)
          costs[line][row] = min(pair, costs[line + 1][row] + 1, costs[line][row + 1] + 1)
        }
      }
    }
    var compared: [Row] = []
    var (line, row) = (0, 0)
    while line < height || row < width {
      let cost = costs[line][row]
      if line < height, isAny(line) {
        var skipped: [String] = []
        while row < width, costs[line + 1][row] > cost {
          skipped.append(rows[row])
          row += 1
        }
        compared.append(.any(skipped))
        line += 1
      } else if line < height, row < width, isSame(line, row), costs[line + 1][row + 1] == cost {
        compared.append(.same(lines[line], found: rows[row]))
        (line, row) = (line + 1, row + 1)
      } else if line < height, row < width, costs[line + 1][row + 1] + 1 == cost {
        compared.append(.different(expected: lines[line], found: rows[row]))
        (line, row) = (line + 1, row + 1)
      } else if line < height, costs[line + 1][row] + 1 == cost {
        compared.append(.different(expected: lines[line], found: nil))
        line += 1
      } else {
        compared.append(.different(expected: nil, found: rows[row]))
        row += 1
      }
    }
    return compared
  }

  /// The picture that rows match, in which everything that matches already stays as it was written.
  func revised(for rows: [String]) -> String {
    compared(with: rows).compactMap { row in
      switch row {
      case .same(let line, _): line
      case .any: "…"
      case .different(_, let found): found
      }
    }.joined(separator: "\n")
  }

  /// The picture and rows side by side, with `!` before different lines.
  func sideBySide(_ rows: [String]) -> [String] {
    let table = compared(with: rows).flatMap { row -> [SideBySide.Row] in
      switch row {
      case .same(let line, let found): [SideBySide.Row(line, found)]
      case .any(let rows):
        rows.count < 4
          ? (rows.isEmpty ? [SideBySide.Row("…", "")] : rows.map { SideBySide.Row("…", $0) })
          : [SideBySide.Row("…", "… (\(rows.count) rows)")]
      case .different(let line, let found):
        [SideBySide.Row(line ?? "", found ?? "", isDifferent: true)]
      }
    }
    return SideBySide.lines(table)
  }

  // MARK: Lines

  private static func trimmed(_ text: String) -> [String] {
    withoutEmptyEnd(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var line = line
        while line.last == " " || line.last == "\r" { line.removeLast() }
        return line.allSatisfy { $0 == " " || $0 == "…" } && line.contains("…") ? "…" : String(line)
      })
  }

  private static func withoutEmptyEnd(_ rows: [String]) -> [String] {
    Array(rows.reversed().drop(while: \.isEmpty).reversed())
  }
}

/// Two columns of text, what was expected and what was found.
enum SideBySide {
  struct Row {
    let expected: String
    let found: String
    let isDifferent: Bool

    init(_ expected: String, _ found: String, isDifferent: Bool = false) {
      self.expected = expected
      self.found = found
      self.isDifferent = isDifferent
    }
  }

  /// Returns the rows below a heading, with `!` before the different ones.
  static func lines(_ rows: [Row]) -> [String] {
    let heading = Row("expected", "found")
    let width = ([heading] + rows).map(\.expected.cellWidth).max() ?? 0
    return ([heading] + rows).map { row in
      let gap = String(repeating: " ", count: width - row.expected.cellWidth)
      var line = "\(row.isDifferent ? "!" : " ") \(row.expected)\(gap) │ \(row.found)"
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
