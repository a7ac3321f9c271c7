// SPDX-License-Identifier: Apache-2.0

/// The number of passing cases in each file, as a table.
package struct ConformanceTable: Sendable {
  /// A file and its cases.
  package struct Row: Sendable {
    /// The name of the file without its extension.
    package let file: String

    /// The number of cases that pass.
    package let passed: Int

    /// The number of all cases.
    package let total: Int

    /// Creates a row.
    package init(file: String, passed: Int, total: Int) {
      self.file = file
      self.passed = passed
      self.total = total
    }
  }

  /// The rows, in order.
  package var rows: [Row]

  package init(_ rows: [Row] = []) { self.rows = rows }

  /// Whether all cases of all files pass.
  package var isComplete: Bool { rows.allSatisfy { $0.passed == $0.total } }

  /// The table in Markdown, with a last row for all files.
  package var markdown: String {
    let passed = rows.reduce(0) { $0 + $1.passed }
    let total = rows.reduce(0) { $0 + $1.total }
    let lines = rows.map { "| \($0.file) | \($0.passed) | \($0.total) |\n" }
    return "| file | passed | cases |\n|---|--:|--:|\n" + lines.joined()
      + "| **all** | **\(passed)** | **\(total)** |\n"
  }
}
