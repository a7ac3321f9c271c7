// SPDX-License-Identifier: Apache-2.0

import TerminalCells
import TerminalIO

/// The list of what a line can be completed to.
enum CandidateList {
  /// How many are shown; of more the list says so.
  private static let limit = 100

  /// The lines of a list: one per candidate with its detail, or columns where there are no details.
  static func lines(
    _ candidates: [Completions.Candidate], columns: Int, isStyled: Bool = false
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
          LookedText("  \(name)\(padding)  ") + LookedText(candidate.detail, .faint),
          hanging: min(width + 4, columns / 3))
      }
    } else {
      lines = table(names, text)
    }
    if candidates.count > limit { lines.append("  and \(candidates.count - limit) more") }
    return lines
  }

  /// Names in columns, each column read downwards; a name is never broken where a line is wide
  /// enough for it.
  private static func table(_ names: [String], _ text: LineText) -> [String] {
    let gap = 2
    let widths = names.map(\.cellWidth)
    let room = text.columns - 1 - gap
    // As few rows as possible, the columns as wide as their widest name.
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
