// SPDX-License-Identifier: Apache-2.0

import FlowScripts

extension Exploration {
  /// The report for people; every line ends with a line break.
  ///
  /// - Parameter path: The path of the flow.
  /// - Returns: The report.
  package func text(for path: String) -> String {
    var lines: [String] = []
    for finding in findings {
      lines.append("\(path): \(finding.law.statement): broken")
      lines.append("  \(finding.message)")
      lines += finding.details.map { "    \($0)" }
      lines.append("  this script leads to it:")
      lines += finding.script.text.split(separator: "\n").map { "    \($0)" }
      lines.append("")
    }
    let amount = "\(walks) \(walks == 1 ? "walk" : "walks") with \(steps) moves"
    if isExhaustive {
      lines.append(
        "\(path): \(amount), all combinations of each choice, yes and no, empty and answered,")
      lines.append("  and values at and next to those that conditions and limits compare with")
    } else {
      lines.append(
        "\(path): \(amount), sampled with --seed \(seed)\(isStopped ? ", until the time was over" : "")"
      )
    }
    let parts = CoverageMeasure.allCases.filter { coverage.count(of: $0) > 0 }.map { measure in
      "\(measure.words) \(coverage.coveredCount(of: measure)) of \(coverage.count(of: measure))"
    }
    if !parts.isEmpty { lines.append("  covered: \(parts.joined(separator: ", "))") }
    if let problem { lines.append("  nothing is shown: \(problem)") }
    if !missed.isEmpty, walks > 0 {
      lines.append("  not walked:")
      lines += missed.prefix(Self.maximumMissed).map { "    \($0)" }
      if missed.count > Self.maximumMissed {
        lines.append("    and \(missed.count - Self.maximumMissed) more")
      }
    }
    let broken = Set(findings.map(\.law.name))
    let held = laws.filter { !broken.contains($0.name) }
    if !held.isEmpty, walks > 0 {
      lines.append(isComplete ? "  shown:" : "  held on these walks:")
      lines += held.map { "    \($0.statement)\(share(of: $0))" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Says on how many walks a law was checked, unless it was on all.
  private func share(of law: ExplorationLaw) -> String {
    guard let count = walks(checking: law), count < walks else { return "" }
    let ends = "at the end of \(count) of \(walks) walks"
    return law.place == .situations
      ? " (after the first moves of each kind at each step, and \(ends))" : " (\(ends))"
  }

  /// The maximum number of lines about what wasn't walked.
  private static let maximumMissed = 10
}
