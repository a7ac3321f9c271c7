// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// The Test Anything Protocol, version 13, because parsers that don't know version 14 refuse it:
// https://testanything.org/tap-version-13-specification.html
extension TestReport {
  var tap: String {
    let errors = findings.diagnostics.filter { $0.severity == .error }
    var text = "TAP version 13\n1..\(tests.count + errors.count)\n"
    for remark in remarks { text += "# \(remark)\n" }
    var number = 0
    func add(_ isOK: Bool, _ description: String, _ directive: String, _ failures: [Diagnostic]) {
      number += 1
      text += "\(isOK ? "ok" : "not ok") \(number) - \(description.asTAPDescription)\(directive)\n"
      text += failures.tapBlock
    }
    for test in tests {
      add(
        test.outcome == .passed || test.outcome == .skipped, "\(test.file): \(test.name)",
        test.outcome == .skipped ? " # SKIP an earlier test failed" : "", test.failures)
    }
    for error in errors { add(false, error.tapHeading, "", [error]) }
    for finding in findings.diagnostics where finding.severity != .error {
      text += "# \(finding.tapHeading.dropLineBreaks)\n"
    }
    return text
  }
}

extension [Diagnostic] {
  /// The YAML block below a failed test, of which there's one: what's said first, and what else is wrong.
  ///
  /// Its values are JSON, which is YAML.
  fileprivate var tapBlock: String {
    guard let first else { return "" }
    var lines = ["---"] + first.tapLines
    if count > 1 {
      lines.append("others:")
      for other in dropFirst() {
        for (index, line) in other.tapLines.enumerated() {
          lines.append((index == 0 ? "  - " : "    ") + line)
        }
      }
    }
    return (lines + ["..."]).map { "  \($0)\n" }.joined()
  }
}

extension Diagnostic {
  /// Where it is, and what.
  fileprivate var tapHeading: String { "\(place.file.name):\(place.start.line): \(message)" }

  fileprivate var tapLines: [String] {
    var lines = ["message: \(message.asJSON)", "severity: \(severity.rawValue.asJSON)"]
    lines.append("id: \(id.name.asJSON)")
    lines.append("file: \(place.file.name.asJSON)")
    lines.append("line: \(place.start.line)")
    lines.append("column: \(place.start.column)")
    if !notes.isEmpty {
      lines.append("notes:")
      lines += notes.map { "  - \($0.message.asJSON)" }
    }
    return lines
  }
}

extension String {
  fileprivate var asJSON: String { JSONWriter().text(of: .string(self)) ?? "\"\"" }

  /// A description of a test, with a wide `＃` for each `#`: version 13 has no escape, and some parsers take what
  /// follows a `#` as a directive also after a backslash.
  fileprivate var asTAPDescription: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "#" ? "\u{FF03}" : $0 }))
      .dropLineBreaks
  }

  fileprivate var dropLineBreaks: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
