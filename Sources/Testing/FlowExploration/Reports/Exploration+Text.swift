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
      lines.append("  this script shows it:")
      lines += finding.script.text.split(separator: "\n").map { "    \($0)" }
      lines.append("")
    }
    let amount = "\(walks) \(walks == 1 ? "walk" : "walks") with \(steps) moves"
    if isExhaustive {
      lines.append(
        "\(path): \(amount), all there are: each choice, yes and no, empty and answered,")
      lines.append(
        "  and the values that conditions compare with, with up to two items of each list")
    } else {
      lines.append(
        "\(path): \(amount), sampled with --seed \(seed)\(isStopped ? ", until the time was over" : "")"
      )
    }
    let parts = CoverageMeasure.allCases.filter { coverage.count(of: $0) > 0 }.map { measure in
      "\(measure.words) \(coverage.coveredCount(of: measure)) of \(coverage.count(of: measure))"
    }
    lines.append("  covered: \(parts.joined(separator: ", "))")
    if starts == 0 { lines.append("  the flow has inputs for which no value was found") }
    if cuts > 0 {
      lines.append("  \(cuts) \(cuts == 1 ? "walk was" : "walks were") cut because they were long")
    }
    for id in unanswered {
      lines.append("  no valid answer was found for '\(id)'; a script with one helps")
    }
    let broken = Set(findings.map(\.law.name))
    let held = laws.filter { !broken.contains($0.name) }
    if !held.isEmpty {
      lines.append(
        isExhaustive && unanswered.isEmpty && cuts == 0 ? "  shown:" : "  held on these walks:")
      lines += held.map { "    \($0.statement)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
