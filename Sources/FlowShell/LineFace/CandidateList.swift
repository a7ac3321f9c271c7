// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// The list of what a line can be completed to.
enum CandidateList {
  /// How many are shown; of more the list says so.
  private static let limit = 100

  /// The lines of a list: one per candidate with its detail, or columns where there are no details.
  static func lines(_ candidates: [Completions.Candidate], columns: Int) -> [String] {
    let text = LineText(columns: columns)
    let shown = candidates.prefix(limit)
    let names = shown.map { $0.text.escapedForDisplay }
    var lines: [String]
    if shown.contains(where: { !$0.detail.isEmpty }) {
      let width = min(names.map(\.cellWidth).max() ?? 0, max(1, columns / 2))
      lines = zip(names, shown).flatMap { name, candidate -> [String] in
        let padding = String(repeating: " ", count: max(0, width - name.cellWidth))
        return text.wrap(
          "  \(name)\(padding)  \(candidate.detail)", hanging: min(width + 4, columns / 3))
      }
    } else {
      lines = text.wrap(names.joined(separator: "  "), indent: 2)
    }
    if candidates.count > limit { lines.append("  and \(candidates.count - limit) more") }
    return lines
  }
}
