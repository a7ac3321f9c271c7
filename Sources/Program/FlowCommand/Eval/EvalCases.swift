// SPDX-License-Identifier: GPL-3.0-or-later

import ExpressionConformance
import FlowExpressions
import FlowSessions
import ProgramParts

/// Runs files of conformance cases, and formats their results as a table.
struct EvalCases {
  /// The results of one file.
  private struct Tally {
    let file: String
    var passed = 0
    var failures: [(id: String, reason: String)] = []

    var count: Int { passed + failures.count }
  }

  private var tallies: [Tally] = []

  /// Whether every case of every file passed.
  var allPass: Bool { tallies.allSatisfy(\.failures.isEmpty) }

  /// Runs the cases of a file.
  ///
  /// A line that isn't a case counts as a failure.
  ///
  /// - Throws: ``ProgramEnding`` if the file can't be read.
  mutating func run(file path: String, limit: Int) throws(ProgramEnding) {
    let bytes = try FlowLoading.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw ProgramOutput.fail(.badFile, "\(path): more than \(limit) bytes")
    }
    var tally = Tally(file: path)
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
      let text = String(decoding: line, as: UTF8.self)
      guard let each = ConformanceCase(line: text) else {
        tally.failures.append(("line \(number + 1)", "isn't a case"))
        continue
      }
      if let reason = each.failure() {
        tally.failures.append((each.id, reason))
      } else {
        tally.passed += 1
      }
    }
    tallies.append(tally)
  }

  /// A row for each file, with its failures below it, and a row of totals.
  var table: String {
    let count = tallies.reduce(0) { $0 + $1.count }
    let passed = tallies.reduce(0) { $0 + $1.passed }
    let rows =
      [("file", "cases", "passed", "failed")]
      + tallies.map { ($0.file, "\($0.count)", "\($0.passed)", "\($0.failures.count)") }
      + [("together", "\(count)", "\(passed)", "\(count - passed)")]
    let width = rows.map(\.0.count).max() ?? 0
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      lines.append(
        row.0 + String(repeating: " ", count: width - row.0.count) + Self.column(row.1)
          + Self.column(row.2) + Self.column(row.3))
      guard tallies.indices.contains(index - 1) else { continue }
      for failure in tallies[index - 1].failures {
        lines.append("  \(failure.id): \(failure.reason)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func column(_ text: String) -> String {
    String(repeating: " ", count: max(1, 8 - text.count)) + text
  }
}
