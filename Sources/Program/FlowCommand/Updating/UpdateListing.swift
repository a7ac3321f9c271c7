// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowHosts
import Localization
import ProjectUpdates
import TerminalCells

/// The files of an update as lines: one list with a verdict for each.
struct UpdateListing {
  let plan: UpdatePlan

  /// The lines, each with a verdict, a path, and how many lines differ; files that stay as they are are only counted.
  ///
  /// - Parameter choices: What was decided about files.
  /// - Returns: The lines.
  func lines(choosing choices: [String: UpdateChoice] = [:]) -> [String] {
    var rows: [(word: String, path: String, detail: String)] = []
    var counts: [UpdateVerdict: Int] = [:]
    for entry in plan.entries {
      switch entry.verdict {
      case .unchanged, .yours: counts[entry.verdict, default: 0] += 1
      default:
        rows.append((Self.word(for: entry.verdict), entry.path, detail(of: entry, choices)))
      }
    }
    for folder in plan.newFolders {
      rows.append((Self.word(for: .added), folder + "/", "an empty folder"))
    }
    let width = rows.map(\.word.count).max() ?? 0
    var lines = rows.map { row in
      let word = row.word + String(repeating: " ", count: width - row.word.count)
      return "\(word)  \(row.path.escapedForDisplay)"
        + (row.detail.isEmpty ? "" : "  (\(row.detail))")
    }
    let same = counts[.unchanged] ?? 0
    let yours = counts[.yours] ?? 0
    if same > 0 { lines.append(Self.counted(same, "unchanged", rows.isEmpty)) }
    if yours > 0 {
      lines.append(Self.counted(yours, "changed by you alone, left as it is", rows.isEmpty))
    }
    return lines
  }

  private static func counted(_ count: Int, _ words: String, _ isAlone: Bool) -> String {
    "\(count) \(count == 1 ? "file" : "files") \(words)"
  }

  /// The word for a verdict.
  static func word(for verdict: UpdateVerdict) -> String {
    switch verdict {
    case .unchanged: "unchanged"
    case .yours: "yours"
    case .kept: "kept"
    case .blocked: "blocked"
    case .added: "added"
    case .updated: "updated"
    case .merged: "merged"
    case .conflict: "conflict"
    case .addedByBoth: "added by both"
    case .removed: "removed"
    case .dropped: "dropped, but changed by you"
    case .inTheWay: "in the way"
    case .deleted: "stays deleted"
    case .secret: "has a secret"
    }
  }

  private func detail(
    of entry: UpdatePlan.Entry, _ choices: [String: UpdateChoice]
  ) -> String {
    if let choice = choices[entry.path] { return Self.word(for: choice, of: entry.verdict) }
    switch entry.verdict {
    case .kept, .blocked:
      if case .obstacle(let obstacle) = entry.mine { return obstacle.words(in: .english) }
      return entry.theirs.map { $0.isSecret && !$0.isKept } ?? true
        ? "depends on a secret that isn't given" : ""
    case .added where !entry.obstacles.isEmpty:
      let more = entry.obstacles.count - 1
      return "in the place of \(entry.obstacles[0].escapedForDisplay)"
        + (more > 0 ? " and \(more) more" : "")
    case .deleted: return "--restore \(entry.path) brings it back"
    case .updated, .merged, .conflict, .addedByBoth, .secret:
      guard let difference = difference(of: entry) else { return Self.kindDetail(of: entry) }
      return "+\(difference.addedCount) -\(difference.removedCount)"
    default: return ""
    }
  }

  private static func kindDetail(of entry: UpdatePlan.Entry) -> String {
    switch (entry.mine.identity, entry.theirs?.identity) {
    case (.link?, .link(let target)?), (.file?, .link(let target)?): "-> \(target)"
    default: ""
    }
  }

  /// The words for a choice.
  static func word(for choice: UpdateChoice, of verdict: UpdateVerdict) -> String {
    switch choice {
    case .keep: "keep yours"
    case .theirs: verdict == .dropped || verdict == .inTheWay ? "remove it" : "take the new version"
    case .markers: "mark the conflict in the file"
    }
  }

  /// How a file differs from what the update makes of it; nil where that can't be shown.
  func difference(of entry: UpdatePlan.Entry) -> LineDifference? {
    guard entry.theirs?.isSecret != true else { return nil }
    let old: [UInt8]
    if case .file(let bytes, _) = entry.mine { old = bytes } else { old = [] }
    let new: [UInt8]
    switch entry.merged ?? entry.theirs?.identity {
    case .file(let bytes, _)?: new = bytes
    case nil: new = []
    case .link?: return nil
    }
    return LineDifference(from: old, to: new)
  }

  /// The difference of a file as lines, at most so many.
  func differenceLines(of entry: UpdatePlan.Entry, limit: Int) -> [String] {
    guard let difference = difference(of: entry) else { return ["(not shown)"] }
    var lines = difference.lines.map { line in
      switch line {
      case .same(let text): "  " + Self.shown(text)
      case .removed(let text): "- " + Self.shown(text)
      case .added(let text): "+ " + Self.shown(text)
      case .gap: "…"
      }
    }
    if lines.count > limit {
      lines = Array(lines.prefix(limit)) + ["… \(lines.count - limit) more lines"]
    }
    return lines
  }

  private static func shown(_ line: Substring) -> String {
    (line.hasSuffix("\n") ? line.dropLast() : line).description.escapedForDisplay
  }

  /// All differences, file by file.
  var differences: String {
    var text = ""
    for entry in plan.entries where entry.verdict.isChange || entry.verdict.isQuestion {
      text += "\(Self.word(for: entry.verdict))  \(entry.path.escapedForDisplay)\n"
      text += differenceLines(of: entry, limit: .max).map { "  \($0)\n" }.joined()
    }
    return text
  }
}
