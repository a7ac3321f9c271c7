// SPDX-License-Identifier: Apache-2.0

import Localization
import TerminalCells
import TerminalIO

extension LineText {
  /// The maximum number of candidates shown; the list says how many more there are.
  private static let candidateLimit = 100

  /// The lines of a list of completions: one for each candidate with its detail, or columns where none has a detail.
  func lines(of candidates: [Completions.Candidate], in catalog: MessageCatalog) -> [String] {
    let shown = candidates.prefix(Self.candidateLimit)
    let names = shown.map { ($0.shown ?? $0.text).escapedForDisplay }
    var lines: [String]
    if shown.contains(where: { !$0.detail.isEmpty }) {
      let width = min(names.map(\.cellWidth).max() ?? 0, max(1, columns / 2))
      lines = zip(names, shown).flatMap { name, candidate -> [String] in
        let padding = String(repeating: " ", count: max(0, width - name.cellWidth))
        return wrap(
          StyledText("  \(name)\(padding)  ") + StyledText(candidate.detail, .faint),
          hanging: min(width + 4, columns / 3))
      }
    } else {
      lines = table(names)
    }
    if candidates.count > shown.count {
      let rest = catalog.text(.moreCandidates, ["count": .count(candidates.count - shown.count)])
      lines.append("  " + rest)
    }
    return lines
  }

  /// Names in columns, each read downward; a name is broken only where it's longer than a line.
  private func table(_ names: [String]) -> [String] {
    let gap = 2
    let widths = names.map(\.cellWidth)
    let room = columns - 1 - gap
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
    return names.flatMap { wrap($0, indent: gap) }
  }
}
