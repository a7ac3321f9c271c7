// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells
import TerminalIO

/// The list of a line's completions.
enum CandidateList {
  /// The maximum number of candidates shown; the list says how many more there are.
  private static let limit = 100

  /// The lines of a list: one for each candidate with its detail, or columns where none has a detail.
  static func lines(
    _ candidates: [Completions.Candidate], columns: Int, isStyled: Bool = false,
    _ catalog: MessageCatalog = .english
  ) -> [String] {
    let text = LineText(columns: columns, isStyled: isStyled)
    let shown = candidates.prefix(limit)
    let names = shown.map { ($0.shown ?? $0.text).escapedForDisplay }
    var lines: [String]
    if shown.contains(where: { !$0.detail.isEmpty }) {
      let width = min(names.map(\.cellWidth).max() ?? 0, max(1, columns / 2))
      lines = zip(names, shown).flatMap { name, candidate -> [String] in
        let padding = String(repeating: " ", count: max(0, width - name.cellWidth))
        return text.wrap(
          StyledText("  \(name)\(padding)  ") + StyledText(candidate.detail, .faint),
          hanging: min(width + 4, columns / 3))
      }
    } else {
      lines = table(names, text)
    }
    if candidates.count > limit {
      let rest = catalog.text(.moreCandidates, ["count": .count(candidates.count - limit)])
      lines.append("  " + rest)
    }
    return lines
  }

  /// Names in columns, each read downward; a name is broken only where it's longer than a line.
  private static func table(_ names: [String], _ text: LineText) -> [String] {
    let gap = 2
    let widths = names.map(\.cellWidth)
    let room = text.columns - 1 - gap
    // Use as few rows as possible; each column is as wide as its widest name.
    for rows in 1..<max(names.count, 2) {
      let columns = stride(from: 0, to: names.count, by: rows).map { start in
        widths[start..<min(start + rows, names.count)].max() ?? 0
      }
      guard columns.reduce(0, +) + gap * (columns.count - 1) <= room else { continue }
      return (0..<rows).map { row in
        var line = ""
        for (column, width) in columns.enumerated() {
          let index = column * rows + row
          guard index < names.count else { break }
          let isLast = index + rows >= names.count
          let padding = isLast ? 0 : width - widths[index]
          line +=
            String(repeating: " ", count: gap) + names[index]
            + String(repeating: " ", count: padding)
        }
        return line
      }
    }
    return names.flatMap { text.wrap($0, indent: gap) }
  }
}
