// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The format of a ``TestReport``.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// Lines for people: the failed tests, and how many passed.
  case text

  /// The Test Anything Protocol, version 13.
  case tap

  /// The XML of JUnit, which most continuous integrations read.
  case junit

  /// One JSON object.
  case json

  /// Workflow commands of GitHub, which show failures next to the lines of the script.
  case github
}

extension TestReport {
  /// Returns the report in a format, ending with a line break.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - listsAll: Whether ``ReportFormat/text`` lists every test, not only those that didn't pass.
  /// - Returns: The report.
  /// - Complexity: O(*n*) in the number of tests and the length of their failures.
  package func text(as format: ReportFormat, listingAll listsAll: Bool = false) -> String {
    switch format {
    case .text: lines(listingAll: listsAll)
    case .tap: tap
    case .junit: junit
    case .json: json
    case .github: github
    }
  }

  /// The lines for people.
  private func lines(listingAll listsAll: Bool) -> String {
    var text = ""
    for test in tests where listsAll || test.outcome != .passed && test.outcome != .skipped {
      text += "\(test.outcome.word)  \(test.file): \(test.name)\n"
      for line in test.context?.lines ?? [] { text += "        \(line)\n" }
    }
    for remark in remarks { text += remark + "\n" }
    return text + summary + "\n"
  }

  /// The numbers of tests, by how they ended; the ends that no test had aren't mentioned, except for failures.
  var summary: String {
    var parts = ["\(count(.passed)) passed", "\(count(.failed)) failed"]
    for outcome in [Outcome.mistaken, .skipped] where count(outcome) > 0 {
      parts.append("\(count(outcome)) \(outcome.word)")
    }
    return parts.joined(separator: ", ")
  }

  /// The failures as workflow commands, and the summary.
  private var github: String {
    diagnostics.githubCommands + (remarks + [summary]).map { $0 + "\n" }.joined()
  }
}

extension TestReport.Outcome {
  /// The word for people.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .mistaken: "not run"
    case .skipped: "skipped"
    }
  }
}
