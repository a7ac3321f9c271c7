// SPDX-License-Identifier: Apache-2.0

/// The number of passing cases in each file, as a table.
struct ConformanceTable: Sendable {
  /// A file and its cases.
  struct Row: Sendable {
    /// The name of the file without its extension.
    let file: String

    /// The number of cases that pass.
    let passed: Int

    /// The number of all cases.
    let total: Int
  }

  /// The rows, in order.
  var rows: [Row] = []

  /// Whether all cases of all files pass.
  var isComplete: Bool { rows.allSatisfy { $0.passed == $0.total } }

  /// The table in Markdown, with a last row for all files.
  var markdown: String {
    let passed = rows.reduce(0) { $0 + $1.passed }
    let total = rows.reduce(0) { $0 + $1.total }
    let lines = rows.map { "| \($0.file) | \($0.passed) | \($0.total) |\n" }
    return "| file | passed | cases |\n|---|--:|--:|\n" + lines.joined()
      + "| **all** | **\(passed)** | **\(total)** |\n"
  }
}
